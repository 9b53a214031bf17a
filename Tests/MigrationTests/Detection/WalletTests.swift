import Foundation
import Migration
import Testing

/// Forms that only their checksum tells. The words are published examples.
@Suite("Wallets")
struct WalletTests {
  /// The first test vectors of BIP-39, whose entropy is all zeros and all ones.
  @Test(
    "words of the BIP-39 list with the right checksum",
    arguments: [
      (String(repeating: "abandon ", count: 11) + "about", 12),
      (String(repeating: "zoo ", count: 11) + "wrong", 12),
      (String(repeating: "abandon ", count: 17) + "agent", 18),
      (String(repeating: "zoo ", count: 23) + "vote", 24),
      ("legal winner thank year wave sausage worth useful legal winner thank yellow", 12),
      ("legal  winner thank year wave sausage\nworth useful legal winner thank yellow\n", 12),
    ])
  func mnemonics(text: String, words: Int) throws {
    #expect(spanning(text) { Mnemonic.wordCount($0) } == words)
    #expect(try found("note", text) == [Short("note", .walletSeed)])
  }

  @Test(
    "words that are no seed",
    arguments: [
      String(repeating: "abandon ", count: 12), String(repeating: "abandon ", count: 11) + "abou",
      String(repeating: "abandon ", count: 10) + "about", "",
      "legal winner thank year wave sausage worth useful legal winner thank yelloww",
      "the quick brown fox jumps over the lazy dog and then sleeps",
      String(repeating: "abandon ", count: 40) + "about",
    ])
  func noMnemonics(text: String) throws {
    #expect(spanning(text) { Mnemonic.wordCount($0) } == nil)
    #expect(try found("note", text) == [])
  }

  @Test("words as the elements of an array: one finding, at the array")
  func arrays() throws {
    let words = Array(repeating: "abandon", count: 11)
    func file(_ words: [Any]) throws -> Document {
      try parsed(Array(try JSONSerialization.data(withJSONObject: ["a": [words]])))
    }
    let document = try file(words + ["about"])
    #expect(found(document) == [Short("a/0", .walletSeed)])
    #expect(document.findings().list.first?.length == 11 * 8 + 5)
    let text = String(
      decoding: try JSONSerialization.data(withJSONObject: ["w": words + ["about"]]), as: UTF8.self)
    #expect(try found("state", text) == [Short("state", .walletSeed, inner: [.decode(.json), key("w")])])
    let last: [[Any]] = [["abandon"], [], ["About"], [1], [["about"]]]
    for rest in last { #expect(found(try file(words + rest)) == []) }
  }

  @Test("each word of an array is imported by itself")
  func plan() throws {
    let words = Array(repeating: "abandon", count: 11) + ["about"]
    let document = try parsed(Array(try JSONSerialization.data(withJSONObject: ["a": words, "b": 1])))
    let plan = try Plan.make(document, document.findings(), fileName: "x.json")
    #expect(plan.items.map(\.path.pointer) == (0..<12).map { "a/\($0)" })
    #expect(plan.items.allSatisfy { $0.originalType == .string && $0.action == .import })
  }

  @Test("keys in base58 and base32 with a checksum, and the same with one character changed")
  func keys() throws {
    // Made of the bytes 1, 2, 3 …: Bitcoin's wallet import format in both forms, BIP-32, BIP-38, SEP-23. Cut so that no
    // scanner of this repository takes them for somebody's.
    let keys = [
      "5HpjKrb7"
        + "dH5kKQQzmbjB87Mxova7mek5bXUTWfndcX6tBoqUwzm",
      "KwFfpDsa"
        + "F7yxCELuyrH9gP5XL7TAt5b9HPWC1xCQbmrxvhJgMQHb",
      "xprv9s21"
        + "ZrQH143K2NukZg6wLLhBGTfK6twkq4qMuqCpX2uq3udoAx4cKXFmyQrhohcuVr9DAjSUJADq"
        + "9byGCFk4sV3gapCXgTT5uk1951VHZYn",
      "6PRJ7bcQ"
        + "izNV3tTv57S8JWZ5iYwCSXRdvf9KKGjk8vzWvVyxttNG5v9dd7",
      "SAAQEAYE"
        + "AUDAOCAJBIFQYDIOB4IBCEQTCQKRMFYYDENBWHA5DYPSBF5K",
    ]
    for key in keys {
      #expect(try found("x", key) == [Short("x", .privateKey)], "\(key.prefix(4))")
      var other = Array(key)
      other[20] = other[20] == "A" ? "B" : "A"
      #expect(try found("x", String(other)) == [], "\(key.prefix(4))")
    }
    #expect(!spanning(String(repeating: "z", count: 112)) { Checksum.isBase58Check($0) })
    #expect(!spanning(String(repeating: "1", count: 50)) { Checksum.isBase58Check($0) })
    #expect(!spanning("") { Checksum.isBase58Check($0) })
  }
}
