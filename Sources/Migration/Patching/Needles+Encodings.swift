import SecretCrypto

extension Needles {
  /// Appends what a secret looks like where a program has encoded it, alone or among other bytes, and returns the parts
  /// that depend on nothing but the secret: base64 in both alphabets at each of the three places that a byte can have,
  /// hexadecimal, the percent-encoding of URLs, and the escapes of a JSON text inside another one.
  static func appendEncodings(_ secret: Span<UInt8>, to text: inout SecretAppender) -> [Range<Int>] {
    var found: [Range<Int>] = []
    for shift in 0..<3 {
      for alphabet in [Encoding.Base64.standardUnpadded, .urlSafeUnpadded] {
        found.append(appendBase64(secret, shift: shift, alphabet, to: &text))
      }
    }
    for isUpper in [false, true] {
      let start = text.count
      for index in secret.indices {
        text.append(hexDigit(secret[index] >> 4, isUpper))
        text.append(hexDigit(secret[index] & 0x0F, isUpper))
      }
      found.append(start..<text.count)
    }
    for isUpper in [true, false] {
      let start = text.count
      for index in secret.indices {
        if ByteSet.base64URL.contains(secret[index]) || secret[index] == UInt8(ascii: ".") {
          text.append(secret[index])
        } else {
          text.append(UInt8(ascii: "%"))
          text.append(hexDigit(secret[index] >> 4, isUpper))
          text.append(hexDigit(secret[index] & 0x0F, isUpper))
        }
      }
      // Without any escape it is the secret as it is.
      if text.count - start > secret.count { found.append(start..<text.count) }
    }
    for escape in [jsonEscape, jsonEscapeBare] {
      var once = SecretAppender(capacity: 2 * secret.count)
      appendEscaped(secret, to: &once, escape)
      guard once.count > secret.count else { continue }
      let start = text.count
      once.withBytes { appendEscaped($0, to: &text, escape) }
      found.append(start..<text.count)
    }
    return found
  }

  /// Base64 of a secret behind so many other bytes, without the characters that they have a part in, and without the last
  /// one if bytes behind it would have a part in that.
  private static func appendBase64(
    _ secret: Span<UInt8>, shift: Int, _ alphabet: Encoding.Base64, to text: inout SecretAppender
  ) -> Range<Int> {
    var shifted = SecretAppender(capacity: secret.count + shift)
    for _ in 0..<shift { shifted.append(0) }
    shifted.append(secret)
    let start = text.count
    shifted.withBytes { bytes in
      text.append(count: Encoding.base64Count(bytes.count, alphabet)) { room in
        Encoding.encodeBase64(bytes, alphabet, into: &room)
      }
    }
    let end = text.count - ((secret.count + shift).isMultiple(of: 3) ? 0 : 1)
    return start + (shift == 0 ? 0 : shift + 1)..<end
  }

  private static func hexDigit(_ value: UInt8, _ isUpper: Bool) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: isUpper ? "A" : "a") + value - 10
  }
}
