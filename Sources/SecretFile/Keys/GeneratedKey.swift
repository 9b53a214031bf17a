public import SecretCrypto

/// A fresh key and its text.
public struct GeneratedKey: Sendable {
  /// The 32 bytes.
  public let key: SecretBuffer
  /// One line of Bech32, with LF at its end: what goes into a key file.
  public let text: SecretBuffer

  private init(_ kind: KeyText.Kind) {
    key = SecretBuffer(SecretBytes.random(count: Size.key))
    text = key.withBytes { KeyText.line($0, kind) }
  }

  /// `SECRETFILE-KEY-1…`: opens a key-file slot.
  public static func keyFile() -> GeneratedKey { GeneratedKey(.keyFile) }

  /// `AGE-SECRET-KEY-1…`: opens recipients' slots or enrolments, and works with age.
  public static func identity() -> GeneratedKey { GeneratedKey(.identity) }

  /// `SECRETFILE-DEVICE-1…`: binds items to a device.
  public static func device() -> GeneratedKey { GeneratedKey(.device) }

  /// The public key, if this is an identity.
  public var recipient: Recipient { key.withBytes { Recipient(identity: $0) } }
}
