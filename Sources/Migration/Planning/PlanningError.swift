/// Why a plan cannot be made: what is wrong and what to do. Thrown before anything is written.
///
/// No text in it holds a value of a source; key paths, globs and words of the rules may appear.
public struct PlanningError: Error, Hashable, Sendable {
  /// A stable name for scripts, for example `globMatchesNothing`.
  public let code: String
  /// What is wrong, in one line without a full stop.
  public let message: String
  /// What the user can do, in one line without a full stop.
  public let hint: String

  /// Makes an error.
  public init(code: String, message: String, hint: String) {
    self.code = code
    self.message = message
    self.hint = hint
  }
}

extension PlanningError {
  /// A path's text form or a pattern, fit for an error: as ``shown(_:)``, and without keys that are secrets.
  static func shown(pointer: String) -> String { shown(KeyPath.shown(pointer: pointer)) }

  /// A text of the user's or of a rules file, fit for an error: control and direction characters escaped.
  static func shown(_ text: String) -> String {
    var out = ""
    for scalar in text.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator:
        out += "\\u{" + String(scalar.value, radix: 16) + "}"
      default: out.unicodeScalars.append(scalar)
      }
    }
    return out
  }
}
