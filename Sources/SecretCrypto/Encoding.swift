import CSodium

/// Base64 and hexadecimal without tables or branches that depend on the bytes, for secrets in text form.
///
/// Decoding is strict: every character counts, the length and the padding must be right and unused bits 0.
package enum Encoding {
  /// The alphabets of RFC 4648, with and without `=` at the end.
  package enum Base64: Sendable, Hashable {
    /// `+` and `/`, padded.
    case standard
    /// `+` and `/`, not padded.
    case standardUnpadded
    /// `-` and `_`, padded.
    case urlSafe
    /// `-` and `_`, not padded.
    case urlSafeUnpadded

    fileprivate var variant: Int32 {
      switch self {
      case .standard: sodium_base64_VARIANT_ORIGINAL
      case .standardUnpadded: sodium_base64_VARIANT_ORIGINAL_NO_PADDING
      case .urlSafe: sodium_base64_VARIANT_URLSAFE
      case .urlSafeUnpadded: sodium_base64_VARIANT_URLSAFE_NO_PADDING
      }
    }

    fileprivate var isPadded: Bool { self == .standard || self == .urlSafe }
  }

  /// What decoding may skip.
  package enum Skipping: Sendable, Hashable {
    /// Nothing.
    case nothing
    /// Space, tab, line feed and carriage return, anywhere.
    case whiteSpace

    fileprivate var characters: StaticString {
      switch self {
      case .nothing: ""
      case .whiteSpace: " \t\n\r"
      }
    }
  }
}

// MARK: Base64

extension Encoding {
  /// The number of characters that `count` bytes have in base64.
  package static func base64Count(_ count: Int, _ form: Base64) -> Int {
    let rest = count % 3
    let tail = rest == 0 ? 0 : form.isPadded ? 4 : rest + 1
    return count / 3 * 4 + tail
  }

  /// Writes `bytes` in base64 into `text`, which has `base64Count(bytes.count, form)` bytes.
  package static func encodeBase64(_ bytes: Span<UInt8>, _ form: Base64, into text: inout MutableSpan<UInt8>)
  {
    precondition(text.count == base64Count(bytes.count, form), "wrong size of text")
    // libsodium ends the text with a NUL for which there is no room, so it goes through a small buffer.
    unsafe encode(bytes, step: 48, room: 65, into: &text) { (target, source, count) in
      _ = unsafe sodium_bin2base64(target, 65, source, count, form.variant)
      return base64Count(count, form)
    }
  }

  /// Decodes base64 into `bytes` from its start and returns how many bytes that gave; nil if `text` is
  /// malformed or gives more than `bytes` can take. `text.count / 4 * 3 + 2` bytes are always enough.
  ///
  /// What lies beyond the decoded bytes, or anywhere after nil, is undefined and may be part of the secret.
  package static func decodeBase64(
    _ text: Span<UInt8>, _ form: Base64, skipping: Skipping = .nothing, into bytes: inout MutableSpan<UInt8>
  ) -> Int? {
    unsafe decode(text, skipping, into: &bytes) { (target, room, source, count, ignored, length) in
      unsafe sodium_base642bin(target, room, source, count, ignored, &length, nil, form.variant)
    }
  }

  /// Decodes base64 into memory of its own; nil if `text` is malformed.
  package static func decodeBase64(
    _ text: Span<UInt8>, _ form: Base64, skipping: Skipping = .nothing
  ) -> SecretBuffer? {
    SecretBuffer(capacity: text.count / 4 * 3 + 2) { decodeBase64(text, form, skipping: skipping, into: &$0) }
  }
}

// MARK: Hexadecimal

extension Encoding {
  /// Writes `bytes` in lower-case hexadecimal into `text`, which has twice as many bytes.
  package static func encodeHex(_ bytes: Span<UInt8>, into text: inout MutableSpan<UInt8>) {
    precondition(text.count == bytes.count * 2, "wrong size of text")
    unsafe encode(bytes, step: 32, room: 65, into: &text) { (target, source, count) in
      _ = unsafe sodium_bin2hex(target, 65, source, count)
      return count * 2
    }
  }

  /// Decodes hexadecimal of either case into `bytes` from its start and returns how many bytes that gave; nil
  /// if `text` is malformed or gives more than `bytes` can take. `text.count / 2` bytes are always enough.
  package static func decodeHex(
    _ text: Span<UInt8>, skipping: Skipping = .nothing, into bytes: inout MutableSpan<UInt8>
  ) -> Int? {
    unsafe decode(text, skipping, into: &bytes) { (target, room, source, count, ignored, length) in
      unsafe sodium_hex2bin(target, room, source, count, ignored, &length, nil)
    }
  }

  /// Decodes hexadecimal of either case into memory of its own; nil if `text` is malformed.
  package static func decodeHex(_ text: Span<UInt8>, skipping: Skipping = .nothing) -> SecretBuffer? {
    SecretBuffer(capacity: text.count / 2) { decodeHex(text, skipping: skipping, into: &$0) }
  }
}

// MARK: Calling libsodium

extension Encoding {
  private typealias Characters = UnsafePointer<CChar>

  /// Encodes `step` bytes at a time through a buffer of `room` characters on the stack, which is wiped.
  private static func encode(
    _ bytes: Span<UInt8>, step: Int, room: Int, into text: inout MutableSpan<UInt8>,
    _ body: (UnsafeMutablePointer<CChar>, UnsafePointer<UInt8>, Int) -> Int
  ) {
    unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: room) { (buffer) in
      guard let piece = buffer.baseAddress else { return }
      unsafe bytes.lend { (source, count) in
        unsafe text.lend { (target, _) in
          var read = 0
          var written = 0
          while read < count {
            let some = min(step, count - read)
            let length = unsafe body(piece, source + read, some)
            unsafe UnsafeMutableRawPointer(target + written).copyMemory(from: piece, byteCount: length)
            read += some
            written += length
          }
        }
      }
      unsafe sodium_memzero(piece, room)
    }
  }

  private static func decode(
    _ text: Span<UInt8>, _ skipping: Skipping, into bytes: inout MutableSpan<UInt8>,
    _ body: (UnsafeMutablePointer<UInt8>, Int, Characters, Int, Characters?, inout Int) -> Int32
  ) -> Int? {
    // libsodium looks a skipped character up with strchr, which finds the NUL at the end of its list as well.
    for index in text.indices where text[index] == 0 { return nil }
    var length = 0
    let status = unsafe bytes.lend { (target, room) in
      unsafe text.lend { (source, count) in
        let characters = unsafe UnsafeRawPointer(source).assumingMemoryBound(to: CChar.self)
        let skipped = unsafe UnsafeRawPointer(skipping.characters.utf8Start).assumingMemoryBound(
          to: CChar.self)
        return unsafe body(
          target, room, characters, count, skipping == .nothing ? nil : skipped, &length)
      }
    }
    return status == 0 ? length : nil
  }
}

extension SecretBuffer {
  /// The first bytes of `capacity`, as many as `fill` says it has written; nil if it says nil.
  fileprivate convenience init?(capacity: Int, fill: (inout MutableSpan<UInt8>) -> Int?) {
    var pages = SecretPages(minimum: capacity)
    guard let count = pages.withMutableBytes(0..<capacity, fill) else { return nil }
    self.init(pages: pages, count: count)
  }
}
