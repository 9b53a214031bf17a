public import SecretCrypto

/// A key for the digests of findings: whoever has a digest without its key can test no guess against it.
public struct FindingKey: Sendable {
  /// Bytes of a key.
  public static let size = 32
  /// Bytes of a digest.
  public static let digestSize = 16

  private let bytes: SecretBuffer

  /// A key; `nil` if it does not have ``size`` bytes.
  public init?(_ bytes: SecretBuffer) {
    guard bytes.count == FindingKey.size else { return nil }
    self.bytes = bytes
  }

  /// A new random key.
  public static func random() -> FindingKey {
    FindingKey(bytes: SecretBuffer(SecretBytes.random(count: size)))
  }

  private init(bytes: SecretBuffer) { self.bytes = bytes }

  /// Lends the key.
  public func withBytes<R>(_ body: (Span<UInt8>) -> R) -> R { bytes.withBytes(body) }

  /// BLAKE2b-256 of a secret with the key, its first ``digestSize`` bytes.
  func digest(of secret: Span<UInt8>) -> [UInt8] {
    let digest = bytes.withBytes { Hash.blake2b256(secret, key: $0) }
    return (0..<FindingKey.digestSize).map { digest[$0] }
  }
}
