/// A pattern over the text form of a ``KeyPath``: `*` any run inside one component, `?` one character,
/// `**` as a whole component any number of components, `\` takes the next character as it is.
public struct Glob: Hashable, Sendable {
  /// One character of a component's pattern.
  private enum Element: Hashable, Sendable {
    case one(Unicode.Scalar)
    case any
    case run
  }

  /// One component's pattern; `nil` stands for `**`.
  private let parts: [[Element]?]
  /// The pattern as it was given.
  public let text: String

  /// Reads a pattern; every text is one.
  public init(_ text: String) {
    self.text = text
    var parts: [[Element]?] = []
    var part: [Element] = []
    var stars = 0
    var escaped = false
    func finish() {
      parts.append(stars == 2 && part == [.run, .run] ? nil : part)
      part = []
      stars = 0
    }
    for scalar in text.unicodeScalars {
      if escaped {
        part.append(.one(scalar))
        escaped = false
        continue
      }
      switch scalar {
      case "\\": escaped = true
      case "/": finish()
      case "?": part.append(.any)
      case "*":
        part.append(.run)
        stars += 1
      default: part.append(.one(scalar))
      }
    }
    if escaped { part.append(.one("\\")) }
    finish()
    self.parts = parts
  }

  /// Whether the whole path fits the pattern.
  public func matches(_ path: KeyPath) -> Bool {
    let components = path.components.map { component in
      var bytes: [UInt8] = []
      component.appendEscaped(to: &bytes)
      return Array(String(decoding: bytes, as: UTF8.self).unicodeScalars)
    }
    return Glob.fits(
      parts, components, isRun: { $0 == nil },
      fitsOne: { part, component in
        guard let part else { return true }
        return Glob.fits(part, component, isRun: { $0 == .run }, fitsOne: { $0 == .any || $0 == .one($1) })
      })
  }

  /// The usual matching with one point of return, so that hostile patterns cost at most n × m steps.
  private static func fits<Pattern, Value>(
    _ pattern: [Pattern], _ values: [Value], isRun: (Pattern) -> Bool, fitsOne: (Pattern, Value) -> Bool
  ) -> Bool {
    var p = 0
    var v = 0
    var back: (pattern: Int, value: Int)?
    while v < values.count {
      if p < pattern.count, isRun(pattern[p]) {
        back = (p, v)
        p += 1
      } else if p < pattern.count, fitsOne(pattern[p], values[v]) {
        p += 1
        v += 1
      } else if let last = back {
        back = (last.pattern, last.value + 1)
        p = last.pattern + 1
        v = last.value + 1
      } else {
        return false
      }
    }
    while p < pattern.count, isRun(pattern[p]) { p += 1 }
    return p == pattern.count
  }
}

extension KeyPath {
  /// Whether the path's text form fits the pattern.
  public func matches(_ glob: Glob) -> Bool { glob.matches(self) }

  /// Whether the path or one of the containers that it leads through fits the pattern.
  public func isCovered(by glob: Glob) -> Bool {
    (0...components.count).contains { glob.matches(KeyPath(Array(components.prefix($0)))) }
  }
}
