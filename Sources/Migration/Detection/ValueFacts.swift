/// What a value says whatever it is called, each part found when it is first asked for.
///
/// A binary plist may refer to one long value from a hundred thousand places. For such a value the facts are kept,
/// so that every further reference costs the judgement of its name alone.
struct ValueFacts {
  /// Bytes that a value has at least for its facts to be kept: shorter ones are looked at in less room and time
  /// than facts take.
  static let leastBytes = 64

  /// A public form in a text.
  struct Form {
    let judgement: Judgement
    /// Whether it is all of the text.
    let isWhole: Bool
  }

  /// What base64 hides.
  struct Encoded {
    let judgement: Judgement
    /// Bytes of the secret.
    let length: Int
  }

  private final class Kept {
    var isNoDocument = false
    var trimmed: Range<Int>?
    var binary: BinaryShape?
    var profile: ValueProfile?
    var valueForm: ValueForm?
    // The outer optional says whether the question has been asked.
    var form: Form??
    var flat: FlatFinding??
    var encoded: Encoded??
    var judgements: [NameVerdict: Judgement?] = [:]
  }

  /// Where they are kept for further references; `nil` if the value is looked at once.
  private let kept: Kept?

  init(isKept: Bool) { kept = isKept ? Kept() : nil }

  /// Whether it is known that the value is no document, or none that may be read.
  var isNoDocument: Bool {
    get { kept?.isNoDocument ?? false }
    nonmutating set { kept?.isNoDocument = newValue }
  }

  /// The text without white space at its ends.
  func trimmed(_ content: Span<UInt8>) -> Range<Int> {
    guard let kept else { return ASCII.trimmed(content) }
    if let trimmed = kept.trimmed { return trimmed }
    let range = ASCII.trimmed(content)
    kept.trimmed = range
    return range
  }

  /// What data is by its bytes.
  func binary(_ bytes: Span<UInt8>) -> BinaryShape {
    if let binary = kept?.binary { return binary }
    let shape = BinaryShape.of(bytes)
    kept?.binary = shape
    return shape
  }

  /// What a name says about the text.
  func judgement(under name: NameVerdict, of text: Span<UInt8>) -> Judgement? {
    guard name.strength >= .weak, !text.isEmpty else { return nil }
    if let known = kept?.judgements[name] { return known }
    let profile = kept?.profile ?? ValueProfile(text)
    let valueForm = kept?.valueForm ?? ValueForm.of(text, profile)
    let judgement = name.judge(text, profile, valueForm)
    if let kept {
      kept.profile = profile
      kept.valueForm = valueForm
      kept.judgements[name] = .some(judgement)
    }
    return judgement
  }

  /// The surest public form; `find` looks for it.
  func form(_ find: () -> Form?) -> Form? { once(\.form, find) }

  /// The secret in one line of text; `find` looks for it.
  func flat(_ find: () -> FlatFinding?) -> FlatFinding? { once(\.flat, find) }

  /// What base64 hides; `find` looks for it.
  func encoded(_ find: () -> Encoded?) -> Encoded? { once(\.encoded, find) }

  private func once<Fact>(_ fact: ReferenceWritableKeyPath<Kept, Fact??>, _ find: () -> Fact?) -> Fact? {
    guard let kept else { return find() }
    if let known = kept[keyPath: fact] { return known }
    let found = find()
    kept[keyPath: fact] = .some(found)
    return found
  }
}
