/// What `Container.verify` found. Damage is thrown; what could not be checked for want of a factor is here.
public struct VerifyReport: Sendable {
  /// Records checked, companions included.
  public var records = 0
  /// Segments checked.
  public var segments = 0
  /// Bytes of the file, all of them authenticated.
  public var bytes: UInt64 = 0
  /// Secrets that were opened and found whole.
  public var secretsOpened = 0
  /// Secrets whose bytes are intact but which could not be opened.
  public var secretsUnopened: [Unopened] = []

  /// Whether every secret was opened.
  public var isComplete: Bool { secretsUnopened.isEmpty }

  /// Secrets of one entry of the key table that could not be opened, for one reason.
  public struct Unopened: Sendable, Hashable {
    /// The entry's number.
    public var keyID: UInt32
    /// Why.
    public var reason: Reason
    /// How many.
    public var count: Int

    /// So many secrets of this entry, for this reason.
    public init(keyID: UInt32, reason: Reason, count: Int) {
      self.keyID = keyID
      self.reason = reason
      self.count = count
    }
  }

  /// Why a secret could not be opened.
  public enum Reason: Sendable, Hashable {
    /// This factor was not presented.
    case missing(FactorKind)
    /// The set of enrolments it was bound to is no more.
    case invalidated
    /// A factor that this version does not know.
    case newer
    /// The item's own password is missing or wrong.
    case applicationPassword
  }
}
