import SecretFile

/// What a reader must say of a container that was damaged in one place: the rules of spec 13.1, by the first byte
/// that is not what it was.
struct Damage {
  /// The first byte that differs.
  var offset: Int
  /// The damaged file.
  var count: Int
  /// Its first bytes, up to 16.
  var start: ArraySlice<UInt8>
  /// Its last bytes, up to 4.
  var end: ArraySlice<UInt8>

  /// - Parameter from: Bytes before this one are known to be as they were.
  init(_ bytes: [UInt8], of original: [UInt8], from: Int = 0) {
    var offset = from
    while offset < bytes.count, offset < original.count, bytes[offset] == original[offset] { offset += 1 }
    self.init(bytes, at: offset)
  }

  init(_ bytes: [UInt8], at offset: Int) {
    self.offset = offset
    count = bytes.count
    start = bytes.prefix(16)
    end = bytes.suffix(4)
  }

  /// The name of the error. There is only one that is right.
  func expected(_ subject: SweepSubject) -> String {
    if let early { return early }
    if offset < subject.headerLength - Size.hash { return "headerHash" }
    if count != subject.bytes.count { return "length" }
    if offset < subject.headerLength { return "unlock" }
    if offset < subject.page.lowerBound { return "root" }
    if offset < subject.page.upperBound { return "page" }
    if offset < subject.copies { return "payload" }
    return "copies"
  }

  /// Steps 1 to 3.
  private var early: String? {
    let magic: [UInt8] = [0x89, 0x53, 0x46, 0x31, 0x0D, 0x0A, 0x1A, 0x0A]
    guard start.starts(with: magic) else {
      let isTorn = count > 0 && magic.starts(with: start)
      let hasLetters = (0...3).contains { start.dropFirst($0).starts(with: [0x53, 0x46, 0x31]) }
      let hasEnd = end.elementsEqual([0x53, 0x46, 0x31, 0x0A])
      return isTorn || hasLetters || hasEnd ? "framing" : "notSecretFile"
    }
    if count < 12 { return "framing" }
    // The copy at the end is whole whenever the version is damaged, so it differs.
    if start[8..<12] != [1, 0, 1, 0] { return "headerHash" }
    if count < 92 { return "framing" }
    let length = start[12..<16].reversed().reduce(0) { $0 << 8 | Int($1) }
    return length < 156 || length > 65_536 || length > count ? "framing" : nil
  }
}
