/// Findings that somebody has looked at and accepted, so that a scan reports only what is new.
///
/// An entry is the place inside a file (key path and way in), the rule, and a keyed digest of the value, never the
/// value. The file's name is no part of it: a file may move. A value that changes is a new finding. The key stands in
/// the baseline itself, so whoever has the baseline can test guesses: long random tokens are safe in it, a weak
/// password is not.
public struct Baseline: Sendable {
  /// The version of the form that this code reads and writes.
  public static let version = 1

  /// One accepted finding.
  public struct Entry: Hashable, Sendable {
    /// One step of the way to the value.
    public enum Step: Hashable, Sendable {
      /// Into a dictionary. Bytes that are not UTF-8 are repaired.
      case key(String)
      /// Into an array.
      case index(Int)
      /// On inside a value.
      case decode(Decoding)
    }

    /// The way in the file.
    public let path: [Step]
    /// The way on inside the value.
    public let inner: [Step]
    /// ``DetectionRule/id``.
    public let rule: String
    /// The digest, ``FindingKey/digestSize`` bytes.
    public let digest: [UInt8]

    /// An entry from its parts.
    init(path: [Step], inner: [Step], rule: String, digest: [UInt8]) {
      self.path = path
      self.inner = inner
      self.rule = rule
      self.digest = digest
    }

    /// The entry of a finding; `nil` if it was found without a key. `place` is where it may be said to be.
    public init?(_ finding: Finding, at place: Place) {
      guard let digest = finding.digest else { return nil }
      path = place.path.components.map { component in
        switch component {
        case .key(let key): .key(String(decoding: key, as: UTF8.self))
        case .index(let index): .index(index)
        }
      }
      inner = place.inner.map { step in
        switch step {
        case .key(let key): .key(String(decoding: key, as: UTF8.self))
        case .index(let index): .index(index)
        case .decode(let decoding): .decode(decoding)
        }
      }
      rule = finding.rule
      self.digest = digest
    }
  }

  /// The key of the digests.
  public let key: FindingKey
  /// The accepted findings.
  public var entries: Set<Entry>

  /// A baseline without findings and with a new key.
  public init() { self.init(key: .random(), entries: []) }

  init(key: FindingKey, entries: Set<Entry>) {
    self.key = key
    self.entries = entries
  }
}
