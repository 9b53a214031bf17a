/// Keys that may not be shown: those that are a secret, or have one in them. Only their form tells, so that every text
/// which names a place hides the same keys, whatever was found there.
enum SecretKeys {
  /// What stands for such a key.
  static let mask = Array("(a key that may be a secret)".utf8)

  /// Bytes of a key that are looked at.
  private static let measuredBytes = 8192
  /// Bytes under which nothing looks like a secret by itself.
  private static let shortest = 8
  private static let run = ByteSet.base64 | ByteSet.base64URL | ByteSet(UInt8(ascii: "="))

  /// Whether a key has the form of a token, an address with a password or the like, or holds a stretch that looks
  /// random. Hexadecimal digits and UUIDs are what objects are numbered with, and no sign of a secret.
  static func contain(_ key: Span<UInt8>) -> Bool {
    let text = key.extracting(0..<min(key.count, measuredBytes))
    guard text.count >= shortest else { return false }
    return WebToken.find(in: text) != nil || TokenShapes.standard.find(in: text) != nil
      || Mnemonic.wordCount(text) != nil || FlatText.judge(text, Vocabulary.standard) != nil
      || holdsAddress(text) || holdsRandomRun(text)
  }

  /// Letters with digits at two places at least: names end in a number, random text is full of them.
  private static func isRandom(_ text: Span<UInt8>) -> Bool {
    let profile = ValueProfile(text)
    guard profile.randomness == .high, !profile.isHex else { return false }
    var groups = 0
    for index in text.indices where ByteSet.digits.contains(text[index]) {
      if index == 0 || !ByteSet.digits.contains(text[index - 1]) { groups += 1 }
    }
    return groups >= 2
  }

  /// A stretch of base64's characters of either alphabet; a UUID ends it.
  private static func holdsRandomRun(_ text: Span<UInt8>) -> Bool {
    var start = 0
    var index = 0
    while index <= text.count {
      let isNumber = text.count - index >= 36 && ValueForm.isUUID(text.extracting(index..<index + 36))
      if index < text.count, !isNumber, run.contains(text[index]) {
        index += 1
        continue
      }
      if index > start, isRandom(text.extracting(start..<index)) { return true }
      index += isNumber ? 36 : 1
      start = index
    }
    return false
  }

  /// An address with a password that does not begin the key.
  private static func holdsAddress(_ text: Span<UInt8>) -> Bool {
    guard ASCII.contains(UInt8(ascii: "@"), in: text), ASCII.contains(UInt8(ascii: ":"), in: text) else {
      return false
    }
    var start = 1
    while start < text.count {
      // A scheme begins behind what cannot stand in one.
      if !ByteSet.alphanumeric.contains(text[start - 1]), ByteSet.letters.contains(text[start]),
        FlatText.judgesAddress(text.extracting(start..<text.count))
      {
        return true
      }
      start += 1
    }
    return false
  }
}

extension KeyPath {
  /// The path as it may be shown: words stand for each key that is a secret or has one in it.
  public var shown: KeyPath {
    KeyPath(
      components.map { component in
        guard case .key(let key) = component, SecretKeys.contain(key.span) else { return component }
        return .key(SecretKeys.mask)
      })
  }

  /// A path's text form, a pattern, or an account that was made of one, as it may be shown.
  public static func shown(pointer: String) -> String {
    let parts = pointer.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map {
      part in
      SecretKeys.contain(KeyPath.unescaped(part).span) ? SecretKeys.mask : Array(part)
    }
    return String(decoding: Array(parts.joined(separator: [UInt8(ascii: "/")])), as: UTF8.self)
  }
}

extension Place {
  /// The place as it may be shown: words stand for each key that is a secret or has one in it.
  public var shown: Place {
    Place(
      path.shown,
      inner: inner.map { step in
        guard case .key(let key) = step, SecretKeys.contain(key.span) else { return step }
        return .key(SecretKeys.mask)
      })
  }
}
