internal import SecretCrypto

/// Memory that one worker uses for everything it does, job after job: allocating guarded memory costs more than
/// sealing a small item.
struct Scratch: ~Copyable {
  /// Bytes of the file: a segment that was read, a blob.
  var file: [UInt8] = []
  /// A page's plaintext. Names are in it, no secrets.
  var page: [UInt8] = []
  /// A payload's plaintext, padded.
  var secret = SecretBytes(count: 4096)
  /// Two item keys of 32 bytes: the one to open with, the one to seal with.
  var openKey = SecretBytes(count: 32)
  var sealKey = SecretBytes(count: 32)

  /// Makes `secret` hold at least `count` bytes; what it held is wiped if it must grow.
  mutating func reserveSecret(_ count: Int) {
    if secret.count >= count { return }
    var size = secret.count
    while size < count { size *= 2 }
    secret = SecretBytes(count: size)
  }

  /// Makes `bytes` hold exactly `count` bytes without zeroing those it has.
  static func resize(_ bytes: inout [UInt8], to count: Int) {
    if bytes.count > count {
      bytes.removeLast(bytes.count - count)
    } else if bytes.count < count {
      bytes.append(contentsOf: repeatElement(0, count: count - bytes.count))
    }
  }
}
