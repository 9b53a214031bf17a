import Foundation

/// The few things that this tool does with files.
enum Disk {
  static func makeFolder(_ path: String) throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  static func write(_ bytes: Bytes, to path: String) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: path))
  }

  static func read(_ path: String) throws -> Bytes {
    Bytes(try Data(contentsOf: URL(fileURLWithPath: path)))
  }

  /// Says what is wrong where it does not mix with results.
  static func complain(_ text: String) {
    try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
  }
}
