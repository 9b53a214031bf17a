public import Files
internal import SecretCrypto

extension Container {
  /// What can be seen of a file without any key. What is damaged is told in `problems`, as far as one can go on.
  /// - Throws: `notSecretFile`, `framing`, `version`, `headerHash`, `header`, `length` and file errors, where the
  ///   parts of the file cannot be told apart.
  public static func inspect(_ path: Path) throws(SecretFileError) -> Inspection {
    let file = try files { () throws(FileError) in try ReadableFile.open(path) }
    let reading = try HeaderReading(file)
    var inspector = Inspector(file, reading)
    return try inspector.inspect()
  }
}

/// Walks over the parts of a file that need no key.
struct Inspector {
  private let file: ReadableFile
  private let reading: HeaderReading
  private var regions: [Inspection.Region] = []
  private var position: UInt64 = 0

  init(_ file: ReadableFile, _ reading: HeaderReading) {
    self.file = file
    self.reading = reading
  }

  mutating func inspect() throws(SecretFileError) -> Inspection {
    let header = reading.header
    let headerLength = UInt64(reading.bytes.count)
    let segments = header.fileLength - header.lengthWithoutSegments
    addHeader()
    add("root", UInt64(header.rootLength), nil, 0)
    if segments > 0 { add("segments", segments, nil, 0) }
    add("root, again", UInt64(header.rootLength), nil, 0)
    add("header, again", headerLength, nil, 0)
    addTrailer()
    return Inspection(
      fileSize: file.size, version: Frame.version, suite: Frame.suite, id: header.containerID,
      keyEpoch: header.keyEpoch, generation: header.generation, slots: header.slots.map { SlotInfo($0, nil) },
      regions: regions, problems: try problems())
  }

  // MARK: The map

  private mutating func add(_ name: String, _ length: UInt64, _ value: String?, _ depth: Int) {
    regions.append(.init(offset: position, length: length, name: name, value: value, depth: depth))
    position += length
  }

  /// A part that holds the parts that follow.
  private mutating func open(_ name: String, _ length: UInt64, _ depth: Int) {
    regions.append(.init(offset: position, length: length, name: name, value: nil, depth: depth))
  }

  private mutating func addHeader() {
    let header = reading.header
    open("header", UInt64(reading.bytes.count), 0)
    add("magic", 8, Self.hex(Frame.magic), 1)
    add("version", 2, "\(Frame.version)", 1)
    add("suite", 2, "\(Frame.suite)", 1)
    add("headerLength", 4, "\(reading.bytes.count)", 1)
    add("containerID", 16, "\(header.containerID)", 1)
    add("keyEpoch", 4, "\(header.keyEpoch)", 1)
    add("generation", 8, "\(header.generation)", 1)
    add("fileLength", 8, "\(header.fileLength)", 1)
    add("rootLength", 4, "\(header.rootLength)", 1)
    add("rootLink", 32, "\(header.rootLink)", 1)
    add("slotCount", 2, "\(header.slots.count)", 1)
    add("reserved", 2, "0", 1)
    for slot in header.slots { addSlot(slot) }
    add("headerHash", 32, "\(header.headerHash)", 1)
    add("mac", 32, "\(header.mac)", 1)
  }

  private mutating func addSlot(_ slot: Slot) {
    open("slot", UInt64(slot.encodedCount), 1)
    add("kind", 2, Self.name(slot.kind), 2)
    add("role", 1, slot.role == SlotRole.master ? "0, opens the container" : "\(slot.role), enrolment", 2)
    add("flags", 1, "\(slot.flags)", 2)
    add("slotID", 8, "\(slot.slotID)", 2)
    add("bodyLength", 4, "\(slot.body.count)", 2)
    switch slot.kind {
    case SlotKind.passphrase:
      guard let body = PassphraseBody(slot.body) else { break }
      add("opslimit", 4, "\(body.opslimit)", 2)
      add("memlimit", 4, "\(body.memlimitKiB) KiB", 2)
      add("salt", 16, "\(body.salt)", 2)
      add("master key", UInt64(Size.keyBlob), nil, 2)
      add("passcode key", UInt64(Size.keyBlob), nil, 2)
    case SlotKind.keyFile: add("master key", UInt64(Size.keyBlob), nil, 2)
    case SlotKind.recipient:
      guard let body = RecipientBody(slot.body) else { break }
      add("ephemeral key", 32, "\(body.ephemeral)", 2)
      add(slot.role == SlotRole.master ? "master key" : "presence key", UInt64(Size.keyBlob), nil, 2)
    default: if !slot.body.isEmpty { add("body", UInt64(slot.body.count), nil, 2) }
    }
  }

  private mutating func addTrailer() {
    open("trailer", UInt64(Size.trailer), 0)
    add("fileLength", 8, "\(reading.header.fileLength)", 1)
    add("headerLength", 4, "\(reading.bytes.count)", 1)
    add("end mark", 4, Self.hex(Frame.endMark), 1)
  }

  private static func name(_ kind: UInt16) -> String {
    switch kind {
    case SlotKind.passphrase: "1, passphrase"
    case SlotKind.keyFile: "2, key file"
    case SlotKind.recipient: "3, X25519 recipient"
    default: "\(kind), unknown"
    }
  }

  private static func hex(_ bytes: [UInt8]) -> String {
    bytes.map { byte in
      let text = String(byte, radix: 16)
      return text.utf8.count == 1 ? "0\(text)" : text
    }.joined(separator: " ")
  }

  // MARK: What is wrong

  private func problems() throws(SecretFileError) -> [SecretFileError] {
    var problems: [SecretFileError] = []
    let header = reading.header
    let rootStart = UInt64(reading.bytes.count)
    let root = try files { () throws(FileError) in
      try file.read(at: rootStart, count: Int(header.rootLength))
    }
    if Bytes32(Hash.blake2b256(root.span)) != header.rootLink {
      problems.append(SecretFileError(standard: .root, "root: its hash differs", offset: rootStart))
    }
    if let copies = try Copies(file, reading.bytes, root).difference() { problems.append(copies) }
    return problems
  }
}

/// The second root, the second header and the trailer.
struct Copies {
  private let file: ReadableFile
  private let headerBytes: [UInt8]
  private let root: [UInt8]

  /// - Parameters:
  ///   - headerBytes: The first header.
  ///   - root: The first root's blob.
  init(_ file: ReadableFile, _ headerBytes: [UInt8], _ root: [UInt8]) {
    self.file = file
    self.headerBytes = headerBytes
    self.root = root
  }

  /// The first part that is not what it should be.
  /// - Throws: file errors.
  func difference() throws(SecretFileError) -> SecretFileError? {
    var trailer = Writer()
    Trailer(fileLength: file.size, headerLength: UInt32(headerBytes.count)).encode(into: &trailer)
    let parts = [("root", root), ("header", headerBytes), ("trailer", trailer.bytes)]
    var position = file.size - parts.reduce(0) { $0 + UInt64($1.1.count) }
    for (name, expected) in parts {
      let there = try files { () throws(FileError) in try file.read(at: position, count: expected.count) }
      if there != expected {
        return SecretFileError(standard: .copies, "copies at the end: the \(name) differs", offset: position)
      }
      position += UInt64(expected.count)
    }
    return nil
  }
}
