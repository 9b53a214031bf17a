import Files
import Foundation
import Testing

@Suite struct LockTests {
  let scratch: Scratch
  init() throws { scratch = try Scratch() }

  @Test func aSecondWriterIsToldAtOnce() throws {
    try scratch.write("x", to: "f")
    let first = try Replacement.begin(scratch.path("f"))
    #expect(kind { () throws(FileError) in _ = try Replacement.begin(scratch.path("f")) } == .busy)
    _ = consume first
    #expect(kind { () throws(FileError) in _ = try Replacement.begin(scratch.path("f")) } == nil)
  }

  @Test func theLockOutlivesTheCommit() throws {
    try scratch.write("x", to: "f")
    var first = try Replacement.begin(scratch.path("f"))
    try first.write([1].span)
    let committed = try first.commit().file
    #expect(kind { () throws(FileError) in _ = try Replacement.begin(scratch.path("f")) } == .busy)
    _ = consume first
    #expect(kind { () throws(FileError) in _ = try Replacement.begin(scratch.path("f")) } == nil)
    #expect(try committed.read(at: 0, count: 1) == [1])
  }

  @Test func waitingEnds() throws {
    try scratch.write("x", to: "f")
    let first = try Replacement.begin(scratch.path("f"))
    let start = ContinuousClock.now
    #expect(
      kind { () throws(FileError) in
        _ = try Replacement.begin(scratch.path("f"), waitForLock: .wait(seconds: 1))
      } == .busy)
    #expect(ContinuousClock.now - start >= .seconds(1))
    _ = consume first
  }

  @Test func readersTakeNoLock() throws {
    try scratch.write("x", to: "f")
    let writer = try Replacement.begin(scratch.path("f"))
    #expect(try ReadableFile.open(scratch.path("f")).read(at: 0, count: 1) == [0x78])
    _ = consume writer
  }

  @Test(.enabled(if: Machine.hasPython, "needs python3"))
  func locksOutOtherPrograms() throws {
    try scratch.write("x", to: "f")
    let script = """
      import fcntl, sys
      try: fcntl.flock(open(sys.argv[1], 'r+'), fcntl.LOCK_EX | fcntl.LOCK_NB)
      except BlockingIOError: sys.exit(9)
      """
    let writer = try Replacement.begin(scratch.path("f"))
    #expect(run("python3", "-c", script, scratch.path("f")) == 9)
    _ = consume writer
    #expect(run("python3", "-c", script, scratch.path("f")) == 0)
  }

  @Test func writersInSeveralProcessesLoseNothing() async throws {
    try scratch.write("0", to: "f")
    let path: String = scratch.path("f")
    await withTaskGroup { group in
      for _ in 0..<4 {
        group.addTask {
          await #expect(processExitsWith: .success) { [path = path as String] in
            for _ in 0..<50 {
              var replacement = try Replacement.begin(Path(path), waitForLock: .wait(seconds: 60))
              let old = try replacement.base.read(at: 0, count: Int(replacement.base.size))
              let number = try #require(Int(String(decoding: old, as: UTF8.self)))
              try replacement.write(Array("\(number + 1)".utf8).span)
              try replacement.commit()
            }
          }
        }
      }
    }
    #expect(try scratch.text("f") == "200")
    #expect(try scratch.names() == ["f"])
  }

  @Test func aKilledWriterLeavesTheOldFileAndNoLock() async throws {
    try scratch.write("old", to: "f")
    let path: String = scratch.path("f")
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
      var replacement = try Replacement.begin(Path(path), temporary: .named)
      try replacement.write([1, 2, 3].span)
      kill(getpid(), SIGKILL)
    }
    #expect(try scratch.names().count == 2)
    #expect(try scratch.text("f") == "old")
    do { _ = try Replacement.begin(scratch.path("f")) }
    #expect(try scratch.names() == ["f"])
  }

  @Test func onlyStaleTemporariesOfThisFileAreRemoved() throws {
    try scratch.write("x", to: "f")
    try scratch.write("x", to: "g")
    let stale = [".secretfile-f-0123456789abcdef", ".secretfile-f-fedcba9876543210"]
    let kept = [
      ".secretfile-f-0123456789abcdeg", ".secretfile-f-0123456789ABCDEF", ".secretfile-f-0123456789abcde",
      ".secretfile-f-x-0123456789abcdef", ".secretfile-g-0123456789abcdef", "secretfile-f-0123456789abcdef",
    ]
    for name in stale + kept { try scratch.write("x", to: name) }
    // Two names of one file, and a link, are not a writer's.
    try FileManager.default.linkItem(
      atPath: scratch.path("g"), toPath: scratch.path(".secretfile-f-0000000000000001"))
    try FileManager.default.createSymbolicLink(
      atPath: scratch.path(".secretfile-f-0000000000000002"), withDestinationPath: "f")
    do { _ = try Replacement.begin(scratch.path("f")) }
    #expect(
      try scratch.names()
        == (kept + ["f", "g", ".secretfile-f-0000000000000001", ".secretfile-f-0000000000000002"]).sorted())
  }

  @Test func aLockedTemporaryIsNotStale() throws {
    try scratch.write("x", to: "f")
    try scratch.write("x", to: ".secretfile-f-0123456789abcdef")
    let owner = unsafe open(scratch.path(".secretfile-f-0123456789abcdef"), O_RDONLY)
    try #require(owner >= 0 && flock(owner, LOCK_EX) == 0)
    do { _ = try Replacement.begin(scratch.path("f")) }
    #expect(try scratch.names() == [".secretfile-f-0123456789abcdef", "f"])
    close(owner)
    do { _ = try Replacement.begin(scratch.path("f")) }
    #expect(try scratch.names() == ["f"])
  }

  @Test func longNamesWithOneBeginningAreToldApart() throws {
    let first = String(repeating: "n", count: 254) + "a"
    let second = String(repeating: "n", count: 254) + "b"
    try scratch.write("x", to: first)
    try scratch.write("x", to: second)
    var writer = try Replacement.begin(scratch.path(first), temporary: .named)
    try writer.createTemporary()
    let name = try #require(try scratch.names().first { $0.hasPrefix(".secretfile-") })
    #expect(name.utf8.count == 255)
    try #require(unsafe link(scratch.path(name), scratch.path("copy")) == 0)
    _ = consume writer
    // As if it had been killed.
    try #require(unsafe rename(scratch.path("copy"), scratch.path(name)) == 0)
    do { _ = try Replacement.begin(scratch.path(second)) }
    #expect(try scratch.names().count == 3)
    do { _ = try Replacement.begin(scratch.path(first)) }
    #expect(try scratch.names() == [first, second])
  }
}
