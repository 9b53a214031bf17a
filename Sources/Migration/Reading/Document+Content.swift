import SecretCrypto

extension Document {
  /// Lends a value's content: a string's UTF-8 after unescaping, data's bytes, or the canonical text of any
  /// other scalar (`true`, `-12`, `2024-05-01T10:00:00Z`; numbers of JSON as they are written). Containers
  /// have no content. The bytes are secret: they may not outlive the call.
  public func withContent<R: ~Copyable, E: Error>(
    of id: NodeID, _ body: (Span<UInt8>) throws(E) -> R
  ) throws(E) -> R {
    let record = records[Int(id.index)]
    switch record.place {
    case .source:
      return try source.withBytes { (bytes: Span<UInt8>) throws(E) -> R in
        try body(bytes.extracting(record.contentRange))
      }
    case .decoded:
      return try decoded.withBytes { (bytes: Span<UInt8>) throws(E) -> R in
        try body(bytes.extracting(record.contentRange))
      }
    case .links:
      return try body(Span())
    case .scalar, .decodedScalar:
      var text = ScalarText()
      withSpelling(record) { write(record, spelled: $0, into: &text) }
      defer { text.wipe() }
      return try body(text.bytes)
    }
  }

  /// Bytes that ``withContent(of:_:)`` would lend.
  public func contentLength(of id: NodeID) -> Int {
    let record = records[Int(id.index)]
    switch record.place {
    case .source, .decoded: return Int(record.contentLength)
    case .links: return 0
    case .scalar, .decodedScalar: return withContent(of: id) { $0.count }
    }
  }

  /// True or false, for a boolean.
  public func boolean(of id: NodeID) -> Bool? {
    let record = records[Int(id.index)]
    return record.kind == .boolean ? record.isTrue : nil
  }

  /// The number, for an integer or a UID; only those of a binary property list need more than 64 bits.
  public func integer(of id: NodeID) -> Int128? {
    let record = records[Int(id.index)]
    guard record.kind == .integer || record.kind == .uid else { return nil }
    return withSpelling(record) { integer(spelled: $0) }
  }

  /// The number, for a real or an integer, rounded to a double. Not for secrets: the text of a real passes
  /// through an ordinary string on the way.
  public func real(of id: NodeID) -> Double? {
    let record = records[Int(id.index)]
    if let whole = integer(of: id) { return Double(whole) }
    guard record.kind == .real else { return nil }
    return withSpelling(record) { real(spelled: $0) }
  }

  /// Seconds since 2001-01-01 00:00:00 UTC, for a date.
  public func seconds(of id: NodeID) -> Double? {
    let record = records[Int(id.index)]
    guard record.kind == .date else { return nil }
    return withSpelling(record) { seconds(spelled: $0) }
  }
}

extension Document {
  /// Where a value's content stands in the source, if the source holds it as it is.
  func contentOffset(of id: NodeID) -> Int? {
    let record = records[Int(id.index)]
    return record.place == .source ? Int(record.content) : nil
  }
}
