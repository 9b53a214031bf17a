internal import Files
internal import SecretCrypto
internal import Synchronization

/// One version of a container, opened: an open file that never changes, its header and root, and the keys.
///
/// A writer replaces the file by another one, so whoever holds a snapshot goes on reading what it saw.
final class Snapshot: Sendable {
  let file: ReadableFile
  /// The header's bytes as they were read.
  let headerBytes: [UInt8]
  let header: Header
  let root: Root
  let keyTable: KeyTable
  let masterKeys: MasterKeys
  /// What opens and seals class keys.
  let chainKeys: ChainKeys
  /// The slot through which it was opened; nil for the handle that made the container.
  let opened: OpenedSlot?
  /// Whether the opening proves where the file comes from.
  let isProven: Bool
  /// Whether the witness speaks against it, and the caller took it all the same.
  let isAccepted: Bool
  /// What deserves a word but stops nothing.
  let warnings: [String]
  /// Where the first segment starts in the file.
  let segmentStart: UInt64

  private let cache: Mutex<PageCache>
  // An array and no dictionary: there are few classes, and setting up the first dictionary of a process takes a tenth of
  // a millisecond.
  private let classKeys: Mutex<[(id: UInt32, key: SecretBuffer)]>
  private let pageAssociated: [UInt8]

  init(
    file: ReadableFile, headerBytes: [UInt8], header: Header, root: Root, keyTable: KeyTable,
    masterKeys: MasterKeys,
    chainKeys: ChainKeys, opened: OpenedSlot?, isProven: Bool, isAccepted: Bool = false,
    warnings: [String] = [],
    inheriting locked: Snapshot? = nil
  ) {
    self.file = file
    self.headerBytes = headerBytes
    self.header = header
    self.root = root
    self.keyTable = keyTable
    self.masterKeys = masterKeys
    self.chainKeys = chainKeys
    self.opened = opened
    self.isProven = isProven
    self.isAccepted = isAccepted
    self.warnings = warnings
    segmentStart = UInt64(headerBytes.count) + UInt64(header.rootLength)
    cache = Mutex(PageCache())
    classKeys = Mutex(locked?.classKeys(for: keyTable) ?? [])
    pageAssociated = FrameSeal.pageAssociated(header.containerID)
  }

  /// The segment table.
  var segments: SegmentTable { root.segments }

  /// Where a segment starts in the file.
  func position(of segment: Int) -> UInt64 { segmentStart + root.segments.position(segment) }

  /// Where the payloads of a segment start in the file.
  func payloadPosition(of segment: Int) -> UInt64 {
    position(of: segment) + UInt64(root.segments.pageLength(segment))
  }

  /// The class key of an entry.
  /// - Throws: `version`, `invalidated`, the first missing factor, `keyTable`.
  func classKey(_ keyID: UInt32) throws(SecretFileError) -> SecretBuffer {
    if let known = classKeys.withLock({ $0.first { $0.id == keyID }?.key }) { return known }
    guard let entry = keyTable.entry(keyID) else {
      throw SecretFileError(standard: .keyTable, "key table: no key \(keyID)")
    }
    let key = try chainKeys.unwrap(entry)
    classKeys.withLock { $0.append((keyID, key)) }
    return key
  }

  /// The class keys that were opened so far.
  var heldKeys: [(id: UInt32, key: SecretBuffer)] { classKeys.withLock { $0 } }

  /// Keeps an opened class key.
  func keep(_ keyID: UInt32, _ key: SecretBuffer) { classKeys.withLock { $0.append((keyID, key)) } }

  /// The page of a segment, opened and checked. A few pages stay in memory.
  /// - Throws: `page`, `record`, `order`, file errors.
  func page(_ segment: Int) throws(SecretFileError) -> Page {
    if let page = cache.withLock({ $0.find(segment) }) { return page }
    let blob = try files { () throws(FileError) in
      try file.read(at: position(of: segment), count: Int(root.segments.pageLength(segment)))
    }
    let page = try openPage(segment, consume blob)
    cache.withLock { $0.insert(segment, page) }
    return page
  }

  /// Opens and checks the page of a segment whose blob was read.
  func openPage(_ segment: Int, _ blob: consuming [UInt8]) throws(SecretFileError) -> Page {
    let offset = position(of: segment)
    guard Bytes32(Hash.blake2b256(blob.span)) == root.segments.pageLink(segment) else {
      throw SecretFileError(standard: .page, "page: its hash differs", offset: offset)
    }
    guard let plain = FrameSeal.open(consume blob, associated: pageAssociated, masterKeys, .page) else {
      throw SecretFileError(standard: .page, "page: it does not open", offset: offset)
    }
    do throws(FormatError) {
      return try Page.parse(plain, segment: segment, of: root.segments, keyTable: keyTable)
    } catch {
      var translated = SecretFileError(error, base: nil)
      translated.offset = offset
      throw translated
    }
  }
}

/// The pages used last.
private struct PageCache: Sendable {
  private var pages: [(segment: Int, page: Page)] = []
  private static let limit = 8

  mutating func find(_ segment: Int) -> Page? {
    guard let index = pages.firstIndex(where: { $0.segment == segment }) else { return nil }
    let found = pages.remove(at: index)
    pages.append(found)
    return found.page
  }

  mutating func insert(_ segment: Int, _ page: Page) {
    if pages.count == Self.limit { pages.removeFirst() }
    pages.append((segment, page))
  }
}
