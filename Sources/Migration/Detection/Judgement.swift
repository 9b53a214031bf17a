/// What a value is, how sure that is (0 … 100), and why.
package struct Judgement: Sendable {
  package var kind: SecretKind
  package var certainty: Int
  package var reason: String
  /// The rule that it rests on, by its name.
  package var rule: String

  /// A judgement by a rule.
  package init(_ kind: SecretKind, _ certainty: Int, _ reason: String, _ rule: DetectionRule) {
    self.init(kind, certainty, reason, rule: rule.id)
  }

  /// A judgement by the rule of this name.
  package init(_ kind: SecretKind, _ certainty: Int, _ reason: String, rule: String) {
    self.kind = kind
    self.certainty = certainty
    self.reason = reason
    self.rule = rule
  }

  /// The surer of two.
  package static func surer(_ left: Judgement?, _ right: Judgement?) -> Judgement? {
    guard let left else { return right }
    guard let right, right.certainty > left.certainty else { return left }
    return right
  }
}

extension NameVerdict {
  /// Judges a text by its key's name and by what it looks like. The caller has trimmed it and has made sure
  /// that it is no container in disguise.
  package func judge(_ text: Span<UInt8>) -> Judgement? {
    guard strength >= .weak, !text.isEmpty else { return nil }
    let profile = ValueProfile(text)
    return judge(text, profile, ValueForm.of(text, profile))
  }

  /// As ``judge(_:)``, for a text that has been measured.
  func judge(_ text: Span<UInt8>, _ profile: ValueProfile, _ form: ValueForm) -> Judgement? {
    guard strength >= .weak, !text.isEmpty else { return nil }
    switch form {
    case .empty, .answer, .placeholder, .reference, .date, .path, .email, .hardwareAddress, .publicKey,
      .vendorHandle,
      .version:
      return nil
    case .url: return judgeURL(text, profile)
    case .numbers where kind != .pin && kind != .licenseKey: return nil
    default: break
    }
    if isGated, profile.randomness < .some || strength == .weak { return nil }
    switch strength {
    case .password: return judgePrefixedHex(text, form, 95) ?? judgePassword(text, form, profile)
    case .token: return judgePrefixedHex(text, form, 95) ?? judgeToken(text, form, profile)
    case .shaped: return judgeShaped(text, form, profile)
    case .inside: return judgeInside(form, profile)
    case .weak: return judgeWeak(text, form, profile)
    case .silent, .harmless: return nil
    }
  }

  // MARK: - By strength

  /// Random hexadecimal digits behind a prefix such as `tw_`, `key-` or `user:`: letters beyond `f` in the prefix and
  /// pairs such as `de` and `ea` must not make words of them.
  private func judgePrefixedHex(_ text: Span<UInt8>, _ form: ValueForm, _ certainty: Int) -> Judgement? {
    guard form == .other else { return nil }
    var start = text.count
    while start > 0, ByteSet.hex.contains(text[start - 1]) { start -= 1 }
    guard start > 0, start <= 24,
      [UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: ":")].contains(text[start - 1])
    else { return nil }
    let digits = ValueProfile(text.extracting(start..<text.count))
    guard digits.isHex, digits.count >= (text[start - 1] == UInt8(ascii: ":") ? 20 : 24),
      digits.randomness == .high
    else { return nil }
    return says(certainty, "and the value is \(digits.count) random hexadecimal digits behind a prefix")
  }

  /// `"password": "Kennwort"` is the caption of a field: the word itself, with a capital.
  private static func isCaption(_ text: Span<UInt8>, _ profile: ValueProfile) -> Bool {
    let first = text[0]
    guard profile.count <= 32, profile.digits == 0, ByteSet.upper.contains(first) || first >= 0xC3 else {
      return false
    }
    let words = NameWords(text)
    guard words.count > 0, words.count <= Vocabulary.longestPhrase else { return false }
    return words.with(0, words.count) { Vocabulary.standard.find($0)?.role == .password }
  }

  private func judgePassword(
    _ text: Span<UInt8>, _ form: ValueForm, _ profile: ValueProfile
  ) -> Judgement? {
    if NameVerdict.isCaption(text, profile) { return nil }
    switch form {
    case .number: return profile.digits >= 3 ? says(75, "and the value is a number") : nil
    case .numbers: return says(75, "and the value is made of digits")
    case .sentence:
      // A passphrase has several words. So has a text on a button, but hardly under this name.
      return profile.count <= 128 ? says(60, "and the value could be a passphrase") : nil
    case .dottedName:
      // Words with dots between them make a passphrase too; a domain, or the key of a caption, is none.
      return profile.digits > 0 || !WeakForm.isIdentifier(text) ? says(60, "and the value could be one") : nil
    case .uuid: return says(70, "and the value is a UUID")
    default: break
    }
    switch profile.randomness {
    case .high: return says(95, "and the value looks random")
    case .some: return says(92, "and the value looks generated")
    case .none:
      return says(
        profile.digits + profile.symbols > 0 ? 88 : 78, "and nothing about the value speaks against it")
    }
  }

  private func judgeToken(_ text: Span<UInt8>, _ form: ValueForm, _ profile: ValueProfile) -> Judgement? {
    switch form {
    case .number: return profile.digits >= 16 ? says(65, "and the value is a long number") : nil
    case _ where kind == .encryptionKey && WeakForm.isKeyInGroups(text):
      return says(85, "and the value is a key in groups of characters")
    case .numbers where kind == .licenseKey && WeakForm.isLicense(text, profile):
      return says(75, "and the value has the form of one")
    case .numbers, .sentence, .dottedName: return nil
    case .uuid: return says(80, "and the value is a UUID, which some services use as tokens")
    default: break
    }
    switch profile.randomness {
    case .high: return says(95, "and the value looks random")
    case .some: return says(85, "and the value looks generated")
    case .none:
      if profile.beyondASCII > 0 || profile.count < 6 { return nil }
      // A `Product Key` may also name a product: only the usual groups are a licence then.
      if kind == .licenseKey, !WeakForm.isLicense(text, profile) { return nil }
      return says(
        profile.digits + profile.symbols > 0 ? 70 : 60,
        profile.readsAsWords
          ? "though the value reads like words" : "though the value alone would not tell")
    }
  }

  private func judgeInside(_ form: ValueForm, _ profile: ValueProfile) -> Judgement? {
    if form == .uuid {
      // Behind words for a token it may be the number of whatever the token is for.
      let isToken = [.apiKey, .accessToken, .refreshToken, .clientSecret].contains(kind)
      return isToken && isListed ? says(60, "and the value is a UUID", verb: "holds words for") : nil
    }
    guard form == .other else { return nil }
    switch profile.randomness {
    case .high: return says(75, "and the value looks random", verb: "holds words for")
    case .some where profile.count >= 10 && !isListOfKeys:
      return says(60, "and the value looks generated", verb: "holds words for")
    default: return nil
    }
  }

  private func judgeWeak(_ text: Span<UInt8>, _ form: ValueForm, _ profile: ValueProfile) -> Judgement? {
    if kind == .licenseKey, WeakForm.isLicense(text, profile) {
      return says(75, "and the value has the form of one", verb: "suggests")
    }
    if kind == .credential, WeakForm.isBasicCredential(text, profile) {
      return says(85, "and the value decodes to a user and a password", verb: "suggests")
    }
    if kind == .passwordHash, WeakForm.isSaltedHash(text) {
      return says(85, "and the value is a salt and a hash", verb: "suggests")
    }
    if kind == .walletSeed, Mnemonic.isListed(text) {
      return says(90, "and the value is a list of words", verb: "suggests")
    }
    if form == .uuid {
      return kind == .accessToken && !isKeySuffix
        ? says(60, "and the value is a UUID", verb: "suggests") : nil
    }
    guard form == .other else { return nil }
    if kind == .accessToken || kind == .apiKey, let prefixed = judgePrefixedHex(text, form, 75) {
      return prefixed
    }
    // A wallet's seed has 16 to 64 bytes (BIP-32), in base64 or in hexadecimal digits.
    if kind == .walletSeed, profile.count < (profile.isHex ? 32 : 22) || profile.count > 128 { return nil }
    // A UUID without its dashes: most sessions that are so numbered are those of analytics.
    if kind == .sessionToken, profile.isHex, profile.count == 32 { return nil }
    if isKeySuffix && (profile.isHex || profile.foreignSymbols > 0) && profile.count != 32 { return nil }
    if isListOfKeys && profile.foreignSymbols > 0 { return nil }
    switch profile.randomness {
    // A signature or nonce is public as a rule: not sure enough to be reported.
    case .high where kind == .secret: return says(45, "and the value looks random", verb: "suggests")
    case .high:
      return says(
        isKeySuffix || kind == .credential ? 60 : 75, "and the value looks random", verb: "suggests")
    case .some
    where profile.count >= (kind == .accessToken && profile.hasAllClasses ? 14 : 16) && kind != .secret
      && !isListOfKeys:
      return says(60, "and the value looks generated", verb: "suggests")
    default: return nil
    }
  }

  private func judgeURL(_ text: Span<UInt8>, _ profile: ValueProfile) -> Judgement? {
    guard kind == .webhook || kind == .connectionString, strength == .token,
      let address = FlatText.address(text)
    else { return nil }
    let tail = ValueProfile(text.extracting(address.host.upperBound..<text.count))
    return tail.digits >= 3 && tail.count >= 16 ? says(75, "and the address has a long path") : nil
  }

  /// A reason of the usual form: `the name says access token and the value looks random`.
  func says(_ certainty: Int, _ remark: String, verb: String = "says") -> Judgement {
    Judgement(
      kind, isGated ? certainty - 15 : certainty, "the name \(verb) \(kind.title) \(remark)",
      rule: DetectionRule.nameID(kind))
  }
}
