internal import Files
internal import SecretCrypto

extension SegmentBuilder {
  /// Emits a record of the base as it is, or with its payload sealed anew if its entry is renewed.
  mutating func emitBase(
    _ page: Page, _ index: Int, _ input: Input, _ content: inout [UInt8], _ output: inout [UInt8],
    _ plain: inout MutableSpan<UInt8>, _ key: inout MutableSpan<UInt8>
  ) throws(SecretFileError) {
    let entry = page.entries[index]
    let view = page.record(index)
    let start = content.count
    content.append(copying: view.bytes)
    guard context.renewed.contains(view.keyID) else {
      copy(input, entry, &output)
      return
    }
    let padded = Int(entry.payloadBytes) - AEAD.overhead
    payloads.bind(identityHash: Hash.blake2b256(view.identity))
    let hashes = context.passwords.byItem[view.itemID]
    try open(view, input.bytes.span.extracting(input.range(entry)), hashes?.old, padded, &plain, &key)
    guard view.revision < .max else { throw Self.exhausted }
    content.patch(view.revision + 1, at: start + RecordView.Offset.revision)
    content.patch(view.payloadRevision + 1, at: start + RecordView.Offset.payloadRevision)
    if let parameters = hashes?.newParameters {
      content.patchPassword(parameters, at: start + Size.recordFixed + view.identity.count)
    }
    try seal(
      record: start..<content.count, hashes?.new, padded, &content, &output, &plain, &key)
  }

  /// Emits a record that the transaction puts.
  mutating func emit(
    _ put: StoredRecord, _ page: Page?, _ input: Input, _ content: inout [UInt8], _ output: inout [UInt8],
    _ plain: inout MutableSpan<UInt8>, _ key: inout MutableSpan<UInt8>
  ) throws(SecretFileError) {
    let padded = Padding.padded(put.payloadLength)
    let start = content.count
    content += put.encoded
    switch put.payload {
    case .keep:
      guard let page, let place = put.base else { return }
      let old = page.record(place.index)
      guard context.renewed.contains(old.keyID) else {
        copy(input, page.entries[place.index], &output)
        return
      }
      // An edited record of an entry that is renewed: its payload is sealed anew too.
      let entry = page.entries[place.index]
      payloads.bind(identityHash: Hash.blake2b256(old.identity))
      try open(old, input.bytes.span.extracting(input.range(entry)), nil, padded, &plain, &key)
      guard old.payloadRevision < .max else { throw Self.exhausted }
      content.patch(old.payloadRevision + 1, at: start + RecordView.Offset.payloadRevision)
    case .seal(let secret): fill(&plain, secret, padded)
    case .reseal(let origin): try openOrigin(origin, padded, &plain, &key)
    }
    if put.isSealed, let keyID = context.keyIDs[put.keyClass] {
      content.patch(keyID, at: start + RecordView.Offset.keyID)
    }
    bind(put.encoded)
    try seal(record: start..<content.count, put.passwordHash, padded, &content, &output, &plain, &key)
  }

  private static var exhausted: SecretFileError {
    SecretFileError(.record, "record: its revision cannot grow any more")
  }

  // MARK: Payloads

  /// Binds the identity of an encoded record.
  private mutating func bind(_ record: [UInt8]) {
    payloads.bind(identityHash: Hash.blake2b256(RecordView(checked: record.span).identity))
  }

  private mutating func copy(_ input: Input, _ entry: Page.Entry, _ output: inout [UInt8]) {
    let range = input.range(entry)
    output.patch(input.bytes.span.extracting(range), at: position)
    position += range.count
  }

  private func fill(_ plain: inout MutableSpan<UInt8>, _ secret: SecretBuffer?, _ padded: Int) {
    let length = secret?.count ?? 0
    if let secret {
      var part = plain._mutatingExtracting(0..<length)
      secret.withBytes { (bytes) in part.copy(bytes, at: 0) }
    }
    var padding = plain._mutatingExtracting(length..<padded)
    wipe(&padding)
  }

  /// Opens a payload of the base into the first `padded` bytes of `plain`.
  private mutating func open(
    _ record: RecordView, _ blob: Span<UInt8>, _ passwordHash: SecretBuffer?, _ padded: Int,
    _ plain: inout MutableSpan<UInt8>, _ key: inout MutableSpan<UInt8>
  ) throws(SecretFileError) {
    guard Bytes32(Hash.blake2b256(blob)) == record.payloadLink else {
      throw SecretFileError(standard: .payload, "secret: its hash differs")
    }
    var part = plain._mutatingExtracting(0..<padded)
    let keyID = record.keyID
    let isGenuine = context.openKeys.withKey(keyID) { (classKey) in
      guard let passwordHash else {
        return payloads.open(
          blob, of: record, classKey: classKey, passwordHash: Span<UInt8>(), key: &key, into: &part)
      }
      return passwordHash.withBytes { (hash) in
        payloads.open(blob, of: record, classKey: classKey, passwordHash: hash, key: &key, into: &part)
      }
    }
    guard isGenuine == true else { throw SecretFileError(standard: .payload, "secret: it does not open") }
  }

  private mutating func openOrigin(
    _ origin: SealedOrigin, _ padded: Int, _ plain: inout MutableSpan<UInt8>, _ key: inout MutableSpan<UInt8>
  ) throws(SecretFileError) {
    guard let base = context.base else { return }
    let blob = try files { () throws(FileError) in
      try base.file.read(at: origin.blob.lowerBound, count: origin.blob.count)
    }
    bind(origin.record)
    let record = origin.record
    try open(RecordView(checked: record.span), blob.span, origin.passwordHash, padded, &plain, &key)
  }

  /// Seals the first `padded` bytes of `plain` for the record in that range of the content, and sets its link.
  private mutating func seal(
    record range: Range<Int>, _ passwordHash: SecretBuffer?, _ padded: Int, _ content: inout [UInt8],
    _ output: inout [UInt8], _ plain: inout MutableSpan<UInt8>, _ key: inout MutableSpan<UInt8>
  ) throws(SecretFileError) {
    let end = position + padded + AEAD.overhead
    var all = output.mutableSpan
    var blob = all._mutatingExtracting(position..<end)
    let link = sealed(
      RecordView(checked: content.span.extracting(range)), passwordHash, plain.span.extracting(0..<padded),
      &blob,
      &key)
    guard let link else { throw SecretFileError(.refused, "internal error: a class key is missing") }
    content.patch(link, at: range.lowerBound + RecordView.Offset.payloadLink)
    position = end
  }

  /// Seals a payload into its blob and returns the link; nil if the class key is missing.
  private mutating func sealed(
    _ record: RecordView, _ passwordHash: SecretBuffer?, _ plain: Span<UInt8>,
    _ blob: inout MutableSpan<UInt8>,
    _ key: inout MutableSpan<UInt8>
  ) -> InlineArray<32, UInt8>? {
    context.sealKeys.withKey(record.keyID) { (classKey) in
      guard let passwordHash else {
        return payloads.seal(
          plain, of: record, classKey: classKey, passwordHash: Span<UInt8>(), seed: context.seed, key: &key,
          into: &blob)
      }
      return passwordHash.withBytes { (hash) in
        payloads.seal(
          plain, of: record, classKey: classKey, passwordHash: hash, seed: context.seed, key: &key,
          into: &blob)
      }
    }
  }
}

extension [UInt8] {
  /// Appends lent bytes.
  mutating func append(copying bytes: Span<UInt8>) {
    let start = count
    self += [UInt8](repeating: 0, count: bytes.count)
    var span = mutableSpan
    span.copy(bytes, at: start)
  }

  /// An encoded record.
  /// - Throws: `tooLarge` above 60 KiB.
  init(encoding record: Record) throws(SecretFileError) {
    var out = Writer(capacity: 256)
    try withinLimits { () throws(FormatError) in try record.encode(into: &out) }
    self = out.bytes
  }

  /// Writes bytes in place.
  mutating func patch(_ bytes: Span<UInt8>, at offset: Int) {
    var span = mutableSpan
    span.copy(bytes, at: offset)
  }

  /// Writes new password parameters over those of a record, whose first TLV they are.
  mutating func patchPassword(_ parameters: PasswordParameters, at attributes: Int) {
    var out = Writer()
    parameters.encode(into: &out)
    let bytes = out.bytes
    patch(bytes.span, at: attributes + Size.tlvHead)
  }
}
