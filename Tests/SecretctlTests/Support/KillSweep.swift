import Foundation
import Testing

/// Kills the tool at the N-th use of a system call, for every N, and has it run again.
struct KillSweep {
  /// Whether every call is tried, and not only those that change something that others see.
  static let isFull = ProcessInfo.processInfo.environment["SECRETFILE_FULL_SWEEPS"] == "1"
  static let isPossible = FileManager.default.isExecutableFile(atPath: "/usr/bin/strace")

  /// The calls after which a file, a name or a lock is another than before.
  static let calls: [String] =
    ["flock", "fsync", "linkat", "/^rename", "/^pwrite", "write", "utimensat", "fchmod"]
    + (isFull
      ? [
        "openat", "close", "/^pread", "/^read$", "/stat", "mmap", "munmap", "copy_file_range", "/getdents",
        "/xattr",
      ]
      : [])

  let box: Sandbox
  /// What is run, and killed.
  let command: String
  /// Puts everything as it was.
  let prepare: () throws -> Void
  /// Looks at what a killed run left; nothing may be lost at any moment.
  let afterKill: (String) throws -> Void
  /// Looks at what a run leaves that was not killed, the first or the one after.
  let atEnd: (String) throws -> Void

  func run(_ call: String) throws {
    for round in 1...2000 {
      let place = "\(call) \(round)"
      try prepare()
      let killed = try box.shell(
        "strace -f -qq -o /dev/null -e trace=none -e 'inject=\(call):signal=KILL:when=\(round)' $T \(command)"
      )
      if killed.status == 0 {
        try atEnd(place)
        return
      }
      try #require(killed.status == 137, "\(place): \(killed.status) \(killed.stderr)")
      try afterKill(place)
      let again = try box.shell("$T \(command)")
      #expect(again.status == 0, "\(place): \(again.stderr)")
      try atEnd(place)
    }
    Issue.record("\(call): never ran to its end")
  }
}
