import SecretCrypto

/// The bytes that `text` writes in hexadecimal; white space does not count.
func hex(_ text: String) -> [UInt8] {
  let digits = text.compactMap(\.hexDigitValue)
  return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
}

/// `count` bytes counted up from `first`.
func counting(_ count: Int, from first: UInt8 = 0) -> [UInt8] {
  (0..<count).map { first &+ UInt8(truncatingIfNeeded: $0) }
}

/// A copy of the bytes that comparisons can look at. Tests hold no real secrets.
func array(_ bytes: Span<UInt8>) -> [UInt8] {
  bytes.indices.map { bytes[$0] }
}

/// A copy of the bytes that comparisons can look at.
func array<let count: Int>(_ bytes: InlineArray<count, UInt8>) -> [UInt8] {
  bytes.indices.map { bytes[$0] }
}

/// A copy of the bytes that comparisons can look at.
func array(_ secret: borrowing SecretBytes) -> [UInt8] {
  secret.withBytes { array($0) }
}

/// A copy of the bytes that comparisons can look at.
func array(_ secret: SecretBuffer) -> [UInt8] {
  secret.withBytes { array($0) }
}

/// A copy of the bytes that comparisons can look at; nil for none.
func optionalArray(_ secret: consuming SecretBytes?) -> [UInt8]? {
  guard let secret else { return nil }
  return array(secret)
}

/// `count` bytes as `fill` leaves them.
func filled(_ count: Int, _ fill: (inout MutableSpan<UInt8>) -> Void) -> [UInt8] {
  var bytes = [UInt8](repeating: 0xEE, count: count)
  var span = bytes.mutableSpan
  fill(&span)
  return bytes
}
