internal import SecretCrypto

/// Keys as text: one Bech32 key a line, `#` comments (spec §6.2).
package enum KeyText {
  /// What a line of text may hold.
  package enum Kind: CaseIterable, Sendable {
    case keyFile
    case identity
    case device

    /// Human-readable part in lower case; the text is in upper case.
    package var hrp: String {
      switch self {
      case .keyFile: "secretfile-key-"
      case .identity: "age-secret-key-"
      case .device: "secretfile-device-"
      }
    }

    /// What people call it.
    fileprivate var words: String {
      switch self {
      case .keyFile: "a key-file key"
      case .identity: "an X25519 identity"
      case .device: "a device key"
      }
    }
  }

  /// Human-readable part of a recipient, in lower case.
  package static let recipientPart = "age"

  /// The keys of a text, in order. Only kinds in `allowed` may occur.
  ///
  /// Throws `credential` for any line that is not such a key, blank or a comment, and for a text
  /// without keys. The message names the line's number, never its content.
  package static func parse(
    _ text: Span<UInt8>, allowing allowed: [Kind], _ source: String
  ) throws(SecretFileError) -> [(kind: Kind, key: SecretBuffer)] {
    var keys: [(kind: Kind, key: SecretBuffer)] = []
    var number = 0
    var start = 0
    while start < text.count {
      var end = start
      while end < text.count, text[end] != UInt8(ascii: "\n") { end += 1 }
      number += 1
      let line = trimmed(text.extracting(start..<end))
      start = end + 1
      if line.isEmpty || line[0] == UInt8(ascii: "#") { continue }
      keys.append(try parse(line: line, allowed, "\(source): line \(number)"))
    }
    guard !keys.isEmpty else { throw SecretFileError(standard: .credential, "\(source): no key in it") }
    return keys
  }

  private static func parse(
    line: Span<UInt8>, _ allowed: [Kind], _ place: String
  ) throws(SecretFileError) -> (kind: Kind, key: SecretBuffer) {
    for kind in Kind.allCases where Bech32.begins(line, hrp: kind.hrp, .upper) {
      guard allowed.contains(kind) else {
        throw SecretFileError(
          standard: .credential, "\(place) is \(kind.words), which does not belong here")
      }
      return (kind, try key(line, kind, place))
    }
    if Bech32.begins(line, hrp: recipientPart, .lower) {
      throw SecretFileError(
        standard: .credential, "\(place) is a recipient, which opens nothing: the identity is needed")
    }
    throw SecretFileError(standard: .credential, "\(place) is not a key")
  }

  private static func key(
    _ line: Span<UInt8>, _ kind: Kind, _ place: String
  ) throws(SecretFileError) -> SecretBuffer {
    try SecretBuffer(count: Size.key) { (bytes) throws(SecretFileError) in
      guard Bech32.decode(line, hrp: kind.hrp, .upper, into: &bytes) else {
        throw SecretFileError(
          standard: .credential, "\(place) is a mistyped or truncated key: its length or checksum is wrong")
      }
    }
  }

  /// Without space, tab and CR at both ends.
  @_lifetime(copy line)
  private static func trimmed(_ line: Span<UInt8>) -> Span<UInt8> {
    func isBlank(_ byte: UInt8) -> Bool {
      byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r")
    }
    var start = 0
    var end = line.count
    while start < end, isBlank(line[start]) { start += 1 }
    while end > start, isBlank(line[end - 1]) { end -= 1 }
    return line.extracting(start..<end)
  }

  /// The line of a key, with LF at its end.
  package static func line(_ key: Span<UInt8>, _ kind: Kind) -> SecretBuffer {
    let count = Bech32.encodedCount(hrp: kind.hrp)
    return SecretBuffer(count: count + 1) { (text) in
      var part = text._mutatingExtracting(0..<count)
      Bech32.encode(key, hrp: kind.hrp, .upper, into: &part)
      text[count] = UInt8(ascii: "\n")
    }
  }
}
