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

  @Test("a UUID is the credential of a proxy's user, and of nobody else")
  func proxyUsers() throws {
    let id = "84927e77-0a25-4047-b4ed-27cec69b233b"
    for text in [
      #"{"id": "\#(id)", "alterId": 0}"#,
      #"{"id": "\#(id)", "flow": "xtls-rprx-vision", "encryption": "none"}"#,
    ] {
      #expect(found(try parsed(#"{"users": [\#(text)]}"#)) == [Short("users/0/id", .credential)])
    }
    #expect(found(try parsed(#"{"type": "VLESS", "uuid": "\#(id)"}"#)) == [Short("uuid", .credential)])
    #expect(found(try parsed(#"{"type": "volume", "uuid": "\#(id)", "flow": "down"}"#)) == [])
    #expect(found(try parsed(#"{"type": "vless", "tag": "\#(id)", "name": "a"}"#)) == [])
  }

  @Test("bytes written as numbers are one secret under a secret's name")
  func bytesAsNumbers() throws {
    let bytes = "[1,19,123,55,-61,27,92,127,8,-115,5,-89,44,58,19,76,-24,72,50,-62]"
    #expect(found(try parsed("{\"secret\": \(bytes)}")) == [Short("secret", .secret)])
    let inner = try found("tokens", "{\"type\":\"TOTP\",\"secret\":\(bytes)}")
    #expect(inner == [Short("tokens", .secret, inner: [.decode(.json), key("secret")])])
    for text in [
      "{\"frames\": \(bytes)}", "{\"secret\": [1,2,3,4,5,6,7,8,9]}", "{\"hasSecret\": \(bytes)}",
      "{\"secret\": [0,0,0,0,0,0,0,0,0,0,0,0]}", "{\"secret\": [1,19,123,55,-61,27,92,127,8,-115,5,300]}",
      "{\"secrets\": \(bytes)}",
    ] {
      #expect(found(try parsed(text)) == [], "\(text)")
    }
  }

  @Test("keys of services under names of one word")
  func oneWord() throws {
    let id = "84927e77-0a25-4047-b4ed-27cec69b233b"
    #expect(try found("api", id) == [Short("api", .apiKey)])
    #expect(try found("org", id) == [])
    #expect(try found("api", "https://api.example.com/v1") == [])
    let cookie = "76561190000000000%7C%7CC6D63BB88E62972E1BB68B304BD493E6B93D58F0"
    #expect(try found("SteamLoginSecure", cookie) == [Short("SteamLoginSecure", .cookie)])
    #expect(try found("cookie", "17%7C%7Caccept") == [])
    let key = Data("privkey:\(Self.hex32)".utf8).base64EncodedString()
    #expect(
      try found("_machine", key) == [Short("_machine", .privateKey, inner: [.decode(.base64)])])
  }

  /// A device's number beside a token in what a token's name holds.
  @Test("a UUID below a token's name is none unless the name stands for several")
  func inheritedNames() throws {
    let id = "84927e77-0a25-4047-b4ed-27cec69b233b"
    #expect(
      found(try parsed(#"{"refreshToken": {"rt": "\#(FindingsTests.token)", "hid": "\#(id)"}}"#)).count == 1)
    #expect(found(try parsed(#"{"apiKeys": {"harbor": "\#(id)"}}"#)) == [Short("apiKeys/harbor", .apiKey)])
  }

  @Test("the key of a device stands beside its id and address")
  func deviceKeys() throws {
    let device = #"[{"id": "bf5d7e2c41", "key": "a~(<k9Vx&T3q_Z8w", "mac": "68:57:2d:01:02:03"}]"#
    #expect(found(try parsed(device)) == [Short("0/key", .encryptionKey)])
    #expect(found(try parsed(#"[{"id": "bf5d7e2c41", "key": "a~(<k9Vx&T3q_Z8w", "name": "Lamp"}]"#)) == [])
    #expect(found(try parsed(#"[{"id": "bf5d7e2c41", "key": "standard-display", "ip": "192.0.2.7"}]"#)) == [])
  }

  @Test("32 bytes as the key of a file, unless it tells of the content of another one")
  func fileKeys() throws {
    #expect(
      found(try parsed("{\"key\": \"\(Self.hex32)\", \"theme\": \"dark\"}")) == [Short("key", .encryptionKey)]
    )
    #expect(found(try parsed("{\"key\": \"\(Self.hex32)\", \"size\": 4}")) == [])
    #expect(found(try parsed("{\"entry\": {\"key\": \"\(Self.hex32)\"}}")) == [])
    #expect(found(try parsed("[{\"key\": \"\(Self.hex32)\"}]")) == [])
  }

  @Test("names and forms that services document")
  func documented() throws {
    let groups = "EsTj 9cVp m2Yk bX4d Zr8n QhLw 7uJa Kf3s Dv5t Gp6x NyBe 1oRc"
    let words = "hamster lawn orbit ripple velvet tunnel wisdom antique canyon harvest lizard mimic"
    for (name, value, kind) in [
      ("recoveryKey", groups, SecretKind.encryptionKey), ("seed", words, .walletSeed),
      ("revocation_code", "R41873", .oneTimePasswordSeed), ("wifi.psk", "41877341", .secret),
      ("appCertificate", String(Self.hex32.prefix(32)), .clientSecret),
      ("identity_key_pair", Self.forty + Self.forty, .privateKey),
      ("hue.bridge.username", Self.forty, .apiKey),
      ("hashed_password", "sha1:\(Self.hex32.prefix(12)):\(Self.hex32.prefix(40))", .passwordHash),
      ("deviceKey", String(Self.hex32.prefix(32)), .encryptionKey),
      ("account_token", "4187734190265518", .accessToken),
      ("x", "privkey:\(Self.hex32)", .privateKey), ("x", "y0_AgAAAA\(Self.forty)Zq7_vT1-nP3x", .accessToken),
    ] {
      #expect(try found(name, value).map(\.kind) == [kind], "\(name)")
    }
    for (name, value) in [
      ("recoveryKey", "this will make sure that your data stay safe"),
      ("seed", "once upon a time there was a seed of an old tree in my garden"),
      ("keyPair", "deploy-key-1"), ("psk", "none"), ("x", "nodekey:\(Self.hex32)"),
      ("deviceKey", "eu-west-1_7c21d9e0-41a7-4b0e-9d55-0c2f1a7be913"),
      ("masterSecretPublic", Self.forty), ("keystore.pub", "zpub6\(Self.forty)\(Self.forty)"),
      ("iv", String(Self.hex32.prefix(24))),
    ] {
      #expect(try found(name, value) == [], "\(name)")
    }
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
