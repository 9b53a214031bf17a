import Migration
import SecretCrypto
import Testing

/// Texts in every layout that people and programs write, patched at several places at once. The patch checks
/// itself; a layout that it gets wrong shows as `patchFailed`.
@Suite struct LayoutTests {
  @Test(arguments: 1...300) func jsonLayouts(_ seed: UInt64) throws {
    var random = SeededRandom(seed)
    let comments = Bool.random(using: &random)
    var text = ""
    Self.json(depth: 3, comments: comments, trailing: comments && Bool.random(using: &random), &random, &text)
    if comments { text = "// c\n" + text }
    let document = try read(text)
    try Self.patch(document, &random, "seed \(seed):\n\(text)")
  }

  @Test(arguments: 1...100) func xmlLayouts(_ seed: UInt64) throws {
    var random = SeededRandom(seed)
    var text = ""
    Self.xml(depth: 3, &random, &text)
    let document = try read(plist(text))
    try Self.patch(document, &random, "seed \(seed):\n\(text)")
  }

  private static func patch(_ document: Document, _ random: inout SeededRandom, _ comment: String) throws {
    let places = document.places(budget: 300)
    for count in 1...6 where !places.isEmpty {
      let chosen = (0..<count).compactMap { _ in places.randomElement(using: &random)?.path }
      let mode: Scrub.Mode = count == 5 ? .placeholder(Array("gone".utf8)) : .remove
      let result = try? document.scrub(chosen, mode: mode, leftovers: .report)
      let bytes = try #require(result?.bytes, "\(chosen) of \(comment)")
      // Nothing is added but blanks for elements of arrays.
      if count < 5 { #expect(bytes.count <= document.source.count + 20 * count, "\(comment)") }
    }
  }

  private static func gap(_ comments: Bool, _ random: inout SeededRandom) -> String {
    let plain = ["", "", " ", "\n", "\n  ", "\t", "\r\n\t", "  "]
    let more = ["/* c */", " // c\n", "\n// c\n", "/* a\nb */ "]
    return (comments ? plain + more : plain).randomElement(using: &random) ?? ""
  }

  private static func json(
    depth: Int, comments: Bool, trailing: Bool, _ random: inout SeededRandom, _ text: inout String
  ) {
    let kind = depth == 3 ? 0 : depth == 0 ? 2 : Int.random(in: 0..<5, using: &random)
    if kind > 1 {
      text += ["\"text\"", "12", "true", "null", "-1.5", "\"a\\u0041\""].randomElement(using: &random) ?? "1"
      return
    }
    text += kind == 0 ? "{" : "["
    let count = Int.random(in: 0...4, using: &random)
    for entry in 0..<count {
      text += gap(comments, &random)
      if kind == 0 { text += "\"k\(entry)\"" + gap(comments, &random) + ":" + gap(comments, &random) }
      json(depth: depth - 1, comments: comments, trailing: trailing, &random, &text)
      text += gap(comments, &random)
      if entry + 1 < count || trailing { text += "," }
    }
    text += gap(comments, &random) + (kind == 0 ? "}" : "]")
  }

  private static func xml(depth: Int, _ random: inout SeededRandom, _ text: inout String) {
    func gap() -> String {
      ["", " ", "\n", "\n\t", "\r\n", "<!-- c -->", "\n\t<!-- c -->\n"].randomElement(using: &random) ?? ""
    }
    let kind = depth == 3 ? 0 : depth == 0 ? 2 : Int.random(in: 0..<5, using: &random)
    if kind > 1 {
      text +=
        ["<string>a</string>", "<true/>", "<integer>5</integer>", "<data>AQ==</data>", "<string/>"]
        .randomElement(using: &random) ?? ""
      return
    }
    text += kind == 0 ? "<dict>" : "<array>"
    for entry in 0..<Int.random(in: 0...4, using: &random) {
      text += gap()
      if kind == 0 { text += "<key>k\(entry)</key>" + gap() }
      xml(depth: depth - 1, &random, &text)
    }
    text += gap() + (kind == 0 ? "</dict>" : "</array>")
  }
}
