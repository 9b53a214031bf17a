import Migration
import Testing

@Suite struct ContentTests {
  @Test func scalarsAsNumbers() throws {
    let document = try read(
      plist(
        "<array><true/><false/><integer>-0x10</integer><real>2.5e3</real><date>2001-01-01T00:01:00Z</date>"
          + "<string>7</string></array>"))
    let values = document.children(of: document.root).map(\.value)
    #expect(document.boolean(of: values[0]) == true)
    #expect(document.boolean(of: values[1]) == false)
    #expect(document.boolean(of: values[2]) == nil)
    #expect(document.integer(of: values[2]) == -16)
    #expect(document.real(of: values[2]) == -16)
    #expect(document.real(of: values[3]) == 2500)
    #expect(document.integer(of: values[3]) == nil)
    #expect(document.seconds(of: values[4]) == 60)
    #expect(document.seconds(of: values[3]) == nil)
    #expect(document.integer(of: values[5]) == nil)
    #expect(document.contentLength(of: values[2]) == 3)
    #expect(document.contentLength(of: document.root) == 0)
  }

  /// Seconds since 2001 of dates that calendars get wrong.
  @Test(arguments: [
    ("2001-01-01T00:00:00Z", 0.0), ("2000-12-31T23:59:59Z", -1), ("2000-02-29T00:00:00Z", -26_524_800),
    ("1970-01-01T00:00:00Z", -978_307_200), ("2100-03-01T00:00:00Z", 3_129_235_200),
    ("0000-02-29T12:00:00Z", -63_140_385_600), ("9999-12-31T23:59:59Z", 252_423_993_599),
    ("2016-12-31T23:59:60Z", 504_921_600),
  ])
  func dates(_ text: String, _ seconds: Double) throws {
    let document = try read(plist("<date>\(text)</date>"))
    #expect(document.seconds(of: document.root) == seconds)
    var maker = BinaryMaker()
    maker.add([0x33] + BinaryMaker.number(Int(bitPattern: UInt(seconds.bitPattern)), 8))
    let binary = try read(maker.file())
    #expect(binary.seconds(of: binary.root) == seconds)
    if !text.hasSuffix(":60Z") { #expect(binary.outline == "@" + text) }
  }

  @Test func longAndNegativeYears() throws {
    let early = try read(plist("<date>-0044-03-15T00:00:00Z</date>"))
    #expect(early.seconds(of: early.root) == -64_527_667_200)
    let late = try read(plist("<date>12024-01-01T00:00:00Z</date>"))
    #expect(late.seconds(of: late.root) == 316_295_280_000)
  }

  @Test func keysAreBytesAndValuesAreLent() throws {
    let document = try read(#"{"schl\u00fcssel":"wert"}"#)
    let child = document.children(of: document.root)[0]
    let key = try #require(child.key)
    #expect(document.key(key) == Array("schlüssel".utf8))
    #expect(document.withContent(of: child.value) { $0.count } == 4)
    #expect(String(describing: document.source).contains("wert") == false)
  }

  @Test func keyedArchives() throws {
    let archive = plist(
      "<dict><key>$archiver</key><string>NSKeyedArchiver</string><key>$objects</key><array/>"
        + "<key>$top</key><dict/><key>$version</key><integer>100000</integer></dict>")
    #expect(try read(archive).isKeyedArchive)
    #expect(try !read(archive.replacing("$top", with: "$tip")).isKeyedArchive)
    #expect(try !read(archive.replacing("Archiver<", with: "Archiver2<")).isKeyedArchive)
    #expect(try !read("[]").isKeyedArchive)
  }
}
