/// The key table: entries by strictly ascending keyID (spec §9).
package struct KeyTable: Equatable, Sendable {
  /// What a record is checked against, kept apart so that a lookup copies no entry.
  package struct Facts: Equatable, Sendable {
    package let keyID: UInt32
    package let deviceID: Bytes16?
    package let hasApplicationPassword: Bool
  }

  package private(set) var entries: [KeyEntry]
  package private(set) var facts: [Facts]

  /// Entries in any order; keyIDs must differ.
  package init(_ entries: [KeyEntry] = []) {
    self.entries = entries.sorted { $0.keyID < $1.keyID }
    facts = self.entries.map {
      Facts(
        keyID: $0.keyID, deviceID: $0.deviceID,
        hasApplicationPassword: $0.accessControl.contains(.applicationPassword))
    }
  }

  /// Index of the entry of this keyID.
  package func index(of keyID: UInt32) -> Int? {
    var low = 0
    var high = facts.count
    while low < high {
      let middle = (low + high) / 2
      if facts[middle].keyID < keyID { low = middle + 1 } else { high = middle }
    }
    return low < facts.count && facts[low].keyID == keyID ? low : nil
  }

  /// The entry of this keyID.
  package func entry(_ keyID: UInt32) -> KeyEntry? {
    guard let index = index(of: keyID) else { return nil }
    return entries[index]
  }

  /// Adds an entry, or replaces the one of its keyID.
  package mutating func set(_ entry: KeyEntry) {
    self = KeyTable(entries.filter { $0.keyID != entry.keyID } + [entry])
  }

  /// Step 11 of reading, the structure part: `bytes` are the value of the root's key-table tag.
  /// Throws `keyTable`.
  package static func parse(_ bytes: Span<UInt8>, keyEpoch: UInt32) throws(FormatError) -> KeyTable {
    var reader = Reader(bytes, code: .keyTable)
    var entries: [KeyEntry] = []
    while !reader.isAtEnd {
      let start = reader.offset
      guard entries.count < Limit.keyEntries else { throw reader.error("more than 4,096 entries") }
      let entry = try KeyEntry.parse(&reader, keyEpoch: keyEpoch)
      if let last = entries.last, last.keyID >= entry.keyID {
        throw FormatError(.keyTable, at: start, "keyIDs do not ascend")
      }
      entries.append(entry)
    }
    return KeyTable(entries)
  }

  /// The value of the root's key-table tag. Throws `keyTable` above 4,096 entries.
  package func encoded() throws(FormatError) -> [UInt8] {
    guard entries.count <= Limit.keyEntries else {
      throw FormatError(.keyTable, at: 0, "more than 4,096 entries")
    }
    var out = Writer()
    for entry in entries { entry.encode(into: &out) }
    return out.bytes
  }
}
