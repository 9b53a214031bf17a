extension Container {
  /// The bytes of the container (spec §4).
  func build() throws -> Built {
    let keys = ContainerKeys(self)
    let (slotArea, slotIDs) = try slotBytes(keys)
    var entries = plannedEntries(keys)
    editEntries?(&entries, keys, self)
    let segments = try sealedRecords(entries, keys)
    let pages = segments.enumerated().map { page($0.offset, $0.element, keys) }
    var table = pages.map(\.entry)
    editSegments?(&table)
    var segmentBytes = zip(pages, segments).flatMap { $0.blob + $1.flatMap(\.blob) }
    edit(.segments, &segmentBytes)

    let (rootPlain, rootBlob) = root(slotIDs, entries, table, keys)
    let rootLink = hash(rootBlob)
    let headerLength = 92 + slotArea.count + 64
    let fileLength = 2 * headerLength + 2 * rootBlob.count + segmentBytes.count + 16
    var header: Bytes = [0x89, 0x53, 0x46, 0x31, 0x0d, 0x0a, 0x1a, 0x0a]
    header += Bytes(version, 2) + Bytes(suite, 2) + Bytes(headerLength, 4) + keys.containerID
    header += Bytes(keyEpoch, 4) + Bytes(generation, 8) + Bytes(fileLength, 8) + Bytes(rootBlob.count, 4)
    header += rootLink + Bytes(slots.count, 2) + Bytes(0, 2) + slotArea
    edit(.header, &header)
    var headerHash = hash(header)
    edit(.headerHash, &headerHash)
    header += headerHash
    var mac = hash(header, key: derived(keys.master, "header", keys.containerID))
    edit(.mac, &mac)
    header += mac

    var linkedRoot = rootBlob
    edit(.rootLinked, &linkedRoot)
    var file = header + linkedRoot + segmentBytes + linkedRoot + header
    file += Bytes(fileLength, 8) + Bytes(headerLength, 4) + [0x53, 0x46, 0x31, 0x0a]
    edit(.file, &file)
    return Built(
      bytes: file, keys: keys, slotIDs: slotIDs, header: header, headerHash: headerHash, mac: mac,
      root: rootBlob,
      rootPlain: rootPlain, pagePlains: pages.map(\.plain), segments: table, items: sortedItems,
      entries: entries)
  }

  /// The root's plaintext and its blob (spec §8).
  private func root(
    _ slotIDs: [Bytes], _ entries: [Entry], _ table: [Segment], _ keys: ContainerKeys
  ) -> (plain: Bytes, blob: Bytes) {
    var tags = rootTags + [Tag(2, Bytes(Keys.time, 8)), Tag(3, Bytes(Keys.time, 8))]
    func add(_ number: UInt16, _ value: Bytes) {
      if !value.isEmpty { tags.append(Tag(number, value)) }
    }
    let itemCount = table.reduce(UInt32(0)) { $0 &+ $1.recordCount }
    add(4, itemCount == 0 ? [] : Bytes(itemCount, 4))
    add(6, generation == 1 ? [] : previousMac)
    add(7, edited(.slotNotes, notes(slotIDs)))
    add(8, edited(.keyTable, entries.flatMap { $0.bytes(self, keys).counted16 }))
    add(9, hasPasscode ? keys.passcodeCheck : [])
    add(10, edited(.segmentTable, table.flatMap(\.bytes)))
    add(14, hasPresence ? keys.presenceCheck : [])
    tags.sort { $0.number < $1.number }
    editRootTags?(&tags)
    let content = edited(.rootContent, tags.flatMap(\.bytes))
    let plain = edited(.rootPlain, framed(content))
    let associated = edited(
      .rootAssociated,
      Bytes("root\0") + keys.containerID + Bytes(keyEpoch, 4) + Bytes(sealedGeneration ?? generation, 8))
    let blob = seal(
      plain, key: derived(keys.master, "root", keys.containerID), nonce: keys.draw("seed root nonce", [], 24),
      associated: associated)
    return (plain, edited(.rootBlob, blob))
  }

  /// Spec §8.3.
  private func notes(_ slotIDs: [Bytes]) -> Bytes {
    var notes: [(id: Bytes, bytes: Bytes)] = []
    for (slot, id) in zip(slots, slotIDs) {
      var tags = slot.label.isEmpty ? [] : [Tag(1, slot.label)]
      tags.append(Tag(2, Bytes(Keys.time, 8)))
      if let recipient = slot.recipient { tags.append(Tag(3, recipient)) }
      notes.append((id, id + tags.flatMap(\.bytes).counted16))
    }
    return notes.sorted { precedes($0.id, $1.id) }.flatMap(\.bytes)
  }

  private func edited(_ stage: Stage, _ bytes: Bytes) -> Bytes {
    var bytes = bytes
    edit(stage, &bytes)
    return bytes
  }
}
