import CUtf8proc

/// Unicode normalisation of secrets.
package enum Normalization {
  /// The UTF-8 of the NFC form of `utf8`; nil if it is not UTF-8. The empty text gives no bytes.
  ///
  /// Works in memory of its own that is wiped; nothing passes through `String`. ASCII is copied.
  package static func nfc(_ utf8: Span<UInt8>) -> SecretBytes? {
    if isASCII(utf8) { return SecretBytes(copying: utf8) }
    let needed = unsafe decompose(utf8, into: nil, room: 0)
    // Four bytes for each scalar, and utf8proc_reencode wants room for one more.
    guard needed >= 0, needed < Int.max / 4 - 1 else { return nil }
    var work = SecretBytes(count: (needed + 1) * 4)
    let length = work.withMutableBytes { (bytes) -> Int in
      unsafe bytes.lend { (memory, _) in
        let scalars = unsafe UnsafeMutableRawPointer(memory).bindMemory(
          to: utf8proc_int32_t.self, capacity: needed + 1)
        guard unsafe decompose(utf8, into: scalars, room: needed) == needed else { return -1 }
        return unsafe utf8proc_reencode(scalars, needed, options)
      }
    }
    return length < 0 ? nil : work.shortened(to: length)
  }

  private static var options: utf8proc_option_t {
    utf8proc_option_t(UTF8PROC_STABLE.rawValue | UTF8PROC_COMPOSE.rawValue)
  }

  /// Writes the scalars of the decomposed text in canonical order and returns their number, or a negative
  /// number if the text is not UTF-8. Only counts if there is not room for all.
  private static func decompose(
    _ utf8: Span<UInt8>, into scalars: UnsafeMutablePointer<utf8proc_int32_t>?, room: Int
  ) -> Int {
    unsafe utf8.lend { (text, count) in
      unsafe utf8proc_decompose(text, count, scalars, room, options)
    }
  }

  private static func isASCII(_ bytes: Span<UInt8>) -> Bool {
    var seen: UInt8 = 0
    for index in bytes.indices { seen |= bytes[index] }
    return seen < 0x80
  }
}
