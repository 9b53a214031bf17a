public import SecretCrypto

extension Document {
  /// A value's content, as ``withContent(of:_:)`` lends it, to be kept beyond the call.
  ///
  /// Text and data are slices of the document's own guarded memory: a value that is asked for many times, or chosen
  /// at many places, is held once. The slice keeps all of that memory alive. Only what has to be spelt (numbers,
  /// dates, booleans) is copied.
  public func secret(of id: NodeID) -> SecretBuffer {
    let record = records[Int(id.index)]
    switch record.place {
    case .source: return source.slice(record.contentRange)
    case .decoded: return decoded.slice(record.contentRange)
    case .links, .scalar, .decodedScalar: return withContent(of: id) { SecretBuffer(copying: $0) }
    }
  }

  /// The contents of many values, in their order. What ``secret(of:)`` would copy shares one piece of guarded
  /// memory, so that a hundred thousand numbers do not take a page each.
  public func secrets(of ids: [NodeID]) -> [SecretBuffer] {
    var spelt = SecretAppender()
    var ranges: [NodeID: Range<Int>] = [:]
    for id in ids where isSpelt(id) && ranges[id] == nil {
      let start = spelt.count
      withContent(of: id) { spelt.append($0) }
      ranges[id] = start..<spelt.count
    }
    let buffer = spelt.finish()
    return ids.map { id in ranges[id].map { buffer.slice($0) } ?? secret(of: id) }
  }

  /// Whether a value's content is made when it is asked for.
  private func isSpelt(_ id: NodeID) -> Bool {
    let place = records[Int(id.index)].place
    return place == .scalar || place == .decodedScalar
  }
}
