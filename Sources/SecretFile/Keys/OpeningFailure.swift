/// Why nothing opened, by the kinds of credential that were tried on slots of their kind: what the header shows
/// anybody, and never which slot came near.
struct OpeningFailure {
  private struct Kind {
    let slotKind: UInt16
    let count: Int
    let one: String
    let many: String
    let article: String
    let advice: String
  }

  private let given: [Kind]
  private let tried: [Kind]
  private let wanted: [Kind]
  private let slotID: Bytes8?
  private let isNoSlot: Bool

  /// - Parameters:
  ///   - slots: The slots that could be tried.
  ///   - slotID: The one slot that the caller named.
  init(_ slots: [Slot], _ credentials: Credentials, only slotID: Bytes8?) {
    let kinds = [
      Kind(
        slotKind: SlotKind.passphrase, count: credentials.passphrases.count, one: "passphrase",
        many: "passphrases", article: "a", advice: "give the right passphrase"),
      Kind(
        slotKind: SlotKind.keyFile, count: credentials.keyFileKeys.count, one: "key file",
        many: "keys of key files", article: "a", advice: "give the key file it was made with"),
      Kind(
        slotKind: SlotKind.recipient, count: credentials.identities.count, one: "identity",
        many: "identities", article: "an", advice: "give the identity of one of its recipients"),
    ]
    self.slotID = slotID
    isNoSlot = slots.isEmpty
    wanted = kinds.filter { kind in slots.contains { $0.kind == kind.slotKind } }
    given = kinds.filter { $0.count > 0 }
    tried = wanted.filter { $0.count > 0 }
  }

  /// Whether any credential was of a kind that opens one of the slots.
  var hasTried: Bool { !tried.isEmpty }

  /// The error `unlock`, in words.
  var error: SecretFileError {
    if let slotID, isNoSlot {
      return SecretFileError(
        .unlock, "slot \(slotID) is none that opens it", hint: "name another slot, or none")
    }
    if wanted.isEmpty {
      return SecretFileError(
        .unlock, "only a newer version can open \(place)", hint: "use a newer version of this software")
    }
    if tried.isEmpty {
      let takes = wanted.map { "\($0.article) \($0.one)" }.joined(separator: " or ")
      let none = given.map(\.one).joined(separator: " or ")
      let what = given.isEmpty ? "no key was given" : "no \(none) opens \(place)"
      return SecretFileError(.unlock, "\(what): it takes \(takes)", hint: "give \(takes)")
    }
    return SecretFileError(
      .unlock, "\(subject) \(place)", hint: tried.map(\.advice).joined(separator: ", or "))
  }

  private var place: String { slotID.map { "slot \($0)" } ?? "it" }

  private var subject: String {
    if tried.count > 1 { return "neither \(tried.map(\.one).joined(separator: " nor ")) opens" }
    let only = tried[0]
    return only.count == 1 ? "the \(only.one) does not open" : "none of the \(only.count) \(only.many) opens"
  }
}
