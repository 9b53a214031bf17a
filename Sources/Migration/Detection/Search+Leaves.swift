internal import SecretCrypto

extension Search {
  /// Looks at a value that is no container.
  mutating func visitLeaf(
    _ id: NodeID, _ kind: Kind, _ step: Step, _ name: NameVerdict, _ way: borrowing Way,
    _ facts: ValueFacts
  ) {
    let document = way.document
    switch kind {
    case .string:
      document.withContent(of: id) { visitText($0, step, name, way, facts) }
    case .data:
      document.withContent(of: id) { visitData($0, step, name, way, facts) }
    case .integer where name.kind == .pin && name.strength >= .shaped && !name.isGated:
      // Zero says that there is no PIN, or that it was moved.
      guard let number = document.integer(of: id), number > 0, number < 1_000_000_000_000 else { return }
      document.withContent(of: id) {
        report(name.says(75, "and the value is a number"), of: $0, at: step, way)
      }
    default: break
    }
  }

  // MARK: - Text

  private mutating func visitText(
    _ content: Span<UInt8>, _ step: Step, _ name: NameVerdict, _ way: borrowing Way, _ facts: ValueFacts
  ) {
    let text = content.extracting(facts.trimmed(content))
    guard !text.isEmpty, !Scrub.isPlaceholder(text), !descend(text, step, name, way, facts) else { return }
    let shape = facts.form { form(in: text) }
    if let shape, shape.isWhole {
      report(shape.judgement, of: content, at: step, way)
      return
    }
    if let judgement = facts.judgement(under: name, of: text), !isKeychainReference(step, way) {
      report(judgement, of: content, at: step, way)
    } else if let flat = facts.flat({ FlatText.judge(text, vocabulary) }) {
      report(flat.judgement, of: text.extracting(flat.range), at: step, inner: flat.steps, way)
    } else if let shape {
      report(shape.judgement, of: content, at: step, way)
    } else if let pair = judgePair(text, step, name, way) {
      report(pair, of: content, at: step, way)
    } else if let encoded = facts.encoded({ encoded(text) }) {
      report(
        encoded.judgement, of: text, length: encoded.length, at: step, inner: [.decode(.base64)], way)
    }
  }

  /// The surest public form in a text, and whether it is all of the text.
  func form(in text: Span<UInt8>) -> ValueFacts.Form? {
    if let token = WebToken.find(in: text) {
      let isWhole = token.count == text.count
      let reason = "\(isWhole ? "the value is" : "the value holds") a JSON Web Token whose header decodes"
      return ValueFacts.Form(
        judgement: Judgement(.jsonWebToken, isWhole ? 98 : 93, reason, .webToken), isWhole: isWhole)
    }
    if let words = Mnemonic.wordCount(text) {
      let reason = "the value is \(words) words of the BIP-39 list and their checksum is right"
      return ValueFacts.Form(judgement: Judgement(.walletSeed, 98, reason, .mnemonic), isWhole: true)
    }
    guard let (shape, match) = shapes.find(in: text) else { return nil }
    let isWhole = match.range.lowerBound == 0 && (match.range.upperBound == text.count || shape.endsOpen)
    var reason = "\(isWhole ? "the value has" : "the value holds") the form of \(shape.titleWithArticle)"
    if let checksum = match.checksum {
      reason += checksum ? " and its checksum is right" : ", though its checksum is wrong"
    }
    let certainty = isWhole ? match.certainty : match.certainty - 5
    return ValueFacts.Form(judgement: Judgement(shape.kind, certainty, reason, shape.rule), isWhole: isWhole)
  }

  /// A wallet's seed whose words are the elements of an array: the array as a whole is the secret.
  mutating func findSeed(_ id: NodeID, _ step: Step, _ way: borrowing Way) -> Bool {
    let document = way.document
    var words = SecretAppender()
    for child in document.children(of: id) {
      guard document.node(child.value).kind == .string, document.contentLength(of: child.value) <= 8,
        words.count < Mnemonic.longest
      else { return false }
      if words.count > 0 { words.append(0x20) }
      document.withContent(of: child.value) { words.append($0) }
    }
    guard spend(words.count) else { return false }
    let text = words.finish()
    return text.withBytes { text in
      guard let count = Mnemonic.wordCount(text) else { return false }
      let reason = "the elements are \(count) words of the BIP-39 list and their checksum is right"
      report(Judgement(.walletSeed, 98, reason, .mnemonic), of: text, at: step, way)
      return true
    }
  }

  /// A secret whose bytes are written as numbers, with a sign or without: the array as a whole is the secret.
  mutating func findBytes(
    _ id: NodeID, _ step: Step, _ name: NameVerdict, _ way: borrowing Way
  ) -> Bool {
    let document = way.document
    let children = document.children(of: id)
    guard (10...128).contains(children.count), !name.isPlural, !name.isGated,
      document.node(children[0].value).kind == .integer, spend(children.count)
    else { return false }
    var bytes = SecretAppender(capacity: children.count)
    for child in children {
      guard document.node(child.value).kind == .integer, let number = document.integer(of: child.value),
        (-128...255).contains(number)
      else { return false }
      bytes.append(UInt8(truncatingIfNeeded: number))
    }
    let data = bytes.finish()
    return data.withBytes { bytes in
      guard case .random = BinaryShape.of(bytes), let judgement = judgeRandom(bytes.count, name) else {
        return false
      }
      report(
        Judgement(
          judgement.kind, judgement.certainty, judgement.reason + ", written as numbers", rule: judgement.rule
        ),
        of: bytes, at: step, way)
      return true
    }
  }

  // MARK: - Data

  private mutating func visitData(
    _ bytes: Span<UInt8>, _ step: Step, _ name: NameVerdict, _ way: borrowing Way, _ facts: ValueFacts
  ) {
    if ASCII.has("bplist0", in: bytes) {
      _ = descend(bytes, step, name, way, facts)
      return
    }
    let shape = facts.binary(bytes)
    switch shape {
    case .text: visitText(bytes, step, name, way, facts)
    case .privateKey:
      report(
        Judgement(.privateKey, 97, "the data is a private key in DER", .derKey), of: bytes, at: step, way)
    case .identity:
      report(
        Judgement(.identity, 97, "the data is a certificate with its private key (PKCS #12)", .identity),
        of: bytes, at: step, way)
    case .random, .other, .known:
      if let judgement = judgeIdentityPayload(step, way) {
        report(judgement, of: bytes, at: step, way)
      } else if case .random = shape, let judgement = judgeRandom(bytes.count, name) {
        report(judgement, of: bytes, at: step, way)
      }
    }
  }

  /// Random bytes under a name.
  private func judgeRandom(_ count: Int, _ name: NameVerdict) -> Judgement? {
    guard !name.isGated else { return nil }
    switch name.strength {
    case .password, .token, .shaped: return name.says(85, "and the data looks random")
    case .inside:
      return count >= 16 ? name.says(70, "and the data looks random", verb: "holds words for") : nil
    case .weak:
      // An access token is text (RFC 6749 §A.12); a `token` of random bytes is where a service's changes were read to, or
      // a device's address for notifications.
      guard count >= 16, !name.isKeySuffix, name.kind != .secret, name.kind != .accessToken else {
        return nil
      }
      // A seed has 64 bytes at most (BIP-32).
      guard name.kind != .walletSeed || count <= 64 else { return nil }
      return name.says(65, "and the data looks random", verb: "suggests")
    case .harmless:
      guard name.hasSecretInside, count >= 16 else { return nil }
      return Judgement(
        .passwordHash, 60, "the name holds the word for a secret and the data looks random", .randomUnderHash)
    case .silent: return nil
    }
  }

  /// A configuration profile's certificate payload with a private key (Apple: Device Management, `CertificatePKCS12`).
  private func judgeIdentityPayload(_ step: Step, _ way: borrowing Way) -> Judgement? {
    guard case .key(let key) = step else { return nil }
    let isContent = way.document.withContent(of: key) {
      $0.count == 14 && ASCII.has("PayloadContent", in: $0)
    }
    guard isContent, hasNeighbour(way, { $1.count == 25 && ASCII.has("com.apple.security.pkcs12", in: $1) })
    else {
      return nil
    }
    return Judgement(
      .identity, 95, "a configuration profile's payload of the type PKCS #12 holds a private key",
      .identityPayload)
  }
}
