import Migration
import Testing

@Suite struct BinaryPatchTests {
  /// A dictionary with a secret, a shared text and a nested container, in an order of its own.
  ///
  /// Objects: 0 root, 1 user, 2 token, 3 nested, 4 "me", 5 secret, 6 nested dictionary, 7 "list", 8 array,
  /// 9 true.
  private static func sample() -> BinaryMaker {
    var maker = BinaryMaker()
    maker.add([0xD3, 1, 2, 3, 4, 5, 6])
    maker.add("user")
    maker.add("token")
    maker.add("nested")
    maker.add("me")
    maker.add("s3cr3t-value")
    maker.add([0xD2, 7, 1, 8, 4])
    maker.add("list")
    maker.add([0xA3, 9, 5, 4])
    maker.add([0x09])
    return maker
  }

  @Test func otherObjectsKeepTheirBytes() throws {
    var maker = Self.sample()
    maker.objects[8] = [0xA2, 9, 4]
    let document = try read(maker.file())
    #expect(document.outline == "{user:'me',token:'s3cr3t-value',nested:{list:[true,'me'],user:'me'}}")
    let result = try document.scrub([path("token")]).bytes.bytes
    // The key and the secret leave one-byte fillers under their numbers.
    maker.objects[0] = [0xD2, 1, 3, 4, 6]
    maker.objects[2] = [0x08]
    maker.objects[5] = [0x08]
    #expect(result == maker.file())
  }

  @Test func fillersAtTheEndGo() throws {
    var maker = BinaryMaker()
    maker.add([0xD2, 1, 3, 2, 4])
    maker.add("user")
    maker.add("me")
    maker.add("token")
    maker.add("s3cr3t-value")
    let result = try read(maker.file()).scrub([path("token")]).bytes.bytes
    maker.objects = [[0xD1, 1, 2]] + maker.objects[1...2]
    #expect(result == maker.file())
  }

  @Test func sharedValuesStayForTheOthers() throws {
    let document = try read(Self.sample().file())
    let refused = try scrubbedBinary(document, "token")
    #expect(refused == "secretRemains: the value of 'token' still stands in the file at 'nested/list/1'")
    let result = try document.scrub([path("token")], leftovers: .report)
    #expect(
      try Document.read(result.bytes).outline
        == "{user:'me',nested:{list:[true,'s3cr3t-value','me'],user:'me'}}")
    #expect(result.leftovers.map(\.path) == [path("nested/list/1")])
    #expect(
      try scrubbedBinary(document, "token", "nested/list/1")
        == "{user:'me',nested:{list:[true,'','me'],user:'me'}}")
  }

  private func scrubbedBinary(
    _ document: Document, _ paths: String..., mode: Scrub.Mode = .remove
  ) throws -> String {
    do throws(Refusal) {
      return try Document.read(document.scrub(paths.map(path), mode: mode).bytes).outline
    } catch {
      return "\(error.code): \(error.message)"
    }
  }

  @Test func sharedContainersAreUnshared() throws {
    // Two keys hold the same dictionary; only one of them loses its entry.
    var maker = BinaryMaker()
    maker.add([0xD2, 1, 2, 3, 3])
    maker.add("a")
    maker.add("b")
    maker.add([0xD2, 4, 5, 6, 7])
    maker.add("token")
    maker.add("user")
    maker.add("s3cr3t-value")
    maker.add("me")
    let document = try read(maker.file())
    let one = try document.scrub([path("b/token")], leftovers: .report)
    let patched = try Document.read(one.bytes)
    #expect(patched.outline == "{a:{token:'s3cr3t-value',user:'me'},b:{user:'me'}}")
    #expect(patched.nodeCount == 9)
    #expect(one.leftovers.map(\.path) == [path("a/token")])
    let both = try document.scrub([path("a/token"), path("b/token")])
    let shared = try Document.read(both.bytes)
    #expect(shared.outline == "{a:{user:'me'},b:{user:'me'}}")
    #expect(shared.find(path("a")) == shared.find(path("b")))
    let placeholder = Scrub.Mode.placeholder(Array("-".utf8))
    #expect(
      try scrubbedBinary(document, "a/token", "b/token", mode: placeholder)
        == "{a:{token:'-',user:'me'},b:{token:'-',user:'me'}}")
  }

  @Test func unsharingCanNeedWiderReferencesAndOffsets() throws {
    // 256 objects: one more needs two bytes for a reference.
    var maker = BinaryMaker(offsetSize: 2)
    maker.add([0xD3, 1, 2, 5, 3, 3, 6])
    maker.add("a")
    maker.add("b")
    maker.add([0xA2, 4, 7])
    maker.add("s3cr3t-value")
    maker.add("c")
    maker.add([0xAF, 0x10, 247] + (9...255).map { UInt8($0) })
    maker.add([0x09])
    maker.add("unused")
    for number in 9...255 { maker.add([0x11, 0x01, UInt8(number)]) }
    let result = try read(maker.file()).scrub([path("a/0")], leftovers: .report)
    let patched = try Document.read(result.bytes)
    #expect(patched.nodeCount == 258)
    #expect(patched.outline.hasPrefix("{a:['',true],b:['s3cr3t-value',true],c:[265,266,"))
    #expect(patched.outline.hasSuffix(",510,511]}"))
    // Behind byte 255 an offset needs two bytes.
    var small = BinaryMaker()
    small.add([0xD2, 1, 2, 3, 3])
    small.add("a")
    small.add("b")
    small.add([0xD3, 4, 5, 6, 7, 8, 7])
    for key in ["x", "y", "z"] { small.add(key) }
    small.add("s3cr3t-value")
    small.add([0x4F, 0x10, 190] + [UInt8](repeating: 7, count: 190))
    #expect(small.file().count < 256 + 9 + 32)
    let wider = try read(small.file()).scrub(
      [path("a/x"), path("a/z")], mode: .placeholder([]), leftovers: .report)
    #expect(try Document.read(wider.bytes).outline.hasPrefix("{a:{x:'',y:d07"))
  }

  @Test func secretsInUnusedObjectsAreFound() throws {
    var maker = Self.sample()
    maker.objects[8] = [0xA2, 9, 4]
    maker.add("s3cr3t-value")
    let document = try read(maker.file())
    #expect(document.notes.map(\.code) == ["unreferencedObjects"])
    let offset = try #require(document.notes.first?.offset)
    #expect(try scrubbedBinary(document, "token").hasPrefix("secretRemains:"))
    let result = try document.scrub([path("token")], leftovers: .report)
    #expect(result.leftovers.map(\.path) == [nil])
    // The entry lost two references and each removed object left one byte.
    #expect(result.leftovers.first?.offset == offset + 1 - 2 - 5 - 12)
  }

  @Test func placeholdersOfEveryKind() throws {
    let values: [([UInt8], String)] = [
      ([0x09], "false"), ([0x13, 0, 0, 0, 0, 0, 0, 1, 0], "0"), ([0x23, 1, 1, 1, 1, 1, 1, 1, 1], "r0.0"),
      ([0x33, 1, 1, 1, 1, 1, 1, 1, 1], "@2001-01-01T00:00:00Z"), ([0x42, 1, 2], "d666f7274e28692"),
      ([0x61, 0, 0x41], "'fort→'"), ([0x80, 9], "#0"), ([0xA1, 1], "[]"), ([0xD1, 1, 1], "{}"),
    ]
    for (object, outline) in values {
      var maker = BinaryMaker()
      maker.add([0xD1, 1, 2])
      maker.add("k")
      maker.add(object)
      let document = try read(maker.file())
      #expect(
        try scrubbedBinary(document, "k", mode: .placeholder(Array("fort→".utf8))) == "{k:\(outline)}")
    }
  }

  @Test func objectsUnderTwoNumbers() throws {
    // The offset table names one string twice; both uses are chosen, one use is chosen.
    var maker = BinaryMaker()
    maker.add([0xD2, 1, 2, 3, 4])
    maker.add("a")
    maker.add("b")
    maker.add("s3cr3t-value")
    maker.add([])
    maker.add([0x09])
    var file = maker.file()
    let table = file.count - 32 - 6
    file[table + 4] = file[table + 3]
    let document = try read(file)
    #expect(document.outline == "{a:'s3cr3t-value',b:'s3cr3t-value'}")
    #expect(try scrubbedBinary(document, "a", "b") == "{}")
    #expect(try scrubbedBinary(document, "a", "b", mode: .placeholder([0x2D])) == "{a:'-',b:'-'}")
    let one = try document.scrub([path("a")], leftovers: .report)
    #expect(try Document.read(one.bytes).outline == "{b:'s3cr3t-value'}")
    #expect(one.leftovers.count == 1)
  }

  @Test func overlappingObjectsAreRefused() throws {
    // The second string begins inside the first.
    var maker = BinaryMaker()
    maker.add([0xA2, 1, 2])
    maker.add([0x52, 0x51, 0x41])
    maker.add([])
    var file = maker.file()
    let table = file.count - 32 - 3
    file[table + 2] = file[table + 1] + 1
    let document = try read(file)
    #expect(document.outline == "['QA','A']")
    #expect(try scrubbedBinary(document, "0").hasPrefix("overlappingObjects:"))
  }

  @Test func manyLeavesOfFewObjects() throws {
    var maker = BinaryMaker()
    for level in 0..<28 { maker.add([0xA2, UInt8(level + 1), UInt8(level + 1)]) }
    maker.add("s3cr3t-value")
    let document = try read(maker.file())
    let deep = KeyPath(Array(repeating: .index(0), count: 28))
    let result = try document.scrub([deep], leftovers: .report)
    let patched = try Document.read(result.bytes)
    #expect(patched.find(deep).map { patched.content($0) } == [[]])
    // Every container on the way is copied but the root, and one empty string is new.
    #expect(patched.nodeCount == 29 + 27 + 1)
    // Every other place of the shared text is told, as many as are told at all.
    #expect(result.leftovers.count == 32 && Set(result.leftovers.map(\.path)).count == 32)
  }
}
