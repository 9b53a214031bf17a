/// The stable names and numbers of everything that can be wrong with a container or with the
/// way it was opened. Numbers are names; which error a file gives is decided by the order of
/// checks (spec §13.1).
public enum ErrorCode: UInt8, Sendable, CaseIterable {
  /// The magic was broken by text mode or truncation, or the header does not fit the file.
  case framing = 1
  /// Written by a newer version, or with a cipher suite this reader does not know.
  case version = 2
  /// The header is damaged: its hash differs.
  case headerHash = 3
  /// The header's hash is right but its content is not a valid header.
  case header = 4
  /// The file's length is not the one its header states.
  case length = 5
  /// Deriving the key would cost more than allowed.
  case kdfCost = 6
  /// No credential opens the container.
  case unlock = 7
  /// The copies of root and header at the end of the file differ from the first ones.
  case copies = 8
  /// The root is damaged or malformed.
  case root = 9
  /// The key table is malformed, or a class key does not open or check.
  case keyTable = 10
  /// A page is damaged or malformed.
  case page = 11
  /// A record is malformed.
  case record = 12
  /// Records or segments are out of order.
  case order = 13
  /// A payload is damaged or malformed.
  case payload = 14
  /// The class key is not available while locked.
  case locked = 15
  /// The device key is missing.
  case device = 16
  /// The passcode factor is missing: open with a passphrase.
  case passcode = 17
  /// The presence factor is missing: an enrolled identity is needed.
  case presence = 18
  /// The application password is missing or wrong.
  case applicationPassword = 19
  /// Bound to a set of enrolments that no longer exists; can never be read again.
  case invalidated = 20
  /// The origin of the file is not proven, so it may not be written to.
  case notProven = 21
  /// Older than what was seen before.
  case rollback = 22
  /// Of another line of history than what was seen before.
  case fork = 23
  /// A malformed key, or an empty passphrase.
  case credential = 24
  /// No such item.
  case notFound = 25
  /// Not a SecretFile at all.
  case notSecretFile = 26

  /// The stable name, as in the specification: the case's own name.
  public var name: String { String(describing: self) }
}
