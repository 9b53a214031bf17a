import Foundation

/// The Swift code in the project's texts, and the code of a test, to be compared line by line.
enum MarkdownCode {
  /// The root of the package.
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// The lines of a file.
  static func lines(_ url: URL) throws -> [String] {
    try String(contentsOf: url, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false)
      .map(String.init)
  }

  /// The lines between two that hold `begin` and `end`; nil if there are none such.
  static func lines(of url: URL, between begin: String, and end: String) throws -> [String]? {
    let lines = try lines(url)
    guard let first = lines.firstIndex(where: { $0.contains(begin) }),
      let last = lines[first...].firstIndex(where: { $0.contains(end) })
    else { return nil }
    return Array(lines[(first + 1)..<last])
  }

  /// The blocks of Swift code in Markdown.
  static func blocks(in lines: [String]) -> [[String]] {
    var blocks: [[String]] = []
    var block: [String]?
    for line in lines {
      if line == "```swift" {
        block = []
      } else if line == "```", let done = block {
        blocks.append(done)
        block = nil
      } else {
        block?.append(line)
      }
    }
    return blocks
  }

  /// The lines without the indentation of a test's body.
  static func outdented(_ lines: [String]) -> [String] {
    lines.map { $0.hasPrefix("    ") ? String($0.dropFirst(4)) : $0 }
  }
}
