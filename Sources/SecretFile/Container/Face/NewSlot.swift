public import SecretCrypto

/// A way into a container that is to be made.
public struct NewSlot: Sendable {
  /// What opens it.
  public var way: Way
  /// A label for people ("CI runner"), kept inside the container; nil for none.
  public var label: String?

  /// A slot of that kind.
  public init(_ way: Way, label: String? = nil) {
    self.way = way
    self.label = label
  }

  /// The kinds of slot.
  public enum Way: Sendable {
    /// A passphrase, stretched at this cost.
    case passphrase(SecretBuffer, cost: KDFCost)
    /// The 32 bytes of a key file.
    case keyFile(SecretBuffer)
    /// Whoever holds the identity of this recipient.
    case recipient(Recipient)
    /// An enrolment: the holder of this recipient's identity gives the presence factor.
    case enrolment(Recipient)
  }
}
