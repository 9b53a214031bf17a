import Migration
import Testing

@Suite("Public forms of secrets")
struct TokenShapeTests {
  private static let alphabets: [Character: String] = [
    "d": "0123456789", "h": "0123456789abcdef", "H": "0123456789ABCDEF",
    "A": "ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz0123456789",
    "U": "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789", "L": "abcdefghijklmnopqrstuvwxyz0123456789",
    "B": "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567",
    "u": "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_",
    "b": "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/",
    "t": "abcdefghijklmnopqrstuvwxyz0123456789",
  ]

  private func shape(_ text: String) -> (TokenShape, TokenShape.Match)? {
    spanning(text) { text in TokenShapes.standard.find(in: text).map { ($0.shape, $0.match) } }
  }

  /// A text that a pattern fits.
  private func sample(_ pattern: String, _ dice: inout Dice) throws -> String {
    var text = ""
    for (number, piece) in pattern.split(separator: "{", omittingEmptySubsequences: false).enumerated() {
      guard number > 0 else {
        text += piece
        continue
      }
      let close = try #require(piece.firstIndex(of: "}"))
      let number = piece.dropFirst().prefix { $0.isNumber }
      let least = Int(number) ?? 1
      let letter = try #require(piece.first)
      let alphabet = try #require(Self.alphabets[letter])
      text += dice.text(alphabet, least) + piece[piece.index(after: close)...]
    }
    return text
  }

  @Test("every row of the table finds what it describes and says where it is documented")
  func rows() throws {
    var dice = Dice()
    for row in TokenShapes.table where ![.bech32, .base58, .stellar].contains(row.check) {
      #expect(!row.source.isEmpty && !row.title.isEmpty, "\(row.title)")
      #expect((50...99).contains(row.certainty), "\(row.title)")
      // A few throws may look like words to a row that asks for randomness.
      let matched = try (0..<8).contains { _ in
        let text = try sample(row.pattern, &dice)
        return shape(text).map {
          $0.0.kind == row.kind && $0.1.range == 0..<text.utf8.count || $0.0.title == row.title
        } ?? false
      }
      #expect(matched, "\(row.title): \(row.pattern)")
    }
  }

  @Test("a GitHub token's checksum is looked at")
  func checksum() throws {
    let body = "zQWBuTSOoRi4A9spHcVY5ncnsDkxkJ"
    let good = try #require(shape("ghp_" + body + "0mLq17"))
    #expect(good.1.checksum == true)
    #expect(good.1.certainty == 99)
    let bad = try #require(shape("ghp_" + body + "0mLq18"))
    #expect(bad.1.checksum == false)
    #expect(bad.1.certainty < 90)
  }

  @Test("shapes begin and end where words do")
  func boundaries() {
    let token = "glpat-" + "Xk3vT9q_LmR8sWz2YbNd"
    #expect(shape("token=\(token);")?.1.range == 6..<6 + token.utf8.count)
    #expect(shape("x" + token) == nil)
    #expect(shape("AKIA") == nil)
    #expect(shape("sk-learn-to-be-a-better-person-every-day") == nil)
    #expect(shape("ghp_" + String(repeating: "x", count: 36)) == nil)
  }

  @Test("checksums against published values")
  func published() {
    #expect(spanning("123456789") { Checksum.crc32($0) } == 0xCBF4_3926)
    #expect(spanning("A12UEL5L") { Checksum.isBech32($0) })
    #expect(spanning("abcdef1qpzry9x8gf2tvdw0s3jn54khce6mua7lmqqqxw") { Checksum.isBech32($0) })
    #expect(!spanning("A12UEL5M") { Checksum.isBech32($0) })
    #expect(!spanning("1") { Checksum.isBech32($0) })
    // The example of NIP-19.
    let nsec = "nsec1" + "vl029mgpspedva04g90vltkh6fvh240zqtv9k0t9af8935ke9laqsnlfe5"
    #expect(shape(nsec)?.0.kind == .privateKey)
    #expect(shape(String(nsec.dropLast()) + "6") == nil)
  }

  @Test("JSON Web Tokens are told by their header")
  func webTokens() {
    // RFC 7519 §3.1 has this header; the rest stands for a payload and a signature.
    let header = "eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9"
    func find(_ text: String) -> Range<Int>? { spanning(text) { WebToken.find(in: $0) } }
    #expect(find(header + ".eyJpc3MiOiJqb2UifQ.dBjftJeZ4CVP") == 0..<72)
    #expect(find("Bearer " + header + ".e30.dBjftJ") != nil)
    #expect(find(header + ".eyJpc3MiOiJqb2UifQ") == nil)
    #expect(find(header + ".e30.x") == nil)
    #expect(find("eyJmb28iOiJiYXIiLCJhIjoiYiJ9.eyJpc3MiOiJqb2UifQ.dBjftJeZ4CVP") == nil)
    #expect(find("x" + header + ".eyJpc3MiOiJqb2UifQ.dBjftJeZ4CVP") == nil)
    #expect(find("") == nil)
  }
}
