import Migration
import SecretCrypto
import Testing

/// Binary property lists that refer to one object from many places, put together object by object.
enum SharedPlist {
  /// The marker and the length of a string of ASCII (0x5), data (0x4) or an array (0xA).
  static func head(_ kind: UInt8, _ count: Int) -> [UInt8] {
    count < 15
      ? [kind << 4 | UInt8(count)] : [kind << 4 | 15, 0x12] + BinaryMaker.number(count, 4)
  }

  /// `{name: [value, value, …]}`, every element the same object.
  static func array(_ name: String, _ value: [UInt8], kind: UInt8 = 5, references: Int) -> [UInt8] {
    var maker = BinaryMaker()
    maker.offsetSize = 4
    maker.add([0xD1, 1, 2])
    maker.add(name)
    maker.add(head(0xA, references) + Array(repeating: 3, count: references))
    maker.add(head(kind, value.count) + value)
    return maker.file()
  }

  /// `{name: value, name: value, …}`, every value the same object.
  static func dictionary(_ names: [String], _ value: [UInt8]) -> [UInt8] {
    var maker = BinaryMaker()
    maker.offsetSize = 4
    let shared = UInt8(names.count + 1)
    let keys = (0..<names.count).map { UInt8($0 + 1) }
    maker.add([0xD0 | UInt8(names.count)] + keys + Array(repeating: shared, count: names.count))
    for name in names { maker.add(name) }
    maker.add(head(5, value.count) + value)
    return maker.file()
  }

  /// `{name: {password: [value, value, …]}}` with a name of any length.
  static func underLongName(_ name: [UInt8], references: Int) -> [UInt8] {
    var maker = BinaryMaker()
    maker.offsetSize = 4
    maker.add([0xD1, 1, 2])
    maker.add(head(5, name.count) + name)
    maker.add([0xD1, 3, 4])
    maker.add("password")
    maker.add(head(0xA, references) + Array(repeating: 5, count: references))
    maker.add("hunter22")
    return maker.file()
  }
}

@Suite("Values that a file shares")
struct SharedValueTests {
  private static func limits(work: Int) -> DetectionLimits {
    var limits = DetectionLimits.standard
    limits.leastWork = work
    limits.workPerSourceByte = 0
    return limits
  }

  private static let words = Array(String(repeating: "plain words ", count: 1000).utf8)

  @Test("a long value is looked at twice at most, however many references there are")
  func references() throws {
    for references in [2, 100, 20_000] {
      let findings = try parsed(SharedPlist.array("cache", Self.words, references: references)).findings()
      #expect(findings.work == 2 * Self.words.count)
      #expect(findings.list.isEmpty && findings.isComplete)
    }
    let once = try parsed(SharedPlist.array("cache", Self.words, references: 1)).findings()
    #expect(once.work == Self.words.count)
  }

  @Test(
    "text and data that no form tells apart cost no more",
    arguments: [
      (Array(("{\"a\": " + String(repeating: "x", count: 5000) + "}").utf8), UInt8(5), 3),
      (Array(repeating: UInt8(ascii: "7"), count: 6000), 5, 2), (Array(repeating: 0x20, count: 6000), 5, 2),
      (Array(repeating: 1, count: 6000), 4, 2),
    ])
  func kinds(value: [UInt8], kind: UInt8, times: Int) throws {
    // What begins as JSON is read once for each of the two looks, too: no JSON, so not a third time.
    let few = try parsed(SharedPlist.array("cache", value, kind: kind, references: 3)).findings()
    let many = try parsed(SharedPlist.array("cache", value, kind: kind, references: 5000)).findings()
    #expect(few.work == many.work)
    #expect(many.work <= 4 * value.count)
    #expect(many.isComplete)
  }

  @Test("every reference to a shared secret is found, with the same words as the only one")
  func findings() throws {
    let value = Array(String(repeating: FindingsTests.token, count: 3).utf8)
    let one = try #require(
      parsed(SharedPlist.array("accessToken", value, references: 1)).findings().list.first)
    let list = try parsed(SharedPlist.array("accessToken", value, references: 500)).findings().list
    #expect(list.count == 500)
    #expect(list.allSatisfy { $0.kind == one.kind && $0.reason == one.reason && $0.length == one.length })
    #expect(list.last?.place.path.pointer == "accessToken/499")
  }

  @Test("each name is judged for itself, though the value is known")
  func names() throws {
    var dice = Dice()
    let value = dice.text("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789", 80)
    let names = ["password", "title", "apiKey", "publicKey", "token", "cookie", "auth"]
    let list = try parsed(SharedPlist.dictionary(names, Array(value.utf8))).findings().list.map(Short.init)
    let single = try names.flatMap { try found($0, value) }
    #expect(list == single)
    #expect(Set(list.map(\.kind)).count >= 4)
  }

  @Test("a document in a shared value is searched at every reference")
  func documents() throws {
    let text =
      #"{"accessToken": "\#(FindingsTests.token)", "note": "\#(String(repeating: "x ", count: 40))"}"#
    let list = try parsed(SharedPlist.array("state", Array(text.utf8), references: 70)).findings().list
    #expect(list.count == 70)
    #expect(list.allSatisfy { $0.place.inner == [.decode(.json), key("accessToken")] })
  }

  @Test("the bytes that are looked at have a limit, and the result says when it is reached")
  func budget() throws {
    let document = try parsed(SharedPlist.array("password", Array("hunter22".utf8), references: 50))
    let all = document.findings()
    #expect(all.list.count == 50 && all.isComplete)
    // Each finding is looked at, eight bytes, and has a place under `password`, eight more.
    #expect(all.work == 50 * 16)
    let enough = document.findings(limits: Self.limits(work: all.work))
    #expect(enough.list.count == 50 && enough.isComplete)
    let short = document.findings(limits: Self.limits(work: all.work - 1))
    #expect(short.list.count == 49 && !short.isComplete)
  }

  @Test("the limit grows with the file and cannot overflow")
  func standardBudget() {
    let limits = DetectionLimits.standard
    #expect(limits.work(for: 0) == 67_108_864)
    #expect(limits.work(for: 1_000_000) == 83_108_864)
    #expect(limits.work(for: .max) == .max)
  }

  @Test("documents inside documents count against the same limit")
  func decodedBudget() throws {
    let text = #"{"password": "hunter22"}"#
    let document = try parsed(SharedPlist.array("state", Array(text.utf8), references: 40))
    let all = document.findings()
    #expect(all.list.count == 40 && all.isComplete)
    #expect(document.findings(limits: Self.limits(work: all.work)).isComplete)
    let short = document.findings(limits: Self.limits(work: all.work - 1))
    #expect(!short.isComplete && short.list.count == 39)
  }

  @Test("a long name above many findings is not copied without end")
  func longNames() throws {
    let name = Array(repeating: UInt8(ascii: "n"), count: 20_000)
    let findings = try parsed(SharedPlist.underLongName(name, references: 9000)).findings()
    #expect(!findings.isComplete)
    #expect((3000..<4000).contains(findings.list.count))
    #expect(findings.work <= DetectionLimits.standard.work(for: 30_000))
  }

  @Test("an archive that lists one object over and over is not named without end")
  func archives() throws {
    // $objects: the same dictionary { NS.objects: array } a thousand times; the array has a thousand elements.
    var maker = BinaryMaker()
    maker.offsetSize = 4
    maker.add([0xD3, 1, 2, 3, 4, 5, 6])
    for name in ["$archiver", "$objects", "$top", "NSKeyedArchiver"] { maker.add(SharedPlist.text(name)) }
    maker.add(SharedPlist.head(0xA, 1000) + Array(repeating: 7, count: 1000))
    maker.add([0xD0])
    maker.add([0xD1, 8, 9])
    maker.add(SharedPlist.text("NS.objects"))
    maker.add(SharedPlist.head(0xA, 1000) + Array(repeating: 10, count: 1000))
    maker.add([0x80, 1])
    #expect(!(try parsed(maker.file()).findings().isComplete))
  }

  @Test("a form's run of characters ends where it is too long already")
  func runs() {
    let text = Array("aaaaaaaa-".utf8)
    #expect(ByteSet.lower.run(in: text.span, from: 2) == 6)
    #expect(ByteSet.lower.run(in: text.span, from: 2, most: 4) == 4)
    #expect(ByteSet.lower.run(in: text.span, from: 2, most: 6) == 6)
    #expect(ByteSet.lower.run(in: text.span, from: 2, most: 7) == 6)
    #expect(ByteSet.lower.run(in: text.span, from: 9, most: 7) == 0)
  }
}

extension SharedPlist {
  /// A string object of ASCII.
  static func text(_ text: String) -> [UInt8] { head(5, text.utf8.count) + Array(text.utf8) }
}
