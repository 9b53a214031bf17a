import Foundation
import Migration
import Testing

/// Secrets at places that services document.
@Suite("Secrets as services keep them")
struct ServiceTests {
  private static let forty = "kPmaYU1rAxMLLZ0kCg0oLlsuvBpY0DxVqLQ5WkTy"
  private static let hex32 = "3b6a27bcceb6a42d62a3a8d02a6f0d73653215771de243a63ac048a18b59da29"

  @Test(
    "a user and a password before a host's name, without a scheme, where a server's name stands",
    arguments: [
      ("server", "sam:hunter22@192.0.2.7"), ("proxyHost", "sam:fal@con36@proxy.example.com:8080"),
      ("upstream", "sam.oak:hunter22@localhost/cache"),
    ])
  func servers(name: String, value: String) throws {
    #expect(try found(name, value) == [Short(name, .connectionString)])
  }

  @Test(
    "addresses of people, labels, hosts with ports and places to fill in are none",
    arguments: [
      ("url", "mailto:sam36@example.com"), ("label", "GitHub:sam36@example.com"),
      ("server", "samuel@192.0.2.7:2222"), ("server", "user:password@192.0.2.7"),
      ("server", "user:<password>@192.0.2.7"), ("remote", "git@example.com:sam/tools.git"),
      ("server", "sam:hunter22 at example.com"), ("server", "sam:hunter22@"),
      ("server", "SMTP:sam36@example.com"),
      ("host", "tcp:1883@broker.example.com"), ("hostname", "Sam:MacBook2@home"),
      ("imageURL", "asset:icon4@2x.png"),
      ("server", "registry:5000/app7@sha256.example"), ("endpoint", "cid:part1.0609@example.com"),
      ("remote", "github:sam36@v1.2"), ("proxy", "web:a4:b@example.com"),
    ])
  func noServers(name: String, value: String) throws {
    #expect(try found(name, value) == [])
  }

  @Test("a lighting bridge's user is its key; other long names of users are not")
  func bridgeUsers() throws {
    #expect(try found("username", Self.forty) == [Short("username", .apiKey)])
    #expect(try found("bridgeUser", Self.forty) == [Short("bridgeUser", .apiKey)])
    #expect(try found("lastUser", Self.forty) == [])
    #expect(try found("username", String(Self.forty.dropLast())) == [])
    #expect(try found("username", String(Self.hex32.prefix(40))) == [])
    #expect(try found("username", "Samuel-Oakwood-Harbor-Falcon-Association") == [])
  }

  @Test("the challenge of a certificate's enrolment stands beside its key's size or type")
  func enrolment() throws {
    let payload = #"{"URL": "https://ca.example.com/x", "Challenge": "7C21D9E0", "Key Type": "RSA"}"#
    #expect(found(try parsed(payload)) == [Short("Challenge", .password)])
    #expect(
      found(try parsed(#"{"challenge": "407218", "Keysize": 2048}"#)) == [Short("challenge", .password)])
    #expect(found(try parsed(#"{"Challenge": "7C21D9E0", "Level": "hard"}"#)) == [])
    #expect(found(try parsed(#"{"Challenge": "none", "Keysize": 2048}"#)) == [])
  }

  @Test("of an encrypted wallet the key is found, and not its address")
  func wallets() throws {
    let wallet = """
      {"address": "\(Self.hex32.prefix(40))", "crypto": {"cipher": "aes-128-ctr", "ciphertext": "\(Self.hex32)",
       "kdf": "scrypt"}}
      """
    #expect(found(try parsed(wallet)) == [Short("crypto/ciphertext", .encryptionKey)])
    let kept = found(try parsed("{\"keystore\": \(wallet)}"))
    #expect(kept == [Short("keystore/crypto/ciphertext", .encryptionKey)])
    #expect(found(try parsed(#"{"ciphertext": "\#(Self.hex32)", "cipher": "aes"}"#)) == [])
  }

  @Test(
    "addresses of JDBC with a password",
    arguments: [
      ("jdbc:mysql://sam:hunter22@db.example.com/shop", [InnerStep]()),
      ("jdbc:postgresql://db.example.com/shop?user=sam&password=hunter22", [.decode(.url), key("password")]),
      ("jdbc:sqlserver://db.example.com:1433;databaseName=shop;user=sa;password=hunter22", []),
    ])
  func drivers(address: String, inner: [InnerStep]) throws {
    let places = try found("source", address)
    #expect(places.map(\.path) == ["source"] && places.map(\.inner) == [inner])
  }

  @Test(
    "addresses of JDBC without one",
    arguments: [
      "jdbc:mysql://db.example.com/shop?user=sam&useSSL=true",
      "jdbc:sqlserver://db.example.com;user=sa;encrypt=true",
      "jdbc:h2:mem:shop",
    ])
  func openDrivers(address: String) throws {
    #expect(try found("source", address) == [])
  }
}
