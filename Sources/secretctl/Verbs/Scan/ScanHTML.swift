import Migration
import SecretFile

/// For people who pass a report on: one page that needs nothing else, no network and no script. Never a value.
///
/// Everything that comes from files is escaped twice over: characters that could steer or reorder text are spelt out,
/// then those that mean something in HTML. Should something slip through all the same, the page's own policy lets
/// nothing run and nothing load.
struct ScanHTML: ScanReport {
  private let console: Console
  /// What was scanned.
  private let roots: [Path]
  private var files = ScanMarkup()
  private var refused = ScanMarkup()
  private var inPart = ScanMarkup()
  private var leftOut = ScanMarkup()
  private var accepted = ScanMarkup()
  private var counts: [Finding.Severity: Int] = [:]

  init(_ console: Console, _ roots: [Path]) {
    self.console = console
    self.roots = roots
  }

  func begin() throws(Outcome) {}

  mutating func add(_ file: ScannedFile) throws(Outcome) {
    switch file.status {
    case .leftOut(let kind):
      leftOut.element("li") {
        $0.element("code") { $0.text("\(file.path)") }
        $0.text(" (\(kind.name))")
      }
    case .refused(let outcome):
      refused.element("li") {
        $0.element("p") { $0.text(outcome.message) }
        $0.element("p", "class=\"hint\"") { $0.text(outcome.hint) }
      }
    case .read(_, let found):
      if !found.list.isEmpty { section(file, found) }
      if !found.isComplete {
        inPart.element("li") { $0.element("code") { $0.text("\(file.path)") } }
      }
      for finding in file.heldBack {
        accepted.element("li") {
          $0.element("code") { $0.text("\(file.path)") }
          $0.text(" ")
          $0.element("code") { $0.text(PlaceText.words(finding.place)) }
          $0.text(" \(finding.kind.title)")
        }
      }
    }
  }

  private mutating func section(_ file: ScannedFile, _ found: Findings) {
    for finding in found.list { counts[finding.severity, default: 0] += 1 }
    files.element("section", "class=\"file\"") {
      $0.element("h2") { $0.text("\(file.path)") }
      if !found.isComplete {
        $0.element("p", "class=\"hint\"") {
          $0.text("The search was cut short by its limits: there may be more in it.")
        }
      }
      $0.element("table") {
        $0.element("thead") {
          $0.element("tr") { row in
            for title in ["Severity", "Where", "What", "Sure", "Why"] {
              row.element("th", "scope=\"col\"") { $0.text(title) }
            }
          }
        }
        $0.element("tbody") { body in
          for finding in found.list { Self.row(finding, &body) }
        }
      }
    }
  }

  private static func row(_ finding: Finding, _ body: inout ScanMarkup) {
    let severity = finding.severity.rawValue
    body.element("tr", "class=\"\(severity)\"") {
      $0.element("td") { $0.element("span", "class=\"badge\"") { $0.text(severity) } }
      $0.element("td") { $0.element("code") { $0.text(PlaceText.words(finding.place)) } }
      $0.element("td") { $0.text(finding.kind.title) }
      $0.element("td", "class=\"number\"") { $0.text("\(Int((finding.confidence * 100).rounded())) %") }
      $0.element("td") { $0.text(finding.reason) }
    }
  }

  // MARK: The page

  func end(_ summary: ScanSummary) throws(Outcome) {
    var page = ScanMarkup()
    page.raw("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
    page.raw("<meta http-equiv=\"Content-Security-Policy\" content=\"\(ScanStyle.policy)\">\n")
    page.raw("<meta name=\"referrer\" content=\"no-referrer\">\n<meta name=\"robots\" content=\"noindex\">\n")
    page.raw("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
    page.raw("<meta name=\"color-scheme\" content=\"light dark\">\n")
    page.raw("<title>Secrets in plain text</title>\n<style>\(ScanStyle.sheet)</style>\n</head>\n<body>\n")
    page.element("header") { header(summary, &$0) }
    if summary.findings > 0 { filter(&page) }
    page.element("main") { main(summary, &$0) }
    page.raw("</body>\n</html>\n")
    try console.out.write(page.bytes)
  }

  private func header(_ summary: ScanSummary, _ page: inout ScanMarkup) {
    page.element("h1") {
      $0.text(
        summary.findings == 0
          ? "No secrets found in plain text"
          : "\(summary.findings) \(summary.findings == 1 ? "secret" : "secrets") in plain text")
    }
    var line =
      "\(summary.files) \(summary.files == 1 ? "file" : "files") read, \(summary.withFindings) with findings"
    if summary.heldBack > 0 { line += ", \(summary.heldBack) findings accepted in the baseline" }
    page.element("p") {
      $0.text(line + (summary.refused > 0 ? ", " : "."))
      guard summary.refused > 0 else { return }
      $0.element("a", "href=\"#refused\"") { $0.text("\(summary.refused) could not be read") }
      $0.text(".")
    }
    if summary.inPart > 0 {
      page.element("p") {
        $0.element("a", "href=\"#in-part\"") { $0.text("\(summary.inPart) searched in part") }
        $0.text(": there may be more in them.")
      }
    }
    let roots = roots.map { "\($0)" }.joined(separator: ", ")
    page.element("p") { $0.text("Scanned \(TimeText.text(Launch.now())): \(roots)") }
    page.element("p", "class=\"hint\"") {
      $0.text("This page holds names and reasons, never a value; the names alone may be confidential.")
    }
  }

  /// Buttons that work without a script: the style sheet looks at which one is chosen.
  private func filter(_ page: inout ScanMarkup) {
    page.raw("<fieldset class=\"filter\"><legend>Show</legend>\n")
    let all = counts.values.reduce(0, +)
    choice("all", "All", all, isChosen: true, &page)
    for severity in Finding.Severity.allCases {
      let word = severity.rawValue
      choice(
        word, word.prefix(1).uppercased() + word.dropFirst(), counts[severity] ?? 0, isChosen: false, &page)
    }
    page.raw("</fieldset>\n")
  }

  private func choice(
    _ id: String, _ title: String, _ count: Int, isChosen: Bool, _ page: inout ScanMarkup
  ) {
    let state = isChosen ? " checked" : count == 0 ? " disabled" : ""
    page.raw("<input type=\"radio\" name=\"show\" id=\"show-\(id)\"\(state)>")
    page.element("label", "for=\"show-\(id)\" class=\"\(id)\"") {
      $0.text(title + " ")
      $0.element("b") { $0.text("\(count)") }
    }
  }

  private func main(_ summary: ScanSummary, _ page: inout ScanMarkup) {
    page.raw(files.bytes)
    Self.list("Could not be read", id: "refused", refused, summary.refused, isOpen: true, &page)
    Self.list(
      "Searched in part: a limit ended the search, and there may be more", id: "in-part", inPart,
      summary.inPart, isOpen: true, &page)
    Self.list("Accepted in the baseline", id: "accepted", accepted, summary.heldBack, isOpen: false, &page)
    let leftOutCount = summary.leftOut.values.reduce(0, +)
    Self.list(
      "Not opened: links, pipes, sockets and devices", id: "left-out", leftOut, leftOutCount, isOpen: false,
      &page)
    guard summary.findings > 0 else { return }
    page.element("section", "class=\"next\"") {
      $0.element("h2") { $0.text("What to do") }
      $0.element("p") {
        $0.text(
          "Move the values into an encrypted container and out of the files, and look at the plan first:")
      }
      $0.element("pre") { $0.text("secretctl import -f FILE.secretfile --create -i KEY --dry-run SOURCE…\n") }
      $0.element("p") {
        $0.text(
          "Then the same with --scrub instead of --dry-run. Whatever was in a backup, a repository or a synced folder "
            + "is known to others: renew it.")
      }
    }
  }

  private static func list(
    _ title: String, id: String, _ items: ScanMarkup, _ count: Int, isOpen: Bool, _ page: inout ScanMarkup
  ) {
    guard count > 0 else { return }
    page.element("details", "id=\"\(id)\"" + (isOpen ? " open" : "")) {
      $0.element("summary") { $0.text("\(title) (\(count))") }
      $0.element("ul") { $0.raw(items.bytes) }
    }
  }
}

/// HTML as bytes.
struct ScanMarkup {
  private(set) var bytes: [UInt8] = []

  /// Text of a file or of ours.
  mutating func text(_ text: String) {
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "&"): bytes += Array("&amp;".utf8)
      case UInt8(ascii: "<"): bytes += Array("&lt;".utf8)
      case UInt8(ascii: ">"): bytes += Array("&gt;".utf8)
      case UInt8(ascii: "\""): bytes += Array("&quot;".utf8)
      case UInt8(ascii: "'"): bytes += Array("&#39;".utf8)
      default: bytes.append(byte)
      }
    }
  }

  /// Markup of ours.
  mutating func raw(_ markup: String) { bytes += markup.utf8 }

  /// Markup that was made before.
  mutating func raw(_ markup: [UInt8]) { bytes += markup }

  /// An element; name and attributes are ours.
  mutating func element(_ name: String, _ attributes: String = "", _ body: (inout ScanMarkup) -> Void) {
    raw("<" + name + (attributes.isEmpty ? "" : " " + attributes) + ">")
    body(&self)
    raw("</" + name + ">")
    if Self.blocks.contains(name) { bytes.append(0x0A) }
  }

  private static let blocks: Set = [
    "p", "tr", "li", "h1", "h2", "section", "table", "thead", "tbody", "ul", "details", "header", "main",
    "pre",
    "summary",
  ]
}
