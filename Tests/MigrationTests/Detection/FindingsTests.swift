import Foundation
import Migration
import Testing

@Suite("Findings")
struct FindingsTests {
  static let token = "Hj89K4EtjE0gFeKD6JIRYzCyKVQETCXi"
  static let hex = "a94a8fe5ccb19ba61c4c0873d391e987982fbbd3"
  private static let shortHex = "a94a8fe5ccb19ba6"
  private static let hex12 = "a94a8fe5ccb19ba61c4c0873"
  private static let hex16 = "a94a8fe5ccb19ba61c4c0873d391e987"
  private static let hex32 = "a94a8fe5ccb19ba61c4c0873d391e987982fbbd30c3e5a917d24f68b01c9ab42"
  private static let long = "\(token)\(token)\(token)\(token)\(token)"

  @Test(
    "a name and a value that fits",
    arguments: [
      ("password", "hunter22", SecretKind.password), ("userPassword", "correct horse", .password),
      ("passwort", "Grüße-5hndMx", .password), ("unlockPin", "0417", .pin), ("HomePin", "031-45-154", .pin),
      ("accessToken", hex, .accessToken), ("refresh_token", "alabalaportocala", .refreshToken),
      ("token", token, .accessToken), ("apiKey", token, .apiKey), ("clientSecret", "secret", .clientSecret),
      ("weatherKey", "xQ9vK2LmR8sWz3YbNdT7", .apiKey),
      ("mnemonic", "one two three four five six one two three four five six", .walletSeed),
      ("csrf", "6DC1B6A4-0F0A-4B8D-9C0B-1D1F5E0F7A11", .csrfToken),
      ("LicenseKey", "AB12-CD34-EF56-GH78", .licenseKey),
      ("Cookie", "a=1; session=\(token)", .cookie), ("authHeader", "Bearer \(token)", .authorization),
      ("auth", "c2FtOmh1bnRlcjIy", .credential), ("smtp.pass", "falcon-harbor-36", .password),
      ("rpc-password", "{0c3e5a917d24f68b01c9", .password), ("smtp.pass", "falcon.3636", .password),
      ("accessToken", "HEAD.BODY.TAIL", .accessToken), ("password", "password", .password),
      ("seed", hex32, .walletSeed), ("Serial Number", "AB12-CD34-EF56-GH78", .licenseKey),
      ("setup_code", "031-45-154", .pin),
      ("keyset", "12a901a94a8fe5ccb19ba61c4c0873d391e987982fbbd3", .encryptionKey),
      ("session", hex, .sessionToken), ("identityKeyPrivate", token, .privateKey),
      ("sessionid", token, .sessionToken), ("autologin.blob", token, .credential), ("li_at", token, .cookie),
      ("__Secure-1PSID", token, .cookie), ("password", "winter.harbor", .password),
      ("repoPassword", "Oak.Falcon.Harbor", .password),
      ("pinTable_token", "sam:A94A8FE5CCB19BA61C4C", .accessToken),
      ("token", "AxQ9vK2LmR8sWz3", .accessToken),
      ("RegistrationCode", "GAWAE-FEVGY-ANAYM-TQZHK-MKYHD", .licenseKey),
      ("product_key", "2396-5837-7426-2293", .licenseKey),
      ("password", "Super+Secret-2024", .password), ("wifiPassword", "Shift+Happens1!", .password),
      ("password", "alt+Xk29fQz!", .password), ("password", "\u{2318}Xk29fQz!77ab", .password),
      ("unlockCodeHash", hex32, .passwordHash), ("auth.token-code-verifier", hex32, .csrfToken),
      ("nickserv", "falcon36", .password), ("ssecurity", "qWEr7y8u9IopAsDf3GhJkQ==", .encryptionKey),
    ])
  func names(name: String, value: String, kind: SecretKind) throws {
    #expect(try found(name, value) == [Short(KeyPath(keys: name).pointer, kind)])
  }

  @Test(
    "a name and a value that does not fit",
    arguments: [
      ("password", ""), ("password", "true"), ("password", "********"), ("rememberPassword", "no"),
      ("passwordHint", token),
      ("token", "bearer"), ("token", "${TOKEN}"), ("tokenCount", "17"), ("authMechanism", "token"),
      ("apiKey", "YOUR_API_KEY"),
      ("keyboardLayout", token), ("pinColor", "red"), ("pin", "left"), ("license", "GPL-2.0-only"),
      ("publicKey", hex),
      ("deviceToken", hex), ("hash", hex), ("cookie", "accept"), ("authorization", "granted"),
      ("sessionId", hex),
      ("privateKeyPath", "~/.ssh/id_rsa"), ("tokenURL", "https://example.com/oauth/token"),
      ("sortKey", "modified"),
      ("NSToken", hex), ("_writers_passwd", "user"), ("id", hex),
      ("selected", "6DC1B6A4-0F0A-4B8D-9C0B-1D1F5E0F7A11"),
      ("ticket", "sha1-qUqP5cyxm6YcTAhz05Hph5gvu9M="),
      ("token", "SHA256:a94a8fe5ccb19ba61c4c0873d391e987982fbbd30c3e5a917d24f68b01c9ab42"),
      ("Product Key", "SYS_UPDATE_13.4.1_minor"), ("serial", hex12), ("deviceSalt", token),
      ("seed", shortHex), ("compressed_seed", long),
      ("Serial Number", "2396-5837-7426-2293"), ("hardwareSerial", "ABCD-EFGH-IJKL-MNOP"),
      ("registrationCode", "NONE-USED-HERE-OKAY"), ("password", "java.lang.String"), ("pwd", "System.String"),
      ("password", "login.form.heading"), ("password", "lock.shield.fill"),
      ("note", "after ----- BEGIN LICENSE ----- on"),
      ("apiKeyOwner", "84927e77-0a25-4047-b4ed-27cec69b233b"), ("hotkey-password", "ctrl+shift+F12"),
      ("accessTokenDevice", "84927e77-0a25-4047-b4ed-27cec69b233b"), ("menuPassword", "cmd+enter"),
      ("password", "com.example.sync"), ("password", "login.password.title"),
      ("password", "mail.example.com"),
      ("token", "WinterHarbor36"), ("token", "sam:harbor"), ("Serial Number", "SOME-WORD-LONG"),
      ("license", "CC-BY-NC-SA"), ("license", "2024-05-01"), ("shortcut_password", "cmd+shift+p"),
      ("hotkey-password", "\u{2325}\u{2318}P"), ("Private Key File Bookmark", token), ("test_cookie", hex),
      (
        "vapid_key", "BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM"
      ),
      ("password", "Kennwort"), ("secret", "Geheimnis"), ("usernameOrPassword", "Name or password"),
      ("sid", hex16), ("toggle_password", "Ctrl+P"),
      ("token", "dR7mN2kQxT9vB4wLzY6pHc:APA91b\(token)\(token)"),
      ("key", "MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQ\(long)"),
      ("key", "MHYwEAYHKoZIzj0CAQYFK4EEACIDYgAE\(long)"), ("emailAddress", token), ("sessionId", hex16),
      ("session_id", "1760897411"), ("sessionId", "1732948617305-Hj89K4EtjE0gFeKD6JIR"),
      ("sessionId", "18c3f0a9b1d2e3-0f1a2b3c4d5e6f-1f525637-16a7f0"),
      ("sessionID", "6DC1B6A4-0F0A-4B8D-9C0B-1D1F5E0F7A11"),
    ])
  func lookAlikes(name: String, value: String) throws {
    #expect(try found(name, value) == [])
  }

  @Test("a list of keys names them, unless they look random")
  func listsOfKeys() throws {
    let names = try parsed(
      #"{"PendingKeys": ["~WiFi-BackupBagV0-tomb", "~PCS-MasterKeyV2-tomb"], "tagKeys": {"shape": "TagKeyListV2Type1"}}"#
    )
    #expect(found(names) == [])
    #expect(found(try parsed(#"{"keys": ["\#(Self.token)"]}"#)) == [Short("keys/0", .apiKey)])
  }

  @Test("numbers are secrets only under a PIN's name; flags never are")
  func numbers() throws {
    let document = try parsed(
      #"{"pin": 7, "passcode": 482913, "pinHours": 4, "passcodeAttempts": 3, "password": true, "token": 123456, "pin2": -1}"#
    )
    #expect(found(document) == [Short("pin", .pin), Short("passcode", .pin)])
  }

  @Test("arrays and wrappers pass their name on; labels under a plural do not hide it")
  func inheritance() throws {
    let document = try parsed(
      """
      {"apiTokens": ["\(Self.token)"], "accessToken": {"value": "\(Self.token)", "type": "bearer", "id": "\(Self.hex)"},
       "tokens": {"github": "\(Self.token)", "count": "3"}, "passwords": {"wifi": "hunter22"},
       "fields": [{"name": "API_TOKEN", "value": "\(Self.token)"}, {"name": "title", "value": "\(Self.token)"}],
       "args": ["--api-key", "\(Self.token)", "--name", "sam", "--token=\(Self.hex)"]}
      """)
    #expect(
      found(document) == [
        Short("apiTokens/0", .accessToken), Short("accessToken/value", .accessToken),
        Short("tokens/github", .accessToken),
        Short("passwords/wifi", .password), Short("fields/0/value", .accessToken), Short("args/1", .apiKey),
        Short("args/4", .accessToken, inner: [.decode(.form), key("--token")]),
      ])
  }

  @Test("a name is read together with the name above it, where the two are one word of the vocabulary")
  func joinedNames() throws {
    let document = try parsed(
      """
      {"license": {"code": "AB12-CD34-EF56-GH78", "type": "pro"}, "pin": {"code": "0417"},
       "sync": {"token": "\(Self.token)"}, "cache": {"key": "\(Self.token)"}, "password": {"hash": "\(Self.hex)"},
       "pageRow": {"token": "\(Self.token)"}, "api": {"key": "main window"}, "webhook": {"url": "https://e.com/faq"}}
      """)
    #expect(
      found(document) == [
        Short("license/code", .licenseKey), Short("pin/code", .pin), Short("password/hash", .passwordHash),
        Short("pageRow/token", .accessToken),
      ])
  }

  @Test("a key is judged by its form, whatever it leads to")
  func keysThatAreSecrets() throws {
    let header = Data(#"{"alg":"HS256","typ":"JWT"}"#.utf8).base64EncodedString()
    let webToken = "\(header).eyJzdWIiOiIxIn0.\(Self.hex)"
    let addresses = [
      "https://kim:hunter2!pw@git.example.com/", "https://git.example.com/?access_token=\(Self.token)",
    ]
    for key in [webToken] + addresses {
      let written = key.replacing("~", with: "~0").replacing("/", with: "~1")
      for value in [#""2024-01-01""#, "{}", "1", "true"] {
        #expect(
          found(try parsed(#"{"seen": {"\#(key)": \#(value)}}"#)) == [Short("seen/\(written)", .tokenAsKey)],
          "\(value)")
      }
    }
    for key in [
      "https://git.example.com/kim", "https://example.com/?page=2&q=swift", "kim@git.example.com/path",
    ] {
      #expect(found(try parsed(#"{"seen": {"\#(key)": "2024-01-01"}}"#)) == [], "\(key)")
    }
  }

  @Test("a secret is found however far into a text it stands")
  func longTexts() throws {
    let filler = String(repeating: "x", count: 70_000)
    let parameters = (0..<1_000).map { "p\($0)=\($0)" }.joined(separator: "&")
    let lines = (0..<10_000).map { "X-Line-\($0): \($0)" }.joined(separator: "\\n")
    let settings = (0..<1_000).map { "LINE_\($0)=\($0)" }.joined(separator: "\\n")
    let words = String(repeating: "word ", count: 1 << 18)
    let slack = "xoxb-123456789012-123456789012-" + String(Self.token.prefix(24))
    for (text, kind, inner) in [
      ("\(filler) Authorization: Bearer \(Self.token)", SecretKind.authorization, []),
      (
        "https://e.com/?\(parameters)&access_token=\(Self.token)", .accessToken,
        [.decode(.url), key("access_token")]
      ),
      (
        "\(lines)\\nAuthorization: Bearer \(Self.token)", .authorization,
        [.decode(.header), key("Authorization")]
      ),
      ("\(settings)\\nAPI_KEY=\(Self.token)", .apiKey, []), ("\(words) --api-key=\(Self.token)", .apiKey, []),
      ("\(words)\(words)\(slack)", .accessToken, []),
    ] as [(String, SecretKind, [InnerStep])] {
      let result = found(try parsed(#"{"text": "\#(text)"}"#))
      #expect(result == [Short("text", kind, inner: inner)], "\(text.suffix(60))")
    }
  }

  @Test("a text that begins a token at each of its words is looked through once")
  func tokensInsideTokens() throws {
    func seconds(_ count: Int) throws -> Double {
      let document = try parsed(#"{"text": "\#(String(repeating: "xoxb-", count: count))"}"#)
      let clock = ContinuousClock()
      return clock.measure { #expect(document.findings().isComplete) } / .seconds(1)
    }
    // Looking ahead from each word takes some thousand steps a word; the other text has as many words.
    let plain = try parsed(#"{"text": "\#(String(repeating: "xoxo-", count: 100_000))"}"#)
    let floor = ContinuousClock().measure { #expect(plain.findings().list.isEmpty) } / .seconds(1)
    #expect(try seconds(100_000) < 40 * max(floor, 0.001))
  }

  @Test("under cookies a session's name counts, and a device's address is passed over")
  func labels() throws {
    let document = try parsed(
      """
      {"cookies": {"sessionid": "\(Self.token)", "lang": "de"},
       "pairingKeys": {"a4-5e-60-c1-02-7f": {"08:f6:9c:11:22:33": "\(Self.token)"}}}
      """)
    #expect(
      found(document) == [
        Short("cookies/sessionid", .cookie),
        Short("pairingKeys/a4-5e-60-c1-02-7f/08:f6:9c:11:22:33", .encryptionKey),
      ])
  }

  @Test("random data is no access token, and under a framework's own key in a dictionary of tokens nothing")
  func data() throws {
    var dice = Dice()
    let random = Data((0..<32).map { _ in UInt8(truncatingIfNeeded: dice.next()) })
    let document = try parsed(
      try binaryPlist(
        [
          "managerToken": random, "tokens": ["com.apple.example": random], "accessToken": random,
          "identifierSalt": random, "seed": random,
          "LinkKeys": ["a4-5e-60-c1-02-7f": ["08-f6-9c-11-22-33": random]],
        ] as [String: Any]))
    #expect(
      Set(found(document)) == [
        Short("accessToken", .accessToken), Short("seed", .walletSeed),
        Short("LinkKeys/a4-5e-60-c1-02-7f/08-f6-9c-11-22-33", .encryptionKey),
      ])
  }

  @Test("a random key in a dictionary of tokens is a token itself")
  func keys() throws {
    let document = try parsed(
      #"{"tokens": {"\#(Self.token)": {"scope": "read"}, "\#(Self.hex)": {"scope": "read"}}}"#)
    #expect(found(document) == [Short("tokens/" + Self.token, .tokenAsKey)])
  }

  @Test("a key with the form of a token is one, wherever it stands and whatever it leads to")
  func keysWithForms() throws {
    let token = "glpat-" + Self.token.prefix(20)
    for value in ["true", "1", "\"sam\"", "{\"scope\": \"read\"}", "[]", "null"] {
      #expect(
        found(try parsed("{\"seen\": {\"\(token)\": \(value)}}")) == [Short("seen/\(token)", .tokenAsKey)],
        "\(value)")
    }
    #expect(
      found(try parsed("{\"seen\": {\"\(token) of sam\": 1, \"glpat-\": 2, \"\(Self.token)\": 3}}")) == [])
  }

  @Test("a form counts more than its name")
  func forms() throws {
    let header = "eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9"
    #expect(try found("x", header + ".eyJpc3MiOiJqb2UifQ.dBjftJeZ4CVP") == [Short("x", .jsonWebToken)])
    #expect(
      try found("y", "otpauth://totp/a:b?secret=JBSWY3DPEHPK3PXP") == [Short("y", .oneTimePasswordSeed)])
    #expect(try found("z", "-----BEGIN RSA PRIVATE KEY-----\nMIIE") == [Short("z", .privateKey)])
    #expect(try found("p", "-----BEGIN CERTIFICATE-----\nMIIE") == [])
    let amazon = try parsed(
      #"{"id": "\#("AKIA" + "2OGYBAH6STMMNXNN")", "x": "wJalrXUtnFEMI/K7MDENG/bPxRfiCYzq9XbT5kLm"}"#)
    #expect(found(amazon) == [Short("x", .clientSecret)])
    #expect(found(try parsed(#"{"x": "wJalrXUtnFEMI/K7MDENG/bPxRfiCYzq9XbT5kLm"}"#)) == [])
  }

  @Test(
    "one line of text: the part that is secret, or the whole if several are",
    arguments: [
      ("grant=x&refresh_token=\(token)", SecretKind.refreshToken, [.decode(.form), key("refresh_token")]),
      ("oauth_token=\(token)&oauth_token_secret=\(hex)", .accessToken, []),
      ("theme=dark; csrftoken=\(token)", .csrfToken, [.decode(.cookie), key("csrftoken")]),
      ("https://example.com/feed?token=\(token)&page=2", .accessToken, [.decode(.url), key("token")]),
      ("https://sam:hunter22@example.com/", .urlWithSecret, []),
      ("postgres://app:hunter22@db.example.com/app", .connectionString, []),
      ("Server=db;User ID=sam;Password=hunter22;", .connectionString, []),
      (
        "Accept: */*\nAuthorization: Bearer \(token)", .authorization,
        [.decode(.header), key("Authorization")]
      ),
      ("cache.example.com:6380,password=hunter22,ssl=True", .connectionString, []),
      ("jdbc:mysql://app:hunter22@db:3306/x", .connectionString, []),
      ("jdbc:sqlserver://db:1433;databaseName=x;user=sa;password=hunter22", .connectionString, []),
      ("jdbc:postgresql://db/app?user=app&password=hunter22", .password, [.decode(.url), key("password")]),
      ("JDBC:oracle:thin:scott/hunter22@//db:1521/svc", .connectionString, []),
      ("app:hunter22@tcp(db.example.com:3306)/app?parseTime=true", .connectionString, []),
      ("host=db port=5432 user=app password='hunter 22' dbname=x", .connectionString, []),
      ("curl -s -u sam:hunter22 https://example.com/", .authorization, []),
      ("-loglevel quiet -i rtsp://sam:hunter22@10.0.0.9:554/1", .urlWithSecret, []),
      ("dump --user=sam --password='hunter22xx' app", .password, []),
      ("#!/bin/sh\nAPI_TOKEN=\(token) run", .accessToken, []),
      ("https://example.com/ical/sam/private-6f3c9e1ab2d4c5e6f708192a3b4c5d6e/basic.ics", .urlWithSecret, []),
      ("X-Api-Key: \(token)", .apiKey, []), ("curl -H 'Authorization: Bearer \(token)'", .authorization, []),
    ] as [(String, SecretKind, [InnerStep])])
  func lines(value: String, kind: SecretKind, inner: [InnerStep]) throws {
    #expect(try found("x", value) == [Short("x", kind, inner: inner)])
  }

  @Test(
    "one line of text without a secret",
    arguments: [
      "https://example.com/?q=swift&page=2", "a=1; b=2", "https://sam@example.com/",
      "https://sam:$PASS@example.com/",
      "Content-Type: text/html", "password: see below", "https://cdn.example.com/\(hex).png", "q=\(token)",
      "a.example.com:80,ssl=True,name=\(token)", "see https://sam:password@example.com/ for the form",
      "dump --user=sam --password=$PASS app", "dump --password app", "let Token=\(token) be given",
      "jdbc:mysql://db:3306/x", "jdbc:mysql://app:${PASS}@db/x", "jdbc:oracle:thin:@//db:1521/svc",
      "jdbc:oracle:thin:/@db", "jdbc:sqlserver://db;integratedSecurity=true;user=sa", "jdbc:", "jdbc:?",
      "app:${DB_PASS}@tcp(db:3306)/app", "tcp(db:3306)/app", "@tcp(db)/x", "a:b@(c)", "a:b@tcp(c",
      "host=db port=5432 user=app dbname=x", "host=db password=$PGPASSWORD", "host=db and password=hunter22",
      "curl -u $USER:$PASS https://example.com/", "curl -u sam https://example.com/", "diff -u a:hunter22 b",
      "curl -u sam:{pass} https://example.com/", "curl -u sam:API_KEY https://example.com/",
      "https://sam:{pass}@example.com/", "image:icon4@media(min)/x", "user=sam password=hunter22 theme=x",
      "host=db user=sam password=password",
    ])
  func plainLines(value: String) throws {
    #expect(try found("x", value) == [])
  }

  @Test("the reason and the kind tell the value to nobody")
  func reasons() throws {
    let values = ["hunter22xyz", Self.token, "https://sam:falcon77@example.com/", "Bearer \(Self.hex)"]
    for name in ["password", "accessToken", "authorization", "x"] {
      for value in values {
        let json = try JSONSerialization.data(withJSONObject: [name: value])
        for finding in try parsed(Array(json)).findings().list {
          #expect(
            !finding.reason.contains(value) && !finding.reason.contains("hunter22")
              && !finding.reason.contains("falcon77"))
          #expect(!finding.reason.hasSuffix(".") && !finding.reason.isEmpty)
          #expect(finding.confidence > 0 && finding.confidence < 1)
        }
      }
    }
  }

  @Test("the length is that of the secret, not of its spelling")
  func lengths() throws {
    let document = try parsed(
      #"{"password": "h\u00fcnter\n22", "url": "https://e.com/?token=\#(Self.token)"}"#)
    #expect(document.findings().list.map(\.length) == [10, 32])
  }

  @Test("random hexadecimal digits behind a prefix are called so; words are called words")
  func prefixedHex() throws {
    func finding(_ key: String, _ value: String) throws -> Finding? {
      try parsed("{\"\(key)\": \"\(value)\"}").findings().list.first
    }
    let hex = try finding("apiKey", "tw_6f3c9e1ab2d4c5e6f708192a3b4c5d6e7f809a1b")
    #expect(hex?.confidence == 0.95)
    #expect(
      hex?.reason == "the name says API key and the value is 40 random hexadecimal digits behind a prefix")
    let words = try finding("apiKey", "some-plain-words1")
    #expect(words?.reason == "the name says API key though the value reads like words")
    #expect(try finding("pin", "0") == nil)
  }

  @Test("the placeholder of a scrub and a PIN of zero are nothing")
  func placeholders() throws {
    #expect(try found("password", "moved to secretctl").isEmpty)
    #expect(found(try parsed("{\"pin\": 0, \"pinCode\": 0}")).isEmpty)
    let data = try binaryPlist(["refreshToken": Data("moved to secretctl".utf8)])
    #expect(found(try parsed(data)).isEmpty)
  }
}
