extension Search {
  /// What a value is because services, whose documents name the place, keep secrets so.
  func judgeService(_ text: Span<UInt8>, _ key: Span<UInt8>, _ way: borrowing Way) -> Judgement? {
    judgeEncryptedWallet(text, key, way) ?? judgeBridgeUser(text, key) ?? judgeServer(text, key)
  }

  /// `{"Challenge": …, "Keysize": 2048, "Key Type": "RSA"}`: what a device shows to be given its certificate.
  func judgeEnrolmentChallenge(
    _ text: Span<UInt8>, _ key: Span<UInt8>, _ way: borrowing Way
  ) -> Judgement? {
    guard ASCII.isAnyCase("challenge", key), let frame = way.frames.last, frame.children.count <= 64 else {
      return nil
    }
    switch ValueForm.of(text, ValueProfile(text)) {
    case .other, .number: break
    default: return nil
    }
    for child in frame.children {
      guard let name = child.key else { continue }
      let isKeyDetail = way.document.withContent(of: name) { name in
        ASCII.isAnyCase("keysize", name) || ASCII.isAnyCase("key type", name)
      }
      guard isKeyDetail else { continue }
      return Judgement(
        .password, 80, "the challenge stands beside the size or type of a key to enrol", .enrolmentChallenge)
    }
    return nil
  }

  /// `{"cipher": …, "ciphertext": …, "kdf": …}`: a wallet's key as its password encrypts it.
  private func judgeEncryptedWallet(
    _ text: Span<UInt8>, _ key: Span<UInt8>, _ way: borrowing Way
  ) -> Judgement? {
    guard text.count >= 32, ASCII.isAnyCase("ciphertext", key), ByteSet.hex.containsAll(text),
      hasNeighbour(way, { name, _ in ASCII.isAnyCase("kdf", name) })
    else { return nil }
    return Judgement(
      .encryptionKey, 80, "the ciphertext stands beside the function that makes its key of a password",
      .encryptedWallet)
  }

  /// 40 characters as a user's name: whoever knows the name commands the lamps.
  private func judgeBridgeUser(_ text: Span<UInt8>, _ key: Span<UInt8>) -> Judgement? {
    guard text.count == 40, ByteSet.base64URL.containsAll(text), Search.ends(key, in: ["user", "username"])
    else { return nil }
    let profile = ValueProfile(text)
    guard profile.randomness == .high, profile.lower > 0, profile.upper > 0, profile.digits > 0 else {
      return nil
    }
    return Judgement(
      .apiKey, 80, "40 random characters stand for a user's name, as lighting bridges give them out",
      .bridgeUser)
  }

  /// `user:password@host` without a scheme, under a name that stands for a server.
  private func judgeServer(_ text: Span<UInt8>, _ key: Span<UInt8>) -> Judgement? {
    guard let password = Search.userPassword(text), FlatText.isPassword(text.extracting(password)),
      Search.ends(
        key,
        in: [
          "server", "host", "hostname", "address", "proxy", "endpoint", "remote", "url", "uri", "broker",
          "repository", "upstream",
        ])
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

  /// Where the password of `user:password@host`, `…@host:port` or `…@host/path` stands.
  private static func userPassword(_ text: Span<UInt8>) -> Range<Int>? {
    let user = (ByteSet.word | ByteSet("-.+%")).run(in: text, from: 0)
    guard user > 0, user < text.count - 4, text[user] == UInt8(ascii: ":"),
      text[user + 1] != UInt8(ascii: "/")
    else { return nil }
    for scheme in ["mailto", "sip", "sips", "xmpp", "acct", "im", "tel"]
    where ASCII.isAnyCase(scheme, text.extracting(0..<user)) {
      return nil
    }
    var at: Int?
    for index in user..<text.count {
      if ASCII.isSpace(text[index]) { return nil }
      if text[index] == UInt8(ascii: "@") { at = index }
    }
    guard let at, at > user + 1, at + 1 < text.count else { return nil }
    let host = (ByteSet.alphanumeric | ByteSet("-.")).run(in: text, from: at + 1)
    let end = at + 1 + host
    guard host > 0, end == text.count || text[end] == UInt8(ascii: ":") || text[end] == UInt8(ascii: "/")
    else { return nil }
    return user + 1..<at
  }
}
