/// What a finding rests on: one rule, by a name that stays the same from version to version.
///
/// Baselines and reports refer to rules by ``id``. The forms of tokens are rules that the table of shapes makes, the
/// words in names are one rule for each kind of secret, and the rest stand in `DetectionRule+Table.swift`.
public struct DetectionRule: Hashable, Sendable {
  /// The name, in `shape.github-personal-access-token`, `name.password`.
  public let id: String
  /// What it looks for, in a few words.
  public let title: String
  /// Where its facts come from: a standard, a page of the vendor's documentation, or how they were counted.
  public let source: String

  /// A rule.
  package init(_ id: String, _ title: String, source: String) {
    self.id = id
    self.title = title
    self.source = source
  }

  /// Every rule, in the order of its table; forms first.
  public static let all: [DetectionRule] = {
    var seen: Set<String> = []
    return (TokenShapes.table.map(\.rule) + table + SecretKind.allCases.map(name))
      .filter { seen.insert($0.id).inserted }
  }()

  private static let byID = Dictionary(uniqueKeysWithValues: all.map { ($0.id, $0) })

  /// The rule of this name; `nil` if there is none.
  public static func named(_ id: String) -> DetectionRule? { byID[id] }

  /// The rule that judges a value by a name that stands for a kind of secret.
  static func name(_ kind: SecretKind) -> DetectionRule {
    DetectionRule(
      nameID(kind), "a name that says \(kind.title), and a value that fits",
      source:
        "the vocabulary: RFC 6749, RFC 7519, RFC 6265, RFC 6238, BIP-39, and what vendors call their variables"
    )
  }

  /// The name of that rule.
  static func nameID(_ kind: SecretKind) -> String { "name." + kind.rawValue }

  /// A title in small letters with a dash for everything else: `Google OAuth client secret` is
  /// `google-oauth-client-secret`.
  static func slug(_ title: String) -> String {
    var out: [UInt8] = []
    for byte in title.utf8 {
      let small = ASCII.lowercased(byte)
      if ByteSet.lowerAlphanumeric.contains(small) {
        out.append(small)
      } else if out.last.map({ $0 != UInt8(ascii: "-") }) == true {
        out.append(UInt8(ascii: "-"))
      }
    }
    if out.last == UInt8(ascii: "-") { out.removeLast() }
    return String(decoding: out, as: UTF8.self)
  }
}
