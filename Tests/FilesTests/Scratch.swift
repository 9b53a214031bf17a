import Files
import Foundation
import Testing

/// A folder of its own for one test, removed at its end.
final class Scratch: Sendable {
  let folder: String

  init(in parent: String = NSTemporaryDirectory()) throws {
    folder = parent + "/files-test-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  func path(_ name: String) -> String { folder + "/" + name }
  func path(_ name: String) -> Path { Path(folder + "/" + name) }

  /// Writes a file without the module under test.
  func write(_ text: String, to name: String, mode: mode_t = 0o600) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: path(name)))
    try #require(unsafe chmod(path(name), mode) == 0)
  }

  func text(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(fileURLWithPath: path(name))), as: UTF8.self)
  }

  func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: folder).sorted() }

  func facts(_ name: String) throws -> stat {
    var facts = stat()
    try #require(unsafe lstat(path(name), &facts) == 0)
    return facts
  }

  func mode(_ name: String) throws -> UInt32 { try facts(name).st_mode & 0o7777 }
}

/// The kind of the error that `body` throws; nil if it throws none.
func kind(_ body: () throws(FileError) -> Void) -> FileError.Kind? {
  do throws(FileError) {
    try body()
    return nil
  } catch {
    return error.kind
  }
}

/// Runs a program to its end and returns its exit code.
@discardableResult
func run(_ program: String, _ arguments: String...) -> Int32 {
  let process = Process()
  process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
  process.arguments = [program] + arguments
  process.standardOutput = FileHandle.nullDevice
  process.standardError = FileHandle.nullDevice
  guard (try? process.run()) != nil else { return -1 }
  process.waitUntilExit()
  return process.terminationStatus
}

/// What this machine lets tests do; tests that need more are skipped by name.
enum Machine {
  static let isRoot = geteuid() == 0
  static let canMount: Bool = {
    guard isRoot, let scratch = try? Scratch() else { return false }
    guard run("mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", scratch.folder) == 0 else { return false }
    return run("umount", scratch.folder) == 0
  }()
  static let canForbid: Bool = {
    guard isRoot, let scratch = try? Scratch() else { return false }
    defer { run("chattr", "-i", scratch.folder) }
    return run("chattr", "+i", scratch.folder) == 0
  }()
  static let hasPython = run("python3", "-c", "import fcntl, os; os.setxattr") == 0
}

/// A mounted file system of its own, unmounted at the end.
final class Mount: Sendable {
  let scratch: Scratch
  var folder: String { scratch.folder }

  init(_ arguments: String...) throws {
    scratch = try Scratch()
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["mount"] + arguments + [scratch.folder]
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
  }

  deinit { run("umount", "-l", scratch.folder) }
}
