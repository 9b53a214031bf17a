import SecretFile

/// Items by the options of the command line.
enum ItemNaming {
  /// The query that the selecting options make; without any of them, every item.
  static func query(_ arguments: ParsedArguments, now: Int64) throws(Outcome) -> ItemQuery {
    var query = try nameQuery(arguments)
    query.isSynchronizable = synchronizable(arguments)
    if let text = arguments.value(.accessibility) {
      query.accessibility = [try accessibility(text)]
    }
    query.label = try arguments.text(.label)
    query.comment = try arguments.text(.comment)
    query.type = try arguments.value(.type).map { (text) throws(Outcome) in
      try FourCharacterCode.parse(text, "type")
    }
    if arguments.has(.expired) { query.expiredAt = now }
    return query
  }

  /// The part of the query that names do, for verbs whose other options say what to change.
  static func nameQuery(_ arguments: ParsedArguments) throws(Outcome) -> ItemQuery {
    try arguments.exclude(.service, .server)
    var query = ItemQuery()
    query.accessGroup = arguments.value(.accessGroup)
    query.service = arguments.value(.service) ?? arguments.value(.server)
    query.account = arguments.value(.account)
    if let device = try device(arguments) { query.also = { $0.device == device } }
    if isInternet(arguments) {
      query.itemClass = .internetPassword
      query.port = try arguments.number(.port, in: 0...65_535).map { UInt32($0) }
      query.path = arguments.value(.path)
      query.protocolName = try arguments.value(.protocolName).map { (text) throws(Outcome) in
        try ProtocolName.code(text)
      }
    } else if arguments.has(.itemClass) || arguments.has(.service) {
      query.itemClass = .genericPassword
    }
    return query
  }

  /// The name of the item that is to be written: what is not given is empty.
  static func name(_ arguments: ParsedArguments) throws(Outcome) -> IdentityParts {
    try arguments.exclude(.service, .server)
    let group = arguments.value(.accessGroup) ?? []
    let account = arguments.value(.account) ?? []
    if isInternet(arguments) {
      guard let server = arguments.value(.server) ?? arguments.value(.service) else {
        throw .usage(
          "\(arguments.verb.name) needs --server NAME for an internet password",
          hint: "and -a ACCOUNT, if the server has several")
      }
      var name = IdentityParts(server: server, account: account, accessGroup: group)
      name.port = UInt32(try arguments.number(.port, in: 0...65_535) ?? 0)
      name.path = arguments.value(.path) ?? []
      name.protocolName = try ProtocolName.code(arguments.value(.protocolName) ?? [])
      return name
    }
    guard let service = arguments.value(.service) else {
      throw .usage(
        "\(arguments.verb.name) needs -s SERVICE", hint: "and -a ACCOUNT, if the service has several")
    }
    return IdentityParts(service: service, account: account, accessGroup: group)
  }

  /// Yes, no, or not said.
  static func synchronizable(_ arguments: ParsedArguments) -> Bool? {
    guard arguments.has(.synchronizable) else { return nil }
    return arguments.value(.synchronizable)?.elementsEqual("no".utf8) != true
  }

  static func accessibility(_ text: [UInt8]) throws(Outcome) -> Accessibility {
    guard let accessibility = Accessibility(rawValue: try AccessibilityName.number(text)) else {
      throw .usage(
        "--accessibility \(Escaping.visible(text)): not known",
        hint: "one of \(AccessibilityName.all.joined(separator: ", "))")
    }
    return accessibility
  }

  /// What was asked for, in words: `service a, account b`.
  static func words(_ arguments: ParsedArguments) -> String {
    var filters: [Option] = [
      .itemClass, .service, .server, .account, .accessGroup, .port, .path, .protocolName, .boundTo,
    ]
    // To edit, the others are what is to be.
    if arguments.verb != .edit { filters += [.accessibility, .label, .comment, .type] }
    var words: [String] = []
    for option in filters where arguments.has(option) {
      let name = option == .accessGroup ? "group" : option == .boundTo ? "bound to" : option.spec.name
      words.append("\(name) \(Escaping.visible(arguments.value(option) ?? []))")
    }
    if arguments.has(.synchronizable), arguments.verb != .edit {
      words.append(synchronizable(arguments) == false ? "not synchronizable" : "synchronizable")
    }
    if arguments.has(.expired) { words.append("expired") }
    return words.joined(separator: ", ")
  }

  /// The device of `--bound-to`; nil: not said, `.some(nil)`: none.
  private static func device(_ arguments: ParsedArguments) throws(Outcome) -> DeviceID?? {
    guard let text = arguments.value(.boundTo) else { return .none }
    if text.elementsEqual("none".utf8) { return .some(nil) }
    guard let id = DeviceID(hexadecimal: String(decoding: text, as: Unicode.UTF8.self)) else {
      throw .usage(
        "--bound-to \(Escaping.visible(text)): not a device's id",
        hint: "32 hexadecimal digits, as list --json shows them, or none")
    }
    return id
  }

  private static func isInternet(_ arguments: ParsedArguments) -> Bool {
    if let text = arguments.value(.itemClass) { return text.elementsEqual("internet".utf8) }
    return [Option.server, .port, .path, .protocolName].contains(where: arguments.has)
  }
}
