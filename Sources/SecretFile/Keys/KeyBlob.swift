internal import SecretCrypto

/// Sealing and opening of keys and of the layers around them.
enum KeyBlob {
  private struct NotGenuine: Error {}

  /// The blob of `plain`, 40 bytes longer.
  static func seal(
    _ plain: Span<UInt8>, associated: [UInt8], nonce: Bytes24, key: borrowing SecretBytes
  ) -> [UInt8] {
    var blob = [UInt8](repeating: 0, count: plain.count + Size.blobOverhead)
    var span = blob.mutableSpan
    key.withBytes { (key) in
      AEAD.seal(plain, associated: associated.span, nonce: nonce.span, key: key, into: &span)
    }
    return blob
  }

  /// What a blob of at least 40 bytes holds; nil if it is not genuine.
  static func open(
    _ blob: Span<UInt8>, associated: [UInt8], key: borrowing SecretBytes
  ) -> SecretBuffer? {
    guard blob.count >= Size.blobOverhead else { return nil }
    do throws(NotGenuine) {
      return try SecretBuffer(count: blob.count - Size.blobOverhead) { (plain) throws(NotGenuine) in
        let isGenuine = key.withBytes { (key) in
          AEAD.open(blob, associated: associated.span, key: key, into: &plain)
        }
        if !isGenuine { throw NotGenuine() }
      }
    } catch {
      return nil
    }
  }
}

/// Whether both hold the same key, or there is none in either; in constant time.
func sameKey(_ a: SecretBuffer?, _ b: SecretBuffer?) -> Bool {
  switch (a, b) {
  case (nil, nil): true
  case (.some(let a), .some(let b)):
    a.withBytes { (left) in b.withBytes { (right) in constantTimeEqual(left, right) } }
  default: false
  }
}
