/// The names of temporary files: a fixed prefix, the name of the file they will replace, a random end. So the next
/// writer of that file recognises what a killed one left behind.
///
///     .secretfile-NAME-0123456789abcdef
///
/// A name too long for 255 bytes is cut and followed by `+` and a checksum of the whole of it.
struct TemporaryName {
  static let prefix = Array(".secretfile-".utf8)
  /// The longest name of a file on every supported file system, in bytes.
  static let maximumLength = 255

  private static let randomDigits = 16
  private let start: [UInt8]

  init(for name: [UInt8]) {
    let room = Self.maximumLength - Self.prefix.count - 1 - Self.randomDigits
    var middle = name
    if name.count > room {
      middle =
        name.prefix(room - 1 - Self.randomDigits) + [UInt8(ascii: "+")] + Self.digits(Self.checksum(name))
    }
    start = Self.prefix + middle + [UInt8(ascii: "-")]
  }

  /// A new name.
  func next() -> [UInt8] { start + Self.digits(UInt64.random(in: .min ... .max)) }

  /// Whether `candidate` is a temporary of this very file.
  func matches(_ candidate: [UInt8]) -> Bool {
    candidate.count == start.count + Self.randomDigits && candidate.starts(with: start)
      && candidate.suffix(Self.randomDigits).allSatisfy { Self.alphabet.contains($0) }
  }

  private static let alphabet = Array("0123456789abcdef".utf8)

  private static func digits(_ value: UInt64) -> [UInt8] {
    (0..<randomDigits).map { alphabet[Int(truncatingIfNeeded: value >> UInt64(60 - 4 * $0)) & 15] }
  }

  /// FNV-1a: tells long names with one beginning apart; nothing depends on it being hard to forge.
  private static func checksum(_ bytes: [UInt8]) -> UInt64 {
    bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }
}
