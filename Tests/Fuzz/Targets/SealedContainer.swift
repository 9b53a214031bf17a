import SecretFile

/// Makes a file of the parts, however wrong they are.
struct SealedContainer {
  private let id = [UInt8](repeating: 0xa5, count: 16)
  private var parts: SealedParts
  private let keyEpoch: UInt32
  private let generation: UInt64
  private let fits: Bool
  /// By keyID.
  private var classes: [UInt32: Bool] = [:]
  private(set) var file: [UInt8] = []

  init(_ parts: SealedParts) {
    self.parts = parts
    let fields = parts.fields + [UInt8](repeating: 0, count: max(0, 13 - parts.fields.count))
    keyEpoch = max(1, ByteOrder.little(fields.span, 0, as: UInt32.self))
    generation = max(1, ByteOrder.little(fields.span, 4, as: UInt64.self))
    fits = fields[12] & 1 == 0
    build()
  }

  private mutating func build() {
    for tag in LooseTag.all(in: parts.root) where tag.number == TLVTag.Root.keyTable {
      sealKeyTable(tag.value)
    }
    var segments: [UInt8] = []
    var made: [(pageLength: Int, payloads: Int, link: [UInt8])] = []
    var nextPayload = 0
    for index in parts.pages.indices {
      let payloads = sealPayloads(of: index, &nextPayload)
      let content = parts.pages[index]
      let page = sealed(
        Plaintext.framed(content.span), derived(FuzzKeys.master, "page", id), label("page") + id)
      segments += page + payloads
      made.append((page.count, payloads.count, blake(page)))
    }
    if fits {
      for tag in LooseTag.all(in: parts.root) where tag.number == TLVTag.Root.segments {
        fit(tag.value, made)
      }
    }
    let content = parts.root
    let root = sealed(
      Plaintext.framed(content.span), derived(FuzzKeys.master, "root", id),
      label("root") + id + little(keyEpoch, 4) + little(generation, 8))
    file = assemble(root, segments)
  }

  private func label(_ text: String) -> [UInt8] { Array("\(text)\0".utf8) }

  // MARK: Header

  private func assemble(_ root: [UInt8], _ segments: [UInt8]) -> [UInt8] {
    let slots = openingSlot + parts.slots
    let headerLength = 92 + slots.count + 64
    let fileLength = 2 * headerLength + 2 * root.count + segments.count + 16
    var header = Frame.magic + little(1, 2) + little(1, 2) + little(headerLength, 4) + id
    header += little(keyEpoch, 4) + little(generation, 8) + little(fileLength, 8) + little(root.count, 4)
    header += blake(root) + little(slotCount, 2) + little(0, 2) + slots
    header += blake(header)
    header += blake(header, key: derived(FuzzKeys.master, "header", id))
    return header + root + segments + root + header + little(fileLength, 8) + little(headerLength, 4)
      + Frame.endMark
  }

  /// A key-file slot with the lowest id.
  private var openingSlot: [UInt8] {
    let slotID = little(1, 8).reversed() as [UInt8]
    let start = little(2, 2) + [0, 0] + slotID + little(72, 4)
    let prefix = little(1, 2) + little(1, 2) + id + little(keyEpoch, 4)
    return start
      + sealed(
        FuzzKeys.master, derived(FuzzKeys.keyFile, "slot keyfile", id + slotID),
        label("slot master") + prefix + start)
  }

  private var slotCount: Int {
    var count = 1
    var at = 0
    while at + 16 <= parts.slots.count {
      at += 16 + Int(ByteOrder.little(parts.slots.span, at + 12, as: UInt32.self))
      count += 1
    }
    return count
  }

  // MARK: Key table

  /// Puts checks and chains that open into whatever entries are there.
  private mutating func sealKeyTable(_ range: Range<Int>) {
    var at = range.lowerBound
    while at + 15 <= range.upperBound {
      let end = min(range.upperBound, at + 2 + Int(ByteOrder.little(parts.root.span, at, as: UInt16.self)))
      sealEntry(at + 2..<max(at + 2, end))
      at = max(at + 2, end)
    }
  }

  private mutating func sealEntry(_ range: Range<Int>) {
    guard range.count >= 13 + 33 else { return }
    let entry = Array(parts.root[range])
    let keyID = Array(entry[..<4])
    let bound = Array(entry[..<13])
    var at = entry[4] >= 9 ? 29 : 13
    let device = Array(entry[13..<min(at, entry.count)])
    guard at + 33 <= entry.count else { return }
    put(derived(FuzzKeys.classKey, "check", id + keyID), range.lowerBound + at)
    at += 33
    while at < entry.count {
      let factors = Int(entry[at])
      at += 1
      var layers: [(kind: UInt8, id: [UInt8])] = []
      for _ in 0..<factors where at < entry.count {
        let kind = entry[at]
        let end = min(entry.count, at + (kind == 2 ? 9 : 1))
        layers.append((kind, kind == 1 ? device : Array(entry[at + 1..<end])))
        at = end
      }
      guard factors < 8, at + 72 + 40 * layers.count <= entry.count else { return }
      let blob = chain(layers, id + keyID, label("chain") + id + bound)
      put(blob, range.lowerBound + at)
      at += blob.count
    }
  }

  private func chain(
    _ layers: [(kind: UInt8, id: [UInt8])], _ context: [UInt8], _ start: [UInt8]
  ) -> [UInt8] {
    let keys = [1: FuzzKeys.device, 2: FuzzKeys.presence, 3: FuzzKeys.passcode]
    var blob = FuzzKeys.classKey
    for layer in layers {
      let key = keys[Int(layer.kind)] ?? FuzzKeys.device
      blob = sealed(blob, derived(key, "factor", context), start + [layer.kind] + layer.id)
    }
    return sealed(
      blob, derived(FuzzKeys.master, "class", context), start + [0] + little(keyEpoch, 4))
  }

  private mutating func put(_ bytes: [UInt8], _ offset: Int) {
    parts.root.replaceSubrange(offset..<offset + bytes.count, with: bytes)
  }

  // MARK: Segments

  /// Lengths and links of the pages that are there, into whatever entries are there.
  private mutating func fit(_ range: Range<Int>, _ made: [(pageLength: Int, payloads: Int, link: [UInt8])]) {
    var at = range.lowerBound
    for segment in made where at + 2 <= range.upperBound {
      let tail = at + 2 + Int(ByteOrder.little(parts.root.span, at, as: UInt16.self))
      guard tail + 44 <= range.upperBound else { return }
      put(little(segment.pageLength, 4) + little(segment.payloads, 4) + segment.link, tail + 4)
      at = tail + 44
    }
  }

  /// Seals a payload for each record, links it, and returns the blobs.
  private mutating func sealPayloads(of page: Int, _ next: inout Int) -> [UInt8] {
    var blobs: [UInt8] = []
    var at = 0
    while at + 85 <= parts.pages[page].count {
      let content = parts.pages[page]
      let end = min(content.count, at + 2 + Int(ByteOrder.little(content.span, at, as: UInt16.self)))
      let record = Array(content[at..<max(end, at + 85)])
      let identityEnd = min(record.count, 85 + Int(ByteOrder.little(record.span, 83, as: UInt16.self)))
      let length = Int(ByteOrder.little(record.span, 47, as: UInt32.self))
      var plain = next < parts.payloads.count ? parts.payloads[next] : []
      if length <= 1 << 16 {
        let room = Padding.padded(length)
        plain = Array((plain + [UInt8](repeating: 0, count: max(0, room - plain.count)))[..<room])
      }
      next += 1
      let associated =
        label("payload") + id + Array(record[2..<18]) + Array(record[42..<46]) + Array(record[18..<22])
        + Array(record[46..<51]) + blake(Array(record[85..<identityEnd]))
      let blob = sealed(plain, derived(FuzzKeys.classKey, "item", Array(record[2..<18])), associated)
      parts.pages[page].replaceSubrange(at + 51..<at + 83, with: blake(blob))
      blobs += blob
      at = max(end, at + 85)
    }
    return blobs
  }
}
