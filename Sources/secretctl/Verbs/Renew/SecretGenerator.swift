import SecretFile

/// Random values of a length from an alphabet, every character equally likely.
struct SecretGenerator: Sendable {
  /// The named alphabets.
  static let names = ["alphanumeric", "digits", "hex", "printable"]

  private let length: Int
  private let alphabet: [UInt8]

  /// - Parameter alphabet: A name, or the characters themselves: ASCII without controls and blanks, none twice; nil for
  ///   letters and digits.
  init(length: Int, alphabet text: [UInt8]?) throws(Outcome) {
    self.length = length
    let digits = Array(0x30...0x39 as ClosedRange<UInt8>)
    let letters = Array(0x41...0x5A as ClosedRange<UInt8>) + Array(0x61...0x7A as ClosedRange<UInt8>)
    switch text.map({ String(decoding: $0, as: UTF8.self) }) {
    case nil, "alphanumeric": alphabet = digits + letters
    case "digits": alphabet = digits
    case "hex": alphabet = digits + Array("abcdef".utf8)
    case "printable": alphabet = Array(0x21...0x7E as ClosedRange<UInt8>)
    default:
      alphabet = text ?? []
      guard alphabet.count >= 2, alphabet.allSatisfy({ $0 > 0x20 && $0 < 0x7F }),
        Set(alphabet).count == alphabet.count
      else {
        throw .usage(
          "--alphabet: neither a name nor two or more ASCII characters, each once",
          hint: "one of \(Self.names.joined(separator: ", ")), or the characters themselves")
      }
    }
  }

  /// A new value.
  func make() -> SecretBuffer {
    let count = alphabet.count
    // Bytes at or above the last whole multiple would favour some characters.
    let limit = 256 / count * count
    var random = SecretBytes(count: 256)
    var used = 256
    return SecretBuffer(count: length) { target in
      for index in 0..<length {
        var byte = 256
        while byte >= limit {
          if used == 256 {
            random.withMutableBytes { SystemRandom.fill(&$0) }
            used = 0
          }
          byte = random.withBytes { Int($0[used]) }
          used += 1
        }
        target[index] = alphabet[byte % count]
      }
    }
  }
}
