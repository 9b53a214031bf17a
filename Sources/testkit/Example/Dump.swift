/// Writes bytes as rows: offset, sixteen bytes in hexadecimal, what they are.
struct Dump {
  let bytes: Bytes
  /// Offset of the first byte in what the reader of the dump counts from.
  let base: Int
  private(set) var offset = 0
  private(set) var text = ""

  init(_ bytes: Bytes, base: Int = 0) {
    (self.bytes, self.base) = (bytes, base)
  }

  var left: Int { bytes.count - offset }

  /// Shows the next bytes with a remark at their first row.
  mutating func take(_ count: Int, _ remark: String) {
    var remark = remark
    for start in stride(from: offset, to: offset + count, by: 16) {
      let row = bytes[start..<min(start + 16, offset + count)]
      let groups = stride(from: row.startIndex, to: row.endIndex, by: 4).map {
        Bytes(row[$0..<min($0 + 4, row.endIndex)]).hex
      }
      let hex = groups.joined(separator: " ")
      let line = Self.right("\(base + start)", 5) + "  " + Self.left(hex, remark.isEmpty ? 0 : 37) + remark
      text += line + "\n"
      remark = ""
    }
    offset += count
  }

  /// Says that the next bytes are not shown.
  mutating func skip(_ count: Int, _ remark: String) {
    text += Self.right("\(base + offset)", 5) + "  " + Self.left("…", 37) + remark + "\n"
    offset += count
  }

  /// The number that the next bytes are.
  func number(_ count: Int) -> Int {
    bytes[offset..<offset + count].reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  private static func right(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }

  private static func left(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}
