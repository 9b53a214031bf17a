import SecretFile
import Testing

@Suite struct FormatChainTests {
  struct Row: Sendable {
    let control: AccessControl
    let plain: String
    let device: String
    let passcodeSet: String
  }

  /// The table of the specification, in its own notation.
  static let table: [Row] = [
    Row(control: [], plain: "{}", device: "{D}", passcodeSet: "{D,C}"),
    Row(control: .userPresence, plain: "{B} {C}", device: "{D,B} {D,C}", passcodeSet: "{D,C}"),
    Row(control: .biometryAny, plain: "{B}", device: "{D,B}", passcodeSet: "{D,B,C}"),
    Row(control: .biometryCurrentSet, plain: "{B}", device: "{D,B}", passcodeSet: "{D,B,C}"),
    Row(control: .devicePasscode, plain: "{C}", device: "{D,C}", passcodeSet: "{D,C}"),
    Row(
      control: [.biometryAny, .devicePasscode, .or], plain: "{B} {C}", device: "{D,B} {D,C}",
      passcodeSet: "{D,C}"),
    Row(
      control: [.biometryCurrentSet, .devicePasscode, .or], plain: "{B} {C}", device: "{D,B} {D,C}",
      passcodeSet: "{D,C}"),
    Row(
      control: [.biometryAny, .devicePasscode, .and], plain: "{B,C}", device: "{D,B,C}",
      passcodeSet: "{D,B,C}"),
    Row(control: [.biometryAny, .devicePasscode], plain: "{B,C}", device: "{D,B,C}", passcodeSet: "{D,B,C}"),
    Row(
      control: [.biometryCurrentSet, .devicePasscode], plain: "{B,C}", device: "{D,B,C}",
      passcodeSet: "{D,B,C}"),
  ]

  static func text(_ chains: [FactorSet]) -> String {
    chains.map { chain in
      let letters = [(FactorSet.device, "D"), (.presence, "B"), (.passcode, "C")]
      return "{" + letters.filter { chain.contains($0.0) }.map(\.1).joined(separator: ",") + "}"
    }.joined(separator: " ")
  }

  @Test(arguments: table)
  func chains(_ row: Row) {
    for extra: AccessControl in [
      [], .privateKeyUsage, .applicationPassword, [.privateKeyUsage, .applicationPassword],
    ] {
      for accessibility in Accessibility.allCases {
        let expected =
          switch accessibility.rawValue {
          case 6...8: row.plain
          case 9...11: row.device
          default: row.passcodeSet
          }
        let control = row.control.union(extra)
        #expect(Self.text(ChainTable.chains(accessibility, control)) == expected)
      }
    }
  }

  @Test func chainsOfTheFactorsThatExist() {
    #expect(Self.text(ChainTable.chains(.whenUnlocked, .userPresence, existing: .passcode)) == "{C}")
    #expect(Self.text(ChainTable.chains(.whenUnlocked, .userPresence, existing: [])) == "")
    #expect(Self.text(ChainTable.chains(.whenUnlocked, [], existing: [])) == "{}")
    #expect(
      Self.text(ChainTable.chains(.alwaysThisDeviceOnly, .userPresence, existing: [.device, .presence]))
        == "{D,B}")
    #expect(Self.text(ChainTable.chains(.whenPasscodeSetThisDeviceOnly, [], existing: .device)) == "")
  }

  @Test func accessControlBits() {
    let valid: Set<UInt32> = [0x00, 0x01, 0x02, 0x08, 0x10, 0x12, 0x18]
    for low in UInt32(0)...0xFF {
      #expect(AccessControl(rawValue: low).isValid == valid.contains(low))
      #expect(AccessControl(rawValue: low | 0x4000).isValid == valid.contains(low))
      #expect(AccessControl(rawValue: low | 0x8000).isValid == valid.contains(low))
      #expect(!AccessControl(rawValue: low | 0xC000).isValid)
    }
    for bit in UInt32(0)..<32 {
      let known: Set<UInt32> = [0, 1, 3, 4, 14, 15, 30, 31]
      #expect(AccessControl(rawValue: 1 << bit).isValid == known.contains(bit))
    }
  }

  /// Every set of chains that is not part of the table's row is refused.
  @Test func contradictions() throws {
    let all: [FactorSet] = (0..<8).map { FactorSet(rawValue: $0) }
    for row in Self.table {
      for accessibility in Accessibility.allCases {
        let allowed = ChainTable.chains(accessibility, row.control)
        for first in all {
          #expect(Self.accepts(accessibility, row.control, [first]) == allowed.contains(first))
          for second in all {
            let expected = allowed.count == 2 && allowed[0] == first && allowed[1] == second
            #expect(Self.accepts(accessibility, row.control, [first, second]) == expected)
          }
        }
      }
    }
  }

  private static func accepts(
    _ accessibility: Accessibility, _ control: AccessControl, _ chains: [FactorSet]
  ) -> Bool {
    let set = control.contains(.biometryCurrentSet) ? Bytes8(InlineArray(repeating: 5)) : Bytes8()
    let entry = KeyEntry(
      keyID: 1, accessibility: accessibility, accessControl: control, sinceEpoch: 1,
      deviceID: accessibility.isThisDeviceOnly ? Bytes16() : nil, check: Bytes32(),
      chains: chains.map { chain in
        var factors: [Factor] = []
        if chain.contains(.device) { factors.append(.device) }
        if chain.contains(.presence) { factors.append(.presence(set: set)) }
        if chain.contains(.passcode) { factors.append(.passcode) }
        return Chain(
          factors: factors, blob: [UInt8](repeating: 0, count: Chain.blobLength(factors: factors.count)))
      })
    guard let bytes = try? KeyTable([entry]).encoded() else { return false }
    return (try? KeyTable.parse(bytes.span, keyEpoch: 1)) != nil
  }

  @Test func presenceSets() throws {
    func accepts(_ control: AccessControl, _ set: Bytes8) -> Bool {
      let entry = KeyEntry(
        keyID: 1, accessibility: .whenUnlocked, accessControl: control, sinceEpoch: 1, deviceID: nil,
        check: Bytes32(),
        chains: [Chain(factors: [.presence(set: set)], blob: [UInt8](repeating: 0, count: 112))])
      return (try? entry.checkChains()) != nil
    }
    let some = Bytes8(InlineArray(repeating: 1))
    #expect(accepts(.biometryAny, Bytes8()))
    #expect(!accepts(.biometryAny, some))
    #expect(accepts(.biometryCurrentSet, some))
    #expect(!accepts(.biometryCurrentSet, Bytes8()))
  }

  /// Two chains of the same kinds are refused, though their sets differ.
  @Test func oneChainOfEachKind() {
    func accepts(_ chains: [[Factor]]) -> Bool {
      let entry = KeyEntry(
        keyID: 1, accessibility: .whenUnlocked, accessControl: [.biometryCurrentSet, .devicePasscode, .or],
        sinceEpoch: 1, deviceID: nil, check: Bytes32(),
        chains: chains.map { Chain(factors: $0, blob: [UInt8](repeating: 0, count: 112)) })
      return (try? entry.checkChains()) != nil
    }
    let (one, two) = (Bytes8(InlineArray(repeating: 1)), Bytes8(InlineArray(repeating: 2)))
    #expect(accepts([[.presence(set: one)], [.passcode]]))
    #expect(!accepts([[.presence(set: one)], [.presence(set: two)]]))
    #expect(!accepts([[.passcode], [.presence(set: one)]]))
  }

  @Test func unknownFactorsAreExempt() throws {
    let chain = Chain(factors: [.device, .unknown(9)], blob: [UInt8](repeating: 0, count: 152))
    let entry = KeyEntry(
      keyID: 1, accessibility: .whenUnlocked, accessControl: [], sinceEpoch: 1, deviceID: nil,
      check: Bytes32(),
      chains: [chain])
    let bytes = try KeyTable([entry]).encoded()
    let parsed = try KeyTable.parse(bytes.span, keyEpoch: 1)
    #expect(parsed.entries[0].chains[0].factors == [.device, .unknown(9)])
    #expect(!parsed.entries[0].chains[0].isKnown)
  }
}
