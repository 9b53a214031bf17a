extension [UInt8] {
  /// A copy of lent bytes.
  package init(copying bytes: Span<UInt8>) {
    self.init(capacity: bytes.count) { (out: inout OutputSpan<UInt8>) in
      for i in bytes.indices { out.append(bytes[i]) }
    }
  }
}

extension Writer {
  /// The UTF-8 of `text`.
  package mutating func append(text: String) { append(text.utf8.span) }
}

extension String {
  /// A copy of lent bytes; empty if they are not UTF-8.
  package init(utf8 bytes: Span<UInt8>) {
    do {
      self.init(copying: try UTF8Span(validating: bytes))
    } catch {
      self.init()
    }
  }
}
