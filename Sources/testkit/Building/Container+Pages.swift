extension Container {
  /// The items in file order.
  var sortedItems: [Item] {
    sortsItems ? items.sorted { precedes($0.identity, $1.identity) } : items
  }

  /// The records of each segment, with their payload blobs (spec §10, §12, §14.3).
  func sealedRecords(_ entries: [Entry], _ keys: ContainerKeys) throws -> [[SealedRecord]] {
    let records = try sortedItems.map { try SealedRecord($0, entries, keys) }
    var segments: [[SealedRecord]] = []
    var rest = records[...]
    if let cuts {
      for count in cuts {
        segments.append(Array(rest.prefix(count)))
        rest = rest.dropFirst(count)
      }
      if !rest.isEmpty { segments.append(Array(rest)) }
      return segments
    }
    var content = 0
    var payloads = 0
    for record in records {
      content += record.bytes.count
      payloads += record.blob.count
      if segments.isEmpty || content > 65_536 || payloads > 1 << 20 {
        segments.append([])
        (content, payloads) = (record.bytes.count, record.blob.count)
      }
      segments[segments.count - 1].append(record)
    }
    return segments
  }

  /// The page of a segment and its entry in the table.
  func page(
    _ index: Int, _ records: [SealedRecord], _ keys: ContainerKeys
  ) -> (plain: Bytes, blob: Bytes, entry: Segment) {
    var content = records.flatMap(\.bytes)
    edit(.pageContent(index), &content)
    var plain = framed(content)
    edit(.pagePlain(index), &plain)
    var associated = Bytes("page\0") + keys.containerID
    edit(.pageAssociated(index), &associated)
    var blob = seal(
      plain, key: derived(keys.master, "page", keys.containerID),
      nonce: keys.draw("seed page nonce", Bytes(index, 4), 24), associated: associated)
    edit(.pageBlob(index), &blob)
    let entry = Segment(
      first: records[0].item.identity, recordCount: UInt32(records.count), pageLength: UInt32(blob.count),
      payloadBytes: UInt32(records.reduce(0) { $0 + $1.blob.count }), link: hash(blob))
    edit(.pageLinked(index), &blob)
    return (plain, blob, entry)
  }
}

/// The frame of roots and pages (spec §8.1).
func framed(_ content: Bytes) -> Bytes {
  (Bytes(content.count, 4) + content).padded(to: (content.count + 4 + 255) / 256 * 256)
}

/// The padded length of a payload (spec §12.1).
func paddedLength(_ count: Int) -> Int {
  if count <= 512 { return max(64, (count + 63) / 64 * 64) }
  let e = Int.bitWidth - 1 - count.leadingZeroBitCount
  let s = Int.bitWidth - e.leadingZeroBitCount
  let step = 1 << (e - s)
  return (count + step - 1) / step * step
}

/// A record and its payload blob, ready for a page.
struct SealedRecord {
  var item: Item
  var bytes: Bytes
  var blob: Bytes

  init(_ item: Item, _ entries: [Entry], _ keys: ContainerKeys) throws {
    self.item = item
    let id = item.id ?? keys.draw("seed itemID", hash(item.identity), 16)
    // As in a writer: the entry of the class with the highest keyID.
    let ofClass = entries.last {
      $0.accessibility == item.accessibility && $0.accessControl == item.accessControl
        && $0.deviceID == item.deviceID
    }
    let entry = entries.first { $0.keyID == item.keyID } ?? ofClass ?? entries.first
    let keyID = item.keyID ?? entry?.keyID ?? 1
    let classKey = entry?.classKey ?? Bytes(repeating: 0, count: 32)
    var tags = item.tags
    var context = id
    let (opslimit, memlimit) = item.passwordCost
    let salt = keys.draw("seed item salt", id, 16)
    if let password = item.password {
      context += try argon2id(password, salt: salt, opslimit: max(opslimit, 1), memlimit: max(memlimit, 8))
    }
    if item.hasPasswordTag ?? (item.password != nil) {
      tags.insert(Tag(1, Bytes(opslimit, 4) + Bytes(memlimit, 4) + salt), at: 0)
    }
    let length = Bytes(item.payloadLength ?? UInt32(item.value.count), 4)

    var plain = item.value.padded(to: paddedLength(item.value.count))
    item.editPlain?(&plain)
    var associated = Bytes("payload\0") + keys.containerID + (item.sealedID ?? id)
    associated += Bytes(item.payloadRevision, 4) + Bytes(keyID, 4) + [item.contentType] + length
    associated += hash(item.identity)
    item.editAssociated?(&associated)
    blob = seal(
      plain, key: derived(classKey, "item", context), nonce: keys.draw("seed payload nonce", id, 24),
      associated: associated)
    item.editBlob?(&blob)
    let link = hash(blob)
    item.editLinked?(&blob)

    var body = id + Bytes(keyID, 4) + Bytes(item.created, 8) + Bytes(item.modified, 8)
    body += Bytes(item.revision, 4) + Bytes(item.payloadRevision, 4) + [item.contentType] + length + link
    body += item.identity.counted16 + tags.flatMap(\.bytes)
    item.editRecord?(&body)
    bytes = body.counted16
    item.editCounted?(&bytes)
  }
}
