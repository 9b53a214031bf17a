import Migration
import Testing

@Suite("Vocabulary")
struct VocabularyTests {
  @Test("no word has two meanings")
  func unambiguous() {
    var seen: [String: String] = [:]
    for row in Vocabulary.table {
      for word in row.words {
        let meaning = "\(row.role) \(row.kind)"
        #expect(seen.updateValue(meaning, forKey: word) == nil, "\(word) is \(meaning) and something else")
      }
    }
    #expect(seen.count > 900)
  }

  @Test("every word is found again, in lower case and without separators")
  func complete() {
    for row in Vocabulary.table {
      for word in row.words {
        #expect(spanning(word) { Vocabulary.standard.find($0) }?.role == row.role, "\(word)")
        #expect(word == word.lowercased(), "\(word)")
        #expect(!word.contains { "_-. ".contains($0) }, "\(word)")
      }
    }
  }

  @Test(
    "what is not in it is not found",
    arguments: ["", "pass word", "banane", "passwor", "passwords2", "ssword"])
  func absent(word: String) {
    #expect(spanning(word) { Vocabulary.standard.find($0) } == nil)
  }

  @Test(
    "names say what they say",
    arguments: [
      ("password", NameVerdict.Strength.password, SecretKind.password),
      ("userPassword", .password, .password),
      ("dbpassword", .password, .password), ("用户密码", .password, .password),
      ("SharedSecret", .password, .secret),
      ("passcode", .password, .pin), ("accessToken", .token, .accessToken),
      ("aes_public_key", .token, .encryptionKey), ("site|fbsr_12345", .shaped, .cookie),
      ("kAccessTokenKey", .token, .accessToken),
      ("access_token_value", .token, .accessToken), ("API_KEY_PROD", .token, .apiKey),
      ("apikey", .token, .apiKey),
      ("CLIENT_SECRET", .token, .clientSecret), ("privkey", .token, .privateKey),
      ("token", .weak, .accessToken),
      ("player.token1", .weak, .accessToken), ("clé_api", .token, .apiKey), ("pin", .shaped, .pin),
      ("VK_ACCESS_TOKEN_DEFAULTS_KEY_DONT_TOUCH_THIS_PLEASE", .inside, .accessToken),
      ("licenseKeySignature", .inside, .licenseKey), ("token_csrf_последний", .inside, .csrfToken),
      ("парольПользователя", .password, .password), ("contraseña_wifi", .password, .password),
      ("用户访问令牌", .token, .accessToken), ("APIキー", .token, .apiKey), ("токен", .weak, .accessToken),
      ("секретный ключ", .token, .clientSecret), ("jeton", .weak, .accessToken), ("私钥", .token, .privateKey),
      ("bindpw", .password, .password), ("WPA2Key", .password, .secret),
      ("Serial Number", .shaped, .licenseKey),
      ("passwordMD5", .weak, .passwordHash), ("setupCode", .shaped, .pin),
      ("LinkKeys", .shaped, .encryptionKey), ("sessionId", .shaped, .sessionToken),
      ("identityKeyPrivate", .token, .privateKey), ("serverAddressPassword", .password, .password),
    ])
  func telling(name: String, strength: NameVerdict.Strength, kind: SecretKind) {
    let verdict = spanning(name) { NameVerdict($0, .standard) }
    #expect(verdict.strength == strength)
    #expect(verdict.kind == kind)
  }

  @Test(
    "names that only sound like secrets",
    arguments: [
      "publicKey", "passwordHint", "tokenCount", "tokenExpiryDate", "accessTokenExpiration", "keyboard",
      "hotKey",
      "deviceToken", "publicAPSToken", "syncToken", "sessionUUID", "authType", "passwordFieldName",
      "private_key_id",
      "tokenURL", "secretSanta", "pinHours", "cookiePolicy", "apiKeyHash", "apiKeyId", "variationsSeed",
      "seasonPass",
      "liveActivityToken", "idempotencyKey", "csrfTokenIntegrity",
    ])
  func harmless(name: String) {
    #expect(spanning(name) { NameVerdict($0, .standard) }.strength <= .harmless)
  }

  @Test(
    "questions and acts before the word ask for a random value",
    arguments: ["hasToken", "rememberPassword", "togglePassword", "wrongPassword", "indice mot de passe"])
  func gates(name: String) {
    #expect(spanning(name) { NameVerdict($0, .standard) }.isGated)
  }

  @Test(
    "wrappers leave the name to their container",
    arguments: ["value", "data", "NS.string", "0", "rawValue", "_", "a4-5e-60-c1-02-7f"])
  func wrappers(name: String) {
    #expect(spanning(name) { NameVerdict($0, .standard) }.isGeneric)
  }
}
