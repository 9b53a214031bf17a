import SecretCrypto

extension Document {
  /// The keys that stand in their dictionary already, each with its second and later spellings, at most
  /// `limit` of them. Readers differ in which value they take, so no secret may stand under such a key.
  public func duplicateKeys(limit: Int = 32) -> [NodeID] {
    var search = DuplicateSearch(self)
    source.withBytes { source in
      decoded.withBytes { decoded in
        for index in records.indices where search.found.count < limit {
          if records[index].kind == .dictionary { search.look(at: records[index], source, decoded) }
        }
      }
    }
    return Array(search.found.prefix(limit))
  }

  /// This document with a note if keys are duplicated.
  func notingDuplicates() -> Document {
    let keys = duplicateKeys(limit: 1)
    guard let key = keys.first else { return self }
    let name = KeyPath([.key(self.key(key))])
    let note = Note(
      code: "duplicateKeys", message: "the key '\(name)' stands several times in its dictionary",
      offset: node(key).range.lowerBound)
    return Document(
      source: source, format: format, root: root, notes: notes + [note], records: records, links: links,
      decoded: decoded, layout: layout)
  }
}

/// A search for keys that stand twice in their dictionary.
private struct DuplicateSearch {
  /// Dictionaries up to this size are compared key by key; larger ones by a digest of each key.
  private static let smallDictionary = 8

  private let records: ChunkedArray<NodeRecord>
  private let links: [Int32]
  /// Second and later spellings.
  private(set) var found: [NodeID] = []
  /// Different keys of the dictionary in hand and, if it is large, their digests.
  private var different: [Int32] = []
  private var digests: [UInt64] = []
  /// For a digest's last bits the place in `different` that it leads to, counted from one; zero if there is none.
  private var table: [Int32] = []

  init(_ document: Document) {
    records = document.records
    links = document.links
  }

  mutating func look(at dictionary: NodeRecord, _ source: Span<UInt8>, _ decoded: Span<UInt8>) {
    let count = Int(dictionary.contentLength)
    let isLarge = count > Self.smallDictionary
    different.removeAll(keepingCapacity: true)
    if isLarge { makeTable(count) }
    var link = Int(dictionary.content)
    for _ in 0..<count {
      let key = links[link]
      link += 2
      let text = bytes(of: key, source, decoded)
      let isKnown = isLarge ? isInTable(text, source, decoded) : isAmongFew(text, source, decoded)
      if isKnown { found.append(NodeID(Int(key))) } else { different.append(key) }
    }
  }

  /// A key's text; every reader keeps it in one of two places.
  @_lifetime(copy source, copy decoded)
  private func bytes(of key: Int32, _ source: Span<UInt8>, _ decoded: Span<UInt8>) -> Span<UInt8> {
    let record = records[Int(key)]
    return (record.place == .source ? source : decoded).extracting(record.contentRange)
  }

  private func isAmongFew(_ text: Span<UInt8>, _ source: Span<UInt8>, _ decoded: Span<UInt8>) -> Bool {
    for key in different where Needles.equal(bytes(of: key, source, decoded), text) { return true }
    return false
  }

  /// An empty table with room for twice as many keys.
  private mutating func makeTable(_ count: Int) {
    let size = 2 << (Int.bitWidth - (count - 1).leadingZeroBitCount)
    digests.removeAll(keepingCapacity: true)
    if table.count == size {
      for slot in table.indices { table[slot] = 0 }
    } else {
      table = Array(repeating: 0, count: size)
    }
  }

  /// Whether the text is in the table; if not, it is put there as the next of `different`.
  private mutating func isInTable(
    _ text: Span<UInt8>, _ source: Span<UInt8>, _ decoded: Span<UInt8>
  ) -> Bool {
    let digest = KeyedDigest.ofThisRun(text)
    let mask = table.count - 1
    var slot = Int(truncatingIfNeeded: digest) & mask
    while table[slot] != 0 {
      let place = Int(table[slot]) - 1
      if digests[place] == digest, Needles.equal(bytes(of: different[place], source, decoded), text) {
        return true
      }
      slot = (slot + 1) & mask
    }
    digests.append(digest)
    table[slot] = Int32(truncatingIfNeeded: digests.count)
    return false
  }
}
