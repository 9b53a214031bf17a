import Files
import Foundation
import Testing

@Suite struct MarkerFileTests {
  let scratch: Scratch
  init() throws { scratch = try Scratch() }

  @Test func isAbsentThenPresent() throws {
    let marker = MarkerFile(scratch.path("marker"))
    #expect(marker.read() == .absent)
    try marker.write(Array("pending".utf8).span)
    #expect(marker.read() == .present(Array("pending".utf8)))
    #expect(try scratch.mode("marker") == 0o600)
    try marker.write(Array("done".utf8).span)
    #expect(try scratch.text("marker") == "done")
    try scratch.write("", to: "empty")
    #expect(MarkerFile(scratch.path("empty")).read() == .present([]))
    #expect(try scratch.names() == ["empty", "marker"])
  }

  @Test func whatIsNotCertainIsNotAbsent() throws {
    try FileManager.default.createSymbolicLink(atPath: scratch.path("dangling"), withDestinationPath: "none")
    try scratch.write("x", to: "f")
    try scratch.write(String(repeating: "x", count: 4_097), to: "large")
    try #require(unsafe mkfifo(scratch.path("pipe"), 0o600) == 0)
    func failure(_ path: Path) -> FileError.Kind? {
      if case .unreadable(let error) = MarkerFile(path).read() { error.kind } else { nil }
    }
    #expect(failure(scratch.path("dangling")) == .notFound)
    #expect(failure(scratch.path("none/marker")) == .notFound)
    #expect(failure(scratch.path("f/marker")) == .notFound)
    #expect(failure(scratch.path("large")) == .tooLarge)
    #expect(failure(scratch.path("pipe")) == .notRegular)
    #expect(failure(Path(scratch.folder)) == .notRegular)
    #expect(failure("") == .notFound)
  }

  @Test func writingNeedsTheFolder() throws {
    #expect(
      kind { () throws(FileError) in try MarkerFile(scratch.path("none/marker")).write([1].span) }
        == .cannotCreate)
  }
}

@Suite struct WitnessStoreTests {
  let scratch: Scratch
  let store: WitnessStore
  init() throws {
    scratch = try Scratch()
    store = WitnessStore(scratch.path("state/secretctl/witness"))
  }

  @Test func keepsOneEntryPerContainer() throws {
    #expect(try store.read(id: [1]) == nil)
    try store.write(id: [2], entry: [0xab, 0x00])
    try store.write(id: [1], entry: [0xff])
    try store.write(id: [2], entry: [0x0c])
    #expect(try store.read(id: [1]) == [0xff])
    #expect(try store.read(id: [2]) == [0x0c])
    #expect(try store.read(id: [3]) == nil)
    #expect(try scratch.text("state/secretctl/witness") == "secretfile-witness 1\n01 ff\n02 0c\nend 2\n")
    #expect(try scratch.mode("state/secretctl/witness") == 0o600)
    #expect(try scratch.mode("state") == 0o700)
    #expect(try scratch.mode("state/secretctl") == 0o700)
  }

  @Test func changesUnderTheLock() throws {
    try store.write(id: [1], entry: [5])
    var seen: [[UInt8]?] = []
    try store.update(id: [1]) { old in
      seen.append(old)
      return nil
    }
    try store.update(id: [2]) { old in
      seen.append(old)
      return [6]
    }
    #expect(seen == [[5], nil])
    #expect(try store.read(id: [1]) == [5])
    #expect(try store.read(id: [2]) == [6])
  }

  @Test func anUnchangedEntryWritesNothing() throws {
    try store.write(id: [1], entry: [5])
    let before = try scratch.facts("state/secretctl/witness").st_ino
    try store.write(id: [1], entry: [5])
    #expect(try scratch.facts("state/secretctl/witness").st_ino == before)
  }

  @Test func aLooseModeIsTightened() throws {
    try store.write(id: [1], entry: [5])
    try #require(unsafe chmod(scratch.path("state/secretctl/witness"), 0o644) == 0)
    try store.write(id: [1], entry: [6])
    #expect(try scratch.mode("state/secretctl/witness") == 0o600)
  }

  @Test(arguments: [
    "", "x", "secretfile-witness 2\nend 0\n", "secretfile-witness 1\n", "secretfile-witness 1\n01 ff\n",
    "secretfile-witness 1\n01 ff\nend 2\n", "secretfile-witness 1\n01 ff\nend 1",
    "secretfile-witness 1\n01\nend 1\n",
    "secretfile-witness 1\n02 ff\n01 ff\nend 2\n", "secretfile-witness 1\n01 ff\n01 ff\nend 2\n",
    "secretfile-witness 1\n01 FF\nend 1\n", "secretfile-witness 1\n01 f\nend 1\n",
    "secretfile-witness 1\n01 \nend 1\n",
    "secretfile-witness 1\n 01 ff\nend 1\n", "secretfile-witness 1\n01 ff\nend 1\n\n",
    "secretfile-witness 1\n01 ff\nend 01\n",
  ])
  func damageIsAnErrorAndStays(text: String) throws {
    let store = WitnessStore(scratch.path("witness"))
    try scratch.write(text, to: "witness")
    #expect(kind { () throws(FileError) in _ = try store.read(id: [1]) } == .malformed)
    #expect(kind { () throws(FileError) in try store.write(id: [1], entry: [1]) } == .malformed)
    #expect(try scratch.text("witness") == text)
  }

  @Test func lengthsAreLimited() throws {
    let limit = WitnessStore.maximumLength
    let longest = [UInt8](repeating: 1, count: limit)
    try store.write(id: longest, entry: longest)
    #expect(try store.read(id: longest) == longest)
    func write(_ id: [UInt8], _ entry: [UInt8]) -> FileError.Kind? {
      kind { () throws(FileError) in try store.write(id: id, entry: entry) }
    }
    #expect(write(longest + [1], [1]) == .malformed)
    #expect(write([1], longest + [1]) == .malformed)
    #expect(write([], [1]) == .malformed)
    #expect(write([1], []) == .malformed)
    #expect(try store.read(id: longest) == longest)
  }

  @Test func manyWritersLoseNothing() async throws {
    let store = store
    await withTaskGroup { group in
      for number in 0..<24 {
        group.addTask {
          #expect(
            kind { () throws(FileError) in try store.write(id: [UInt8(number)], entry: [1, UInt8(number)]) }
              == nil)
        }
      }
    }
    for number in 0..<24 { #expect(try store.read(id: [UInt8(number)]) == [1, UInt8(number)]) }
  }

  @Test func aFolderUnderTheNameIsRefused() throws {
    #expect(kind { () throws(FileError) in try Folder.create(scratch.path("a/b/c")) } == nil)
    try scratch.write("x", to: "f")
    #expect(kind { () throws(FileError) in try Folder.create(scratch.path("f")) } == .exists)
    #expect(kind { () throws(FileError) in try Folder.create(scratch.path("f/g")) } == .cannotCreate)
    #expect(
      kind { () throws(FileError) in _ = try WitnessStore(scratch.path("a")).read(id: [1]) } == .notRegular)
  }
}
