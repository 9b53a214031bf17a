import Migration
import Testing

@Suite("Words of a name")
struct NameWordsTests {
  private func words(_ name: String) -> [String] {
    let words = spanning(name) { NameWords($0) }
    return (0..<words.count).map { word in
      words.with(word, 1) { text in
        var bytes: [UInt8] = []
        for index in text.indices { bytes.append(text[index]) }
        return String(decoding: bytes, as: UTF8.self)
      }
    }
  }

  @Test(
    "names are split where people see words",
    arguments: [
      ("accessToken", "access token"), ("FBAccessToken_v2", "fb access token v 2"), ("API_KEY", "api key"),
      ("APIKey", "api key"), ("flutter.refreshToken", "flutter refresh token"),
      ("rpc-password", "rpc password"),
      ("com.facebook.sdk:TokenInformationTokenKey", "com facebook sdk token information token key"),
      ("userIDToken", "user id token"), ("token1", "token 1"), ("motDePasse", "mot de passe"),
      ("ПарольПользователя", "пароль пользователя"), ("パスワード", "パスワード"), ("APIキー2", "api キー 2"),
      ("mậtKhẩu", "mật khẩu"), ("CléAPI", "clé api"),
      ("keyboard", "keyboard"), ("", ""), ("...", ""), ("x", "x"), ("ÀéÎ", "àé î"),
    ])
  func splitting(name: String, expected: String) {
    #expect(words(name).joined(separator: " ") == expected)
  }

  @Test("identifiers inside a name are one word and no language")
  func identifiers() {
    let name = "device_key_1626BBFD8AA3C3B366BF8C5100204426-t"
    #expect(words(name) == ["device", "key", "1626bbfd8aa3c3b366bf8c5100204426", "t"])
    let split = spanning(name) { NameWords($0) }
    #expect(split.isNoise(2))
    #expect(!split.isNoise(1))
    #expect(words("token-979CA3F0-4796-4924-9715-7993DEA5CBE3").count == 2)
  }

  @Test("of a long name the end is kept")
  func long() {
    let name = String(repeating: "abc_", count: 100) + "accessToken"
    #expect(words(name).suffix(2) == ["access", "token"])
    #expect(words(name).count == NameWords.wordLimit)
    #expect(words(String(repeating: "é", count: 200)).count == 1)
    #expect(words(String(repeating: "a", count: 5000)) == [String(repeating: "a", count: 160)])
  }

  @Test("neighbouring words are found as one entry, the longest first")
  func phrases() throws {
    let words = spanning("theAccessTokenType") { NameWords($0) }
    let (entry, length) = words.longestEntry(at: 1, in: .standard)
    #expect(length == 2)
    #expect(try #require(entry).role == .token)
    #expect(words.longestEntry(at: 0, in: .standard).0 == nil)
  }
}
