internal import SecretFile

/// Made-up items, in the forms that the peers import.
enum DummyItems {
  /// The name of the item with this number, a thousand of them in a group.
  static func name(_ index: Int) -> String { group(index / 1000) + "/" + entry(index) }

  /// Its secret: 60 hexadecimal digits.
  static func value(_ index: Int) -> String {
    var text = ""
    var state = UInt64(index) &* 0x9E37_79B9_7F4A_7C15 &+ 1
    while text.utf8.count < 60 {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      text += padded(String(state, radix: 16), 16)
    }
    return String(text.prefix(60))
  }

  /// Writes `count` items as `BASE.json`, `BASE.jsonl` (what `set --batch` reads), `BASE.xml` (KeePass 2) and
  /// `BASE.txt` (name, space, secret); with none, an empty group.
  static func write(_ count: Int, base: String) throws(BenchError) {
    var json: [UInt8] = Array("{".utf8)
    var xml: [UInt8] = Array("<KeePassFile><Root><Group><UUID>\(uuid("r", 0))</UUID><Name>Root</Name>".utf8)
    var lines: [UInt8] = []
    var text: [UInt8] = []
    for number in 0..<max(1, (count + 999) / 1000) {
      json += "\(number == 0 ? "" : ",")\"\(group(number))\":{".utf8
      xml += "<Group><UUID>\(uuid("g", number))</UUID><Name>\(group(number))</Name>".utf8
      for index in number * 1000..<min(count, number * 1000 + 1000) {
        let (name, value) = (entry(index), value(index))
        json += "\(index % 1000 == 0 ? "" : ",")\"\(name)\":\"\(value)\"".utf8
        xml +=
          ("<Entry><UUID>\(uuid("e", index))</UUID><String><Key>Title</Key><Value>\(name)</Value></String>"
          + "<String><Key>Password</Key><Value ProtectInMemory=\"True\">\(value)</Value></String></Entry>")
          .utf8
        lines += "{\"service\":\"bench\",\"account\":\"\(self.name(index))\",\"value\":\"\(value)\"}\n".utf8
        text += "\(group(number))/\(name) \(value)\n".utf8
      }
      json += "}".utf8
      xml += "</Group>".utf8
    }
    json += "}".utf8
    xml += "</Group></Root></KeePassFile>".utf8
    for (bytes, form) in [(json, "json"), (lines, "jsonl"), (xml, "xml"), (text, "txt")] {
      try benched { try writeOutput(Path(base + "." + form), bytes.span) }
    }
  }

  private static func group(_ number: Int) -> String { "g" + padded("\(number)", 3) }

  private static func entry(_ index: Int) -> String { "e" + padded("\(index)", 8) }

  /// 16 bytes in base64, of which the digits make most.
  private static func uuid(_ kind: String, _ number: Int) -> String {
    kind + padded("\(number)", 8) + "AAAAAAAAAAAAA=="
  }

  private static func padded(_ digits: String, _ count: Int) -> String {
    String(repeating: "0", count: max(0, count - digits.utf8.count)) + digits
  }
}
