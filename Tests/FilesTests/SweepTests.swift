import Files
import Foundation
import Testing

/// A commit that is killed at, or fails in, each of its system calls: old or new, never neither, and nothing is left
/// once the next writer has come by.
///
/// strace starts this very test program again with ``replaceOnce()`` alone, and does the harm.
@Suite(.enabled(if: Sweep.isPossible, "needs strace"))
struct SweepTests {
  private static let old = String(repeating: "old", count: 10_000)
  private static let new = "new" + old.dropFirst(3)

  @Test(.enabled(if: Sweep.file != nil, "runs inside the sweep only"))
  func replaceOnce() throws {
    let path = Path(try #require(Sweep.file))
    let kind: TemporaryFile.Kind = Sweep.isNamed ? .named : .unnamedIfPossible
    var replacement = try Replacement.begin(path, temporary: kind)
    try replacement.write(Array("new".utf8).span)
    try replacement.copy(from: replacement.base, range: 3..<replacement.base.size)
    try replacement.commit(times: .keep)
  }

  private static let calls = [
    "flock", "fchmod", "/xattr", "pwrite64", "copy_file_range", "linkat", "utimensat", "fsync", "/^rename",
    "close",
    "getdents64", "newfstatat",
  ]

  @Test(.enabled(if: Sweep.file == nil), arguments: calls, [false, true])
  func killedAtEveryCall(call: String, named: Bool) throws {
    let scratch = try Scratch()
    var round = 1
    // What the program does before it comes to the test is the same every time and too much to go through.
    let step = ["close", "newfstatat"].contains(call) ? 3 : 1
    while round < 400 {
      try scratch.write(Self.old, to: "f", mode: 0o640)
      let ended = Sweep.run(scratch.path("f"), named, "inject=\(call):signal=KILL:when=\(round)")
      let text = try scratch.text("f")
      #expect(text == Self.old || text == Self.new, "killed at \(call) \(round)")
      #expect(try scratch.mode("f") == 0o640)
      do { _ = try Replacement.begin(scratch.path("f")) }
      #expect(try scratch.names() == ["f"])
      if ended {
        #expect(text == Self.new)
        return
      }
      round += step
    }
  }

  /// Each call fails the first, second, … time until it is not called that often.
  @Test(
    .enabled(if: Sweep.file == nil),
    arguments: [
      ("flock", "EIO"), ("flock", "ENOLCK"), ("pwrite64", "ENOSPC"), ("pwrite64", "EDQUOT"),
      ("pwrite64", "EIO"),
      ("copy_file_range", "ENOSPC"), ("copy_file_range", "EIO"), ("linkat", "ENOSPC"), ("linkat", "EROFS"),
      ("utimensat", "EIO"), ("fsync", "EIO"), ("fsync", "ENOSPC"), ("/^rename", "EBUSY"),
      ("/^rename", "ENOSPC"),
      ("fchmod", "EPERM"),
    ])
  func failingCallsLeaveTheOldFile(call: String, error: String) throws {
    let scratch = try Scratch()
    for named in [false, true] {
      var rounds = 0
      while rounds < 20 {
        try scratch.write(Self.old, to: "f", mode: 0o640)
        let ended = Sweep.run(scratch.path("f"), named, "inject=\(call):error=\(error):when=\(rounds + 1)")
        #expect(try scratch.names() == ["f"])
        if ended { break }
        rounds += 1
        // Only the flush of the folder comes after the rename.
        let isTooLate = call == "fsync" && rounds == 2
        #expect(try scratch.text("f") == (isTooLate ? Self.new : Self.old))
      }
      #expect(rounds < 20 && (rounds > 0 || (named && call == "linkat")))
    }
  }

  @Test(
    .enabled(if: Sweep.file == nil),
    arguments: [
      ("copy_file_range", "EXDEV"), ("copy_file_range", "ENOSYS"), ("copy_file_range", "EINVAL"),
      ("fsync", "EINTR"),
      ("pwrite64", "EINTR"), ("flock", "EINTR"), ("copy_file_range", "EINTR"),
    ])
  func missingCallsAndInterruptionsAreNoErrors(call: String, error: String) throws {
    let scratch = try Scratch()
    try scratch.write(Self.old, to: "f", mode: 0o640)
    #expect(Sweep.run(scratch.path("f"), false, "inject=\(call):error=\(error):when=1"))
    #expect(try scratch.text("f") == Self.new)
  }

  /// Another writer puts a new file in place between this one's opening and locking: the lock is on the old file, and
  /// the change must be based on the new one.
  @Test(.enabled(if: Sweep.file == nil))
  func aFileReplacedBeforeTheLockIsOpenedAgain() throws {
    let scratch = try Scratch()
    try scratch.write(Self.old, to: "f")
    let path: String = scratch.path("f")
    let other = Thread {
      let deadline = Date(timeIntervalSinceNow: 20)
      while !Sweep.isOpenSomewhere(path), Date() < deadline { usleep(2_000) }
      try? scratch.write("another", to: "g")
      _ = unsafe rename(scratch.path("g"), path)
    }
    other.start()
    #expect(Sweep.run(path, false, "inject=flock:delay_enter=1000000:when=1"))
    #expect(try scratch.text("f") == "newther")
  }

  @Test(.enabled(if: Sweep.file == nil), arguments: ["EOPNOTSUPP", "EISDIR", "EINVAL"])
  func withoutUnnamedFilesANameIsUsed(error: String) throws {
    let scratch = try Scratch()
    try scratch.write(Self.old, to: "f")
    // Only unnamed files, and listings, are opened as ".".
    #expect(Sweep.run(scratch.path("f"), false, ["-P", ".", "-e", "inject=openat:error=\(error)"]))
    #expect(try scratch.text("f") == Self.new)
    #expect(try scratch.names() == ["f"])
  }
}

enum Sweep {
  static let file = ProcessInfo.processInfo.environment["FILES_SWEEP"]
  static let isNamed = ProcessInfo.processInfo.environment["FILES_SWEEP_NAMED"] != nil
  static let isPossible =
    file != nil || FilesTests.run("strace", "-o", "/dev/null", "-e", "inject=flock:error=EIO", "true") == 0

  /// Whether any process has the file open.
  static func isOpenSomewhere(_ path: String) -> Bool {
    let files = FileManager.default
    let real = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    guard let processes = try? files.contentsOfDirectory(atPath: "/proc") else { return false }
    return processes.lazy.filter { Int($0) != nil }.contains { process in
      let folder = "/proc/\(process)/fd"
      return (try? files.contentsOfDirectory(atPath: folder))?.contains { descriptor in
        (try? files.destinationOfSymbolicLink(atPath: folder + "/" + descriptor)) == real
      } ?? false
    }
  }

  /// Runs `replaceOnce` on `file` under strace; whether it ended well.
  static func run(_ file: String, _ named: Bool, _ injection: String) -> Bool {
    run(file, named, ["-e", injection])
  }

  static func run(_ file: String, _ named: Bool, _ options: [String]) -> Bool {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments =
      ["strace", "-f", "-o", "/dev/null"] + options + [
        CommandLine.arguments[0], "--testing-library", "swift-testing", "--no-parallel", "--filter",
        "FilesTests.SweepTests/replaceOnce",
      ]
    process.environment = ProcessInfo.processInfo.environment.merging(["FILES_SWEEP": file]) { $1 }
    if named { process.environment?["FILES_SWEEP_NAMED"] = "1" }
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return false }
    process.waitUntilExit()
    return process.terminationReason == .exit && process.terminationStatus == 0
  }
}
