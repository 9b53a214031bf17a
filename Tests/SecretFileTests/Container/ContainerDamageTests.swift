import Files
import SecretCrypto
import SecretFile
import Testing

/// Every byte of a small container, changed: never accepted, and the error of the stage that reads it.
@Suite struct ContainerDamageTests {
  /// The file of the worked example, with a second item and so a previous mac.
  static func make(_ folder: TemporaryFolder) throws -> [UInt8] {
    let container = try ContainerBasicTests.example(folder)
    try container.update(Fixture.commitOptions(0x54)) { (change) throws(SecretFileError) in
      try change.set(Fixture.item("mail", "you", "other"))
    }
    return try folder.bytes()
  }

  static func verify(_ folder: TemporaryFolder) -> SecretFileError.Code? {
    thrown { _ = try Container.open(at: folder.path(), with: Fixture.credentials()).verify() }
  }

  /// The error that a change of one byte must give, by where it is.
  static func expected(_ offset: Int, _ inspection: Inspection) -> Set<String> {
    let regions = inspection.regions.filter { $0.offset <= offset && offset < Int($0.offset + $0.length) }
    let top = regions.first?.name ?? ""
    if top == "header" {
      switch regions.last?.name {
      case "magic": return ["framing", "notSecretFile"]
      case "headerLength": return ["framing", "headerHash"]
      // The hash does not cover the MAC, which is wrong for every key then.
      case "mac": return ["unlock"]
      // Another version too: the copy at the end tells that it is damage.
      default: return ["headerHash"]
      }
    }
    switch top {
    case "root": return ["root"]
    case "segments": return ["page", "payload"]
    default: return ["copies"]
    }
  }

  @Test func everyByteChanged() throws {
    let folder = try TemporaryFolder()
    let original = try Self.make(folder)
    let inspection = try Container.inspect(folder.path())
    #expect(inspection.problems.isEmpty)
    #expect(
      inspection.regions.filter { $0.depth == 0 }.reduce(0) { $0 + $1.length } == UInt64(original.count))
    for offset in original.indices {
      let mask: UInt8 = offset.isMultiple(of: 2) ? 0x01 : 0x80
      var bytes = original
      bytes[offset] ^= mask
      try folder.write(bytes)
      let found = Self.verify(folder)
      let wanted = Self.expected(offset, inspection)
      if !wanted.contains(found?.name ?? "accepted") {
        Issue.record("byte \(offset) ^ \(mask): \(found?.name ?? "accepted"), not \(wanted)")
      }
    }
  }

  @Test func everyLengthCut() throws {
    let folder = try TemporaryFolder()
    let original = try Self.make(folder)
    let headerLength = Int(try Container.inspect(folder.path()).regions[0].length)
    for length in original.indices where length < headerLength || length.isMultiple(of: 5) {
      try folder.write(Array(original[..<length]))
      let found = Self.verify(folder)?.name ?? "accepted"
      let wanted = length == 0 ? "notSecretFile" : length < headerLength ? "framing" : "length"
      if found != wanted { Issue.record("\(length) bytes: \(found), not \(wanted)") }
    }
  }

  @Test func bytesInsertedAndDeleted() throws {
    let folder = try TemporaryFolder()
    let original = try Self.make(folder)
    for offset in stride(from: 0, to: original.count, by: 7) {
      var more = original
      more.insert(0x0A, at: offset)
      var fewer = original
      fewer.remove(at: offset)
      for bytes in [more, fewer] {
        try folder.write(bytes)
        if Self.verify(folder) == nil { Issue.record("accepted: a byte inserted or deleted at \(offset)") }
      }
    }
    try folder.write(original + [0])
    #expect(Self.verify(folder) == .length)
  }

  @Test func whatInspectTells() throws {
    let folder = try TemporaryFolder()
    var bytes = try Self.make(folder)
    bytes[bytes.count - 20] ^= 1
    try folder.write(bytes)
    #expect(try Container.inspect(folder.path()).problems.map(\.code) == [.copies])
    try folder.write(Array("{\"not\": \"a container\"}".utf8))
    #expect(thrown { _ = try Container.inspect(folder.path()) } == .notSecretFile)
    #expect(thrown { _ = try Container.inspect(folder.path("nowhere")) } == .file(.notFound))
  }
}

/// Segments are checked by several threads; the error is still that of the first damaged one.
@Suite struct ContainerParallelDamageTests {
  @Test func theFirstErrorWins() throws {
    let folder = try TemporaryFolder()
    let container = try ContainerReadingTests.create(folder)
    let segments = try container.verify().segments
    #expect(segments >= 3)
    var bytes = try folder.bytes()
    let region = try #require(try Container.inspect(folder.path()).regions.first { $0.name == "segments" })
    // The last byte of the segments is in a payload, the first in a page.
    let last = Int(region.offset + region.length) - 1
    bytes[last] ^= 1
    try folder.write(bytes)
    let opened = try Container.open(at: folder.path(), with: Fixture.credentials())
    #expect(thrown { _ = try opened.verify() } == .payload)
    #expect(thrown { _ = try opened.rotate() } == .payload)
    bytes[Int(region.offset)] ^= 1
    try folder.write(bytes)
    let again = try Container.open(at: folder.path(), with: Fixture.credentials())
    for _ in 0..<5 { #expect(thrown { _ = try again.verify() } == .page) }
    #expect(try folder.bytes() == bytes, "a rotation that meets damage writes nothing")
    #expect(try folder.names == ["container.secretfile"])
  }
}
