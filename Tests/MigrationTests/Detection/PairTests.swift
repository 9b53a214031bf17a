import Foundation
import Migration
import Testing

/// Values that are secrets because of what stands beside them.
@Suite("Pairs")
struct PairTests {
  private static let first = "3b6a27bcceb6a42d62a3a8d02a6f0d73653215771de243a63ac048a18b59da29"
  private static let second = "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60"
  private static let coded = "kPmaYU1rAxMLLZ0kCg0oLlsuvBpY0DxVqLQ5WkTyfEU"

  @Test(
    "of two keys of one size the names tell which is private",
    arguments: [
      ("pub", "priv", first, second), ("publicHex", "private", first, second), ("pk", "sk", first, second),
      ("identity_public", "identity_private", coded, coded), ("pub", "sec", "02" + first, second),
    ])
  func keyPairs(open: String, secret: String, openValue: String, secretValue: String) throws {
    let document = try parsed("{\"\(open)\": \"\(openValue)\", \"\(secret)\": \"\(secretValue)\"}")
    #expect(found(document) == [Short(secret, .privateKey)])
  }

  @Test(
    "a name alone, or a neighbour of another kind, makes no pair",
    arguments: [
      #"{"priv": "\#(first)"}"#, #"{"priv": "\#(first)", "id": "\#(second)"}"#,
      #"{"priv": "\#(first)", "pub": "yes"}"#, #"{"private": "true", "public": "\#(second)"}"#,
      #"{"a": {"priv": "\#(first)"}, "pub": "\#(second)"}"#, #"{"pub": "\#(first)", "public": "\#(second)"}"#,
    ])
  func noPairs(text: String) throws {
    #expect(found(try parsed(text)) == [])
  }

  @Test("the private part of a JSON Web Key, and only that")
  func webKeys() throws {
    let elliptic = try parsed(
      #"{"kty": "EC", "crv": "P-256", "x": "\#(Self.coded)", "y": "\#(Self.coded)", "d": "\#(Self.coded)"}"#)
    #expect(found(elliptic) == [Short("d", .privateKey)])
    #expect(found(try parsed(#"{"kty": "oct", "k": "\#(Self.coded)"}"#)) == [Short("k", .encryptionKey)])
    #expect(found(try parsed(#"{"kty": "EC", "x": "\#(Self.coded)"}"#)) == [])
    #expect(found(try parsed(#"{"d": "\#(Self.coded)", "x": "\#(Self.coded)"}"#)) == [])
  }

  @Test("a value that names an item of the keychain is no secret")
  func keychainReferences() throws {
    let tunnel = #"{"SharedSecret": "6DC1B6A4-0F0A-4B8D-9C0B-1D1F5E0F7A11.SS", "SharedSecretEncryption": "#
    #expect(found(try parsed(tunnel + #""Keychain"}"#)) == [])
    #expect(found(try parsed(tunnel + #""None"}"#)) == [Short("SharedSecret", .secret)])
    let other = #"{"AuthPassword": "hunter22", "OtherPasswordEncryption": "Keychain"}"#
    #expect(found(try parsed(other)) == [Short("AuthPassword", .password)])
  }

  @Test("a stored cookie is judged by its name")
  func cookies() throws {
    func cookie(_ name: String, _ value: String) throws -> [Short] {
      found(
        try parsed(#"{"cookies": [{"Name": "\#(name)", "Value": "\#(value)", "Domain": ".example.com"}]}"#))
    }
    #expect(try cookie("sessionid", "Hj89K4EtjE0gFeKD6JIRYzCy") == [Short("cookies/0/Value", .cookie)])
    #expect(try cookie("theme", "dark") == [])
    #expect(try cookie("sessionid", "none") == [])
  }

  @Test("a session in a cookie line counts; as a value of its own only one that is long and random")
  func cookieLines() throws {
    let value = "Hj89K4EtjE0gFeKD6JIRYzCyKVQETCXi"
    #expect(
      try found("jar", "theme=dark; sessionid=\(value)")
        == [Short("jar", .cookie, inner: [.decode(.cookie), key("sessionid")])])
    #expect(try found("jar", "theme=dark; sessionid=3") == [])
    #expect(try found("sessionId", "a94a8fe5ccb19ba61c4c0873d391e987982fbbd3") == [])
    #expect(try found("sessionId", String(value.prefix(22))) == [])
    #expect(try found("sessionId", value) == [Short("sessionId", .sessionToken)])
    // In a jar its name decides, as in a cookie line.
    #expect(
      try found(parsed(#"{"cookies": {"sessionid": "a94a8fe5ccb19ba61c4c0873d391e987", "theme": "dark"}}"#))
        == [Short("cookies/sessionid", .cookie)])
  }

  @Test("settings in lines: the whole text, if one of them is a secret")
  func lines() throws {
    #expect(
      try found("config", "# mine\nAPI_KEY=Hj89K4EtjE0gFeKD6JIR\nexport DB_PASSWORD=hunter22xx\nTHEME=dark\n")
        == [Short("config", .apiKey)])
    let guardText =
      "[Interface]\nPrivateKey = \(Self.coded)=\nAddress = 10.0.0.2/32\n\n[Peer]\nPublicKey = \(Self.coded)=\n"
    #expect(try found("tunnel", guardText) == [Short("tunnel", .privateKey)])
    #expect(try found("config", "THEME=dark\nLANG=en\n") == [])
    #expect(try found("note", "Dear Sam,\nAPI_KEY=Hj89K4EtjE0gFeKD6JIR\nis what you need") == [])
  }
}
