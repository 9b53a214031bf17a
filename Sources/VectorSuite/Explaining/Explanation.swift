package import Files
import SecretCrypto
package import SecretFile

/// Every value that a reader has on its way through a container: keys, associated data, plaintexts. For whoever debugs
/// an implementation, with a container that protects nothing.
package struct Explanation {
  /// One value.
  package struct Value: Sendable {
    /// The part of the file it belongs to, such as `slot 0123456789abcdef`.
    package var part: String
    /// What it is, in the words of the specification.
    package var name: String
    /// Hexadecimal digits, a number, or words.
    package var text: String
    /// The section of the specification that says how it comes about.
    package var section: String
  }

  /// The container does not say of itself that it is a test, and no published key opens it.
  package struct NotATest: Error {}

  /// In the order in which a reader meets them.
  package private(set) var values: [Value] = []

  /// Bytes of the largest file that is explained.
  package static let limit: UInt64 = 16 << 20

  let bytes: [UInt8]
  let header: Header
  let root: Root
  let opened: OpenedSlot
  let keys: ChainKeys
  let table: KeyTable
  private let headerBytes: [UInt8]
  private var part = ""
  private var section = ""

  /// Opens a container, and computes every value anew from the formulas of the specification.
  /// - Parameter isAnyAllowed: Whether it may be a container that is no test. Its keys then lie in ordinary memory.
  /// - Throws: as `Container.open`; `tooLarge`; `NotATest`.
  package init(
    _ path: Path, _ credentials: Credentials, slot: SlotID? = nil, allowingAny isAnyAllowed: Bool = false
  ) throws {
    var options = OpenOptions(acceptOrigin: true)
    options.slot = slot
    let container = try Container.open(at: path, with: credentials, options: options)
    let label = container.info.label ?? ""
    // Before anything is computed: the values are no secrets of ours to guard only if they protect nothing.
    guard
      isAnyAllowed || sameText(label, "test") || label.hasPrefix("test ") || PublishedKeys.open(path)
    else { throw NotATest() }
    guard try ReadableFile.open(path).size <= Self.limit else {
      throw SecretFileError(.tooLarge, "only containers up to 16 MiB are explained")
    }
    let bytes = try container.wholeFile(path)
    let headerBytes = try Container.headerBytes(bytes)
    (self.bytes, self.headerBytes) = (bytes, headerBytes)
    let header = try Header.parse(headerBytes.span)
    self.header = header
    let opener = SlotOpener(header, headerBytes: headerBytes)
    let opened = try opener.open(credentials, only: slot)
    self.opened = opened
    let presence = opener.presenceKey(credentials)
    let start = headerBytes.count
    let rootBlob = Array(bytes[start..<start + Int(header.rootLength)])
    let rootKey = Self.derived(opened.master, KeyLabel.root, [UInt8](copying: header.containerID.span))
    let plain = Self.open(rootBlob, FrameSeal.rootAssociated(header), rootKey) ?? []
    let content = try Plaintext.content(of: plain[...], code: .root)
    let root = try Root.parse(content, header: header)
    self.root = root
    keys = try ChainKeys(header, root, opened, presence: presence, credentials: credentials)
    let table = try KeyTable.parse(root.keyTable.span, keyEpoch: header.keyEpoch)
    self.table = table
    explainHeader()
    explainSlot(credentials)
    explainRoot(rootBlob, plain, Array(content))
    for entry in table.entries { explain(entry) }
    try explainSegments()
  }

  // MARK: Notes

  mutating func begin(_ part: String, _ section: String) { (self.part, self.section) = (part, section) }

  mutating func note(_ name: String, _ text: String) {
    values.append(Value(part: part, name: name, text: text, section: section))
  }

  mutating func note(_ name: String, _ bytes: [UInt8]) { note(name, Hexadecimal.text(bytes)) }

  mutating func note(_ name: String, _ secret: SecretBuffer) { note(name, secret.hexadecimal) }

  // MARK: Primitives

  static func derived(_ key: SecretBuffer, _ label: StaticString, _ context: [UInt8]) -> SecretBuffer {
    key.withBytes { SecretBuffer(SecretCrypto.derive($0, label, context.span)) }
  }

  /// The plaintext of a blob; nil if it does not open.
  static func open(_ blob: [UInt8], _ associated: [UInt8], _ key: SecretBuffer) -> [UInt8]? {
    guard blob.count >= AEAD.overhead else { return nil }
    var plain = [UInt8](repeating: 0, count: blob.count - AEAD.overhead)
    var span = plain.mutableSpan
    let isGenuine = key.withBytes {
      AEAD.open(blob.span, associated: associated.span, key: $0, into: &span)
    }
    return isGenuine ? plain : nil
  }

  static func link(_ blob: [UInt8]) -> [UInt8] { [UInt8](copying: Bytes32(Hash.blake2b256(blob.span)).span) }

  var containerID: [UInt8] { [UInt8](copying: header.containerID.span) }

  // MARK: Header and root

  private mutating func explainHeader() {
    begin("header", "4.2")
    note("containerID", containerID)
    note("keyEpoch", "\(header.keyEpoch)")
    note("generation", "\(header.generation)")
    note("headerHash", Self.link(Array(headerBytes[Header.hashedRange(headerBytes.count)])))
    note("master key", opened.master)
    let key = Self.derived(opened.master, KeyLabel.header, containerID)
    note("header key", key)
    let covered = Array(headerBytes[Header.macCoveredRange(headerBytes.count)])
    note("mac", key.withBytes { [UInt8](copying: Bytes32(Hash.blake2b256(covered.span, key: $0)).span) })
    note("pin", Self.derived(opened.master, KeyLabel.pin, containerID))
  }

  private mutating func explainRoot(_ blob: [UInt8], _ plain: [UInt8], _ content: [UInt8]) {
    begin("root", "8")
    note("link", Self.link(blob))
    note("root key", Self.derived(opened.master, KeyLabel.root, containerID))
    note("associated data", FrameSeal.rootAssociated(header))
    note("plaintext, SHA-256", SHA256.hash(plain))
    note("content", content)
    note("label", root.label)
    note("itemCount", "\(root.itemCount)")
    if let check = root.passcodeCheck { note("passcodeCheck", [UInt8](copying: check.span)) }
    if let check = root.presenceCheck { note("presenceCheck", [UInt8](copying: check.span)) }
    if let set = keys.presenceSet { note("today's set", [UInt8](copying: set.span)) }
    if let key = root.journalKey { note("journal key", [UInt8](copying: key.span)) }
  }
}
