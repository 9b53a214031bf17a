/// The fields of one dictionary of a rules file. Rules hold no secrets, so their text may be copied.
struct RuleFields {
  let document: Document
  /// The dictionary, in the words of an error.
  let place: String
  private let entries: [(name: String, value: NodeID)]

  init(_ document: Document, _ id: NodeID, at place: String) throws(PlanningError) {
    self.document = document
    self.place = place
    guard document.node(id).kind == .dictionary else {
      throw PlanningError(
        code: "malformedRules", message: "\(place) is no dictionary",
        hint: "rules are written as {\"version\": 1, \"rules\": [{\"keyPath\": \"…\"}]}")
    }
    entries = document.children(of: id).compactMap { child in
      child.key.map { (String(decoding: document.key($0), as: UTF8.self), child.value) }
    }
  }

  func wrong(_ what: String, _ hint: String) -> PlanningError {
    PlanningError(code: "malformedRules", message: "\(place) \(what)", hint: hint)
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
        let step = try RuleFields(document, element, at: "\(place), \(name)")
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
