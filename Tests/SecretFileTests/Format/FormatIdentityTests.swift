import SecretFile
import Testing

@Suite struct FormatIdentityTests {
  @Test func genericBytes() throws {
    let identity = try Identity(
      IdentityParts(service: [0x73, 0x00, 0x01], account: [0x61], accessGroup: [], isSynchronizable: true))
    #expect(identity.bytes == [1, 0, 0x73, 1, 1, 1, 2, 0, 0x61, 0, 1])
    #expect(identity.parts.service == [0x73, 0x00, 0x01])
    #expect(identity.isSynchronizable && identity.scope == nil)
  }

  @Test func internetBytes() throws {
    var parts = IdentityParts(server: [0x68], account: [0x61], accessGroup: [0x67])
    parts.protocolName = [0x70]
    parts.port = 443
    parts.path = [0x2F]
    parts.scope = Bytes16(InlineArray(repeating: 9))
    let identity = try Identity(parts)
    #expect(
      identity.bytes
        == [2, 0x67, 0, 0x68, 0, 0x61, 0, 0x70, 0, 0, 0, 0, 1, 0xBB, 0x2F, 0, 0, 0]
        + [UInt8](repeating: 9, count: 16))
    #expect(identity.parts == parts)
  }

  @Test func companions() throws {
    let item = try Identity(IdentityParts(service: [0x73], account: []))
    let companion = item.companion(.previous)
    #expect(companion.bytes == [3, 2] + item.bytes)
    #expect(companion.companionKind == .previous && companion.item == item)
    #expect(companion.companion(.pending).bytes == [3, 1] + item.bytes)
    #expect(item.companionKind == nil && item.item == item)
    #expect(throws: FormatError.self) { try Identity.parse(([3, 1] + companion.bytes).span) }
  }

  @Test func scopes() throws {
    let item = try Identity(IdentityParts(service: [0x73], account: []))
    let device = Bytes16(InlineArray(repeating: 7))
    let scoped = try item.scoped(to: device)
    #expect(scoped.scope == device && scoped != item)
    #expect(try scoped.scoped(to: nil) == item)
    let shared = try Identity(IdentityParts(service: [0x73], account: [], isSynchronizable: true))
    #expect(throws: FormatError.self) { try shared.scoped(to: device) }
  }

  /// The worked identities of the specification.
  @Test func workedValues() throws {
    let mail: [UInt8] = [0x01, 0x00, 0x6D, 0x61, 0x69, 0x6C, 0x00, 0x6D, 0x65, 0x00]
    #expect(try Identity(IdentityParts(service: "mail", account: "me")).bytes == mail + [0])
    let shared = try Identity(IdentityParts(service: "mail", account: "me", isSynchronizable: true))
    #expect(shared.bytes == mail + [1])
    let escaped = try Identity(
      IdentityParts(service: [], account: [0x61, 0x00, 0x01, 0x62], accessGroup: [0x67]))
    #expect(escaped.bytes == [1, 0x67, 0, 0, 0x61, 1, 1, 1, 2, 0x62, 0, 0])
    var internet = IdentityParts(server: "example.org", account: "me")
    internet.protocolName = Array("htps".utf8)
    internet.port = 443
    internet.path = [0x2F]
    #expect(
      try Identity(internet).bytes
        == [2, 0] + Array("example.org".utf8) + [0, 0x6D, 0x65, 0] + Array("htps".utf8)
        + [0, 0, 0, 0, 1, 0xBB, 0x2F, 0, 0, 0])
  }

  /// Memcmp order of the encodings is the order of the parts, bytes 00 and 01 included.
  @Test func order() throws {
    let ascending: [[UInt8]] = [
      [], [0], [0, 0], [0, 1], [0, 2], [1], [1, 0], [1, 1], [1, 2], [2], [0x61], [0xFF],
    ]
    var last: Identity?
    for service in ascending {
      for account in ascending {
        let identity = try Identity(IdentityParts(service: service, account: account))
        if let last { #expect(last < identity) }
        last = identity
      }
    }
  }

  @Test func twoSpellingsOfOneLetterAreTwoNames() throws {
    let composed = try Identity(IdentityParts(service: Array("\u{E9}".utf8), account: []))
    let decomposed = try Identity(IdentityParts(service: Array("e\u{301}".utf8), account: []))
    #expect(composed != decomposed)
  }

  @Test func limits() throws {
    // class, three ends, flag: 5 bytes beside the service.
    let longest = try Identity(IdentityParts(service: [UInt8](repeating: 0x61, count: 2_043), account: []))
    #expect(longest.bytes.count == 2_048)
    #expect(throws: FormatError.self) {
      try Identity(IdentityParts(service: [UInt8](repeating: 0x61, count: 2_044), account: []))
    }
    let companion = longest.companion(.pending)
    #expect(companion.bytes.count == 2_050)
    #expect(try Identity.parse(companion.bytes.span) == companion)
  }

  static let malformed: [[UInt8]] = [
    [], [0], [1], [4, 0, 0, 0, 0], [1, 0, 0, 0], [1, 0, 0, 0, 2], [1, 0, 0, 0, 0, 0], [1, 1, 0, 0, 0, 0],
    [1, 1, 3, 0, 0, 0, 0], [1, 0, 0, 0, 0] + [UInt8](repeating: 0, count: 15),
    [1, 0, 0, 0, 1] + [UInt8](repeating: 0, count: 16), [3], [3, 1], [3, 0, 1, 0, 0, 0, 0],
    [3, 3, 1, 0, 0, 0, 0], [2, 0, 0, 0, 0, 0, 0, 0, 0], [1, 0, 0, 1],
  ]

  @Test(arguments: malformed)
  func refused(_ bytes: [UInt8]) {
    let error = #expect(throws: FormatError.self) { try Identity.parse(bytes.span) }
    #expect(error?.code == .record)
  }
}
