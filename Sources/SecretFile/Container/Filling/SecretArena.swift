internal import SecretCrypto
internal import Synchronization

/// Guarded memory for the padded secrets of one segment, used again and again. One thread fills it, another seals
/// from it.
final class SecretArena: Sendable {
  private let bytes: Mutex<SecretBytes>

  /// Room for so many bytes at first.
  init(count: Int = 64 << 10) { bytes = Mutex(SecretBytes(count: count)) }

  /// Puts a secret at `offset`, followed by zeros up to `padded` bytes; grows if it must.
  func put(_ secret: Span<UInt8>, padded: Int, at offset: Int) {
    bytes.withLock { (bytes) in
      let end = offset + padded
      if bytes.count < end {
        var size = bytes.count
        while size < end { size *= 2 }
        var larger = SecretBytes(count: size)
        bytes.withBytes { (old) in larger.withMutableBytes { $0.copy(old, at: 0) } }
        bytes = larger
      }
      bytes.withMutableBytes { (target) in
        target.copy(secret, at: offset)
        var padding = target._mutatingExtracting((offset + secret.count)..<end)
        wipe(&padding)
      }
    }
  }

  /// Lends the bytes for reading.
  func withBytes(_ body: (Span<UInt8>) throws(SecretFileError) -> Void) throws(SecretFileError) {
    try bytes.withLock { (bytes) throws(SecretFileError) in try bytes.withBytes(body) }
  }
}
