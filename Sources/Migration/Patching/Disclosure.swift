package import SecretCrypto

/// Whether a text that another program wrote gives secrets away.
package enum Disclosure {
  /// The most bytes of a secret that are searched for.
  package static let longestSecret = 1 << 16
  /// Any so many bytes of a secret, at a multiple of it, count as the secret: messages are cut and wrapped.
  private static let piece = Needles.certain

  /// Whether the text holds one of the secrets or a piece of one, in any spelling that a scrub looks for: as it is,
  /// in UTF-16 or UTF-32, escaped, in base64 at any place, in hexadecimal, percent-encoded; broken into lines or groups
  /// or not.
  ///
  /// Where that cannot be told the answer is yes: for secrets so short that they stand in every text (under 4 bytes)
  /// and for those over 64 KiB. An empty secret is none.
  package static func gives(_ text: Span<UInt8>, _ secrets: [SecretBuffer]) -> Bool {
    if text.isEmpty { return false }
    var needles = Needles()
    for secret in secrets where secret.count > 0 {
      guard (Needles.shortest...longestSecret).contains(secret.count) else { return true }
      secret.withBytes { secret in
        needles.add(secret, from: nil, isPart: false, isData: true, encodedFrom: Needles.shortest)
        var start = 0
        while secret.count > piece, start + piece <= secret.count {
          needles.add(secret.extracting(start..<start + piece), from: nil, isPart: true, isData: true)
          start += piece
        }
      }
    }
    if found(needles, text) { return true }
    // Base64 and hexadecimal are broken into lines, dumps into groups.
    var joined = SecretAppender(capacity: text.count)
    for index in text.indices where !isBetween(text[index]) { joined.append(text[index]) }
    return joined.withBytes { found(needles, $0) }
  }

  private static func found(_ needles: borrowing Needles, _ text: Span<UInt8>) -> Bool {
    var isFound = false
    needles.search(text) { _, _ in
      isFound = true
      return false
    }
    return isFound
  }

  private static func isBetween(_ byte: UInt8) -> Bool {
    byte <= 0x20 || byte == UInt8(ascii: ":") || byte == UInt8(ascii: "\\")
  }
}
