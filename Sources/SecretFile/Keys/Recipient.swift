internal import SecretCrypto

/// The public key of whoever is to open a container, or to be enrolled, in age's encoding
/// (`age1…`, spec §6.2).
public struct Recipient: Sendable, Hashable {
  /// 32 bytes; below 2^255 − 19 and not of small order.
  public let publicKey: Bytes32

  /// Checks a public key. Throws `credential` if it is one that no identity has, or that would
  /// give a secret anybody knows.
  public init(publicKey: Bytes32) throws(SecretFileError) {
    guard Self.isCanonical(publicKey), Self.isOfLargeOrder(publicKey) else {
      throw SecretFileError(standard: .credential, "the recipient is not a valid X25519 public key")
    }
    self.publicKey = publicKey
  }

  /// Parses `age1…`, in lower case, without anything around it. Throws `credential`.
  public init(_ text: String) throws(SecretFileError) {
    let utf8 = Array(text.utf8)
    guard let key = Bech32.decodePublic(utf8.span, hrp: KeyText.recipientPart, .lower) else {
      throw SecretFileError(
        standard: .credential, "not a recipient: it begins with age1 and has 62 characters in lower case")
    }
    try self.init(publicKey: key)
  }

  /// The recipient that belongs to an identity of 32 bytes.
  package init(identity: Span<UInt8>) {
    publicKey = Bytes32(X25519.publicKey(of: identity))
  }

  /// The text of any 32 bytes, as a slot's note may hold.
  package static func text(_ publicKey: Bytes32) -> String {
    Bech32.encodePublic(publicKey, hrp: KeyText.recipientPart, .lower)
  }

  /// Below 2^255 − 19 as a little-endian number.
  private static func isCanonical(_ key: Bytes32) -> Bool {
    if key.storage[31] < 0x7F { return true }
    if key.storage[31] > 0x7F { return false }
    for i in 1..<31 where key.storage[i] != 0xFF { return true }
    return key.storage[0] < 0xED
  }

  private static func isOfLargeOrder(_ key: Bytes32) -> Bool {
    // Clamping makes any scalar a multiple of the cofactor, so any scalar tells.
    let scalar = Bytes32(InlineArray(repeating: 1))
    return X25519.sharedSecret(scalar: scalar.span, point: key.span) != nil
  }
}

extension Recipient: CustomStringConvertible {
  /// `age1…`.
  public var description: String { Self.text(publicKey) }
}
