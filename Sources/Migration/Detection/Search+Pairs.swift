extension Search {
  /// What a value is because of what stands beside it in its dictionary.
  func judgePair(
    _ text: Span<UInt8>, _ step: Step, _ name: NameVerdict, _ way: borrowing Way
  ) -> Judgement? {
    guard text.count >= 4, text.count <= 4096, case .key(let key) = step, !name.isHousekeeping else {
      return nil
    }
    if isAmazonSecret(text, name, way) {
      return Judgement(
        .clientSecret, 90, "40 random characters stand beside the id of an AWS access key", .amazonPair)
    }
    return way.document.withContent(of: key) { key in
      if let challenge = judgeEnrolmentChallenge(text, key, way) { return challenge }
      guard text.count >= 16 else { return nil }
      return judgeJSONWebKey(text, key, way) ?? judgeCookie(text, key, way) ?? judgeKeyPair(text, key, way)
        ?? judgeService(text, key, way)
    }
  }

  /// Whether the neighbour `…Encryption` says that the value only names an item of the keychain, as `SharedSecretEncryption`
  /// does (Apple, SystemConfiguration: `kSCPropNetIPSecSharedSecretEncryption`, `kSCPropNetPPPAuthPasswordEncryption`).
  func isKeychainReference(_ step: Step, _ way: borrowing Way) -> Bool {
    guard case .key(let key) = step else { return false }
    return way.document.withContent(of: key) { key in
      hasNeighbour(way) { name, value in
        name.count == key.count + 10 && ASCII.has("Encryption", in: name, at: key.count)
          && key.indices.allSatisfy { key[$0] == name[$0] } && ASCII.isAnyCase("keychain", value)
      }
    }
  }

  /// AWS: 40 characters of base64 beside `AKIA…` (IAM User Guide, access keys).
  private func isAmazonSecret(_ text: Span<UInt8>, _ name: NameVerdict, _ way: borrowing Way) -> Bool {
    guard text.count == 40, name.strength != .harmless, ByteSet.base64.containsAll(text),
      ValueProfile(text).randomness == .high, !ValueProfile(text).isHex
    else { return false }
    return hasNeighbour(way) { _, other in
      other.count == 20 && (ASCII.has("AKIA", in: other) || ASCII.has("ASIA", in: other))
        && ByteSet.base32.containsAll(other)
    }
  }

  /// `{"kty": "EC", "x": …, "y": …, "d": …}` (RFC 7518 §6): `d` is private, and so is `k` of a symmetric key.
  private func judgeJSONWebKey(
    _ text: Span<UInt8>, _ key: Span<UInt8>, _ way: borrowing Way
  ) -> Judgement? {
    guard key.count == 1, key[0] == UInt8(ascii: "d") || key[0] == UInt8(ascii: "k"),
      ByteSet.base64URL.containsAll(text)
    else { return nil }
    let isSymmetric = key[0] == UInt8(ascii: "k")
    let isKey = hasNeighbour(way) { name, value in
      guard ASCII.isAnyCase("kty", name) else { return false }
      return isSymmetric
        ? ASCII.isAnyCase("oct", value)
        : ASCII.isAnyCase("ec", value) || ASCII.isAnyCase("okp", value) || ASCII.isAnyCase("rsa", value)
    }
    guard isKey else { return nil }
    return Judgement(
      isSymmetric ? .encryptionKey : .privateKey, 97, "the value is the private part of a JSON Web Key",
      .jsonWebKey)
  }

  /// A cookie as frameworks store it: its name, value and domain side by side.
  private func judgeCookie(
    _ text: Span<UInt8>, _ key: Span<UInt8>, _ way: borrowing Way
  ) -> Judgement? {
    guard ASCII.isAnyCase("value", key), hasNeighbour(way, { name, _ in ASCII.isAnyCase("domain", name) })
    else {
      return nil
    }
    let profile = ValueProfile(text)
    guard profile.randomness >= .some || ValueForm.isUUID(text) else { return nil }
    let isLogin = hasNeighbour(way) { name, value in
      ASCII.isAnyCase("name", name) && CookieName.isLogin(value, vocabulary)
    }
    guard isLogin else { return nil }
    return Judgement(.cookie, 85, "a stored cookie whose name speaks of a session", .cookie)
  }

  // MARK: - Key pairs

  /// A private key and its public key often have one size, so only their names tell them apart: `priv` beside `pub`.
  private func judgeKeyPair(
    _ text: Span<UInt8>, _ key: Span<UInt8>, _ way: borrowing Way
  ) -> Judgement? {
    // Most texts are no key by their letters alone; names are looked at last, for that takes longest.
    guard text.count >= 32, text.count >= KeyHalf.leastBase64 || ByteSet.hex.containsAll(text),
      KeyHalf.alphabet.containsAll(text), KeyHalf(key) == .secret,
      let size = KeyHalf.size(text)
    else { return nil }
    let hasPublic = hasNeighbour(way) { name, value in
      guard KeyHalf(name) == .open, let other = KeyHalf.size(value) else { return false }
      // A public key may have its sign or its kind in front: 33 or 65 bytes beside 32.
      return other == size || size == 32 && (other == 33 || other == 64 || other == 65)
    }
    guard hasPublic else { return nil }
    return Judgement(
      .privateKey, 92, "the name says private, and a public key stands beside the value", .keyPair)
  }
}

/// Which half of a pair of keys a name stands for.
private enum KeyHalf {
  case secret, open

  /// What keys are written with.
  static let alphabet = ByteSet("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=-_")

  /// Characters of base64 that a key has at least.
  static let leastBase64 = 43

  private static let secretWords = ["priv", "private", "prv", "prvkey", "sec", "secret", "sk", "seckey"]
  private static let openWords = ["pub", "public", "pubkey", "publickey", "pk"]

  init?(_ name: Span<UInt8>) {
    let words = NameWords(name)
    var half: KeyHalf?
    for word in 0..<words.count {
      if KeyHalf.secretWords.contains(where: { words.isWord(word, $0) }) { half = .secret }
      if KeyHalf.openWords.contains(where: { words.isWord(word, $0) }) { half = .open }
    }
    guard let half else { return nil }
    self = half
  }

  /// Bytes of a key in hexadecimal digits or base64; `nil` for what is no key.
  static func size(_ text: Span<UInt8>) -> Int? {
    let profile = ValueProfile(text)
    guard profile.randomness == .high, profile.spaces == 0 else { return nil }
    if profile.isHex {
      return profile.count.isMultiple(of: 2) && profile.count >= 32 ? profile.count / 2 : nil
    }
    guard profile.foreignSymbols == 0, profile.count >= leastBase64 else { return nil }
    var length = text.count
    while length > 0, text[length - 1] == UInt8(ascii: "=") { length -= 1 }
    return length * 3 / 4
  }
}

/// Names of cookies that log in.
enum CookieName {
  /// Words that stand for a session as a cookie's name, though as a key's name they are mere identifiers.
  private static let words = [
    "sessionid", "sessionuuid", "sessionguid", "session", "sess", "sid", "auth", "login",
  ]

  /// Whether a cookie of this name is one.
  static func isLogin(_ name: Span<UInt8>, _ vocabulary: borrowing Vocabulary) -> Bool {
    let verdict = NameVerdict(name, vocabulary)
    if verdict.strength >= .weak { return verdict.kind != .csrfToken }
    let words = NameWords(name)
    for word in 0..<words.count {
      let isSession = CookieName.words.contains { text in
        words.isWord(word, text)
          || word + 1 < words.count && words.with(word, 2) { ASCII.isAnyCase(text, $0) }
      }
      if isSession { return true }
    }
    return false
  }
}
