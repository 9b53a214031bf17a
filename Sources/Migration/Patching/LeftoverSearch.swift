import SecretCrypto

/// Looks for removed secrets in a patched document: in every value and key, decoded, and in the bytes between
/// them.
struct LeftoverSearch: ~Copyable {
  /// Places that are told at most; one is enough to refuse.
  static let limit = 32

  private let document: Document
  private var needles = Needles()
  private var found: [Scrub.Leftover] = []

  /// The places where a chosen value, or one of the further secrets, still stands.
  static func run(
    _ tree: PatchTree, removed: [Scrub.Removed], from old: Document, in new: Document
  ) -> [Scrub.Leftover] {
    var search = LeftoverSearch(document: new)
    for target in tree.targets { search.collect(target.node, at: target.path, old) }
    for secret in removed {
      secret.bytes.withBytes { search.needles.add($0, from: secret.path, isPart: false, isData: true) }
    }
    search.searchValues()
    search.searchBetween()
    return search.found
  }

  private init(document: Document) { self.document = document }

  private mutating func add(
    _ needle: Needles.Needle, path: KeyPath?, inKey: Bool, isWhole: Bool = false, offset: Int?
  ) {
    found.append(
      Scrub.Leftover(
        secret: needle.secret, path: path, inKey: inKey, isPart: needle.isPart, isWhole: isWhole,
        offset: offset))
  }

  // MARK: - What to look for

  /// A chosen value; of a container every text, data and whole number that is long enough not to be a word.
  private mutating func collect(_ root: NodeID, at path: KeyPath, _ old: Document) {
    var seen: Set<NodeID> = []
    var open = [root]
    while let id = open.popLast() {
      if old.layout != nil, !seen.insert(id).inserted { continue }
      switch old.node(id).kind {
      case .array, .dictionary: open += old.children(of: id).map(\.value)
      case .string, .data, .integer:
        old.withContent(of: id) { content in
          guard id == root || content.count >= Needles.certain else { return }
          needles.add(content, from: path, isPart: id != root, isData: old.node(id).kind == .data)
        }
      default: break
      }
    }
  }
}

// MARK: - In values and keys

extension LeftoverSearch {
  /// A container on the way to the value that is looked at.
  private struct Frame {
    let container: NodeID
    var children: Children
    var next = 0
  }

  private mutating func searchValues() {
    var seen: Set<NodeID> = []
    var frames: [Frame] = []
    // Objects of a binary plist that hold something that was found: their other places hold it too. Everything else is
    // looked at once, so no more is walked through twice than is told.
    var holders: Set<NodeID> = []
    if document.node(document.root).kind.isContainer {
      frames.append(Frame(container: document.root, children: document.children(of: document.root)))
    }
    while let frame = frames.last, found.count < LeftoverSearch.limit {
      guard frame.next < frame.children.count else {
        frames.removeLast()
        continue
      }
      frames[frames.count - 1].next += 1
      let child = frame.children[frame.next]
      if let key = child.key { search(key, inKey: true, frames) }
      if document.layout != nil, !seen.insert(child.value).inserted, !holders.contains(child.value) {
        continue
      }
      if document.node(child.value).kind.isContainer {
        frames.append(Frame(container: child.value, children: document.children(of: child.value)))
      } else {
        let before = found.count
        search(child.value, inKey: false, frames)
        guard found.count > before, document.layout != nil else { continue }
        holders.insert(child.value)
        for frame in frames { holders.insert(frame.container) }
      }
    }
  }

  private mutating func search(_ id: NodeID, inKey: Bool, _ frames: [Frame]) {
    let node = document.node(id)
    var hits: [(needle: Needles.Needle, offset: Int?)] = []
    let start = document.contentOffset(of: id)
    document.withContent(of: id) { content in
      needles.search(content) { needle, at in
        guard LeftoverSearch.counts(needle, at, content, node.kind, inKey: inKey) else { return true }
        hits.append((needle, start.map { $0 + at }))
        return false
      }
      if hits.isEmpty, node.kind == .string || node.kind == .data {
        needles.searchRespelled(content) { needle in
          guard needle.secretLength >= Needles.certain else { return true }
          hits.append((needle, start))
          return false
        }
      }
    }
    if hits.isEmpty, node.kind == .data, document.layout == nil {
      // The base64 itself may be the secret's text.
      document.source.withBytes { bytes in
        let unit = TextUnits(bytes).unit
        var text = SecretAppender(capacity: node.range.count)
        unit.appendUTF8(bytes.extracting(node.range), to: &text)
        text.withBytes { text in
          needles.search(text) { needle, at in
            guard needle.isPlain, needle.secretLength >= Needles.certain else { return true }
            hits.append(
              (needle, node.range.lowerBound + unit.offset(ofUTF8: at, in: bytes.extracting(node.range))))
            return false
          }
        }
      }
    }
    guard let hit = hits.first else { return }
    var path = KeyPath()
    for frame in frames {
      let position = frame.next - 1
      path.components.append(
        frame.children[position].key.map { .key(document.key($0)) } ?? .index(position))
    }
    let isWhole = !inKey && hit.needle.isPlain && hit.needle.range.count == document.contentLength(of: id)
    add(hit.needle, path: path, inKey: inKey, isWhole: isWhole, offset: hit.offset)
  }

  /// Whether a match is the secret rather than chance.
  private static func counts(
    _ needle: Needles.Needle, _ at: Int, _ content: Span<UInt8>, _ kind: Kind, inKey: Bool
  ) -> Bool {
    let whole = needle.range.count == content.count
    switch kind {
    case .string, .data: break
    case .integer: return whole
    default: return false
    }
    if inKey { return whole || needle.secretLength >= 2 * Needles.certain }
    if whole || needle.secretLength >= Needles.certain { return true }
    return !needle.isDigits && standsAlone(needle, at, content)
  }

  /// Whether no letter or digit stands beside a match.
  private static func standsAlone(_ needle: Needles.Needle, _ at: Int, _ bytes: Span<UInt8>) -> Bool {
    let end = at + needle.range.count
    for neighbour in at - needle.unit..<at where neighbour >= 0 && isWord(bytes[neighbour]) { return false }
    for neighbour in end..<end + needle.unit where neighbour < bytes.count && isWord(bytes[neighbour]) {
      return false
    }
    return true
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    decimalDigit(byte) != nil || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }
}

// MARK: - Between the values

extension LeftoverSearch {
  /// Searches the bytes of the file; what lies inside a value or a key was looked at before.
  private mutating func searchBetween() {
    var hits: [(needle: Needles.Needle, offset: Int)] = []
    document.source.withBytes { bytes in
      let unit = TextUnits(bytes).unit
      if document.layout == nil, unit != .utf8 {
        searchWideGaps(bytes, unit, &hits)
        return
      }
      let isText = document.layout == nil
      var values: [Range<Int>]?
      needles.search(bytes) { needle, at in
        if isText, needle.secretLength < Needles.certain, !LeftoverSearch.standsAlone(needle, at, bytes) {
          return true
        }
        let range = at..<at + needle.range.count
        let known = values ?? valueRanges()
        values = known
        // One place may match several spellings that are the same.
        if hits.last?.offset != at, !LeftoverSearch.isInside(range, known) { hits.append((needle, at)) }
        return hits.count < LeftoverSearch.limit
      }
      if isText, hits.isEmpty, let hit = searchGaps(bytes) { hits.append(hit) }
    }
    for hit in hits where found.count < LeftoverSearch.limit {
      add(hit.needle, path: nil, inKey: false, offset: hit.offset)
    }
  }

  /// What lies between the values of a text: comments, tags, brackets.
  private func gaps(_ bytes: Span<UInt8>) -> [Range<Int>] {
    var start = 0
    var gaps: [Range<Int>] = []
    for range in valueRanges() + [bytes.count..<bytes.count] {
      if range.lowerBound > start { gaps.append(start..<range.lowerBound) }
      start = max(start, range.upperBound)
    }
    return gaps
  }

  /// Encoded spellings that are broken into lines, and percent-encoding of any kind, in the comments of a text.
  private func searchGaps(_ bytes: Span<UInt8>) -> (needle: Needles.Needle, offset: Int)? {
    var hit: (needle: Needles.Needle, offset: Int)?
    for gap in gaps(bytes) where gap.count > Needles.certain {
      needles.searchRespelled(bytes.extracting(gap)) { needle in
        if needle.secretLength >= Needles.certain { hit = (needle, gap.lowerBound) }
        return hit == nil
      }
      if hit != nil { return hit }
    }
    return nil
  }

  /// The same for a text in UTF-16 or UTF-32, where a secret in another spelling is none of bytes: what lies between the
  /// values is searched as UTF-8.
  private func searchWideGaps(
    _ bytes: Span<UInt8>, _ unit: TextUnit, _ hits: inout [(needle: Needles.Needle, offset: Int)]
  ) {
    for gap in gaps(bytes) where gap.count >= Needles.shortest * unit.size {
      var text = SecretAppender(capacity: gap.count)
      unit.appendUTF8(bytes.extracting(gap), to: &text)
      let first = hits.count
      text.withBytes { text in
        needles.search(text) { needle, at in
          if needle.secretLength < Needles.certain, !LeftoverSearch.standsAlone(needle, at, text) {
            return true
          }
          let offset = gap.lowerBound + unit.offset(ofUTF8: at, in: bytes.extracting(gap))
          if hits.last?.offset != offset { hits.append((needle, offset)) }
          return hits.count < LeftoverSearch.limit
        }
        guard hits.count == first else { return }
        needles.searchRespelled(text) { needle in
          guard needle.secretLength >= Needles.certain else { return true }
          hits.append((needle, gap.lowerBound))
          return false
        }
      }
      if hits.count >= LeftoverSearch.limit { return }
    }
  }

  /// The spellings of all scalars and keys, ascending: what was looked at before. In XML that is the text between the
  /// tags or the value of an attribute; where markup stands in the text, the bytes are searched as they are.
  private func valueRanges() -> [Range<Int>] {
    let format = document.format
    var ranges: [Range<Int>] = []
    document.source.withBytes { bytes in
      let unit = TextUnits(bytes).unit
      for record in document.records where !record.kind.isContainer && record.length > 0 {
        switch format {
        case .xmlPlist: if let text = XMLTag.text(of: record.range, bytes, unit) { ranges.append(text) }
        case .androidXML: if let text = androidText(record, bytes, unit) { ranges.append(text) }
        case .binaryPlist, .openStep, .json, .jsonc: ranges.append(record.range)
        }
      }
    }
    if format == .binaryPlist || format == .androidXML { ranges.sort { $0.lowerBound < $1.lowerBound } }
    return ranges
  }

  private func androidText(_ record: NodeRecord, _ bytes: Span<UInt8>, _ unit: TextUnit) -> Range<Int>? {
    // A key is the value of an attribute, which no `<` can begin.
    if unit.value(bytes, at: record.range.lowerBound) != 0x3C { return record.range }
    if record.kind == .string { return XMLTag.text(of: record.range, bytes, unit) }
    return XMLTag(bytes, XMLTag.start(of: record.range, bytes, unit), unit).value
  }

  private static func isInside(_ range: Range<Int>, _ ranges: [Range<Int>]) -> Bool {
    var (low, high) = (0, ranges.count)
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].lowerBound <= range.lowerBound { low = middle + 1 } else { high = middle }
    }
    return low > 0 && range.upperBound <= ranges[low - 1].upperBound
  }
}
