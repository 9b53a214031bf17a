/// Named values that an application attaches to an item (spec §10.3). Keys are texts, ordered and
/// told apart by their UTF-8 bytes; empty keys and values are allowed. Attributes are readable
/// without the item's own factors: no place for secrets.
public struct UserAttributes: Sendable {
  /// One attribute.
  public struct Entry: Sendable {
    /// The name.
    public let key: String
    /// The value.
    public let value: [UInt8]
  }

  /// Strictly ascending by the bytes of the keys.
  public private(set) var entries: [Entry] = []

  /// No attributes.
  public init() {}

  /// Whether there are none.
  public var isEmpty: Bool { entries.isEmpty }

  /// The value of a key. Setting nil removes it.
  public subscript(key: String) -> [UInt8]? {
    get {
      let (index, found) = find(key)
      return found ? entries[index].value : nil
    }
    set {
      let (index, found) = find(key)
      switch (newValue, found) {
      case (.some(let value), true): entries[index] = Entry(key: key, value: value)
      case (.some(let value), false): entries.insert(Entry(key: key, value: value), at: index)
      case (.none, true): entries.remove(at: index)
      case (.none, false): break
      }
    }
  }

  private func find(_ key: String) -> (index: Int, found: Bool) {
    for (index, entry) in entries.enumerated() {
      let order = ByteOrder.compare(entry.key.utf8.span, key.utf8.span)
      if order >= 0 { return (index, order == 0) }
    }
    return (entries.count, false)
  }

  /// Reads the value of a record's tag. Throws `record`.
  package static func parse(_ tlv: borrowing TLV) throws(FormatError) -> UserAttributes {
    var attributes = UserAttributes()
    try forEach(tlv) { (key, value) in
      attributes.entries.append(Entry(key: String(utf8: key), value: [UInt8](copying: value)))
    }
    return attributes
  }

  /// Checks the value of a record's tag exactly as `parse` does, without copying anything.
  package static func check(_ tlv: borrowing TLV) throws(FormatError) { try forEach(tlv) { (_, _) in } }

  private static func forEach(
    _ tlv: borrowing TLV, _ body: (Span<UInt8>, Span<UInt8>) -> Void
  ) throws(FormatError) {
    let value = try tlv.data()
    var reader = Reader(value, code: tlv.code, base: tlv.base)
    var last = 0..<0
    var isFirst = true
    while !reader.isAtEnd {
      let keyLength = Int(try reader.u16("user attribute is cut off"))
      let start = reader.position
      let key = try reader.take(keyLength, "key of a user attribute is cut off")
      guard ByteOrder.isUTF8(key) else { throw reader.error("key of a user attribute is not UTF-8") }
      guard isFirst || ByteOrder.compare(value.extracting(last), key) < 0 else {
        throw reader.error("keys of user attributes do not ascend")
      }
      (last, isFirst) = (start..<(start + keyLength), false)
      let length = Int(try reader.u32("user attribute is cut off"))
      body(key, try reader.take(length, "value of a user attribute is cut off"))
    }
  }

  /// The record's own limit bounds keys and values; it is checked when the record is complete.
  package func encode(into out: inout Writer) {
    for entry in entries {
      out.u16(UInt16(truncatingIfNeeded: entry.key.utf8.count))
      out.append(text: entry.key)
      out.u32(UInt32(truncatingIfNeeded: entry.value.count))
      out.append(entry.value)
    }
  }
}

extension UserAttributes: Equatable {
  /// Bytewise.
  public static func == (a: UserAttributes, b: UserAttributes) -> Bool {
    a.entries.elementsEqual(b.entries) { sameText($0.key, $1.key) && $0.value == $1.value }
  }
}
