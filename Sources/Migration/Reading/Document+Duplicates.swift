extension Document {
  /// Dictionaries up to this size are compared key by key; larger ones by a hash of each key.
  private static let smallDictionary = 8

  /// The keys that stand in their dictionary already, each with its second and later spellings, at most
  /// `limit` of them. Readers differ in which value they take, so no secret may stand under such a key.
  public func duplicateKeys(limit: Int = 32) -> [NodeID] {
    var found: [NodeID] = []
    for index in records.indices where records[index].kind == .dictionary && found.count < limit {
      let children = children(of: NodeID(index))
      if children.count <= Document.smallDictionary {
        findDuplicates(among: Array(children.indices), of: children, &found)
      } else {
        findDuplicatesByHash(children, &found)
      }
    }
    return Array(found.prefix(limit))
  }

  private func findDuplicatesByHash(_ children: Children, _ found: inout [NodeID]) {
    var hashes: [(hash: Int, position: Int)] = []
    hashes.reserveCapacity(children.count)
    for (position, child) in children.enumerated() {
      guard let key = child.key else { return }
      hashes.append((hash(of: key), position))
    }
    hashes.sort { $0 < $1 }
    var start = 0
    while start < hashes.count {
      var end = start + 1
      while end < hashes.count, hashes[end].hash == hashes[start].hash { end += 1 }
      if end - start > 1 { findDuplicates(among: hashes[start..<end].map(\.position), of: children, &found) }
      start = end
    }
  }

  /// Compares each key with the one before it that is equal, if there is one.
  private func findDuplicates(among positions: [Int], of children: Children, _ found: inout [NodeID]) {
    var different: [NodeID] = []
    for position in positions {
      guard let key = children[position].key else { return }
      if different.contains(where: { equalContent($0, key) }) {
        found.append(key)
      } else {
        different.append(key)
      }
    }
  }

  private func equalContent(_ first: NodeID, _ second: NodeID) -> Bool {
    if first == second { return true }
    guard contentLength(of: first) == contentLength(of: second) else { return false }
    return withContent(of: first) { left in
      withContent(of: second) { right in Needles.equal(left, right) }
    }
  }

  /// A hash with the process's random seed, so that no file can choose keys that collide.
  private func hash(of key: NodeID) -> Int {
    withContent(of: key) { bytes in
      var hasher = Hasher()
      hasher.combine(bytes.count)
      var at = 0
      while at < bytes.count {
        let end = min(at + 8, bytes.count)
        hasher.combine(bigEndian(bytes.extracting(at..<end)))
        at = end
      }
      return hasher.finalize()
    }
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
