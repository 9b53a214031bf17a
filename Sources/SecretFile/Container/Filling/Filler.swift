internal import Files
internal import SecretCrypto

/// Fills the segments of a new container (spec "Records into segments", fresh layout): each until the next record
/// would pass a limit. Full ones are sealed and written by workers.
struct Filler: ~Copyable {
  private let input: CommitInput
  private let output: TemporaryFile
  private let now: Int64
  private let device: DeviceID?
  /// Where the first segment is written; it moves once the root's length is known.
  private let start: UInt64
  private var position: UInt64
  private var pipeline: Pipeline<FullSegment, SealedSegment>
  private var table: [Segment] = []
  private var submitted = 0
  private var records = 0
  private var spare: [SecretArena] = []

  private var content: Writer
  private var arena = SecretArena()
  private var arenaCount = 0
  private var payload = 0
  private var count = 0
  private var last: [UInt8] = []
  private var keyClass: KeyClass?
  private var keyID: UInt32 = 0

  init(_ input: CommitInput, _ output: TemporaryFile) {
    self.input = input
    self.output = output
    now = input.root.modified
    device = input.keys.devices.first?.id
    start = UInt64(input.header.encodedCount) + 1024
    position = start
    content = Writer(capacity: Limit.pageContent)
    let context = input.context
    pipeline = Pipeline(workers: WorkerCount.for(jobs: .max)) { (job, scratch) throws(SecretFileError) in
      try job.seal(context, output, &scratch)
    }
  }

  // MARK: Items

  mutating func append(
    _ attributes: ItemAttributes, _ protection: Protection, _ secret: Span<UInt8>, _ contentType: ContentType
  ) throws(SecretFileError) {
    try use(protection)
    guard secret.count <= Limit.payload else {
      throw SecretFileError(standard: .tooLarge, "the secret is longer than 64 MiB")
    }
    guard contentType != .none || secret.isEmpty else {
      throw SecretFileError(.usage, "an item without data has a secret")
    }
    let identity = try identity(attributes)
    let before = content.count
    let record = Record.Fixed(
      keyID: keyID, created: now, modified: now, contentType: contentType, payloadLength: UInt32(secret.count)
    )
    try withinLimits { () throws(FormatError) in
      if attributes.installation == nil, attributes.applicationPassword == nil {
        try record.encode(identity.bytes, attributes, into: &content)
      } else {
        try record.encode(identity.bytes, Self.cleaned(attributes), into: &content)
      }
    }
    let padded = Padding.padded(secret.count)
    if count > 0, !SegmentPlan.fits(content.count, payload + padded + AEAD.overhead, count: count + 1) {
      let bytes = content.bytes
      content.truncate(to: before)
      try close()
      content.append(bytes.span.extracting(before..<bytes.count))
    }
    arena.put(secret, padded: padded, at: arenaCount)
    arenaCount += padded
    payload += padded + AEAD.overhead
    count += 1
    last = identity.bytes
  }

  /// Looks the key of a protection up, if it is another one than the last item's.
  private mutating func use(_ protection: Protection) throws(SecretFileError) {
    if keyClass?.protection == protection { return }
    let next = KeyClass(
      protection: protection, device: protection.accessibility.isThisDeviceOnly ? device : nil)
    guard let id = input.context.keyIDs[next] else {
      throw SecretFileError(.usage, "an item has a protection that the container was not made with")
    }
    guard !protection.accessControl.contains(.applicationPassword) else {
      throw SecretFileError(.usage, "items with passwords of their own are set, not filled in")
    }
    keyClass = next
    keyID = id
  }

  /// Attributes without what is the container's to set.
  private static func cleaned(_ attributes: ItemAttributes) -> ItemAttributes {
    var attributes = attributes
    attributes.installation = nil
    attributes.setApplicationPassword(nil)
    return attributes
  }

  private func identity(_ attributes: ItemAttributes) throws(SecretFileError) -> Identity {
    let scope = keyClass?.device
    let identity = try withinLimits { () throws(FormatError) in
      try Identity(attributes.name, scope: scope)
    }
    guard ByteOrder.compare(last.span, identity.bytes.span) < 0 else {
      throw SecretFileError(.usage, "items are not in the order of their names: \(identity.displayName)")
    }
    return identity
  }

  // MARK: Segments

  /// Hands the current segment over to be sealed.
  private mutating func close() throws(SecretFileError) {
    if count == 0 { return }
    while pipeline.isFull, let sealed = try pipeline.take() { take(sealed) }
    let job = FullSegment(
      index: submitted, content: content.bytes, arena: arena, payload: payload, count: count,
      position: position)
    content = Writer(capacity: Limit.pageContent)
    arena = spare.popLast() ?? SecretArena()
    position += UInt64(FrameSeal.blobLength(content: job.content.count) + payload)
    submitted += 1
    (arenaCount, payload, count) = (0, 0, 0)
    pipeline.submit(job)
  }

  private mutating func take(_ sealed: SealedSegment) {
    table.append(sealed.segment)
    spare.append(sealed.arena)
  }

  /// Seals what is left, then root and header.
  consuming func finish() throws(SecretFileError) -> WrittenVersion {
    try close()
    while let sealed = try pipeline.take() { take(sealed) }
    var writer = VersionWriter(input.context, output: output, header: input.header, root: input.root)
    let actual = try writer.segmentStart(table)
    try move(from: start, to: actual, count: position - start)
    let version = try writer.finish(table, segmentEnd: actual + (position - start))
    try Publishing.check(version, input, output)
    return version
  }

  /// Moves the segments to where they belong, from the end if they move up.
  private borrowing func move(from old: UInt64, to new: UInt64, count: UInt64) throws(SecretFileError) {
    if old == new { return }
    let step: UInt64 = 1 << 20
    var buffer: [UInt8] = []
    var done: UInt64 = 0
    while done < count {
      let size = min(step, count - done)
      let offset = new > old ? count - done - size : done
      buffer.resize(to: Int(size))
      do throws(FileError) {
        var span = buffer.mutableSpan
        try output.read(at: old + offset, into: &span)
        try output.write(span.span, at: new + offset)
      } catch { throw SecretFileError(error) }
      done += size
    }
  }
}

/// A segment that is full and waits to be sealed.
struct FullSegment: Sendable {
  var index: Int
  /// Its records, without itemIDs and links.
  var content: [UInt8]
  /// Their padded secrets, one after the other.
  var arena: SecretArena
  var payload: Int
  var count: Int
  var position: UInt64
}

/// A segment that was sealed and written.
struct SealedSegment: Sendable {
  var segment: Segment
  var arena: SecretArena
}

extension FullSegment {
  /// Seals payloads and page, and writes the segment.
  func seal(
    _ context: SegmentContext, _ output: TemporaryFile, _ scratch: inout Scratch
  ) throws(SecretFileError) -> SealedSegment {
    let pageLength = FrameSeal.blobLength(content: content.count)
    scratch.output.resize(to: pageLength + payload)
    scratch.page.removeAll(keepingCapacity: true)
    scratch.page.append(contentsOf: [UInt8](littleEndian: UInt32(content.count)))
    scratch.page.append(copying: content.span)
    try sealPayloads(context, &scratch.page, &scratch.output, pageLength, &scratch.secrets.itemKey)
    scratch.page.resize(to: Padding.framed(content.count))
    let link = FrameSeal.sealPage(
      scratch.page, index: index, containerID: context.containerID, seed: context.seed,
      masterKeys: context.masterKeys, into: &scratch.output, length: pageLength)
    do throws(FileError) {
      try output.write(scratch.output.span, at: position)
    } catch { throw SecretFileError(error) }
    let first = RecordView(checked: content.span)
    let segment = Segment(
      firstIdentity: [UInt8](copying: first.identity), recordCount: UInt32(count),
      pageLength: UInt32(pageLength), payloadBytes: UInt32(payload), pageLink: link)
    return SealedSegment(segment: segment, arena: arena)
  }

  private func sealPayloads(
    _ context: SegmentContext, _ page: inout [UInt8], _ output: inout [UInt8], _ pageLength: Int,
    _ itemKey: inout SecretBytes
  ) throws(SecretFileError) {
    var seal = PayloadSeal(context.containerID)
    try arena.withBytes { (plain) throws(SecretFileError) in
      try itemKey.withMutableBytes { (key) throws(SecretFileError) in
        var start = Size.contentLength
        var plainStart = 0
        var position = pageLength
        while start < page.count {
          let (length, padded) = Self.measure(page, start)
          let end = start + length
          let hash = Self.identityHash(page, start..<end)
          let id = context.seed.itemID(identityHash: hash.span)
          seal.bind(identityHash: hash)
          page.patch(id.storage, at: start + RecordView.Offset.itemID)
          let link = Self.seal(
            context, &seal, RecordView(checked: page.span.extracting(start..<end)),
            plain.extracting(plainStart..<(plainStart + padded)), &output, position, &key)
          guard let link else { throw SecretFileError(.refused, "internal error: a class key is missing") }
          page.patch(link, at: start + RecordView.Offset.payloadLink)
          start = end
          plainStart += padded
          position += padded + AEAD.overhead
        }
      }
    }
  }

  /// Seals one payload into the output and returns its link; nil if the class key is missing.
  private static func seal(
    _ context: SegmentContext, _ seal: inout PayloadSeal, _ record: RecordView, _ plain: Span<UInt8>,
    _ output: inout [UInt8], _ position: Int, _ key: inout MutableSpan<UInt8>
  ) -> InlineArray<32, UInt8>? {
    var all = output.mutableSpan
    var blob = all._mutatingExtracting(position..<(position + plain.count + AEAD.overhead))
    return context.sealKeys.withKey(record.keyID) { (classKey) in
      seal.seal(
        plain, of: record, classKey: classKey, passwordHash: Span<UInt8>(), seed: context.seed, key: &key,
        into: &blob)
    }
  }

  /// The length of the record that starts there, and of its padded secret.
  private static func measure(_ page: [UInt8], _ start: Int) -> (Int, Int) {
    let span = page.span
    let length = Int(ByteOrder.little(span, start, as: UInt16.self)) + 2
    let secret = ByteOrder.little(span, start + RecordView.Offset.payloadLength, as: UInt32.self)
    return (length, Padding.padded(Int(secret)))
  }

  private static func identityHash(_ page: [UInt8], _ range: Range<Int>) -> InlineArray<32, UInt8> {
    Hash.blake2b256(RecordView(checked: page.span.extracting(range)).identity)
  }
}

extension [UInt8] {
  /// The little-endian bytes of a number.
  init<T: FixedWidthInteger>(littleEndian value: T) {
    self = (0..<(T.bitWidth / 8)).map { UInt8(truncatingIfNeeded: value >> T(8 * $0)) }
  }
}
