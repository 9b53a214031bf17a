import SecretCrypto
import SecretFile
import Testing

/// Opening of chains that are laid out by hand.
@Suite struct KeysChainTests {
  static let container = counting(0xA0, 16)
  static let master = counting(0xC0)
  static let device = counting(0)
  static let presence = counting(0x20)
  static let passcode = counting(0x60)
  static let classKey = counting(0x80)
  static let deviceID = hex("4eb618e181f0de905e8d2a361833dffc")

  static var set: [UInt8] { [UInt8](derived(presence, "presence check", container)[..<8]) }

  static func keys(
    device: Bool = true, presence: Bool = true, passcode: Bool = true, set: [UInt8]? = set, epoch: UInt32 = 5
  ) throws -> ChainKeys {
    let credentials = device ? try Credentials.with(device: Text.device) : Credentials()
    return ChainKeys(
      containerID: Bytes16(of: container), keyEpoch: epoch, master: SecretBuffer(master),
      devices: credentials.devices,
      presence: presence ? SecretBuffer(Self.presence) : nil,
      passcode: passcode ? SecretBuffer(Self.passcode) : nil,
      presenceSet: set.map { Bytes8(of: $0) }, existing: [.device, .presence, .passcode])
  }

  /// A chain's blob, layer by layer from the description.
  static func blob(_ entry: KeyEntry, _ factors: [Factor], classKey: [UInt8] = classKey, epoch: UInt32 = 5)
    -> [UInt8]
  {
    let id = little(entry.keyID)
    let bound =
      id + [entry.accessibility.rawValue] + little(entry.accessControl.rawValue) + little(entry.sinceEpoch)
    var blob = classKey
    for factor in factors {
      let (key, name): ([UInt8], [UInt8]) =
        switch factor {
        case .device: (device, [1] + deviceID)
        case .presence(let set): (presence, [2] + set.plain)
        case .passcode: (passcode, [3])
        case .unknown(let kind): (counting(kind), [kind])
        }
      let associated = Array("chain".utf8) + [0] + container + bound + name
      blob = sealed(blob, associated, derived(key, "factor", container + id))
    }
    let associated = Array("chain".utf8) + [0] + container + bound + [0] + little(epoch)
    return sealed(blob, associated, derived(master, "class", container + id))
  }

  static func entry(
    _ accessibility: Accessibility, _ control: AccessControl = [], _ chains: [[Factor]],
    classKey: [UInt8] = classKey
  ) -> KeyEntry {
    var entry = KeyEntry(
      keyID: 7, accessibility: accessibility, accessControl: control, sinceEpoch: 3,
      deviceID: accessibility.isThisDeviceOnly ? Bytes16(of: deviceID) : nil,
      check: Bytes32(of: derived(Self.classKey, "check", container + [7, 0, 0, 0])), chains: [])
    entry.chains = chains.map { Chain(factors: $0, blob: blob(entry, $0, classKey: classKey)) }
    return entry
  }

  static let any = Factor.presence(set: Bytes8())

  static let rows: [(Accessibility, AccessControl, [[Factor]])] = [
    (.whenUnlocked, [], [[]]), (.afterFirstUnlockThisDeviceOnly, [], [[.device]]),
    (.whenPasscodeSetThisDeviceOnly, [], [[.device, .passcode]]),
    (.whenUnlocked, .userPresence, [[any], [.passcode]]),
    (.whenUnlockedThisDeviceOnly, .userPresence, [[.device, any], [.device, .passcode]]),
    (.whenUnlocked, .biometryAny, [[any]]),
    (.whenUnlocked, .biometryCurrentSet, [[.presence(set: Bytes8(of: set))]]),
    (.whenUnlocked, .devicePasscode, [[.passcode]]),
    (.whenUnlockedThisDeviceOnly, [.biometryAny, .devicePasscode, .and], [[.device, any, .passcode]]),
  ]

  @Test func everyRowOpens() throws {
    for (accessibility, control, chains) in Self.rows {
      let entry = Self.entry(accessibility, control, chains)
      #expect(thrown { try entry.checkChains() } == nil)
      #expect(try Self.keys().unwrap(entry).plain == Self.classKey)
      #expect(try Self.keys().verify(entry)?.plain == Self.classKey)
    }
  }

  @Test func missingFactors() throws {
    let both = Self.entry(
      .whenUnlockedThisDeviceOnly, .userPresence, [[.device, Self.any], [.device, .passcode]])
    #expect(try Self.keys(presence: false).choose(both) == .usable(1))
    #expect(try Self.keys(presence: false).unwrap(both).plain == Self.classKey)
    #expect(thrown { _ = try Self.keys(device: false).unwrap(both) } == .device)
    #expect(thrown { _ = try Self.keys(presence: false, passcode: false).unwrap(both) } == .presence)
    #expect(try Self.keys(presence: false, passcode: false).verify(both) == nil)
    let passcode = Self.entry(.whenPasscodeSetThisDeviceOnly, [], [[.device, .passcode]])
    #expect(thrown { _ = try Self.keys(passcode: false).unwrap(passcode) } == .passcode)
    #expect(thrown { _ = try Self.keys(device: false, passcode: false).unwrap(passcode) } == .device)
    // A device key is one of the entry's device only.
    var other = passcode
    other.deviceID = Bytes16()
    #expect(thrown { _ = try Self.keys().unwrap(other) } == .device)
  }

  @Test func oldSetsAndUnknownFactors() throws {
    let old = Factor.presence(set: Bytes8(of: counting(1, 8)))
    let bound = Self.entry(.whenUnlocked, .biometryCurrentSet, [[old]])
    #expect(thrown { _ = try Self.keys().unwrap(bound) } == .invalidated)
    #expect(thrown { _ = try Self.keys(presence: false).unwrap(bound) } == .invalidated)
    #expect(try Self.keys().verify(bound) == nil)
    let today = Self.entry(.whenUnlocked, .biometryCurrentSet, [[.presence(set: Bytes8(of: Self.set))]])
    #expect(thrown { _ = try Self.keys(set: nil).unwrap(today) } == .invalidated)
    // The other chain still opens, and it is the one whose factor is named.
    let either = Self.entry(
      .whenUnlocked, [.biometryCurrentSet, .devicePasscode, .or], [[old], [.passcode]])
    #expect(try Self.keys().choose(either) == .usable(1))
    #expect(thrown { _ = try Self.keys(presence: false, passcode: false).unwrap(either) } == .passcode)
    let unknown = Self.entry(.whenUnlocked, [], [[.unknown(9)]])
    #expect(thrown { _ = try Self.keys().unwrap(unknown) } == .version)
    let mixed = Self.entry(.whenUnlocked, .biometryCurrentSet, [[old], [.unknown(9)]])
    #expect(thrown { _ = try Self.keys().unwrap(mixed) } == .invalidated)
    let beside = Self.entry(.whenUnlocked, [], [[], [.unknown(9)]])
    #expect(try Self.keys().unwrap(beside).plain == Self.classKey)
    #expect(try Self.keys().verify(beside)?.plain == Self.classKey)
  }

  /// Every field that a layer is bound to, and every byte of the blob.
  @Test func boundToEverything() throws {
    let good = Self.entry(.whenUnlockedThisDeviceOnly, .devicePasscode, [[.device, .passcode]])
    #expect(try Self.keys().unwrap(good).plain == Self.classKey)
    var changes: [KeyEntry] = []
    for change in 0..<5 {
      var entry = good
      switch change {
      case 0: entry.keyID = 8
      case 1: entry.accessibility = .alwaysThisDeviceOnly
      case 2: entry.accessControl = [.devicePasscode, .privateKeyUsage]
      case 3: entry.sinceEpoch = 4
      default: entry.check.storage[0] ^= 1
      }
      changes.append(entry)
    }
    for index in [0, 24, 60, 100, 151] {
      var entry = good
      entry.chains[0].blob[index] ^= 1
      changes.append(entry)
    }
    for entry in changes { #expect(thrown { _ = try Self.keys().unwrap(entry) } == .keyTable) }
    #expect(thrown { _ = try Self.keys(epoch: 6).unwrap(good) } == .keyTable)
  }

  /// A second chain that gives another key is found, though the first one opens.
  @Test func twoKeysInOneEntry() throws {
    var entry = Self.entry(.whenUnlocked, .userPresence, [[Self.any], [.passcode]])
    entry.chains[1].blob = Self.blob(entry, [.passcode], classKey: counting(0x90))
    #expect(try Self.keys().unwrap(entry).plain == Self.classKey)
    #expect(thrown { _ = try Self.keys().verify(entry) } == .keyTable)
  }

  @Test func checksOfTheRoot() throws {
    let enrolment = Slot(
      kind: 3, role: 1, slotID: Bytes8(of: counting(0xB9, 8)), body: [UInt8](repeating: 0, count: 104))
    let (header, bytes) = try KeysSlotTests.header([KeysSlotTests.passphraseSlot(), enrolment])
    let credentials = try Credentials.with(passphrases: ["café"])
    let opened = try SlotOpener(header, headerBytes: bytes).open(credentials)
    var root = Root(created: 0, modified: 0)
    root.passcodeCheck = Bytes32(of: derived(Self.passcode, "passcode check", Self.container))
    root.presenceCheck = Bytes32(of: derived(Self.presence, "presence check", Self.container))
    let keys = try ChainKeys(
      header, root, opened, presence: SecretBuffer(Self.presence), credentials: credentials)
    #expect(keys.presenceSet?.plain == Self.set && keys.existing == [.device, .presence, .passcode])
    #expect(
      thrown {
        _ = try ChainKeys(header, root, opened, presence: SecretBuffer(Self.device), credentials: credentials)
      } == .root)
    root.passcodeCheck = Bytes32()
    #expect(
      thrown { _ = try ChainKeys(header, root, opened, presence: nil, credentials: credentials) } == .root)
  }
}
