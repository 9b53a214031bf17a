internal import SecretFile

/// Preference files as apps write them: window frames, dates, flags, paths, identifiers, a nested dictionary. Sizes are
/// those of real ones, 1 to 16 KB; six of ten are binary, three XML, one is JSON. One in fifty has a token.
struct PreferenceFiles {
  private var state: UInt64 = 0x9E37_79B9_7F4A_7C15

  private enum Value {
    case text(String)
    case number(Int)
    case flag(Bool)
  }

  /// Makes `count` files below a folder, a hundred in each of its folders.
  mutating func make(_ count: Int, below folder: String) throws(BenchError) {
    for number in 0..<count {
      if number % 100 == 0 { _ = try run(["/bin/mkdir", "-p", "\(folder)/app\(number / 100)"]) }
      let name = "\(folder)/app\(number / 100)/com.example.app\(number)."
      let entries = entries(number)
      let (content, suffix): ([UInt8], String) =
        switch number % 10 {
        case 0..<6: (Self.binary(entries), "plist")
        case 6..<9: (Array(Self.xml(entries).utf8), "plist")
        default: (Array(Self.json(entries).utf8), "json")
        }
      try benched { try writeOutput(Path(name + suffix), content.span) }
    }
  }

  private mutating func next(_ bound: UInt64) -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state % bound
  }

  private mutating func entries(_ number: Int) -> [(String, Value)] {
    var entries: [(String, Value)] = [("AppleLanguages", .text("en-GB")), ("launchCount", .number(number))]
    for index in 0..<Int(8 + next(40) * (next(4) == 0 ? 4 : 1)) {
      switch next(7) {
      case 0:
        entries.append(
          ("NSWindow Frame Window\(index)", .text("\(next(900)) \(next(900)) 800 600 0 0 1920 1055 ")))
      case 1: entries.append(("didShowHint\(index)", .flag(next(2) == 0)))
      case 2:
        entries.append(
          ("recentFile\(index)", .text("/Users/sam/Documents/Reports/2026/quarter-\(next(9999)).numbers")))
      case 3:
        entries.append(
          ("lastSync\(index)", .text("2026-0\(1 + next(9))-1\(next(10))T08:\(10 + next(50)):00Z")))
      case 4:
        entries.append(
          ("com.example.feature.\(index).identifier", .text("com.example.module\(next(99)).View")))
      case 5: entries.append(("scrollOffset\(index)", .number(Int(next(100_000)))))
      default: entries.append(("layoutGuid\(index)", .text(uuid())))
      }
    }
    if number % 50 == 49 { entries.append(("refreshToken", .text("rt-" + uuid() + uuid()))) }
    return entries
  }

  private mutating func uuid() -> String {
    let digits = Array("0123456789ABCDEF")
    return String((0..<36).map { [8, 13, 18, 23].contains($0) ? "-" : digits[Int(next(16))] })
  }

  // MARK: The three spellings

  private static func json(_ entries: [(String, Value)]) -> String {
    let lines = entries.map { name, value in
      switch value {
      case .text(let text): "  \"\(name)\": \"\(text)\""
      case .number(let number): "  \"\(name)\": \(number)"
      case .flag(let flag): "  \"\(name)\": \(flag)"
      }
    }
    return "{\n" + lines.joined(separator: ",\n") + "\n}\n"
  }

  private static func xml(_ entries: [(String, Value)]) -> String {
    let lines = entries.map { name, value in
      let element =
        switch value {
        case .text(let text): "<string>\(text)</string>"
        case .number(let number): "<integer>\(number)</integer>"
        case .flag(let flag): flag ? "<true/>" : "<false/>"
        }
      return "\t<key>\(name)</key>\n\t\(element)\n"
    }
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0">
      <dict>
      \(lines.joined())</dict>
      </plist>

      """
  }

  /// One dictionary, its keys and values; two bytes for each reference and four for each offset.
  private static func binary(_ entries: [(String, Value)]) -> [UInt8] {
    var bytes = Array("bplist00".utf8)
    var offsets: [Int] = []
    func big(_ number: Int, _ size: Int) -> [UInt8] {
      (0..<size).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }
    func marker(_ kind: UInt8, _ count: Int) -> [UInt8] {
      count < 15 ? [kind << 4 | UInt8(count)] : [kind << 4 | 15, 0x11] + big(count, 2)
    }
    offsets.append(bytes.count)
    bytes += marker(0xD, entries.count)
    for reference in 1...entries.count * 2 { bytes += big(reference, 2) }
    for (name, _) in entries {
      offsets.append(bytes.count)
      bytes += marker(5, name.utf8.count) + Array(name.utf8)
    }
    for (_, value) in entries {
      offsets.append(bytes.count)
      switch value {
      case .text(let text): bytes += marker(5, text.utf8.count) + Array(text.utf8)
      case .number(let number): bytes += [0x12] + big(number, 4)
      case .flag(let flag): bytes.append(flag ? 9 : 8)
      }
    }
    let table = bytes.count
    for offset in offsets { bytes += big(offset, 4) }
    return bytes + [0, 0, 0, 0, 0, 0, 4, 2] + big(offsets.count, 8) + big(0, 8) + big(table, 8)
  }
}
