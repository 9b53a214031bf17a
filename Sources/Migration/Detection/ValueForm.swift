/// Forms that values have when they are no secrets, whatever their key is called.
package enum ValueForm: UInt8, Sendable {
  /// None of the others.
  case other
  /// Nothing but white space.
  case empty
  /// `true`, `no`, `default`, `none`, one letter and the like.
  case answer
  /// Digits with a sign or decimal point.
  case number
  /// Something to be filled in: `<token>`, `your-api-key`, `****`, `xxxx`.
  case placeholder
  /// A pointer to where the secret is: `${TOKEN}`, `op://…`, `env:…`.
  case reference
  case uuid
  /// A date or a time.
  case date
  /// Numbers with dots: a version or an IP address.
  case version
  /// A file's path or a file URL.
  case path
  /// An absolute URL of another scheme.
  case url
  /// `com.example.app`, a host's name.
  case dottedName
  case email
  /// A hardware address.
  case hardwareAddress
  /// `#rrggbb` and lists of numbers: colours, frames, rectangles.
  case numbers
  /// Words with white space between them.
  case sentence
  /// A digest with its algorithm in front: `sha512-…` (W3C, Subresource Integrity), `SHA256:…` (ssh-keygen(1)).
  case digest
  /// Base64 or PEM of a public key or certificate.
  case publicKey
  /// Handles that vendors publish: Google client and app ids, AdMob units, resource names.
  case vendorHandle

  /// Judges a text; the caller has trimmed it.
  package static func of(_ text: Span<UInt8>, _ profile: ValueProfile) -> ValueForm {
    if text.isEmpty { return .empty }
    if isAnswer(text) || isShortcut(text) { return .answer }
    if profile.letters == 0 && profile.beyondASCII == 0 { return ofNumbers(text, profile) }
    if isUUID(text) { return .uuid }
    if isReference(text) { return .reference }
    if isPlaceholder(text, profile) { return .placeholder }
    if let form = ofAddress(text, profile) { return form }
    if isPublicKey(text) { return .publicKey }
    if isDigest(text) { return .digest }
    if isHardwareAddress(text) { return .hardwareAddress }
    if isDate(text, profile) { return .date }
    if isNumberList(text, profile) { return .numbers }
    if isVendorHandle(text) { return .vendorHandle }
    if profile.spaces >= 1, isSentence(profile) { return .sentence }
    if isDottedName(text, profile) { return .dottedName }
    return .other
  }

  // MARK: - Numbers

  private static func ofNumbers(_ text: Span<UInt8>, _ profile: ValueProfile) -> ValueForm {
    if profile.digits == 0 { return profile.count <= 2 ? .answer : .placeholder }
    var dots = 0
    var separators = 0
    for index in text.indices {
      switch text[index] {
      case UInt8(ascii: "."): dots += 1
      case UInt8(ascii: "0")...UInt8(ascii: "9"): break
      case UInt8(ascii: "-"), UInt8(ascii: "+"): if index > 0 { separators += 1 }
      default: separators += 1
      }
    }
    if separators == 0 { return dots <= 1 ? .number : .version }
    if isHardwareAddress(text) { return .hardwareAddress }
    return isDate(text, profile) ? .date : .numbers
  }

  /// Lists such as `{{0, 22}, {800, 600}}`, `1 0.5 0.25 1`, `#ff8800`, `rgba(1, 2, 3)`.
  private static func isNumberList(_ text: Span<UInt8>, _ profile: ValueProfile) -> Bool {
    if text[0] == UInt8(ascii: "#"), text.count <= 9 {
      for index in 1..<text.count where !ByteSet.hex.contains(text[index]) { return false }
      return text.count >= 4
    }
    return profile.digits >= 2 && profile.spaces + profile.symbols >= 3 && profile.letters <= 6
      && profile.digits + profile.spaces + profile.symbols >= profile.letters * 3
      && (profile.spaces > 0 || text[0] == UInt8(ascii: "{"))
  }

  /// `2024-05-01…`, `May 1, 2024`-like texts are sentences; ISO 8601 and RFC 9110 dates are dates.
  private static func isDate(_ text: Span<UInt8>, _ profile: ValueProfile) -> Bool {
    guard text.count >= 8, text.count <= 40, profile.digits >= 6 else { return false }
    let yearFirst = ByteSet.digits.run(in: text, from: 0) == 4
    if yearFirst, text.count >= 10, text[4] == text[7], !ASCII.isDigit(text[4]) {
      return ASCII.isDigit(text[5]) && ASCII.isDigit(text[6]) && ASCII.isDigit(text[8])
        && ASCII.isDigit(text[9])
        && !ByteSet.letters.contains(text[4]) && profile.letters <= 6
    }
    // `Mon, 02 Jan 2006 15:04:05 GMT`
    return text.count >= 25 && text[3] == UInt8(ascii: ",") && text[4] == 0x20 && profile.spaces >= 4
  }

  // MARK: - Words

  private static let answers = Vocabulary([
    VocabularyRow(
      .neutral,
      """
      true false yes no on off none null nil undefined default defaults auto automatic enabled disabled enable disable \
      never always all any unknown n/a na nan inf ok error failed success pending denied granted allow deny ask prompt \
      manual custom system user local remote light dark left right top bottom center up down public private basic \
      bearer token oauth oauth2 apikey anonymous guest other unset empty test.example.com keychain
      """)
  ])

  private static func isAnswer(_ text: Span<UInt8>) -> Bool {
    if text.count == 1 { return !ASCII.isDigit(text[0]) }
    guard text.count <= 20 else { return false }
    var folded = InlineArray<20, UInt8>(repeating: 0)
    for index in text.indices { folded[index] = ASCII.lowercased(text[index]) }
    return answers.find(folded.span.extracting(0..<text.count)) != nil
  }

  private static let modifiers = [
    "cmd", "ctrl", "alt", "shift", "command", "control", "option", "opt", "super", "meta", "win",
  ]
  private static let namedKeys = [
    "space", "tab", "enter", "return", "delete", "backspace", "escape", "esc", "up", "down", "left", "right",
    "home", "end",
    "pageup", "pagedown", "insert",
  ]

  /// A combination of keys: `cmd+shift+p`, `ctrl+f12`, `⌥⌘P` (U+2303, U+2318, U+2325, U+21E7).
  private static func isShortcut(_ text: Span<UInt8>) -> Bool {
    guard text.count >= 4, text.count <= 32 else { return false }
    if text[0] == 0xE2 {
      var at = 0
      while at + 3 <= text.count, text[at] == 0xE2,
        [[0x8C, 0x83], [0x8C, 0x98], [0x8C, 0xA5], [0x87, 0xA7]].contains([text[at + 1], text[at + 2]])
      {
        at += 3
      }
      // One key more: a character, which has four bytes at most.
      return at > 0 && text.count - at <= (at < text.count && text[at] >= 0x80 ? 4 : 1)
    }
    guard (3...7).contains(where: { $0 < text.count && text[$0] == UInt8(ascii: "+") }) else { return false }
    var start = 0
    for at in text.indices where text[at] == UInt8(ascii: "+") && at < text.count - 1 {
      let part = text.extracting(start..<at)
      guard modifiers.contains(where: { ASCII.isAnyCase($0, part) }) else { return false }
      start = at + 1
    }
    let key = text.extracting(start..<text.count)
    if start == 0 || key.isEmpty { return false }
    if key.count == 1 || namedKeys.contains(where: { ASCII.isAnyCase($0, key) }) { return true }
    return ASCII.lowercased(key[0]) == UInt8(ascii: "f") && key.count <= 3
      && ByteSet.digits.run(in: key, from: 1) == key.count - 1
  }

  private static func isPlaceholder(_ text: Span<UInt8>, _ profile: ValueProfile) -> Bool {
    let first = text[0]
    let last = text[text.count - 1]
    if profile.distinct <= 2 && text.count >= 3 { return true }
    switch (first, last) {
    case (UInt8(ascii: "<"), UInt8(ascii: ">")), (UInt8(ascii: "["), UInt8(ascii: "]")): return true
    case (UInt8(ascii: "%"), UInt8(ascii: "%")): return text.count > 2
    default: break
    }
    guard text.count <= 64 else { return false }
    for phrase in [
      "your_", "your-", "your ", "yourapikey", "my-api-key", "my_api_key", "changeme", "change_me",
      "change-me",
      "replace", "enter ", "enter_", "insert", "placeholder", "dummy", "example", "xxxx", "todo", "fixme",
      "redacted",
      "put_your", "add_your", "api_key_here",
    ] where ASCII.hasAnyCase(phrase, in: text) {
      return profile.readsAsWords || profile.randomness == .none
    }
    for phrase in ["_here", "-here", " here", "redacted", "placeholder", "_token_here"]
    where ASCII.hasAnyCase(phrase, in: text, at: text.count - phrase.utf8.count) {
      return profile.randomness < .high
    }
    // Bullets: U+2022, U+25CF, U+2217.
    return profile.beyondASCII == text.count && profile.distinct <= 3
  }

  private static func isReference(_ text: Span<UInt8>) -> Bool {
    if text[0] == UInt8(ascii: "$"), text.count >= 2 {
      // `$HOME`, `${env:TOKEN}`, `$(security …)`; but `$2b$12$…` is a hash.
      return text[1] == UInt8(ascii: "{") || text[1] == UInt8(ascii: "(")
        || (ByteSet.word.run(in: text, from: 1) == text.count - 1 && !ASCII.isDigit(text[1]))
    }
    if ASCII.has("{{", in: text) {
      return ASCII.has("}}", in: text, at: text.count - 2) && !ASCII.isDigit(text[2])
    }
    for scheme in [
      "op://", "env:", "vault:", "keychain:", "secret://", "secretref:", "ref+", "!secret ", "aws-vault:",
      "bw://",
    ]
    where ASCII.hasAnyCase(scheme, in: text) {
      return true
    }
    return false
  }

  private static func isSentence(_ profile: ValueProfile) -> Bool {
    profile.letters * 2 >= profile.count - profile.beyondASCII || profile.beyondASCII > 0
  }
}
