/// How plaintext is padded so that sizes tell little (spec §12.1).
package enum Padding {
  /// Padded size of a payload of `length` bytes: multiples of 64 up to 512, above that the
  /// Padmé length.
  package static func padded(_ length: Int) -> Int {
    if length <= 512 { return max(64, (length + 63) & ~63) }
    let exponent = floorLog2(length)
    let mask = 1 << (exponent - (floorLog2(exponent) + 1))
    return (length + mask - 1) & ~(mask - 1)
  }

  /// Size of the blob that holds a payload of `length` bytes.
  package static func blobLength(_ length: Int) -> Int { Size.blobOverhead + padded(length) }

  /// Size of a root's or page's plaintext with `content` bytes: length field, content, zeros.
  package static func framed(_ content: Int) -> Int {
    let unit = Size.plaintextUnit
    return (Size.contentLength + content + unit - 1) / unit * unit
  }

  /// Whether `length` is that of a root's or page's blob: 40 and a multiple of 256.
  package static func isFramedBlob(_ length: UInt32) -> Bool {
    length > 40 && (length - 40) % UInt32(Size.plaintextUnit) == 0
  }

  private static func floorLog2(_ value: Int) -> Int { Int.bitWidth - 1 - value.leadingZeroBitCount }
}
