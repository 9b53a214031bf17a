internal import SecretCrypto

extension NameVerdict {
  /// Judges a text whose name asks for a form of its own.
  func judgeShaped(_ text: Span<UInt8>, _ form: ValueForm, _ profile: ValueProfile) -> Judgement? {
    switch kind {
    case .pin: return judgePIN(text, profile)
    case .cookie:
      if case .cookie? = FlatText.form(of: text) { return says(88, "and the value is a line of cookies") }
      if case .assignment? = FlatText.form(of: text), profile.count >= 16 {
        return says(85, "and the value is a cookie")
      }
      if profile.randomness == .high && form == .other { return says(80, "and the value looks random") }
      // An account's number, two bars and a token (Steam's log-in cookie).
      let number = ByteSet.digits.run(in: text, from: 0)
      for bars in ["%7C%7C", "||"] where number > 0 && ASCII.has(bars, in: text, at: number) {
        let token = ValueProfile(text.extracting(number + bars.utf8.count..<text.count))
        return token.randomness == .high ? says(85, "and a token stands behind a number") : nil
      }
      return nil
    case .authorization:
      if AuthorizationText.isCredential(text) { return says(95, "and the value begins with a scheme") }
      return profile.randomness >= .some && form == .other ? says(85, "and the value looks random") : nil
    case .walletSeed:
      if WeakForm.isMnemonic(text, profile) { return says(92, "and the value is a list of words") }
      return profile.randomness == .high ? says(85, "and the value looks random") : nil
    case .oneTimePasswordSeed:
      guard form == .other || form == .number || form == .numbers else { return nil }
      return profile.count >= 6 && (profile.digits > 0 || profile.randomness > .none)
        ? says(80, "and the value looks generated") : nil
    case .credential:
      if WeakForm.isBasicCredential(text, profile) {
        return says(85, "and the value decodes to a user and a password")
      }
      return profile.randomness >= .some && form == .other ? says(80, "and the value looks random") : nil
    case .sessionToken:
      // Sessions that are merely counted are numbered, or have UUIDs and their like: fewer than 32 characters, or
      // hexadecimal digits.
      guard form == .other, profile.count >= 32, profile.digits > 0, profile.randomness == .high,
        !WeakForm.isNumberedSession(text)
      else { return nil }
      return says(75, "and the value looks random")
    case .licenseKey:
      // A `serial` is that of a device as well.
      return WeakForm.isLicense(text, profile, isNamed: false)
        ? says(75, "and the value has the form of one") : nil
    default: return judgeShortPassword(form, profile)
    }
  }

  /// `pass` and `psk` also stand for other things: the value has to look like more than a word.
  private func judgeShortPassword(_ form: ValueForm, _ profile: ValueProfile) -> Judgement? {
    guard form == .other, profile.count >= 6, profile.spaces == 0 else { return nil }
    guard profile.digits + profile.symbols > 0 || !profile.readsAsWords else { return nil }
    return says(profile.randomness > .none ? 85 : 75, "and the value is more than a word")
  }

  private func judgePIN(_ text: Span<UInt8>, _ profile: ValueProfile) -> Judgement? {
    guard profile.letters == 0, profile.beyondASCII == 0, profile.digits >= 3, profile.digits <= 12 else {
      return nil
    }
    // Digits alone, or in groups as on HomeKit labels (`ddd-dd-ddd`); no dates, no decimals.
    guard profile.symbols + profile.spaces <= 3, profile.foreignSymbols == 0 else { return nil }
    return says(85, "and the value is made of digits")
  }
}

/// Forms that speak for a secret when the name only hints at one.
enum WeakForm {
  /// Twelve to twenty-four words of small letters, as BIP-39 has them (the checksum is not looked at).
  static func isMnemonic(_ text: Span<UInt8>, _ profile: ValueProfile) -> Bool {
    let words = profile.spaces + 1
    guard words >= 12, words <= 24, words % 3 == 0, profile.digits == 0, profile.symbols == 0 else {
      return false
    }
    return profile.count >= words * 4 - 1 && profile.count <= words * 9
  }

  /// Groups of capitals and digits with dashes between them. If `isNamed`, of capitals or of digits alone too: four groups
  /// or more of four characters or more, all of one length.
  static func isLicense(_ text: Span<UInt8>, _ profile: ValueProfile, isNamed: Bool = true) -> Bool {
    guard profile.count >= 14, profile.count <= 80, profile.lower == 0, profile.spaces == 0 else {
      return false
    }
    var groups = 1
    var start = 0
    var length: Int?
    var isEven = true
    for index in text.indices {
      if text[index] == UInt8(ascii: "-") {
        groups += 1
        isEven = isEven && length ?? (index - start) == index - start
        length = index - start
        start = index + 1
      } else if !ByteSet.upperAlphanumeric.contains(text[index]) {
        return false
      }
    }
    if profile.digits >= 2, profile.upper >= 2 { return groups >= 3 }
    return isNamed && groups >= 4 && isEven && text.count - start == length && length ?? 0 >= 4
      && !profile.readsAsWords
  }

  /// Names with dots that programs give to things: a domain (`com.example.app`, `mail.example.org`), a class, a picture, or
  /// the key of a caption (`login.form.heading`, `password.title`).
  static func isIdentifier(_ text: Span<UInt8>) -> Bool {
    let words = NameWords(text)
    guard words.count > 0, NameVerdict(text, .standard).strength == .silent else { return true }
    let known = [
      "com", "org", "net", "io", "de", "app", "dev", "co", "me", "ch", "uk", "fr", "eu", "us", "se", "nl",
      "info", "local",
      "internal", "java", "javax", "kotlin", "system", "string", "auth", "login", "label", "labels", "form",
      "forms",
      "lock", "fill", "heading", "text", "caption", "dialog", "screen", "service", "server", "mail", "www",
      "swift",
    ]
    for word in 0..<words.count where known.contains(where: { words.isWord(word, $0) }) { return true }
    return false
  }

  /// `sha1:salt:hash` in hexadecimal digits (Jupyter Server: preparing a hashed password).
  static func isSaltedHash(_ text: Span<UInt8>) -> Bool {
    for name in ["md5:", "sha1:", "sha256:", "sha512:"] where ASCII.has(name, in: text) {
      let salt = ByteSet.hex.run(in: text, from: name.utf8.count)
      let hash = name.utf8.count + salt + 1
      return salt >= 8 && hash < text.count && text[hash - 1] == UInt8(ascii: ":") && text.count - hash >= 32
        && ByteSet.hex.run(in: text, from: hash) == text.count - hash
    }
    return false
  }

  /// At least eight groups of four letters and digits, as people are to write a key down (Matrix specification, key
  /// representation).
  static func isKeyInGroups(_ text: Span<UInt8>) -> Bool {
    guard text.count >= 39, text.count % 5 == 4, text.count <= 512 else { return false }
    var (digits, upper) = (0, 0)
    for index in text.indices {
      if index % 5 == 4 {
        guard text[index] == 0x20 else { return false }
        continue
      }
      guard ByteSet.alphanumeric.contains(text[index]) else { return false }
      if ASCII.isDigit(text[index]) { digits += 1 }
      if ByteSet.upper.contains(text[index]) { upper += 1 }
    }
    return digits > 0 && upper > 0
  }

  /// Hexadecimal digits in groups, or a time between dashes: `session_1700000000000_k3j2h1g9x` is made where the session
  /// is counted.
  static func isNumberedSession(_ text: Span<UInt8>) -> Bool {
    if (ByteSet.hex | ByteSet("-_.:")).containsAll(text) { return true }
    let dashes = ByteSet("-_")
    var start = 0
    while start < text.count {
      var end = start
      while end < text.count, !dashes.contains(text[end]) { end += 1 }
      if end - start >= 10, end - start <= 13, end - start < text.count,
        ByteSet.digits.run(in: text, from: start) == end - start
      {
        return true
      }
      start = end + 1
    }
    return false
  }

  /// Base64 of `user:password` (RFC 7617), as container registries keep it.
  static func isBasicCredential(_ text: Span<UInt8>, _ profile: ValueProfile) -> Bool {
    guard profile.count >= 8, profile.count <= 1024, profile.foreignSymbols == 0, profile.spaces == 0,
      let decoded = EncodedText.decode(text)
    else { return false }
    return decoded.withBytes { bytes in
      guard case .text = BinaryShape.of(bytes), bytes.count >= 3 else { return false }
      for index in 1..<bytes.count - 1 where bytes[index] == UInt8(ascii: ":") { return true }
      return false
    }
  }
}

/// The value of an `Authorization` header: a scheme and what follows it (RFC 9110 §11).
enum AuthorizationText {
  private static let schemes = [
    "bearer ", "basic ", "token ", "digest ", "negotiate ", "apikey ", "ssws ", "aws4-hmac-sha256 ", "oauth ",
    "jwt ",
    "hawk ", "key ",
  ]

  /// What schemes begin with.
  private static let initials = ByteSet("bBtTdDnNaAsSoOjJhHkK")

  /// Whether a text begins with a scheme and goes on with something that could be a credential.
  static func isCredential(_ text: Span<UInt8>) -> Bool {
    // A scheme is a short word with a space behind it; most texts are told from it by that.
    guard text.count >= 10, (3...16).contains(where: { $0 < text.count && text[$0] == 0x20 }) else {
      return false
    }
    guard initials.contains(text[0]) else { return false }
    for scheme in schemes where ASCII.hasAnyCase(scheme, in: text) {
      let rest = text.extracting(scheme.utf8.count..<text.count)
      let profile = ValueProfile(rest)
      guard rest.count >= 6, profile.beyondASCII == 0 else { return false }
      if scheme == "digest " || scheme.hasPrefix("aws4") || scheme == "oauth " || scheme == "hawk " {
        return rest.count >= 20 && profile.symbols >= 2
      }
      let form = ValueForm.of(rest, profile)
      return profile.spaces == 0
        && (profile.randomness > .none || form == .uuid || profile.count >= 20 && form == .other)
    }
    return false
  }

  /// `Bearer …` or `Basic …` in the middle of a text, such as a command line with a header.
  static func find(in text: Span<UInt8>) -> Range<Int>? {
    guard text.count >= 32, ASCII.contains(0x20, in: text) else { return nil }
    for start in 1..<text.count - 20 {
      let byte = text[start]
      guard byte == UInt8(ascii: "B") || byte == UInt8(ascii: "b"), !ByteSet.word.contains(text[start - 1])
      else { continue }
      for scheme in ["bearer ", "basic "] where ASCII.hasAnyCase(scheme, in: text, at: start) {
        let token = start + scheme.utf8.count
        let length = ByteSet.token.run(in: text, from: token)
        guard length >= 16, ValueProfile(text.extracting(token..<token + length)).randomness > .none else {
          continue
        }
        return start..<token + length
      }
    }
    return nil
  }
}
