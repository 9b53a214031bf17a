public import Foundation

/// The Swift code in the project's texts, and the code of a test, to be compared line by line.
public enum MarkdownCode {
  /// The root of the package.
  public static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent()
    .deletingLastPathComponent()

  /// The texts of a module's documentation catalogue.
  public static func catalogue(_ module: String) throws -> [URL] {
    let folder = root.appendingPathComponent("Sources/\(module)/\(module).docc")
    let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    return paths.filter { $0.hasSuffix(".md") }.sorted().map(folder.appendingPathComponent)
  }

  /// The lines of a file.
  public static func lines(_ url: URL) throws -> [String] {
    try String(contentsOf: url, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false)
      .map(String.init)
  }

  /// The lines between two that hold `begin` and `end`; nil if there are none such.
  public static func lines(of url: URL, between begin: String, and end: String) throws -> [String]? {
    let lines = try lines(url)
    guard let first = lines.firstIndex(where: { $0.contains(begin) }),
      let last = lines[first...].firstIndex(where: { $0.contains(end) })
    else { return nil }
    return Array(lines[(first + 1)..<last])
  }

  /// The blocks of Swift code in Markdown.
  public static func blocks(in lines: [String]) -> [[String]] {
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
  public static func outdented(_ lines: [String]) -> [String] {
    lines.map { $0.hasPrefix("    ") ? String($0.dropFirst(4)) : $0 }
  }
}
