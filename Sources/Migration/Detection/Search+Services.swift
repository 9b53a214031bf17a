extension Search {
  /// What a value is because services, whose documents name the place, keep secrets so.
  func judgeService(_ text: Span<UInt8>, _ key: Span<UInt8>, _ way: borrowing Way) -> Judgement? {
    judgeEncryptedWallet(text, key, way) ?? judgeKey(text, key, way) ?? judgeBridgeUser(text, key)
      ?? judgeServer(text, key) ?? judgeProxyUser(text, key, way) ?? judgeServiceKey(text, key)
  }

  /// `{"id": …, "key": …, "ip": …}` with the 16 characters that a device is spoken to with, and 64 hexadecimal digits as
  /// the `key` of a whole file, which opens the database beside it.
  private func judgeKey(_ text: Span<UInt8>, _ key: Span<UInt8>, _ way: borrowing Way) -> Judgement? {
    guard ASCII.equals("key", key) else { return nil }
    // A text that looks random has neither spaces nor bytes beyond ASCII.
    if text.count == 16, ValueProfile(text).randomness > .none, hasName(way, ["id"]),
      hasName(way, ["mac", "ip", "uuid", "product_id"])
    {
      return Judgement(
        .encryptionKey, 80, "16 characters stand as the key beside a device's id and address", .deviceKey)
    }
    guard text.count == 64, way.frames.count == 1, way.frames[0].children.count <= 64,
      ByteSet.hex.containsAll(text),
      ValueProfile(text).randomness == .high, !hasName(way, Search.namesOfContent)
    else { return nil }
    return Judgement(
      .encryptionKey, 75, "32 bytes in hexadecimal digits stand as the key of the file", .fileKey)
  }

  /// What stands beside the key of a cache, which is a digest.
  private static let namesOfContent = ["hash", "size", "path", "url", "etag", "digest", "value", "id"]

  /// Whether one of the names stands beside a value, whatever its own value is.
  private func hasName(_ way: borrowing Way, _ names: [String]) -> Bool {
    guard let frame = way.frames.last, frame.children.count <= 64 else { return false }
    for child in frame.children {
      guard let key = child.key else { continue }
      let isOne = way.document.withContent(of: key) { key in
        names.contains { ASCII.isAnyCase($0, key) }
      }
      if isOne { return true }
    }
    return false
  }

  /// `{"Challenge": …, "Keysize": 2048, "Key Type": "RSA"}`: what a device shows to be given its certificate.
  func judgeEnrolmentChallenge(
    _ text: Span<UInt8>, _ key: Span<UInt8>, _ way: borrowing Way
  ) -> Judgement? {
    guard ASCII.isAnyCase("challenge", key) else { return nil }
    switch ValueForm.of(text, ValueProfile(text)) {
    case .other, .number: break
    default: return nil
    }
    guard hasName(way, ["keysize", "key type"]) else { return nil }
    return Judgement(
      .password, 80, "the challenge stands beside the size or type of a key to enrol", .enrolmentChallenge)
  }

  /// `{"cipher": …, "ciphertext": …, "kdf": …}`: a wallet's key as its password encrypts it.
  private func judgeEncryptedWallet(
    _ text: Span<UInt8>, _ key: Span<UInt8>, _ way: borrowing Way
  ) -> Judgement? {
    guard text.count >= 32, ASCII.isAnyCase("ciphertext", key), ByteSet.hex.containsAll(text),
      hasName(way, ["kdf"])
    else { return nil }
    return Judgement(
      .encryptionKey, 80, "the ciphertext stands beside the function that makes its key of a password",
      .encryptedWallet)
  }

  /// 40 characters as a user's name: whoever knows the name commands the lamps. Other users have long names too, so the
  /// name says nothing else, or that it is a bridge's.
  private func judgeBridgeUser(_ text: Span<UInt8>, _ key: Span<UInt8>) -> Judgement? {
    guard text.count == 40, ByteSet.base64URL.containsAll(text) else { return nil }
    let name = NameWords(key)
    guard name.isWord(name.count - 1, "username") || name.isWord(name.count - 1, "user"),
      (0..<name.count - 1).allSatisfy({ name.isWord($0, "bridge") || name.isWord($0, "hue") })
    else { return nil }
    let profile = ValueProfile(text)
    guard profile.randomness == .high, profile.lower > 0, profile.upper > 0, profile.digits > 0 else {
      return nil
    }
    return Judgement(
      .apiKey, 80, "40 random characters stand for a user's name, as lighting bridges give them out",
      .bridgeUser)
  }

  /// `{"api": UUID}`: a key of Snyk's tools has no other name.
  private func judgeServiceKey(_ text: Span<UInt8>, _ key: Span<UInt8>) -> Judgement? {
    guard text.count == 36, ASCII.isAnyCase("api", key), ValueForm.isUUID(text) else { return nil }
    return Judgement(.apiKey, 75, "the name is api and the value is a UUID", .serviceKey)
  }

  /// `{"id": UUID, "alterId": 0}` and `{"type": "vless", "uuid": UUID}`: a user of a proxy, who shows nothing else.
  private func judgeProxyUser(
    _ text: Span<UInt8>, _ key: Span<UInt8>, _ way: borrowing Way
  ) -> Judgement? {
    guard text.count == 36, ASCII.isAnyCase("id", key) || ASCII.isAnyCase("uuid", key), ValueForm.isUUID(text)
    else { return nil }
    let isUser =
      hasName(way, ["alterid", "alter_id"])
      || hasNeighbour(way) { name, value in
        if ASCII.equals("flow", name) { return ASCII.has("xtls-", in: value) }
        guard ASCII.equals("type", name) || ASCII.equals("protocol", name) else { return false }
        return ["vmess", "vless", "tuic"].contains { ASCII.isAnyCase($0, value) }
      }
    guard isUser else { return nil }
    return Judgement(
      .credential, 85, "a UUID stands for a user of a proxy, who is known by nothing else", .proxyUser)
  }

  /// `user:password@host` without a scheme, under a name that stands for a server.
  private func judgeServer(_ text: Span<UInt8>, _ key: Span<UInt8>) -> Judgement? {
    guard ASCII.contains(UInt8(ascii: "@"), in: text), let password = Search.userPassword(text),
      FlatText.isPassword(text.extracting(password)),
      Search.ends(key, in: ["server", "host", "hostname", "proxy", "broker", "upstream"])
    else { return nil }
    return Judgement(
      .connectionString, 85, "a user and a password stand before a host's name", .addressPassword)
  }

  /// Whether a name's last word is one of these.
  private static func ends(_ key: Span<UInt8>, in words: [String]) -> Bool {
    let name = NameWords(key)
    for word in words where name.isWord(name.count - 1, word) { return true }
    return false
  }

  private static let userCharacters = ByteSet.word | ByteSet("-.+%")
  private static let hostCharacters = ByteSet.alphanumeric | ByteSet("-.")

  /// Where the password of `user:password@host`, `…@host:port` or `…@host/path` stands. A word that is none of a
  /// sentence and a host with a dot tell it from `scheme:something@somewhere`.
  private static func userPassword(_ text: Span<UInt8>) -> Range<Int>? {
    let user = userCharacters.run(in: text, from: 0)
    guard user > 0, user < text.count - 4, text[user] == UInt8(ascii: ":") else { return nil }
    for scheme in ["mailto", "smtp", "sip", "sips", "xmpp", "acct", "im", "tel", "ssh", "git"]
    where ASCII.isAnyCase(scheme, text.extracting(0..<user)) {
      return nil
    }
    var at: Int?
    var (letters, digits) = (false, false)
    for index in user + 1..<text.count {
      if ASCII.isSpace(text[index]) { return nil }
      if text[index] == UInt8(ascii: "@") { at = index }
    }
    guard let at, at > user + 1, at + 1 < text.count else { return nil }
    for index in user + 1..<at {
      if text[index] == UInt8(ascii: "/") || text[index] == UInt8(ascii: ":") { return nil }
      if ByteSet.letters.contains(text[index]) { letters = true }
      if ASCII.isDigit(text[index]) { digits = true }
    }
    let host = hostCharacters.run(in: text, from: at + 1)
    let end = at + 1 + host
    guard letters, digits,
      end == text.count || text[end] == UInt8(ascii: ":") || text[end] == UInt8(ascii: "/"),
      ASCII.contains(UInt8(ascii: "."), in: text.extracting(at + 1..<end))
        || ASCII.isAnyCase("localhost", text.extracting(at + 1..<end))
    else { return nil }
    return user + 1..<at
  }
}
