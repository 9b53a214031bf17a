import SecretCrypto
import SecretFile
import Testing

/// Sealing, renewing and carrying over of entries.
@Suite struct KeysChainSealTests {
  static func seed(_ generation: UInt64 = 1) -> CommitSeed {
    CommitSeed(
      KeysSeedTests.seed, containerID: Bytes16(of: KeysChainTests.container), keyEpoch: 5,
      generation: generation,
      previousMAC: nil)
  }

  static let classKey = SecretBuffer(KeysChainTests.classKey)
  static let deviceID = Bytes16(of: KeysChainTests.deviceID)

  static func make(
    _ accessibility: Accessibility, _ control: AccessControl, _ keys: ChainKeys
  ) throws -> KeyEntry {
    try keys.makeEntry(7, accessibility, control, deviceID: deviceID, classKey: classKey, seed: seed())
  }

  /// Each row of the table is sealed with all its chains, reads back, and every chain opens.
  @Test func everyClass() throws {
    let keys = try KeysChainTests.keys()
    for row in FormatChainTests.table {
      for accessibility in Accessibility.allCases {
        let entry = try Self.make(accessibility, row.control, keys)
        let bytes = try KeyTable([entry]).encoded()
        #expect(try KeyTable.parse(bytes.span, keyEpoch: 5).entries == [entry])
        #expect(entry.chains.map(\.factorSet) == ChainTable.chains(accessibility, row.control))
        #expect(entry.sinceEpoch == 5 && (entry.deviceID != nil) == accessibility.isThisDeviceOnly)
        #expect(try keys.verify(entry)?.plain == KeysChainTests.classKey)
        for (index, chain) in entry.chains.enumerated() {
          let outer = Self.seed().wrapNonce(7, chain: UInt8(index), layer: UInt8(chain.factors.count))
          #expect([UInt8](chain.blob[..<24]) == outer.plain)
        }
      }
    }
  }

  /// Byte for byte as laid out by hand, but for the nonces.
  @Test func sameAsByHand() throws {
    let entry = try Self.make(.whenUnlocked, .devicePasscode, try KeysChainTests.keys())
    let id: [UInt8] = [7, 0, 0, 0]
    let bound: [UInt8] = id + [6, 0x10, 0, 0, 0, 5, 0, 0, 0]
    let outer = Array("chain".utf8) + [0] + KeysChainTests.container + bound + [0, 5, 0, 0, 0]
    let outerKey = derived(KeysChainTests.master, "class", KeysChainTests.container + id)
    let plain = try #require(opened(entry.chains[0].blob, outer, outerKey))
    #expect([UInt8](plain[..<24]) == Self.seed().wrapNonce(7, chain: 0, layer: 0).plain)
    let inner = Array("chain".utf8) + [0] + KeysChainTests.container + bound + [3]
    let innerKey = derived(KeysChainTests.passcode, "factor", KeysChainTests.container + id)
    #expect(opened(plain, inner, innerKey) == KeysChainTests.classKey)
  }

  @Test func factorsThatDoNotExistOrAreNotAtHand() throws {
    var keys = try KeysChainTests.keys()
    keys.existing = .device
    #expect(thrown { _ = try Self.make(.whenUnlocked, .userPresence, keys) } == .presence)
    #expect(thrown { _ = try Self.make(.whenUnlocked, .devicePasscode, keys) } == .passcode)
    #expect(thrown { _ = try Self.make(.whenPasscodeSetThisDeviceOnly, [], keys) } == .passcode)
    #expect(thrown { _ = try Self.make(.whenUnlocked, [.or, .and], keys) } == .usage)
    keys.existing = [.device, .passcode]
    #expect(try Self.make(.whenUnlocked, .userPresence, keys).chains.map(\.factorSet) == [.passcode])
    #expect(thrown { _ = try Self.make(.whenUnlocked, .biometryAny, keys) } == .presence)
    // What exists must be at hand.
    let noPresence = try KeysChainTests.keys(presence: false)
    #expect(thrown { _ = try Self.make(.whenUnlocked, .userPresence, noPresence) } == .presence)
    let noDevice = try KeysChainTests.keys(device: false)
    #expect(thrown { _ = try Self.make(.alwaysThisDeviceOnly, [], noDevice) } == .device)
    let noPasscode = try KeysChainTests.keys(passcode: false)
    #expect(thrown { _ = try Self.make(.whenUnlocked, .userPresence, noPasscode) } == .passcode)
  }

  @Test func missingChainsAreAdded() throws {
    var few = try KeysChainTests.keys()
    few.existing = [.device, .passcode]
    let entry = try Self.make(.whenUnlocked, .userPresence, few)
    let all = try KeysChainTests.keys()
    #expect(try few.complete(entry, classKey: Self.classKey, seed: Self.seed(2)) == nil)
    let completed = try #require(try all.complete(entry, classKey: Self.classKey, seed: Self.seed(2)))
    #expect(completed.chains.map(\.factorSet) == [.presence, .passcode])
    // The old chain is copied, though it is the second one now.
    #expect(completed.chains[1] == entry.chains[0] && completed.sinceEpoch == entry.sinceEpoch)
    #expect([UInt8](completed.chains[0].blob[..<24]) == Self.seed(2).wrapNonce(7, chain: 0, layer: 1).plain)
    #expect(try all.verify(completed)?.plain == KeysChainTests.classKey)
    #expect(try all.complete(completed, classKey: Self.classKey, seed: Self.seed(3)) == nil)
    // A factor that exists and is not at hand: later.
    let blind = try KeysChainTests.keys(presence: false)
    #expect(try blind.complete(entry, classKey: Self.classKey, seed: Self.seed(2)) == nil)
  }

  @Test func renewal() throws {
    let keys = try KeysChainTests.keys()
    let entry = try Self.make(.whenUnlocked, [.biometryCurrentSet, .devicePasscode, .or], keys)
    var later = ChainKeys(
      containerID: keys.containerID, keyEpoch: 6, master: SecretBuffer(counting(0xD0)),
      presence: SecretBuffer(counting(0x21)), passcode: SecretBuffer(counting(0x61)),
      presenceSet: Bytes8(of: counting(3, 8)), existing: [.presence, .passcode])
    let renewed = try later.renew(entry, classKey: SecretBuffer(counting(0x81)), seed: Self.seed(2))
    // Bound to the set of before: copied, and not replaced by one of today's set.
    #expect(renewed.chains.count == 2 && renewed.chains[0] == entry.chains[0])
    #expect(renewed.sinceEpoch == 6 && renewed.check != entry.check && renewed.keyID == 7)
    #expect(try later.unwrap(renewed).plain == counting(0x81))
    #expect(try later.complete(renewed, classKey: SecretBuffer(counting(0x81)), seed: Self.seed(3)) == nil)
    // With the set of before still today's, both are new.
    later.presenceSet = Bytes8(of: KeysChainTests.set)
    let both = try later.renew(entry, classKey: SecretBuffer(counting(0x81)), seed: Self.seed(2))
    #expect(both.chains[0] != entry.chains[0])
    #expect(try later.verify(both)?.plain == counting(0x81))
    #expect(ChainKeys.isRenewable(entry))
    #expect(!ChainKeys.isRenewable(KeysChainTests.entry(.whenUnlocked, [], [[], [.unknown(9)]])))
  }

  // MARK: Carrying over

  static func rotated(presence: Bool = false) throws -> ChainKeys {
    var keys = try KeysChainTests.keys(device: false, epoch: 6)
    keys = ChainKeys(
      containerID: keys.containerID, keyEpoch: 6, master: SecretBuffer(counting(0xD0)),
      presence: presence ? SecretBuffer(counting(0x21)) : keys.presence,
      passcode: SecretBuffer(counting(0x61)),
      presenceSet: presence ? Bytes8(of: counting(3, 8)) : keys.presenceSet, existing: [.presence, .passcode])
    return keys
  }

  /// The device key is not needed: its layer is the innermost and stays closed.
  @Test func carriedOverWithoutTheDevice() throws {
    let old = try KeysChainTests.keys()
    let away = try KeysChainTests.keys(device: false)
    for newPresence in [false, true] {
      var new = try Self.rotated(presence: newPresence)
      for row in FormatChainTests.table where !row.control.contains(.biometryCurrentSet) {
        for accessibility in Accessibility.allCases {
          let entry = try Self.make(accessibility, row.control, old)
          let carried = try #require(try new.carryOver(entry, from: away, seed: Self.seed(2)))
          #expect(carried.check == entry.check && carried.sinceEpoch == 5)
          #expect(carried.chains.map(\.factors) == entry.chains.map(\.factors))
          #expect(carried.chains != entry.chains)
          new.devices = old.devices
          #expect(try new.verify(carried)?.plain == KeysChainTests.classKey)
          #expect(thrown { _ = try old.unwrap(carried) } == .keyTable)
          new.devices = []
        }
      }
    }
  }

  @Test func onlyWhatChangedIsOpened() throws {
    let old = try KeysChainTests.keys()
    // Another set of enrolments, the same epoch: chains without presence stay byte for byte.
    var new = try KeysChainTests.keys()
    new.presence = SecretBuffer(counting(0x21))
    new.presenceSet = Bytes8(of: counting(3, 8))
    let entry = try Self.make(.whenUnlocked, .userPresence, old)
    let carried = try #require(try new.carryOver(entry, from: old, seed: Self.seed(2)))
    #expect(carried.chains[1] == entry.chains[1] && carried.chains[0] != entry.chains[0])
    #expect(try new.verify(carried)?.plain == KeysChainTests.classKey)
    let plain = try Self.make(.whenUnlocked, [], old)
    #expect(try new.carryOver(plain, from: old, seed: Self.seed(2)) == plain)
    // The keys that must be opened must be at hand.
    var blind = old
    blind.presence = nil
    #expect(thrown { _ = try new.carryOver(entry, from: blind, seed: Self.seed(2)) } == .presence)
    let and = try Self.make(.whenUnlocked, [.biometryAny, .devicePasscode], old)
    blind = old
    blind.passcode = nil
    var blindNew = new
    blindNew.passcode = nil
    #expect(thrown { _ = try blindNew.carryOver(and, from: blind, seed: Self.seed(2)) } == .passcode)
    // A damaged layer is found.
    var damaged = entry
    damaged.chains[0].blob[50] ^= 1
    #expect(thrown { _ = try new.carryOver(damaged, from: old, seed: Self.seed(2)) } == .keyTable)
  }

  @Test func chainsOfAnOldSetAreCopied() throws {
    let old = try KeysChainTests.keys()
    let new = try Self.rotated(presence: true)
    let entry = try Self.make(.whenUnlocked, [.biometryCurrentSet, .devicePasscode, .or], old)
    let carried = try #require(try new.carryOver(entry, from: old, seed: Self.seed(2)))
    #expect(carried.chains[0] == entry.chains[0] && carried.chains[1] != entry.chains[1])
    #expect(new.choose(carried) == .usable(1))
    let only = try Self.make(.whenUnlocked, .biometryCurrentSet, old)
    #expect(try new.carryOver(only, from: old, seed: Self.seed(2)) == only)
    #expect(thrown { _ = try new.unwrap(only) } == .invalidated)
  }

  @Test func chainsWhoseFactorCeasesAreDropped() throws {
    let old = try KeysChainTests.keys()
    var new = try Self.rotated()
    new.existing = [.device, .presence]
    new.passcode = nil
    let either = try Self.make(.whenUnlocked, .userPresence, old)
    #expect(try new.carryOver(either, from: old, seed: Self.seed(2))?.chains.map(\.factorSet) == [.presence])
    let passcode = try Self.make(.whenUnlocked, .devicePasscode, old)
    #expect(try new.carryOver(passcode, from: old, seed: Self.seed(2)) == nil)
  }

  @Test func unknownFactors() throws {
    let old = try KeysChainTests.keys()
    let new = try Self.rotated()
    // Only the master key's layer changes: the unknown one inside it stays closed.
    let unknown = KeysChainTests.entry(.whenUnlocked, [], [[], [.unknown(9)]])
    let carried = try #require(try new.carryOver(unknown, from: old, seed: Self.seed(2)))
    #expect(carried.chains[1].factors == [.unknown(9)] && carried.chains[1] != unknown.chains[1])
    #expect(try new.unwrap(carried).plain == KeysChainTests.classKey)
    // The passcode changed below it.
    let below = KeysChainTests.entry(.whenUnlocked, [], [[], [.passcode, .unknown(9)]])
    #expect(thrown { _ = try new.carryOver(below, from: old, seed: Self.seed(2)) } == .version)
  }
}
