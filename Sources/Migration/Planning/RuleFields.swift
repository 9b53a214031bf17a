/// The fields of one dictionary of a rules file or a baseline. These hold no secrets, so their text may be copied.
struct RuleFields {
  let document: Document
  /// The dictionary, in the words of an error.
  let place: String
  private let kind: Kind
  private let entries: [(name: String, value: NodeID)]

  /// What is read, by the code of its errors.
  enum Kind: String {
    case rules = "malformedRules"
    case baseline = "malformedBaseline"

    fileprivate var form: String {
      switch self {
      case .rules: "rules are written as {\"version\": 1, \"rules\": [{\"keyPath\": \"…\"}]}"
      case .baseline: "scan --write-baseline FILE writes one"
      }
    }
  }

  init(
    _ document: Document, _ id: NodeID, at place: String, kind: Kind = .rules
  ) throws(PlanningError) {
    self.document = document
    self.place = place
    self.kind = kind
    guard document.node(id).kind == .dictionary else {
      throw PlanningError(code: kind.rawValue, message: "\(place) is no dictionary", hint: kind.form)
    }
    entries = document.children(of: id).compactMap { child in
      child.key.map { (String(decoding: document.key($0), as: UTF8.self), child.value) }
    }
  }

  func wrong(_ what: String, _ hint: String) -> PlanningError {
    PlanningError(code: kind.rawValue, message: "\(place) \(what)", hint: hint)
  }

  /// Every field must be known and stand once.
  func allowOnly(_ names: [String]) throws(PlanningError) {
    var seen: Set<String> = []
    for entry in entries {
      guard names.contains(entry.name) else {
        throw PlanningError(
          code: "unknownField",
          message: "\(place) has a field \(PlanningError.shown(entry.name)) that is not known",
          hint: "known are \(names.joined(separator: ", "))")
      }
      guard seen.insert(entry.name).inserted else {
        throw wrong("says \(entry.name) twice", "leave one of them out")
      }
    }
  }

  private func value(_ name: String) -> NodeID? { entries.first { $0.name == name }?.value }

  private func text(of id: NodeID) -> String { String(decoding: document.key(id), as: UTF8.self) }

  func text(_ name: String) throws(PlanningError) -> String? {
    guard let id = value(name) else { return nil }
    guard document.node(id).kind == .string else {
      throw wrong("has a \(name) that is no text", "put it in quotes")
    }
    return text(of: id)
  }

  func boolean(_ name: String) throws(PlanningError) -> Bool? {
    guard let id = value(name) else { return nil }
    guard let boolean = document.boolean(of: id) else {
      throw wrong("has a \(name) that is neither true nor false", "write true or false without quotes")
    }
    return boolean
  }

  func integer(_ name: String) throws(PlanningError) -> Int? {
    guard let id = value(name) else { return nil }
    guard document.node(id).kind == .integer, let number = document.integer(of: id),
      let small = Int(exactly: number)
    else { throw wrong("has a \(name) that is no whole number", "write a number without quotes") }
    return small
  }

  /// So many bytes in hexadecimal digits.
  func hexadecimal(_ name: String, count: Int) throws(PlanningError) -> [UInt8] {
    let digits = Array((try text(name) ?? "").utf8)
    var bytes: [UInt8] = []
    var index = 0
    while index + 1 < digits.count, let high = ASCII.hexValue(digits[index]),
      let low = ASCII.hexValue(digits[index + 1])
    {
      bytes.append(high << 4 | low)
      index += 2
    }
    guard bytes.count == count, index == digits.count else {
      throw wrong("has no \(name) of \(count * 2) hexadecimal digits", kind.form)
    }
    return bytes
  }

  func elements(_ name: String) throws(PlanningError) -> [NodeID] {
    guard let id = value(name) else { return [] }
    guard document.node(id).kind == .array else {
      throw wrong("has \(name) that are no list", "put them in [ and ]")
    }
    return document.children(of: id).map(\.value)
  }

  func choice<Choice: RawRepresentable>(_ name: String, _: Choice.Type) throws(PlanningError) -> Choice?
  where Choice.RawValue == String {
    guard let text = try text(name) else { return nil }
    guard let choice = Choice(rawValue: text) else {
      throw wrong(
        "has the \(name) \(PlanningError.shown(text)), which is not known",
        name == "default" ? "detect and ignore are" : "import, ignore and delete are")
    }
    return choice
  }

  func template(_ name: String) throws(PlanningError) -> NameTemplate? {
    guard let text = try text(name) else { return nil }
    return try NameTemplate(text)
  }

  /// A list of words, or one text with commas between them.
  func texts(_ name: String) throws(PlanningError) -> [String]? {
    guard let id = value(name) else { return nil }
    if document.node(id).kind == .string {
      return text(of: id).split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    var texts: [String] = []
    for element in try elements(name) {
      guard document.node(element).kind == .string else {
        throw wrong("has \(name) that are no texts", "put them in quotes")
      }
      texts.append(text(of: element))
    }
    return texts
  }

  /// The way into a value, as JSON output writes it: `[{"decode": "json"}, "auth", 0]`.
  func steps(_ name: String) throws(PlanningError) -> [InnerStep] {
    var steps: [InnerStep] = []
    for element in try elements(name) {
      switch document.node(element).kind {
      case .string: steps.append(.key(document.key(element)))
      case .integer:
        guard let number = document.integer(of: element), let index = Int(exactly: number), index >= 0 else {
          throw wrong("has an index in \(name) that is below zero", "count from zero")
        }
        steps.append(.index(index))
      default:
        let step = try RuleFields(document, element, at: "\(place), \(name)", kind: kind)
        try step.allowOnly(["decode"])
        guard let word = try step.text("decode"), let decoding = Decoding(rawValue: word) else {
          throw wrong(
            "has a step in \(name) that is not known",
            "json, plist, nskeyedarchiver, base64, form, cookie, header and url are")
        }
        steps.append(.decode(decoding))
      }
    }
    return steps
  }
}
