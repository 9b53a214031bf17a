import Foundation
import Testing
import secretctl

@Suite struct OutputTests {
  // MARK: JSON

  private func json(_ body: (inout JSONWriter) -> Void) -> String {
    var writer = JSONWriter()
    body(&writer)
    return String(decoding: writer.bytes, as: Unicode.UTF8.self)
  }

  @Test func jsonIsWhatItShouldBe() {
    let text = json { writer in
      writer.object {
        $0.field("a", "x")
        $0.field("n", -5)
        $0.key("list")
        $0.array {
          $0.value(true)
          $0.null()
          $0.object { _ in }
          $0.value(UInt64.max)
        }
        $0.field("z", false)
      }
    }
    #expect(text == #"{"a":"x","n":-5,"list":[true,null,{},18446744073709551615],"z":false}"#)
  }

  @Test func jsonTextIsEscapedForTerminalsToo() {
    let text = json { $0.value("\"\\/\u{8}\t\n\u{c}\r\u{0}\u{1b}\u{7f}\u{85}é\u{202e}\u{2028}😀\u{e0041}") }
    #expect(
      text == #""\"\\/\b\t\n\f\r\u0000\u001b\u007f\u0085é\u202e\u2028😀\udb40\udc41""#)
    let back = try? JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed) as? String
    #expect(back == "\"\\/\u{8}\t\n\u{c}\r\u{0}\u{1b}\u{7f}\u{85}é\u{202e}\u{2028}😀\u{e0041}")
  }

  @Test func namesThatAreNoTextComeAsBase64() {
    for (bytes, expected) in [
      ([], #""account":"""#), ([0x61], #""account":"a""#), ([0xFF], #""accountBase64":"/w==""#),
      ([0xC3, 0x28], #""accountBase64":"wyg=""#), ([0xFF, 0xFE, 0xFD], #""accountBase64":"//79""#),
      ([0xED, 0xA0, 0x80], #""accountBase64":"7aCA""#), ([0xC0, 0x80], #""accountBase64":"wIA=""#),
    ] as [([UInt8], String)] {
      #expect(json { $0.object { $0.field("account", bytes: bytes) } } == "{" + expected + "}")
    }
  }

  @Test func confidenceHasAtMostTwoDecimals() {
    #expect(
      json { $0.array { w in for n in [0, 5, 50, 99, 100, 130] { w.value(hundredths: n) } } }
        == "[0.0,0.05,0.5,0.99,1.0,1.0]")
  }

  // MARK: UTF-8

  @Test func utf8IsStrict() {
    for valid in ["", "a", "é", "€", "😀", "\u{7ff}\u{800}\u{ffff}\u{10000}\u{10ffff}"] {
      #expect(UTF8Check.isValid(Array(valid.utf8)), "\(valid)")
    }
    for broken in [
      [0x80], [0xC2], [0xC1, 0xBF], [0xE0, 0x9F, 0xBF], [0xED, 0xA0, 0x80], [0xF0, 0x8F, 0xBF, 0xBF],
      [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xE2, 0x82], [0xE2, 0x41], [0xC3, 0xC3, 0xA9],
    ] as [[UInt8]] {
      #expect(!UTF8Check.isValid(broken), "\(broken)")
    }
  }

  // MARK: Text for people

  @Test func nothingSteersTheTerminal() {
    let text = Escaping.visible(Array("a\u{1b}[31m\nb\\\u{202e}c\u{200b}é".utf8) + [0xFF, 0xC3])
    #expect(text == #"a\u{1b}[31m\u{a}b\\\u{202e}c\u{200b}é\xff\xc3"#)
    #expect(Escaping.visible("com.example.app") == "com.example.app")
  }

  @Test func whatMayBeShownAsItIs() {
    func isPrintable(_ bytes: [UInt8]) -> Bool { Escaping.isPrintable(bytes.span) }
    #expect(isPrintable(Array("token é 😀\n\tx".utf8)))
    for bytes in [
      [0x1B], [0x00], [0x7F], [0xFF], [0x0D], Array("\u{202e}".utf8), Array("\u{85}".utf8), [0xC3],
    ] {
      #expect(!isPrintable(bytes), "\(bytes)")
    }
  }

  // MARK: Times

  @Test(
    arguments: [
      (0, "1970-01-01T00:00:00.000Z"), (-1, "1969-12-31T23:59:59.999Z"),
      (951_782_400_000, "2000-02-29T00:00:00.000Z"),
      (1_709_210_096_789, "2024-02-29T12:34:56.789Z"), (4_107_542_400_000, "2100-03-01T00:00:00.000Z"),
      (253_402_300_799_999, "9999-12-31T23:59:59.999Z"), (253_402_300_800_000, "+010000-01-01T00:00:00.000Z"),
      (-62_167_219_200_000, "0000-01-01T00:00:00.000Z"), (-62_167_219_200_001, "-000001-12-31T23:59:59.999Z"),
      (Int64.max, "+292278994-08-17T07:12:55.807Z"), (Int64.min, "-292275055-05-16T16:47:04.192Z"),
    ] as [(Int64, String)])
  func timesAreRFC3339(_ milliseconds: Int64, _ text: String) {
    #expect(TimeText.text(milliseconds) == text)
  }

  @Test func timesAgreeWithFoundation() {
    let formatter = ISO8601DateFormatter()
    formatter.formatOptions = [.withInternetDateTime]
    for second in stride(from: Int64(-3_000_000_000), to: 8_000_000_000, by: 86_399_999) {
      let expected = formatter.string(from: Date(timeIntervalSince1970: Double(second)))
      #expect(TimeText.text(second * 1000) == expected.dropLast() + ".000Z")
      #expect(TimeText.parse(Array(expected.utf8), now: 0) == second * 1000)
    }
  }

  @Test(
    arguments: [
      ("2024-02-29", 1_709_164_800_000), ("2024-02-29T12:34:56Z", 1_709_210_096_000),
      ("2024-02-29T12:34:56.7891Z", 1_709_210_096_789), ("2024-02-29t12:34:56.5z", 1_709_210_096_500),
      ("2024-02-29T14:34:56+02:00", 1_709_210_096_000), ("2024-02-29 07:04:56-05:30", 1_709_210_096_000),
      ("10d", 864_001_000), ("12h", 43_201_000), ("2w", 1_209_601_000), ("5s", 6000),
    ] as [(String, Int64)])
  func timesThatPeopleWrite(_ text: String, _ expected: Int64) {
    #expect(TimeText.parse(Array(text.utf8), now: 1000) == expected)
  }

  @Test(arguments: [
    "", "d", "2023-02-29", "2024-13-01", "2024-00-10", "2024-01-32", "24-01-01", "2024-1-1",
    "2024-01-01T24:00:00Z",
    "2024-01-01T00:00:00", "2024-01-01T00:00:60Z", "2024-01-01T00:00:00.Z", "2024-01-01T00:00:00+0200", "-5d",
    "1.5d",
    "tomorrow", "99999999999d", "2024-01-01x",
  ])
  func timesThatAreNone(_ text: String) {
    #expect(TimeText.parse(Array(text.utf8), now: 0) == nil)
  }

  @Test func agesTakeOneUnit() {
    let ages = [0, 1, 59, 60, 3599, 3600, 86_399, 86_400, 63_071_999, 63_072_000].map {
      TimeText.age(from: 0, to: Int64($0) * 1000)
    }
    #expect(ages == ["now", "1s", "59s", "1m", "59m", "1h", "23h", "1d", "729d", "1y"])
    #expect(TimeText.age(from: 5000, to: 0) == "now")
    #expect(TimeText.age(from: .min, to: .max).hasSuffix("y"))
  }

  // MARK: Tables

  @Test func columnsLineUp() {
    var table = TextTable()
    var text = table.row(["a", "long name", "x"]) + table.row(["bbb", "é", ""]) + table.row(["", "", "z"])
    #expect(text.isEmpty)
    text = table.finish()
    #expect(String(decoding: text, as: Unicode.UTF8.self) == "a    long name  x\nbbb  é\n                z\n")
  }

  @Test func progressSaysWhatIsLeft() {
    #expect(
      ProgressLine.line("verify", done: 120_000, total: 1_000_000, unit: "items", seconds: 0.5)
        == "verify: 120,000 of 1,000,000 items (12%), 240,000 a second")
    #expect(
      ProgressLine.line("read", done: 999, total: 0, unit: "items", seconds: 1)
        == "read: 999 items, 999 a second")
  }
}
