/// A value that is probably a secret: where it is, what it is, how sure that is and why. Never the value.
public struct Finding: Hashable, Sendable {
  /// Where it is, down to the part of a value that is secret.
  public let place: Place
  /// The bytes of the file that spell the value that the file itself holds; of a key that is a secret, the key.
  public let range: Range<Int>
  /// What it is.
  public let kind: SecretKind
  /// How sure that is, 0 … 1.
  public let confidence: Double
  /// Why, in one sentence without a full stop that never holds the value.
  public let reason: String
  /// The rule that it rests on: ``DetectionRule/id``.
  public let rule: String
  /// A keyed digest of the secret, 16 bytes, if a key was given: see ``FindingKey``.
  public let digest: [UInt8]?
  /// Bytes of the secret (UTF-8, or decoded data); of a number, of its text.
  public let length: Int
}

/// What detection says about one document.
public struct Findings: Sendable {
  /// What was found, in the order of the document.
  public internal(set) var list: [Finding] = []
  /// False if a limit ended the search: then more may be hidden in the file.
  public internal(set) var isComplete = true

  /// Takes findings out, for example those that were accepted before.
  public mutating func removeAll(where isUnwanted: (Finding) -> Bool) { list.removeAll(where: isUnwanted) }

  /// Notes a finding.
  mutating func add(_ finding: Finding) { list.append(finding) }

  /// Bytes that were looked at, decoded or copied on the way: see ``DetectionLimits/work(for:)``.
  package internal(set) var work = 0
}

/// How much a search may cost. A file that needs more is unusual: see ``Findings/isComplete``.
package struct DetectionLimits: Sendable {
  /// Values that are looked at, counted again each time a shared object is reached on another way.
  package var values = 1 << 23
  /// Ways on which one shared container is entered.
  package var visitsOfOneContainer = 64
  /// Values inside values inside values.
  package var depth = 8
  /// Values that are decoded and read in their turn.
  package var decodedValues = 1 << 14
  /// Bytes of values that are decoded and read in their turn.
  package var decodedBytes = 1 << 28
  /// Bytes that are looked at, decoded, or copied into findings' places, whatever the size of the file.
  package var leastWork = 1 << 26
  /// As many bytes more for each byte of the file. A value counts each time it is looked at: objects that a
  /// binary plist shares, documents inside values and long names above many findings multiply the bytes.
  package var workPerSourceByte = 16
  /// Findings in one file.
  package var findings = 100_000
  /// Findings that are less sure than this are not reported, 0 … 100.
  package var leastCertainty = 50

  /// The limits that users meet.
  package static let standard = DetectionLimits()

  package init() {}

  /// Bytes that the search of a file of this size may look at.
  package func work(for sourceBytes: Int) -> Int {
    let (product, isLarge) = sourceBytes.multipliedReportingOverflow(by: workPerSourceByte)
    let (sum, isLarger) = product.addingReportingOverflow(leastWork)
    return isLarge || isLarger ? .max : sum
  }
}
