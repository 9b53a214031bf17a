import SecretFile

/// `inspect --html`: a map of a container's bytes for whoever debugs an implementation, as one page that needs nothing
/// else. It shows what `inspect` shows: nothing that is sealed.
enum InspectHTML {
  static func page(_ inspection: Inspection, _ path: Path) -> [UInt8] {
    var page = ScanMarkup()
    page.raw("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
    page.raw("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
    page.raw("<title>Byte map of a SecretFile container</title>\n<style>\(sheet)</style>\n</head>\n<body>\n")
    page.element("h1") { $0.text("\(path)") }
    page.element("p") {
      $0.text(
        "SecretFile version \(inspection.version), suite \(inspection.suite), container \(inspection.id), "
          + "epoch \(inspection.keyEpoch), generation \(inspection.generation), "
          + "\(ProgressLine.grouped(inspection.fileSize)) bytes.")
    }
    for problem in inspection.problems {
      page.element("p", "class=\"problem\"") { $0.text("\(problem)") }
    }
    bar(inspection, &page)
    table(inspection, &page)
    page.raw("</body>\n</html>\n")
    return page.bytes
  }

  /// The file's own parts, each as wide as its share of the file.
  private static func bar(_ inspection: Inspection, _ page: inout ScanMarkup) {
    page.element("div", "class=\"bar\" aria-hidden=\"true\"") { bar in
      for region in inspection.regions where region.depth == 0 {
        bar.element("span", "style=\"flex-grow: \(region.length)\"") { $0.text(region.name) }
      }
    }
  }

  private static func table(_ inspection: Inspection, _ page: inout ScanMarkup) {
    page.raw("<table>\n<thead><tr><th>offset</th><th>hex</th><th>bytes</th><th>part</th><th>value</th>")
    page.raw("<th>clauses</th></tr></thead>\n<tbody>\n")
    for region in inspection.regions {
      page.raw("<tr class=\"depth\(min(region.depth, 2))\">")
      for cell in ["\(region.offset)", String(region.offset, radix: 16), "\(region.length)"] {
        page.element("td", "class=\"number\"") { $0.text(cell) }
      }
      page.element("td") { $0.text(region.name) }
      page.element("td") { $0.element("code") { $0.text(region.value ?? "sealed") } }
      page.element("td") { $0.text(clauses(region)) }
      page.raw("</tr>\n")
    }
    page.raw("</tbody>\n</table>\n")
  }

  /// What the specification demands of a part.
  private static func clauses(_ region: Inspection.Region) -> String {
    switch (region.name, region.depth) {
    case ("magic", _): "SF-4.2-1, SF-4.2-2"
    case ("version", _), ("suite", _): "SF-4.2-4"
    case ("headerLength", 1): "SF-4.2-5, SF-4.4-1"
    case ("keyEpoch", _): "SF-4.2-7"
    case ("generation", _): "SF-4.2-8"
    case ("fileLength", _): "SF-4.2-12, SF-4.4-1"
    case ("rootLength", _): "SF-4.2-11"
    case ("rootLink", _): "SF-5.2-1, SF-8.1-1"
    case ("slotCount", _): "SF-4.2-9, SF-4.3-1"
    case ("reserved", _): "SF-4.2-10"
    case ("headerHash", _): "SF-4.2-6"
    case ("mac", _): "SF-4.2-13"
    case ("slot", _): "SF-4.3-1, SF-4.3-3"
    case ("kind", _): "SF-4.3-8"
    case ("role", _): "SF-4.3-4"
    case ("flags", _): "SF-4.3-5"
    case ("slotID", _): "SF-4.3-2"
    case ("bodyLength", _): "SF-4.3-6"
    case ("opslimit", _), ("memlimit", _): "SF-4.3-7, SF-6.5-1"
    case ("ephemeral key", _): "SF-6.3-1"
    case ("master key", _): "SF-6.4-1"
    case ("passcode key", _): "SF-6.1-3, SF-8.2-6"
    case ("presence key", _): "SF-8.2-6"
    case ("root", _): "SF-8.1-1, SF-8.1-2"
    case ("segments", _): "SF-8.4-6, SF-10.1-1, SF-12.1-1"
    case ("root, again", _), ("header, again", _), ("trailer", _), ("end mark", _): "SF-4.4-1"
    default: ""
    }
  }

  private static let sheet = """

    :root { color-scheme: light dark; }
    body { margin: 0 auto; padding: 1.5rem; max-width: 76rem; font: 1rem/1.45 system-ui, sans-serif; }
    h1 { font-size: 1.3rem; overflow-wrap: anywhere; }
    .problem { padding: .5rem .75rem; border: 2px solid #b3261e; border-radius: 6px; }
    .bar { display: flex; margin: 1rem 0; border: 1px solid #888; border-radius: 6px; overflow: hidden; }
    .bar span { min-width: 1.2rem; padding: .35rem .3rem; border-right: 1px solid #888; font-size: .8rem;
      overflow: hidden; white-space: nowrap; text-overflow: ellipsis; flex-basis: 0; }
    .bar span:nth-child(odd) { background: #8882; }
    table { width: 100%; border-collapse: collapse; }
    th, td { padding: .2rem .6rem; border-bottom: 1px solid #8884; text-align: left; vertical-align: top; }
    .number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
    code { font-size: .85em; overflow-wrap: anywhere; }
    tr.depth0 { font-weight: 600; }
    tr.depth1 td:nth-child(4) { padding-left: 1.6rem; }
    tr.depth2 td:nth-child(4) { padding-left: 2.8rem; }

    """
}
