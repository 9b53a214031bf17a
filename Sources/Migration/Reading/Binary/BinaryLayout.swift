/// How the objects of a binary plist lie in the file: what its trailer says, checked against the file.
struct BinaryLayout: Sendable {
  /// Bytes before the first object: `bplist00`.
  static let headerSize = 8
  /// Bytes after the offset table.
  static let trailerSize = 32

  /// Bytes of an entry of the offset table, 1 to 8.
  var offsetSize: Int
  /// Bytes of a reference to an object, 1 to 8.
  var referenceSize: Int
  /// Objects in the table.
  var objectCount: Int
  /// The number of the outermost object.
  var top: Int
  /// Where the offset table begins; objects lie before it.
  var tableOffset: Int

  /// Reads the trailer that ends at `end`; `nil` if it does not fit a file that ends there.
  init?(_ bytes: Span<UInt8>, end: Int) {
    let start = end - BinaryLayout.trailerSize
    guard start > BinaryLayout.headerSize else { return nil }
    // Five unused bytes and the sort version come first.
    offsetSize = Int(bytes[start + 6])
    referenceSize = Int(bytes[start + 7])
    guard (1...8).contains(offsetSize), (1...8).contains(referenceSize),
      let count = Int(exactly: bigEndian(bytes.extracting(start + 8..<start + 16))), count > 0,
      let top = Int(exactly: bigEndian(bytes.extracting(start + 16..<start + 24))), top < count,
      let table = Int(exactly: bigEndian(bytes.extracting(start + 24..<end))),
      table > BinaryLayout.headerSize, table < start
    else { return nil }
    let (tableSize, overflow) = count.multipliedReportingOverflow(by: offsetSize)
    guard !overflow, tableSize == start - table else { return nil }
    objectCount = count
    self.top = top
    tableOffset = table
  }

  /// Where an object begins, as the offset table says; not checked.
  func offset(of object: Int, _ bytes: Span<UInt8>) -> UInt64 {
    let entry = tableOffset + object * offsetSize
    return bigEndian(bytes.extracting(entry..<entry + offsetSize))
  }
}
