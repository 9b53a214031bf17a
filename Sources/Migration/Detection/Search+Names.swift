internal import SecretCrypto

extension Search {
  /// What the names down to a child say.
  func name(of child: Child, at position: Int, _ way: borrowing Way) -> NameVerdict {
    guard let frame = way.frames.last else { return .silent }
    if let archive = way.archive, frame.id == archive.objects {
      // The first object after `$null` is the root: the archive's own name is its name.
      guard let name = archive.name(of: position) else { return position == 1 ? frame.name : .silent }
      return combined(verdict(of: name, way.document), under: frame.name)
    }
    guard let key = child.key else {
      if way.document.node(child.value).kind == .string,
        let option = option(before: position, frame, way.document)
      {
        return option
      }
      return frame.name
    }
    let kind = way.document.node(child.value).kind
    if kind == .boolean || kind == .date || kind == .null || kind == .real || kind == .uid { return .silent }
    let own = verdict(of: key, way.document, isContainer: kind.isContainer || kind == .data)
    if own.isGeneric, frame.name.strength < .weak, let sibling = nameBeside(key, frame, way.document) {
      return sibling
    }
    if frame.name.kind == .cookie, frame.name.strength >= .shaped,
      own.strength == .harmless || own.strength == .shaped && own.kind == .sessionToken
    {
      // As a cookie's name `sessionid` says more than as a key's.
      let isLogin = way.document.withContent(of: key) { CookieName.isLogin($0, vocabulary) }
      return isLogin ? frame.name : own
    }
    return combined(joined(own, key, frame, way.document) ?? own, under: frame.name)
  }

  /// What a name says together with the name of the dictionary that it stands in.
  private func joined(
    _ own: NameVerdict, _ key: NodeID, _ frame: Frame, _ document: Document
  ) -> NameVerdict? {
    guard own.isOneWord, own.strength == .weak || own.strength == .harmless,
      case .key(let parent) = frame.step
    else {
      return nil
    }
    return document.withContent(of: parent) { parent in
      document.withContent(of: key) { own.joined($0, under: parent, vocabulary) }
    }
  }

  /// `isContainer`: whether what the name leads to has names of its own.
  private func verdict(of key: NodeID, _ document: Document, isContainer: Bool = false) -> NameVerdict {
    document.withContent(of: key) { name in
      var verdict = names.verdict(name, vocabulary)
      if isContainer || verdict.strength == .weak || verdict.strength == .inside {
        verdict.isHousekeeping = Housekeeping.contains(name)
      }
      return verdict
    }
  }

  /// What a name says in a container whose own name says something.
  private func combined(_ own: NameVerdict, under parent: NameVerdict) -> NameVerdict {
    if own.isGeneric { return parent }
    var own = own
    own.isHousekeeping = own.isHousekeeping || parent.isHousekeeping
    if own.isHousekeeping, own.strength == .weak || own.strength == .inside { own.strength = .silent }
    guard own.strength == .silent, parent.strength >= .weak else { return own }
    var name = parent
    name.isPlural = false
    if parent.isPlural, parent.strength == .password { return name }
    guard parent.isPlural || parent.strength >= .shaped else { return own }
    name.strength = own.isHousekeeping && parent.strength == .weak ? .silent : .inside
    name.isListed = parent.isPlural
    return name
  }

  // MARK: - Names that stand beside the value

  /// `{ "name": "API_TOKEN", "value": "…" }`: a wrapper's neighbour tells the name.
  private func nameBeside(_ key: NodeID, _ frame: Frame, _ document: Document) -> NameVerdict? {
    guard frame.children.count >= 2, frame.children.count <= 16 else { return nil }
    for sibling in frame.children {
      guard let siblingKey = sibling.key, siblingKey != key, document.node(sibling.value).kind == .string
      else { continue }
      let isName = document.withContent(of: siblingKey) { Search.isNameOfName($0) }
      guard isName, document.contentLength(of: sibling.value) <= 128 else { continue }
      let verdict = verdict(of: sibling.value, document)
      if verdict.strength >= .weak { return verdict }
    }
    return nil
  }

  private static func isNameOfName(_ key: Span<UInt8>) -> Bool {
    for word in [
      "name", "key", "id", "label", "title", "field", "type", "header", "variable", "identifier", "env",
      "kind",
    ]
    where ASCII.isAnyCase(word, key) {
      return true
    }
    return false
  }

  /// `["--api-key", "…"]`: an option before the value tells the name.
  private func option(before position: Int, _ frame: Frame, _ document: Document) -> NameVerdict? {
    guard position > 0 else { return nil }
    let previous = frame.children[position - 1].value
    guard document.node(previous).kind == .string else { return nil }
    let isOption = document.withContent(of: previous) { text in
      text.count >= 3 && text.count <= 64 && text[0] == UInt8(ascii: "-") && !ASCII.isDigit(text[1])
    }
    guard isOption else { return nil }
    let verdict = verdict(of: previous, document)
    return verdict.strength >= .weak ? verdict : nil
  }

  /// Whether a neighbour in the same dictionary is text that passes a test, which gets its key and its value.
  func hasNeighbour(_ way: borrowing Way, _ test: (Span<UInt8>, Span<UInt8>) -> Bool) -> Bool {
    guard let frame = way.frames.last, frame.children.count <= 64 else { return false }
    for child in frame.children where way.document.node(child.value).kind == .string {
      guard let key = child.key else { continue }
      let document = way.document
      let passes = document.withContent(of: key) { name in
        document.withContent(of: child.value) { value in test(name, value) }
      }
      if passes { return true }
    }
    return false
  }

  // MARK: - Tokens as keys

  /// Under so many bytes a key is a name, whatever it begins with.
  private static let shortestTokenAsKey = 20

  /// A key that has the form of a token is one, and so is an address with a secret in it; so is a random key in a
  /// dictionary of tokens.
  mutating func checkKey(_ key: NodeID, of node: Node, _ parent: NameVerdict, _ way: borrowing Way) {
    let length = way.document.contentLength(of: key)
    guard length >= Self.shortestTokenAsKey else { return }
    if let judgement = way.document.withContent(of: key, { judgeKey($0) }) {
      guard spend(length) else { return }
      way.document.withContent(of: key) { report(judgement, of: $0, at: .key(key), way) }
      return
    }
    // What a random key leads to is a name or a date rather than another token: a text is judged by itself.
    guard node.kind != .string, parent.isPlural, parent.strength >= .weak,
      parent.kind != .apiKey || parent.strength > .weak
    else {
      return
    }
    guard spend(min(way.document.contentLength(of: key), ValueProfile.measuredBytes)) else { return }
    let looksLikeToken = way.document.withContent(of: key) { name in
      let profile = ValueProfile(name)
      return profile.randomness == .high && !profile.isHex && !ValueForm.isUUID(name)
    }
    guard looksLikeToken else { return }
    let judgement = Judgement(
      .tokenAsKey, 70, "the name above says \(parent.kind.title) and the key itself looks random",
      .tokenAsKey)
    way.document.withContent(of: key) { report(judgement, of: $0, at: .key(key), way) }
  }

  /// What a key says by its form alone.
  private func judgeKey(_ key: Span<UInt8>) -> Judgement? {
    if WebToken.find(in: key)?.count == key.count {
      return Judgement(.tokenAsKey, 95, "the key is a JSON Web Token whose header decodes", .webToken)
    }
    if let (shape, match) = shapes.findWhole(key), match.certainty >= 70 {
      return Judgement(
        .tokenAsKey, match.certainty, "the key has the form of \(shape.titleWithArticle)", shape.rule)
    }
    guard FlatText.address(key) != nil, let found = FlatText.judge(key, vocabulary)?.judgement else {
      return nil
    }
    return Judgement(
      .tokenAsKey, found.certainty, "the key is an address: \(found.reason)", rule: found.rule)
  }
}
