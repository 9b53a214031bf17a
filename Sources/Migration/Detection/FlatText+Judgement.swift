/// A secret in one line of text, and the way to it.
package struct FlatFinding: Sendable {
  /// What it is.
  package let judgement: Judgement
  /// The way on inside the text; empty if the whole text is the secret.
  package let steps: [InnerStep]
  /// The secret's bytes in the text.
  package let range: Range<Int>
}

extension FlatText {
  /// Secrets in a form body, a cookie line, a header, a URL or a connection string: the part that is secret if
  /// it is one, else the whole text.
  package static func judge(_ text: Span<UInt8>, _ vocabulary: borrowing Vocabulary) -> FlatFinding? {
    guard text.count >= 8 else { return nil }
    let hasEquals = ASCII.contains(UInt8(ascii: "="), in: text)
    let hasColon = ASCII.contains(UInt8(ascii: ":"), in: text)
    if hasColon, let address = address(text) { return judgeAddress(text, address, vocabulary) }
    if hasColon || hasEquals, let source = judgeDataSource(text, vocabulary) { return source }
    if hasEquals, let form = form(of: text) { return judgeFields(text, form, vocabulary) }
    if hasColon, let header = judgeHeader(text, vocabulary) { return header }
    if hasEquals, let options = judgeEndpointOptions(text, vocabulary) { return options }
    if hasEquals, let settings = judgeAssignments(text, vocabulary) { return settings }
    let mayBeCommand =
      hasEquals || hasColon && (ASCII.contains(UInt8(ascii: "@"), in: text) || ASCII.has("curl ", in: text))
    if mayBeCommand, let command = judgeCommand(text, vocabulary) { return command }
    if let credential = AuthorizationText.find(in: text) {
      let judgement = Judgement(
        .authorization, 80, "the value holds a scheme and a credential, as in an Authorization header",
        .credentialInText)
      return FlatFinding(judgement: judgement, steps: [], range: credential)
    }
    if AuthorizationText.isCredential(text) {
      let judgement = Judgement(
        .authorization, 85, "the value is a scheme and a credential, as in an Authorization header",
        .credentialInText)
      return FlatFinding(judgement: judgement, steps: [], range: text.indices)
    }
    return nil
  }

  // MARK: - Fields

  private static func judgeFields(
    _ text: Span<UInt8>, _ form: Form, _ vocabulary: borrowing Vocabulary
  ) -> FlatFinding? {
    let whole = 0..<text.count
    switch form {
    case .form: return judge(fields: whole, of: text, "&", .form, "a form field", vocabulary)
    case .assignment: return judge(fields: whole, of: text, "&", .form, "an assignment", vocabulary)
    case .cookie:
      guard let found = judge(fields: whole, of: text, ";", .cookie, "a cookie", vocabulary) else {
        return nil
      }
      guard isConnectionString(text) else { return found }
      let judgement = Judgement(
        .connectionString, 92, "the value is a connection string with a password in it", .connectionString)
      return FlatFinding(judgement: judgement, steps: [], range: whole)
    }
  }

  /// Judges each `name=value` by its name. One secret field is named; several make the whole text secret.
  private static func judge(
    fields range: Range<Int>, of text: Span<UInt8>, _ separator: Unicode.Scalar, _ decoding: Decoding,
    _ word: String,
    _ vocabulary: borrowing Vocabulary
  ) -> FlatFinding? {
    var first: (field: Field, judgement: Judgement)?
    var count = 0
    forEachField(in: text, range, separator: UInt8(ascii: separator)) { field in
      let verdict = NameVerdict(text.extracting(field.name), vocabulary)
      let value = trimmed(text, field.value)
      // As a cookie's name `sessionid` says more than as another name.
      let isSession =
        decoding == .cookie && verdict.strength == .shaped && verdict.kind == .sessionToken
      guard
        let judgement = WebToken.find(in: text.extracting(value)).map({ _ in
          Judgement(.jsonWebToken, 95, "is a JSON Web Token", .webToken)
        }) ?? (isSession ? nil : verdict.judge(text.extracting(value)))
          ?? (decoding == .cookie ? judgeCookie(text, field.name, value, vocabulary) : nil)
      else { return true }
      count += 1
      if first?.judgement.certainty ?? 0 < judgement.certainty {
        first = (Field(name: field.name, value: value), judgement)
      }
      return true
    }
    guard let first else { return nil }
    let name = text.extracting(first.field.name)
    if count == 1 {
      let judgement = Judgement(
        first.judgement.kind, first.judgement.certainty, "\(word) in the value: \(first.judgement.reason)",
        rule: first.judgement.rule)
      return FlatFinding(
        judgement: judgement, steps: [.decode(decoding), .key(copy(name))], range: first.field.value)
    }
    let kind: SecretKind = decoding == .cookie ? .cookie : first.judgement.kind
    let judgement = Judgement(
      kind, first.judgement.certainty, "\(count) fields of the value are secrets", .fields)
    return FlatFinding(judgement: judgement, steps: [], range: range)
  }

  /// A cookie whose name is that of a session, where a key of the same name would be a mere identifier.
  private static func judgeCookie(
    _ text: Span<UInt8>, _ name: Range<Int>, _ value: Range<Int>, _ vocabulary: borrowing Vocabulary
  ) -> Judgement? {
    guard value.count >= 16, CookieName.isLogin(text.extracting(name), vocabulary),
      ValueProfile(text.extracting(value)).randomness == .high
    else { return nil }
    return Judgement(.cookie, 80, "the name speaks of a session and the value looks random", .cookie)
  }

  /// `Server=…;Password=…`, `AccountName=…;AccountKey=…` (ADO.NET and Azure connection strings).
  private static func isConnectionString(_ text: Span<UInt8>) -> Bool {
    var found = false
    forEachField(in: text, 0..<text.count, separator: UInt8(ascii: ";")) { field in
      let name = text.extracting(field.name)
      for known in [
        "server", "data source", "host", "endpoint", "accountname", "defaultendpointsprotocol", "database",
        "initial catalog", "user id", "uid",
      ] where ASCII.isAnyCase(known, name) {
        found = true
      }
      return !found
    }
    return found
  }

  /// `cache.example.com:6380,password=…,ssl=True` (StackExchange.Redis: configuration options).
  private static func judgeEndpointOptions(
    _ text: Span<UInt8>, _ vocabulary: borrowing Vocabulary
  ) -> FlatFinding? {
    var comma = 0
    while comma < text.count, ByteSet.word.contains(text[comma]) || [0x2D, 0x2E, 0x3A].contains(text[comma]) {
      comma += 1
    }
    guard comma >= 3, comma < text.count, text[comma] == UInt8(ascii: ",") else { return nil }
    var hasPassword = false
    forEachField(in: text, comma + 1..<text.count, separator: UInt8(ascii: ",")) { field in
      let verdict = NameVerdict(text.extracting(field.name), vocabulary)
      hasPassword =
        verdict.strength == .password && verdict.judge(text.extracting(trimmed(text, field.value))) != nil
      return !hasPassword
    }
    guard hasPassword else { return nil }
    let judgement = Judgement(
      .connectionString, 85, "the value is an endpoint with a password among its options", .connectionString)
    return FlatFinding(judgement: judgement, steps: [], range: 0..<text.count)
  }

  // MARK: - Headers

  private static func judgeHeader(_ text: Span<UInt8>, _ vocabulary: borrowing Vocabulary) -> FlatFinding? {
    var start = 0
    var lines = 0
    var found: (name: Range<Int>, value: Range<Int>, judgement: Judgement)?
    while start < text.count {
      var end = start
      var colon: Int?
      while end < text.count, text[end] != 0x0A {
        if text[end] == UInt8(ascii: ":"), colon == nil { colon = end }
        end += 1
      }
      if let colon, isHeaderName(text.extracting(start..<colon)), colon + 1 < end,
        ASCII.isSpace(text[colon + 1])
      {
        let value = trimmed(text, colon + 1..<end)
        let verdict = NameVerdict(text.extracting(start..<colon), vocabulary)
        if let judgement = verdict.judge(text.extracting(value)),
          // `password: see below` is a sentence, not a header.
          judgement.certainty > found?.judgement.certainty ?? 69
        {
          found = (start..<colon, value, judgement)
        }
      }
      lines += 1
      start = end + 1
    }
    guard let found else { return nil }
    let judgement = Judgement(
      found.judgement.kind, found.judgement.certainty,
      "a header line in the value: \(found.judgement.reason)",
      rule: found.judgement.rule)
    if lines == 1 { return FlatFinding(judgement: judgement, steps: [], range: text.indices) }
    return FlatFinding(
      judgement: judgement, steps: [.decode(.header), .key(copy(text.extracting(found.name)))],
      range: found.value)
  }

  private static func isHeaderName(_ name: Span<UInt8>) -> Bool {
    guard name.count >= 4, name.count <= 48 else { return false }
    for index in name.indices
    where !ByteSet.alphanumeric.contains(name[index]) && name[index] != UInt8(ascii: "-") {
      return false
    }
    return true
  }

  // MARK: - Addresses

  private static func judgeAddress(
    _ text: Span<UInt8>, _ address: Address, _ vocabulary: borrowing Vocabulary
  ) -> FlatFinding? {
    if let password = address.password, isPassword(text.extracting(password)) {
      let isWeb =
        ASCII.isAnyCase("https", text.extracting(address.scheme))
        || ASCII.isAnyCase("http", text.extracting(address.scheme))
      let judgement = Judgement(
        isWeb ? .urlWithSecret : .connectionString, 93, "the address holds a user and a password",
        isWeb ? .addressPassword : .connectionString)
      return FlatFinding(judgement: judgement, steps: [], range: text.indices)
    }
    for range in [address.query, address.fragment] where !range.isEmpty {
      guard let found = judge(fields: range, of: text, "&", .url, "a query parameter", vocabulary) else {
        continue
      }
      let isWhole = found.steps.isEmpty
      let judgement = Judgement(
        isWhole ? .urlWithSecret : found.judgement.kind, min(found.judgement.certainty, 85),
        found.judgement.reason, rule: found.judgement.rule)
      return FlatFinding(
        judgement: judgement, steps: found.steps, range: isWhole ? text.indices : found.range)
    }
    return judgeDriverOptions(text, address, vocabulary)
  }

  /// `jdbc:sqlserver://host;user=…;password=…` (Microsoft JDBC driver: connection URL).
  private static func judgeDriverOptions(
    _ text: Span<UInt8>, _ address: Address, _ vocabulary: borrowing Vocabulary
  ) -> FlatFinding? {
    guard address.scheme.lowerBound > 0 else { return nil }
    let options = address.host.lowerBound..<text.count
    guard let found = judge(fields: options, of: text, ";", .form, "an option", vocabulary),
      found.judgement.certainty >= 70
    else { return nil }
    let judgement = Judgement(
      .connectionString, 90, "the value is a connection string with a password in it", .connectionString)
    return FlatFinding(judgement: judgement, steps: [], range: text.indices)
  }

  /// Whether a text is an address with a password in it.
  static func judgesAddress(_ text: Span<UInt8>) -> Bool {
    guard let password = address(text)?.password else { return false }
    return isPassword(text.extracting(password))
  }

  /// Whether what stands between the colon and the `@` of an address could be a password.
  static func isPassword(_ text: Span<UInt8>) -> Bool {
    guard !text.isEmpty else { return false }
    switch ValueForm.of(text, ValueProfile(text)) {
    case .empty, .placeholder, .reference, .answer: return false
    default: break
    }
    // `{pass}` and `API_KEY` stand for what is to be put there, as do the words for it.
    let isBraced = text[0] == UInt8(ascii: "{") && text[text.count - 1] == UInt8(ascii: "}")
    let isConstant = (ByteSet.upper | ByteSet(UInt8(ascii: "_"))).containsAll(text)
    let words = ["password", "pass", "passwd", "pwd"]
    return !isBraced && !isConstant && !words.contains(where: { ASCII.isAnyCase($0, text) })
  }

  // MARK: - Ranges

  static func trimmed(_ text: Span<UInt8>, _ range: Range<Int>) -> Range<Int> {
    var start = range.lowerBound
    var end = range.upperBound
    while start < end, ASCII.isSpace(text[start]) || text[start] == UInt8(ascii: "\"") { start += 1 }
    while end > start, ASCII.isSpace(text[end - 1]) || text[end - 1] == UInt8(ascii: "\"") { end -= 1 }
    return start..<end
  }

  /// A name is no secret: it may be copied.
  private static func copy(_ name: Span<UInt8>) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(name.count)
    for index in name.indices { bytes.append(name[index]) }
    return bytes
  }
}
