public import SecretCrypto

/// How a scrub treats the places it is given, and what it found.
public enum Scrub {
  /// What becomes of a chosen value.
  public enum Mode: Hashable, Sendable {
    /// Key and value disappear. An element of an array becomes the empty value of its kind instead, because
    /// taking it out would give every later element another index.
    case remove
    /// The value is replaced by one of the same kind: a string and data hold these bytes (UTF-8), every other
    /// kind becomes empty, zero or false.
    case placeholder([UInt8])
  }

  /// What to do if a secret is found in the patched file at another place.
  public enum Leftovers: Hashable, Sendable {
    /// Refuse the patch with the code `secretRemains` and name the place. Parts of a chosen container are
    /// only reported, for most of them are no secrets.
    case refuse
    /// As `refuse`, but a value that is nothing but the secret and was not chosen is only reported: it stands there for
    /// itself, as a user name that equals the password does.
    case reportTwins
    /// Return all places with the patched file.
    case report
  }

  /// One place where a removed secret still stands in the patched file.
  public struct Leftover: Hashable, Sendable {
    /// Where the secret was; `nil` for one that the caller gave as bytes.
    public let secret: KeyPath?
    /// The value or the key that still holds it; `nil` if it stands between the values: in a comment or in
    /// an object that nothing refers to.
    public let path: KeyPath?
    /// Whether it is part of the key at `path` instead of the value.
    public let inKey: Bool
    /// Whether it is only a part of what was removed: one value in a chosen dictionary or array.
    public let isPart: Bool
    /// Whether the value at `path` is nothing but the secret.
    public let isWhole: Bool
    /// The byte offset in the patched file, where the patched file holds the bytes themselves.
    public let offset: Int?

    /// ``path`` as it may be shown: a key that holds the secret is replaced by words.
    public var shownPath: KeyPath? {
      guard let path, inKey else { return path?.shown }
      return KeyPath(path.components.dropLast() + [.key(SecretKeys.mask)]).shown
    }
  }

  /// A patched file, checked.
  public struct Result: Sendable {
    /// The new bytes of the file.
    public let bytes: SecretBuffer
    /// The places where a removed secret still stands and that were not a reason to refuse.
    public let leftovers: [Leftover]
  }
}

extension Document {
  /// Patches the file so that the values at some paths are gone, and nothing else has changed.
  ///
  /// The text formats lose the bytes of the entry and of its separator, and the line it stood on if it stood
  /// there alone. A binary plist keeps the bytes and the order of every object that is not on the way to a
  /// chosen value; an object that other places use too stays for them.
  ///
  /// The result is checked before it is returned: it is read again, is equal to this document but for the
  /// chosen values, and is searched for each of them in every spelling of the format. Values under four
  /// bytes are not searched for.
  ///
  /// With `inner` only a part of a value goes: what the value holds is patched in the same way and written back with
  /// every other byte as it was spelt, through all the texts that hold each other. Base64 is encoded anew.
  ///
  /// - Parameters:
  ///   - places: the values; each key on the way must be unique in its dictionary.
  ///   - mode: what becomes of the values.
  ///   - leftovers: what to do if one of them stands elsewhere too.
  ///   - secrets: further bytes that must not be in the result, for example parts of the values.
  public func scrub(
    _ places: [Place], mode: Scrub.Mode = .remove, leftovers: Scrub.Leftovers = .refuse,
    secrets: [SecretBuffer] = []
  ) throws(Refusal) -> Scrub.Result {
    let patch = try DocumentPatch(self, places, mode)
    let tree = patch.tree
    let bytes = try patch.bytes(of: self)
    let patched = try reread(bytes)
    try PatchCheck.check(tree, from: self, to: patched)
    let removed = patch.removed + secrets.map { Scrub.Removed(bytes: $0) }
    let found = LeftoverSearch.run(tree, removed: removed, from: self, in: patched)
    let isRefused: (Scrub.Leftover) -> Bool =
      switch leftovers {
      case .refuse: { !$0.isPart }
      case .reportTwins: { !$0.isPart && !$0.isWhole }
      case .report: { _ in false }
      }
    if let first = found.first(where: isRefused) {
      // The file stays as it is, so the place is told as it is in there.
      throw first.refusal(format, at: try patch.sourceOffset(of: first, removed: removed, in: self))
    }
    return Scrub.Result(bytes: bytes, leftovers: found)
  }

  /// Patches whole values; see ``scrub(_:mode:leftovers:secrets:)-(Place,_,_,_)``.
  public func scrub(
    _ paths: [KeyPath], mode: Scrub.Mode = .remove, leftovers: Scrub.Leftovers = .refuse,
    secrets: [SecretBuffer] = []
  ) throws(Refusal) -> Scrub.Result {
    try scrub(paths.map { Place($0) }, mode: mode, leftovers: leftovers, secrets: secrets)
  }

  /// The new content of a value without the parts of it that stand at inner places, every other byte kept.
  ///
  /// - Parameters:
  ///   - node: a string or data.
  ///   - ways: the inner places, each with how the value is to be read.
  public func patchedContent(
    of node: NodeID, without ways: [[InnerStep]], mode: Scrub.Mode = .remove
  ) throws(Refusal) -> SecretBuffer {
    let content = withContent(of: node) { SecretBuffer(copying: $0) }
    let patch = try InnerPatch(content, ways, mode, depth: 0)
    return content.withBytes { patch.edits.applied(to: $0) }
  }

  private func reread(_ bytes: SecretBuffer) throws(Refusal) -> Document {
    do throws(Refusal) {
      return try Document.read(bytes)
    } catch {
      if format == .jsonc, error.code == "trailingComma" {
        throw Refusal(
          code: "lastComment",
          message:
            "the only comment of the file stands inside the value, and without it a comma becomes wrong",
          offset: error.offset, hint: "delete the comma before the closing bracket, then try again")
      }
      if format == .openStep, error.code == "emptyFile" {
        throw Refusal(
          code: "nothingLeft", message: "the file holds nothing but the chosen values and would be empty",
          offset: 0,
          hint: "delete the file, or leave placeholders in it: --scrub=placeholder")
      }
      throw .patchFailed("the patched file is not readable: \(error.message)")
    }
  }
}

extension Refusal {
  /// A patch that did not do exactly what it should; nothing is written then.
  static func patchFailed(_ message: String) -> Refusal {
    Refusal(
      code: "patchFailed", message: message,
      hint: "the file is unchanged; take the value out by hand, and report this as a bug")
  }
}

extension Scrub.Leftover {
  /// The refusal that names the place, at a byte of the file that it is about.
  func refusal(_ format: SourceFormat, at offset: Int?) -> Refusal {
    let what = secret.map { "the value of '\($0)'" } ?? "a secret"
    let place =
      shownPath.map { inKey ? "in the key '\($0)'" : "at '\($0)'" } ?? "between the values"
    let isUnused = path == nil && format == .binaryPlist
    return Refusal(
      code: "secretRemains", message: "\(what) still stands in the file \(place)", offset: offset,
      hint: isUnused
        ? "no value needs those bytes: write the file anew with plutil -convert binary1, then try again"
        : "scrub that place too, or take it out by hand")
  }
}
