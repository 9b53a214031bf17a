import Files
import Foundation
import Testing

@Suite struct WalkTests {
  let scratch: Scratch
  init() throws { scratch = try Scratch() }

  /// What a walk reports, paths relative to the scratch folder, `!` before problems, the kind after what is skipped.
  private func report(_ root: Path? = nil, budget: WalkBudget = WalkBudget()) -> [String] {
    var lines: [String] = []
    let prefix = scratch.folder.utf8.count + 1
    func short(_ path: Path) -> String { String(decoding: path.bytes.dropFirst(prefix), as: UTF8.self) }
    Walk.visit(root ?? Path(scratch.folder), budget: budget) { entry in
      switch entry {
      case .file(let path, let identity): lines.append("\(short(path)) \(identity.size)")
      case .skipped(let path, let kind): lines.append("\(short(path)) \(kind)")
      case .problem(let error): lines.append("!\(short(error.path)) \(error.kind)")
      }
    }
    return lines
  }

  private func makeFolder(_ name: String) throws {
    try FileManager.default.createDirectory(atPath: scratch.path(name), withIntermediateDirectories: true)
  }

  @Test func goesThroughInOrder() throws {
    try makeFolder("b/c")
    try makeFolder("empty")
    try scratch.write("12", to: "b/c/x")
    try scratch.write("1", to: "b/a")
    try scratch.write("", to: "a")
    try scratch.write("123", to: "Z")
    #expect(report() == ["Z 3", "a 0", "b/a 1", "b/c/x 2"])
  }

  @Test func aSingleFileAndALinkAsRoot() throws {
    try makeFolder("b")
    try scratch.write("12", to: "b/f")
    try FileManager.default.createSymbolicLink(atPath: scratch.path("link"), withDestinationPath: "b")
    #expect(report(scratch.path("b/f")) == ["b/f 2"])
    #expect(report(scratch.path("link")) == ["link/f 2"])
    #expect(report(scratch.path("none")) == ["!none notFound"])
    #expect(report("/dev/null").first?.hasSuffix("device") == true)
  }

  @Test(.timeLimit(.minutes(1))) func specialFilesAreNamedAndNeverOpened() throws {
    try scratch.write("x", to: "f")
    try #require(unsafe mkfifo(scratch.path("pipe"), 0o600) == 0)
    try FileManager.default.createSymbolicLink(atPath: scratch.path("self"), withDestinationPath: ".")
    try FileManager.default.createSymbolicLink(atPath: scratch.path("up"), withDestinationPath: "..")
    try FileManager.default.createSymbolicLink(atPath: scratch.path("file"), withDestinationPath: "f")
    run(
      "python3", "-c", "import socket, sys; socket.socket(socket.AF_UNIX).bind(sys.argv[1])",
      scratch.path("socket"))
    let expected = ["f 1", "file symbolicLink", "pipe pipe", "self symbolicLink", "up symbolicLink"]
    #expect(report().filter { $0 != "socket socket" } == expected)
    #expect(
      report().contains("socket socket") == FileManager.default.fileExists(atPath: scratch.path("socket")))
  }

  @Test func theBudgetEndsIt() throws {
    for number in 0..<10 { try scratch.write("x", to: "f\(number)") }
    #expect(report(budget: WalkBudget(entries: 10)).count == 10)
    let cut = report(budget: WalkBudget(entries: 9))
    #expect(cut.count == 1 && cut[0].hasSuffix(" tooLarge"))
  }

  @Test func theDepthIsBounded() throws {
    try makeFolder("a/b/c")
    try scratch.write("x", to: "a/b/c/deep")
    try scratch.write("x", to: "a/b/f")
    try scratch.write("x", to: "z")
    #expect(report(budget: WalkBudget(depth: 3)) == ["a/b/c/deep 1", "a/b/f 1", "z 1"])
    #expect(report(budget: WalkBudget(depth: 2)) == ["!a/b/c tooLarge", "a/b/f 1", "z 1"])
  }

  @Test(.enabled(if: Machine.isRoot, "needs root to become somebody else"))
  func aFolderThatCannotBeReadIsAProblemOfItsOwn() async throws {
    try makeFolder("a")
    try scratch.write("x", to: "z", mode: 0o644)
    try #require(unsafe chmod(scratch.path("a"), 0o700) == 0 && chmod(scratch.folder, 0o755) == 0)
    let folder = scratch.folder
    await #expect(processExitsWith: .success) { [folder = folder as String] in
      try #require(setgid(65_534) == 0 && setuid(65_534) == 0)
      var kinds: [FileError.Kind] = []
      var files = 0
      Walk.visit(Path(folder)) { entry in
        switch entry {
        case .problem(let error): kinds.append(error.kind)
        case .file: files += 1
        case .skipped: break
        }
      }
      #expect(kinds == [.unreadable] && files == 1)
    }
  }

  @Test(.enabled(if: Machine.canMount, "needs to bind-mount a folder"))
  func aFolderInsideItselfIsNoLoop() throws {
    try makeFolder("a/b")
    try scratch.write("x", to: "a/f")
    try #require(run("mount", "--bind", scratch.path("a"), scratch.path("a/b")) == 0)
    defer { run("umount", "-l", scratch.path("a/b")) }
    #expect(report() == ["a/f 1"])
  }

  @Test func theVisitorMayStop() throws {
    struct Enough: Error {}
    try scratch.write("x", to: "a")
    try scratch.write("x", to: "b")
    var count = 0
    #expect(throws: Enough.self) {
      try Walk.visit(Path(scratch.folder)) { (_) throws(Enough) in
        count += 1
        throw Enough()
      }
    }
    #expect(count == 1)
  }
}
