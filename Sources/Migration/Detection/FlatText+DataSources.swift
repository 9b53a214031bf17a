/// Names of data sources whose form is neither that of a URL nor of a list of fields.
extension FlatText {
  /// A data source with a password in it: the text as a whole.
  static func judgeDataSource(_ text: Span<UInt8>, _ vocabulary: borrowing Vocabulary) -> FlatFinding? {
    guard hasOraclePassword(text) || hasDriverPassword(text) || hasKeywordPassword(text, vocabulary)
    else { return nil }
    let judgement = Judgement(
      .connectionString, 90, "the value names a data source with its password", .connectionString)
    return FlatFinding(judgement: judgement, steps: [], range: text.indices)
  }

  /// `jdbc:oracle:thin:user/password@host` (Oracle Database JDBC: URLs and database specifiers).
  private static func hasOraclePassword(_ text: Span<UInt8>) -> Bool {
    for driver in ["jdbc:oracle:thin:", "jdbc:oracle:oci:"] where ASCII.hasAnyCase(driver, in: text) {
      let user = driver.utf8.count
      var slash = user
      while slash < text.count, text[slash] != UInt8(ascii: "/"), text[slash] != UInt8(ascii: "@") {
        slash += 1
      }
      var end = slash
      while end < text.count, text[end] != UInt8(ascii: "@") { end += 1 }
      return slash > user && slash < end && end < text.count && isPassword(text.extracting(slash + 1..<end))
    }
    return false
  }

  /// `user:password@tcp(host:3306)/db` (Go-MySQL-Driver: DSN).
  private static func hasDriverPassword(_ text: Span<UInt8>) -> Bool {
    var bracket = 0
    while bracket < text.count, text[bracket] != UInt8(ascii: "(") {
      if ASCII.isSpace(text[bracket]) { return false }
      bracket += 1
    }
    guard bracket < text.count else { return false }
    var at = bracket
    while at > 0, ByteSet.alphanumeric.contains(text[at - 1]) { at -= 1 }
    let protocols = ["tcp", "tcp4", "tcp6", "unix"]
    guard at > 0, text[at - 1] == UInt8(ascii: "@"),
      protocols.contains(where: { ASCII.isAnyCase($0, text.extracting(at..<bracket)) })
    else { return false }
    var close = bracket
    while close < text.count, text[close] != UInt8(ascii: ")") { close += 1 }
    guard close + 1 < text.count, text[close + 1] == UInt8(ascii: "/") else { return false }
    var colon = 0
    while colon < at - 1, text[colon] != UInt8(ascii: ":") { colon += 1 }
    return colon > 0 && colon < at - 1 && isPassword(text.extracting(colon + 1..<at - 1))
  }

  /// `host=db user=app password=… dbname=x` (PostgreSQL, libpq: keyword/value connection strings).
  private static func hasKeywordPassword(_ text: Span<UInt8>, _ vocabulary: borrowing Vocabulary) -> Bool {
    let name = ByteSet.word.run(in: text, from: 0)
    guard name > 0, name < text.count, text[name] == UInt8(ascii: "=") else { return false }
    var namesSource = false
    var words = 0
    var at = 0
    while at < text.count {
      while at < text.count, ASCII.isSpace(text[at]) { at += 1 }
      guard at < text.count else { break }
      let start = at
      at += ByteSet.word.run(in: text, from: at)
      let keyword = text.extracting(start..<at)
      namesSource =
        namesSource || ["host", "hostaddr", "dbname"].contains(where: { ASCII.isAnyCase($0, keyword) })
      guard at < text.count, text[at] == UInt8(ascii: "=") else { return false }
      let quote = UInt8(ascii: "'")
      let isQuoted = at + 1 < text.count && text[at + 1] == quote
      if isQuoted { at += 2 }
      while at < text.count, isQuoted ? text[at] != quote : !ASCII.isSpace(text[at]) { at += 1 }
      if isQuoted { at = min(at + 1, text.count) }
      words += 1
    }
    return words >= 2 && namesSource && holdsPassword(text, text.indices, separator: 0x20, vocabulary)
  }

  private static func holdsPassword(
    _ text: Span<UInt8>, _ range: Range<Int>, separator: UInt8, _ vocabulary: borrowing Vocabulary
  ) -> Bool {
    var found = false
    forEachField(in: text, range, separator: separator) { field in
      let verdict = NameVerdict(text.extracting(field.name), vocabulary)
      let value = text.extracting(unquoted(text, trimmed(text, field.value)))
      found = verdict.strength == .password && isPassword(value) && verdict.judge(value) != nil
      return !found
    }
    return found
  }
}
