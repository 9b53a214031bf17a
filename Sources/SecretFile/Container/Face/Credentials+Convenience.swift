internal import Files
public import SecretCrypto

extension Credentials {
  /// One passphrase: UTF-8 that is brought into NFC and not trimmed.
  /// - Throws: `credential` if it is empty or not UTF-8.
  public init(passphrase: SecretBuffer) throws(SecretFileError) {
    self.init()
    try addPassphrase(passphrase)
  }

  /// The keys in the text of a key file, such as ``GeneratedKey/text``.
  /// - Throws: `credential` for anything but keys, blank lines and comments.
  public init(keyFile text: SecretBuffer) throws(SecretFileError) {
    self.init()
    try addKeyFile(text)
  }

  /// Adds the keys in the text of a key file: lines of `SECRETFILE-KEY-1…` and `AGE-SECRET-KEY-1…`.
  /// - Throws: `credential` for anything but keys, blank lines and comments; nothing is added then.
  public mutating func addKeyFile(_ text: SecretBuffer) throws(SecretFileError) {
    try text.withBytes { (bytes) throws(SecretFileError) in try addKeyFile(bytes) }
  }

  /// Adds a passphrase: UTF-8 that is brought into NFC and not trimmed.
  /// - Throws: `credential` if it is empty or not UTF-8.
  public mutating func addPassphrase(_ passphrase: SecretBuffer) throws(SecretFileError) {
    try passphrase.withBytes { (bytes) throws(SecretFileError) in try addPassphrase(bytes) }
  }

  /// Adds the key in the text of a device-key file: one line of `SECRETFILE-DEVICE-1…`.
  /// - Throws: `credential` for anything else.
  public mutating func addDeviceKey(_ text: SecretBuffer) throws(SecretFileError) {
    try text.withBytes { (bytes) throws(SecretFileError) in try addDeviceKey(bytes) }
  }

  /// Adds the identities of enrolments in a text: lines of `AGE-SECRET-KEY-1…`.
  /// - Throws: `credential` for anything else; nothing is added then.
  public mutating func addPresence(_ text: SecretBuffer) throws(SecretFileError) {
    try text.withBytes { (bytes) throws(SecretFileError) in try addPresence(bytes) }
  }
}
