/// Lines in columns. Widths come from the first rows only, so that a long list streams in bounded memory.
package struct TextTable {
  private static let sample = 256

  private var head: [[String]] = []
  private var widths: [Int] = []
  private var isOpen = true

  /// An empty table.
  package init() {}

  /// Takes a row; returns the lines that are ready to be written, as UTF-8.
  package mutating func row(_ cells: [String]) -> [UInt8] {
    guard isOpen else { return line(cells) }
    head.append(cells)
    return head.count < Self.sample ? [] : finish()
  }

  /// The lines still held back.
  package mutating func finish() -> [UInt8] {
    guard isOpen else { return [] }
    isOpen = false
    for cells in head {
      for (column, cell) in cells.enumerated() {
        if column == widths.count { widths.append(0) }
        widths[column] = max(widths[column], cell.unicodeScalars.count)
      }
    }
    var out: [UInt8] = []
    for cells in head { out += line(cells) }
    head = []
    return out
  }

  private func line(_ cells: [String]) -> [UInt8] {
    var out: [UInt8] = []
    let last = cells.lastIndex { !$0.isEmpty } ?? 0
    for (column, cell) in cells.prefix(last + 1).enumerated() {
      out.append(contentsOf: cell.utf8)
      guard column < last else { break }
      let width = column < widths.count ? widths[column] : 0
      for _ in 0..<(max(0, width - cell.unicodeScalars.count) + 2) { out.append(0x20) }
    }
    out.append(0x0A)
    return out
  }
}
