/// A service or account with gaps: `{path}` the value's path, `{key}` its last key or index, `{file}` the
/// source's name without its extension. `{{` and `}}` stand for braces.
public struct NameTemplate: Hashable, Sendable {
  private enum Part: Hashable, Sendable {
    case text(String)
    case path
    case key
    case file
  }

  /// The template as it was given.
  public let text: String
  private let parts: [Part]

  /// Reads a template.
  public init(_ text: String) throws(PlanningError) {
    self.text = text
    var parts: [Part] = []
    var literal = ""
    var rest = Substring(text)
    while let character = rest.popFirst() {
      if character == "}" {
        guard rest.popFirst() == "}" else { throw NameTemplate.unbalanced(text) }
        literal.append("}")
      } else if character != "{" {
        literal.append(character)
      } else if rest.first == "{" {
        rest.removeFirst()
        literal.append("{")
      } else {
        guard let end = rest.firstIndex(of: "}") else { throw NameTemplate.unbalanced(text) }
        if !literal.isEmpty { parts.append(.text(literal)) }
        literal = ""
        parts.append(try NameTemplate.part(String(rest[..<end])))
        rest = rest[rest.index(after: end)...]
      }
    }
    if !literal.isEmpty { parts.append(.text(literal)) }
    self.parts = parts
  }

  /// The text with its gaps filled.
  public func filled(path: KeyPath, fileName: String) -> String {
    parts.map { part in
      switch part {
      case .text(let text): text
      case .path: path.pointer
      case .key: KeyPath(path.components.suffix(1)).pointer
      case .file: Planner.service(forFile: fileName)
      }
    }.joined()
  }

  private static func part(_ name: String) throws(PlanningError) -> Part {
    switch name {
    case "path": return .path
    case "key": return .key
    case "file": return .file
    default:
      throw PlanningError(
        code: "unknownGap",
        message: "a template asks for {\(PlanningError.shown(name))}, which is not known",
        hint: "{path}, {key} and {file} are; write {{ and }} for braces")
    }
  }

  private static func unbalanced(_ text: String) -> PlanningError {
    PlanningError(
      code: "unbalancedBraces",
      message: "the braces of the template \(PlanningError.shown(text)) are not closed",
      hint: "write {{ and }} for braces themselves")
  }
}

extension NameTemplate {
  /// The template of a service that nobody names: the file's name.
  static let file = NameTemplate(text: "{file}", parts: [.file])

  private init(text: String, parts: [Part]) {
    self.text = text
    self.parts = parts
  }

  /// The template that gives this text, whatever braces it has.
  init(literal name: String) {
    text = name.map { $0 == "{" ? "{{" : $0 == "}" ? "}}" : String($0) }.joined()
    parts = name.isEmpty ? [] : [.text(name)]
  }
}
