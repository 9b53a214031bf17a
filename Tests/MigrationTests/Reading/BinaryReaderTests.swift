import Migration
import Testing

@Suite struct BinaryReaderTests {
  /// A file whose outermost object is one scalar.
  private func file(_ object: [UInt8]) -> [UInt8] {
    var maker = BinaryMaker()
    maker.add(object)
    return maker.file()
  }

  @Test(arguments: [
    ([0x00], "null"), ([0x08], "false"), ([0x09], "true"), ([0x10, 0xFF], "255"),
    ([0x11, 0x01, 0x00], "256"),
    ([0x12, 0xFF, 0xFF, 0xFF, 0xFF], "4294967295"),
    ([0x13, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFE], "-2"),
    ([0x14, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], "18446744073709551615"),
    ([0x14] + [UInt8](repeating: 0xFF, count: 16), "-1"),
    ([0x14, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0], "18446744073709551616"),
    ([0x14, 0x80] + [UInt8](repeating: 0, count: 15), "-170141183460469231731687303715884105728"),
    ([0x14, 0x7F] + [UInt8](repeating: 0xFF, count: 15), "170141183460469231731687303715884105727"),
    ([0x14] + [UInt8](repeating: 0xFF, count: 8) + [UInt8](repeating: 0, count: 8), "-18446744073709551616"),
    ([0x84, 0, 0xFF, 0xFF, 0xFF, 0xFF], "#4294967295"), ([0xC0], "[]"),
    ([0x22, 0x3F, 0xC0, 0, 0], "r1.5"), ([0x23, 0x3F, 0xB9, 0x99, 0x99, 0x99, 0x99, 0x99, 0x9A], "r0.1"),
    ([0x33, 0, 0, 0, 0, 0, 0, 0, 0], "@2001-01-01T00:00:00Z"),
    ([0x33, 0x41, 0xC1, 0x29, 0x24, 0xB0, 0x20, 0x00, 0x00], "@2019-04-01T13:28:00.25Z"),
    ([0x33, 0xC2, 0x2D, 0x63, 0xC3, 0x7F, 0x00, 0x00, 0x00], "@0001-01-01T00:00:00Z"),
    ([0x33, 0x7F, 0xEF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], "@1.7976931348623157e+308"),
    ([0x43, 1, 2, 0xFF], "d0102ff"), ([0x40], "d"), ([0x53, 0x61, 0x62, 0x63], "'abc'"), ([0x50], "''"),
    ([0x5F, 0x10, 0x02, 0x61, 0x62], "'ab'"), ([0x61, 0x20, 0xAC], "'€'"),
    ([0x62, 0xD8, 0x34, 0xDD, 0x1E], "'𝄞'"), ([0x80, 0x05], "#5"), ([0x81, 0x01, 0x00], "#256"),
    ([0xA0], "[]"), ([0xD0], "{}"), ([0xDF, 0x10, 0x00], "{}"),
  ])
  func scalars(_ object: [UInt8], _ outline: String) throws {
    #expect(try read(file(object)).outline == outline)
  }

  @Test(arguments: [
    ([0x84, 1, 0, 0, 0, 0], "damaged@8"), ([0x87] + [UInt8](repeating: 0xFF, count: 8), "damaged@8"),
    ([0x33, 0x7F, 0xF8, 0, 0, 0, 0, 0, 0], "damaged@8"), ([0x33, 0x7F, 0xF0, 0, 0, 0, 0, 0, 0], "damaged@8"),
    ([0x51, 0x80], "damaged@9"), ([0x61, 0xD8, 0x00], "loneSurrogate@9"),
    ([0x61, 0xDC, 0x00], "loneSurrogate@9"),
    ([0xB0], "orderedSet@8"), ([0xC1, 0x00], "damaged@8"), ([0x0F], "damaged@8"), ([0x0C], "damaged@8"),
    ([0x15], "damaged@8"),
    ([0x20, 0], "damaged@8"), ([0x30, 0], "damaged@8"), ([0x70], "damaged@8"), ([0x90], "damaged@8"),
    ([0xE0], "damaged@8"), ([0xF0], "damaged@8"), ([0x88], "damaged@8"),
    // Lengths that reach past the objects, or are no lengths.
    ([0x10], "damaged@8"), ([0x53, 0x61, 0x62], "damaged@8"), ([0x62, 0, 0x61, 0], "damaged@8"),
    ([0x4F], "damaged@8"), ([0x4F, 0x50, 0x00], "damaged@9"), ([0x4F, 0x14], "damaged@9"),
    ([0x4F, 0x13, 1], "damaged@8"),
    ([0x4F, 0x13] + [UInt8](repeating: 0xFF, count: 8), "damaged@8"),
    ([0x6F, 0x13, 0x7F] + [UInt8](repeating: 0xFF, count: 7), "damaged@8"),
    ([0xAF, 0x13, 0x7F] + [UInt8](repeating: 0xFF, count: 7), "damaged@8"),
    ([0xDF, 0x13, 0x40] + [UInt8](repeating: 0, count: 7), "damaged@8"),
    ([0xA1, 0x01], "damaged@9"), ([0xA1, 0x00], "damaged@8"),
  ])
  func refusedObjects(_ object: [UInt8], _ expected: String) {
    #expect(refused(file(object)) == expected)
  }

  @Test func containersKeepTheirOrder() throws {
    var maker = BinaryMaker()
    maker.add([0xD2, 2, 1, 3, 4])
    maker.add("a")
    maker.add("b")
    maker.add([0x10, 7])
    maker.add([0xA3, 1, 1, 3])
    let document = try read(maker.file())
    #expect(document.outline == "{b:7,a:['a','a',7]}")
    #expect(document.nodeCount == 5)
    let array = try #require(document.value("a"))
    let elements = document.children(of: array)
    #expect(elements[0].value == elements[1].value)
    #expect(document.node(array).range == 19..<23)
  }

  @Test func wideReferencesAndOffsets() throws {
    for size in 1...8 {
      var maker = BinaryMaker(offsetSize: size, referenceSize: size)
      maker.add([0xA2] + BinaryMaker.number(1, size) + BinaryMaker.number(2, size))
      maker.add("x")
      maker.add([0x09])
      #expect(try read(maker.file()).outline == "['x',true]")
    }
  }

  @Test func duplicateKeys() throws {
    var maker = BinaryMaker()
    maker.add([0xD2, 1, 1, 2, 3])
    maker.add("k")
    maker.add([0x10, 1])
    maker.add([0x10, 2])
    let document = try read(maker.file())
    #expect(document.outline == "{k:1,k:2}")
    #expect(document.notes.map(\.code) == ["duplicateKeys"])
  }

  @Test func cyclesAndForeignKeys() {
    var maker = BinaryMaker()
    maker.add([0xA1, 1])
    maker.add([0xA1, 0])
    #expect(refused(maker.file()) == "damaged@8")
    maker = BinaryMaker()
    maker.add([0xD1, 1, 1])
    maker.add([0x10, 1])
    #expect(refused(maker.file()) == "nonStringKey@11")
  }

  @Test func unreferencedObjectsAreNoted() throws {
    var maker = BinaryMaker()
    maker.add([0xA1, 1])
    maker.add([0x09])
    #expect(try read(maker.file()).notes == [])
    maker.add([0x08])
    #expect(try read(maker.file()).notes == [])
    maker.add("old")
    let notes = try read(maker.file()).notes
    #expect(notes.map(\.code) == ["unreferencedObjects"])
    #expect(notes.first?.offset == 12)
  }

  @Test func manyLeavesOfFewObjects() throws {
    var maker = BinaryMaker()
    for level in 0..<28 { maker.add([0xA2, UInt8(level + 1), UInt8(level + 1)]) }
    maker.add([0x09])
    let document = try read(maker.file())
    #expect(document.nodeCount == 29)
    #expect(document.node(document.root).count == 2)
  }

  @Test func depthCountsTheLongestWay() throws {
    func chain(_ length: Int, shortcut: Bool) -> [UInt8] {
      var maker = BinaryMaker(offsetSize: 2)
      // The shortcut makes the reader meet the deep part first from a shallow place.
      maker.add(shortcut ? [0xA2, UInt8(length / 2), 1] : [0xA1, 1])
      for level in 1..<length - 1 { maker.add([0xA1, UInt8(level + 1)]) }
      maker.add([0xA0])
      return maker.file()
    }
    for shortcut in [false, true] {
      #expect(refused(chain(128, shortcut: shortcut)) == "read")
      #expect(refused(chain(129, shortcut: shortcut)).hasPrefix("tooDeep"))
    }
  }

  @Test func overlappingObjectsCannotCostQuadraticTime() {
    var maker = BinaryMaker(offsetSize: 2, referenceSize: 2)
    let count = 200
    maker.add(
      [0xAF, 0x11] + BinaryMaker.number(count, 2) + (1...count).flatMap { BinaryMaker.number($0, 2) })
    maker.add([0x4F, 0x11, 0x02, 0x00] + [UInt8](repeating: 0, count: 512))
    for _ in 1..<count { maker.add([]) }
    var file = maker.file()
    let table = file.count - 32 - 2 * (count + 1)
    let offset = Array(file[table + 2..<table + 4])
    for object in 1...count {
      file.replaceSubrange(table + 2 * object..<table + 2 * object + 2, with: offset)
    }
    #expect(refused(file).hasPrefix("overlappingObjects"))
  }

  @Test func headerAndTrailer() {
    let good = file([0x09])
    #expect(refused(good) == "read")
    #expect(refused(Array(good.dropLast())).hasPrefix("truncated"))
    #expect(refused(Array(good.prefix(20))).hasPrefix("truncated"))
    #expect(refused(Array(good.prefix(7))) == "truncated@7")
    #expect(refused(good + [0x0A]) == "trailingGarbage@\(good.count)")
    #expect(refused(good + Array("bplist".utf8)) == "trailingGarbage@\(good.count)")
    #expect(refused(Array("bplist01".utf8) + good.dropFirst(8)) == "binaryPlistVersion@6")
    #expect(refused(Array("bplist15".utf8) + good.dropFirst(8)) == "binaryPlistVersion@6")
    for (back, value) in [(26, 0), (26, 9), (25, 0), (25, 9), (17, 0), (17, 2), (9, 1), (1, 8), (1, 10)] {
      var bad = good
      bad[bad.count - back] = UInt8(value)
      #expect(refused(bad).hasPrefix("truncated"), "\(back) bytes before the end")
    }
    var bad = good
    bad[9] = 7
    #expect(refused(bad) == "damaged@9")
    bad[9] = 9
    #expect(refused(bad) == "damaged@9")
  }

  @Test func limits() {
    var limits = Limits()
    limits.nodes = 3
    var maker = BinaryMaker()
    maker.add([0xA2, 1, 2])
    maker.add([0x08])
    maker.add([0x09])
    #expect(refusal(maker.file(), limits: limits) == nil)
    maker.add([0x09])
    #expect(refusal(maker.file(), limits: limits)?.code == "tooManyValues")
    maker = BinaryMaker()
    maker.add([0xA4, 1, 1, 1, 1])
    maker.add([0x08])
    #expect(refusal(maker.file(), limits: limits)?.code == "tooManyValues")
  }
}
