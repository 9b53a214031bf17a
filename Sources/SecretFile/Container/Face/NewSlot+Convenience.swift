public import SecretCrypto

extension NewSlot {
  /// A slot that opens with a passphrase: UTF-8, not empty.
  ///
  /// - Parameters:
  ///   - passphrase: The passphrase; it is brought into NFC and not trimmed.
  ///   - cost: What every try with a passphrase costs, in time and memory.
  ///   - label: A label for people, kept inside the container.
  public static func passphrase(
    _ passphrase: SecretBuffer, cost: KDFCost = .standard, label: String? = nil
  ) -> NewSlot {
    NewSlot(.passphrase(passphrase, cost: cost), label: label)
  }

  /// A slot that opens with a key file that ``GeneratedKey/keyFile()`` has made.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - label: A label for people, kept inside the container.
  public static func keyFile(_ key: GeneratedKey, label: String? = nil) -> NewSlot {
    NewSlot(.keyFile(key.key), label: label)
  }

  /// A slot that opens with the identity of a recipient. Only the public key is needed to make it.
  ///
  /// - Parameters:
  ///   - recipient: The public key, `age1…`.
  ///   - label: A label for people, kept inside the container.
  public static func recipient(_ recipient: Recipient, label: String? = nil) -> NewSlot {
    NewSlot(.recipient(recipient), label: label)
  }

  /// An enrolment: the identity of this recipient gives the presence factor, but does not open the container.
  ///
  /// - Parameters:
  ///   - recipient: The public key, `age1…`.
  ///   - label: A label for people, kept inside the container.
  public static func enrolment(_ recipient: Recipient, label: String? = nil) -> NewSlot {
    NewSlot(.enrolment(recipient), label: label)
  }
}
