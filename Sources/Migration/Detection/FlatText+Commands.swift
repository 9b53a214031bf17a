/// Commands and scripts with secrets among their words.
extension FlatText {
  /// A command line or script with an address that holds a password, with `--password=…` or with `API_TOKEN=… command`.
  static func judgeCommand(
    _ text: Span<UInt8>, _ vocabulary: borrowing Vocabulary
  ) -> FlatFinding? {
    // curl's option with a user and a password (curl(1), -u).
    let isCurl = ASCII.has("curl ", in: text)
    var isUser = false
    // Assignments among the lines of a letter are none of a shell's.
    let mayAssign = !ASCII.contains(0x0A, in: text) || ASCII.has("#!", in: text)
    var start = 0
    while start < text.count {
      guard !ASCII.isSpace(text[start]) else {
        start += 1
        continue
      }
      var end = start
      while end < text.count, !ASCII.isSpace(text[end]) { end += 1 }
      let word = unquoted(text, start..<end)
      start = end
      if isUser, holdsUserPassword(text.extracting(word)) {
        let judgement = Judgement(
          .authorization, 85, "a command in the value holds a user and a password", .credentialInText)
        return FlatFinding(judgement: judgement, steps: [], range: text.indices)
      }
      isUser =
        isCurl
        && (ASCII.equals("-u", text.extracting(word)) || ASCII.equals("--user", text.extracting(word)))
      // A text of one word is judged as what it is.
      guard word.count >= 8, end - word.lowerBound < text.count else { continue }
      if let judgement = judgeWord(text.extracting(word), mayAssign: mayAssign, vocabulary) {
        return FlatFinding(judgement: judgement, steps: [], range: text.indices)
      }
    }
    return nil
  }

  private static func holdsUserPassword(_ word: Span<UInt8>) -> Bool {
    var colon = 0
    while colon < word.count, word[colon] != UInt8(ascii: ":") { colon += 1 }
    return colon > 0 && colon + 1 < word.count && isPassword(word.extracting(colon + 1..<word.count))
  }

  static func unquoted(_ text: Span<UInt8>, _ range: Range<Int>) -> Range<Int> {
    let quotes = ByteSet("\"'")
    var (start, end) = (range.lowerBound, range.upperBound)
    while start < end, quotes.contains(text[start]) { start += 1 }
    while end > start, quotes.contains(text[end - 1]) { end -= 1 }
    return start..<end
  }

  private static func judgeWord(
    _ word: Span<UInt8>, mayAssign: Bool, _ vocabulary: borrowing Vocabulary
  ) -> Judgement? {
    if ASCII.contains(UInt8(ascii: "@"), in: word), judgesAddress(word) {
      return Judgement(
        .urlWithSecret, 85, "an address in the value holds a user and a password", .addressPassword)
    }
    var name = 0
    while name < word.count, word[name] != UInt8(ascii: "=") { name += 1 }
    guard name >= 3, name <= 64, name + 4 < word.count,
      isOption(word.extracting(0..<name)) || mayAssign && isVariable(word.extracting(0..<name))
    else { return nil }
    let verdict = NameVerdict(word.extracting(0..<name), vocabulary)
    guard let found = verdict.judge(word.extracting(unquoted(word, name + 1..<word.count))),
      found.certainty >= 75
    else {
      return nil
    }
    return Judgement(
      found.kind, min(found.certainty, 80), "an argument in the value: \(found.reason)", rule: found.rule)
  }

  /// `--api-key`
  private static func isOption(_ name: Span<UInt8>) -> Bool {
    ASCII.has("--", in: name)
      && (ByteSet.word | ByteSet(UInt8(ascii: "-"))).run(in: name, from: 2) == name.count - 2
  }

  /// `API_KEY`
  private static func isVariable(_ name: Span<UInt8>) -> Bool {
    ByteSet.upper.contains(name[0])
      && (ByteSet.upperAlphanumeric | ByteSet(UInt8(ascii: "_"))).run(in: name, from: 0) == name.count
  }
}
