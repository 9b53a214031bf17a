import Files
import Foundation
import Testing

/// Disks that are full or refuse to be written: the error says so and the old file is as it was.
@Suite struct FullDiskTests {
  private static let large = [UInt8](repeating: 7, count: 256 * 1_024)

  /// Replaces `path` by more than a small disk takes.
  private static func overflow(_ path: Path, _ kind: TemporaryFile.Kind) -> FileError.Kind? {
    FilesTests.kind { () throws(FileError) in
      var replacement = try Replacement.begin(path, temporary: kind)
      try replacement.write(large.span)
      try replacement.commit()
    }
  }

  @Test(.enabled(if: Machine.canMount, "needs to mount a small tmpfs"))
  func aFullDisk() throws {
    let disk = try Mount("-t", "tmpfs", "-o", "size=64k", "tmpfs")
    try disk.scratch.write("old", to: "f")
    for kind in ReplacementTests.kinds {
      #expect(Self.overflow(disk.scratch.path("f"), kind) == .noSpace)
      #expect(try disk.scratch.text("f") == "old")
      #expect(try disk.scratch.names() == ["f"])
    }
    #expect(
      kind { () throws(FileError) in try writeOutput(disk.scratch.path("g"), Self.large.span) } == .noSpace)
    // Copying inside the kernel meets the same end.
    let source = try Scratch()
    try Data(Self.large).write(to: URL(fileURLWithPath: source.path("s")))
    let file = try ReadableFile.open(source.path("s"))
    #expect(
      kind { () throws(FileError) in
        var replacement = try Replacement.begin(disk.scratch.path("f"))
        try replacement.copy(from: file, range: 0..<file.size)
      } == .noSpace)
    #expect(try disk.scratch.names() == ["f"])
    #expect(try disk.scratch.text("f") == "old")
  }

  @Test(.enabled(if: Machine.canMount, "needs to mount a small tmpfs"))
  func noRoomForAName() throws {
    let disk = try Mount("-t", "tmpfs", "-o", "size=64k,nr_inodes=3", "tmpfs")
    try disk.scratch.write("old", to: "f")
    try disk.scratch.write("old", to: "g")
    for kind in ReplacementTests.kinds {
      #expect(Self.overflow(disk.scratch.path("f"), kind) == .noSpace)
      #expect(
        FilesTests.kind { () throws(FileError) in _ = try Creation.begin(disk.scratch.path("h")) } == .noSpace
      )
    }
    #expect(try disk.scratch.text("f") == "old")
  }

  @Test func aFileSizeLimit() async throws {
    let scratch = try Scratch()
    try scratch.write("old", to: "f")
    let path: String = scratch.path("f")
    await #expect(processExitsWith: .success) { [path = path as String] in
      ignoreFileSizeSignal()
      var limit = rlimit(rlim_cur: 65_536, rlim_max: 65_536)
      #if os(Linux)
        try #require(unsafe setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0)
      #else
        try #require(unsafe setrlimit(RLIMIT_FSIZE, &limit) == 0)
      #endif
      #expect(Self.overflow(Path(path), .unnamedIfPossible) == .noSpace)
      #expect(Self.overflow(Path(path), .named) == .noSpace)
    }
    #expect(try scratch.text("f") == "old")
    #expect(try scratch.names() == ["f"])
  }

  @Test(.enabled(if: Machine.canMount, "needs to mount a tmpfs"))
  func aReadOnlyDisk() throws {
    let disk = try Mount("-t", "tmpfs", "-o", "size=64k", "tmpfs")
    try disk.scratch.write("old", to: "f")
    try #require(run("mount", "-o", "remount,ro", disk.folder) == 0)
    let path: Path = disk.scratch.path("f")
    #expect(kind { () throws(FileError) in _ = try Replacement.begin(path) } == .cannotCreate)
    #expect(
      kind { () throws(FileError) in try writeOutput(disk.scratch.path("g"), [1].span) } == .cannotCreate)
    #expect(kind { () throws(FileError) in try MarkerFile(path).write([1].span) } == .cannotCreate)
    #expect(
      kind { () throws(FileError) in try WitnessStore(disk.scratch.path("a/b")).write(id: [1], entry: [2]) }
        == .cannotCreate)
    #expect(MarkerFile(path).read() == .present(Array("old".utf8)))
  }

  @Test(.enabled(if: Machine.canForbid, "needs chattr +i"))
  func anImmutableFileOrFolder() throws {
    let scratch = try Scratch()
    try scratch.write("old", to: "f")
    try #require(run("chattr", "+i", scratch.path("f")) == 0)
    #expect(
      kind { () throws(FileError) in _ = try Replacement.begin(scratch.path("f")) } == .cannotCreate)
    run("chattr", "-i", scratch.path("f"))
    run("chattr", "+i", scratch.folder)
    defer { run("chattr", "-i", scratch.folder) }
    for temporary in ReplacementTests.kinds {
      #expect(
        kind { () throws(FileError) in
          var replacement = try Replacement.begin(scratch.path("f"), temporary: temporary)
          try replacement.write([1].span)
          try replacement.commit()
        } == .cannotCreate)
    }
    #expect(try scratch.names() == ["f"])
    #expect(try scratch.text("f") == "old")
  }

  @Test(.enabled(if: Machine.canMount, "needs to bind-mount a file"))
  func aFileThatIsAMountPoint() throws {
    let scratch = try Scratch()
    try scratch.write("outside", to: "source")
    try scratch.write("inside", to: "f")
    try #require(run("mount", "--bind", scratch.path("source"), scratch.path("f")) == 0)
    defer { run("umount", "-l", scratch.path("f")) }
    do throws(FileError) {
      var replacement = try Replacement.begin(scratch.path("f"))
      try replacement.write([1].span)
      try replacement.commit()
      Issue.record("replaced a mount point")
    } catch {
      #expect(error.kind == .cannotCreate)
      #expect(error.reason == "it is a mount point, so it cannot be replaced")
    }
    #expect(try scratch.text("source") == "outside")
    #expect(try scratch.names() == ["f", "source"])
  }

  @Test(.enabled(if: Machine.canMount, "needs a second file system"))
  func copiesBetweenFileSystems() throws {
    let disk = try Mount("-t", "tmpfs", "-o", "size=4m", "tmpfs")
    let content = (0..<700_000).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ ($0 >> 8)) }
    let scratch = try Scratch()
    try Data(content).write(to: URL(fileURLWithPath: scratch.path("s")))
    let source = try ReadableFile.open(scratch.path("s"))
    var creation = try Creation.begin(disk.scratch.path("f"))
    try creation.copy(from: source, range: 1..<700_000)
    try creation.commit()
    #expect(try Data(contentsOf: URL(fileURLWithPath: disk.scratch.path("f"))) == Data(content[1...]))
  }
}
