import SecretCrypto

/// A change of a value's content: bytes that take the place of a range. Several of them ascend and do not overlap.
struct ContentEdit {
  /// The bytes of the content that go.
  var range: Range<Int>
  /// What takes their place; it may hold other secrets of the value.
  var text: SecretBuffer
}

extension [ContentEdit] {
  /// The content with all changes made.
  func applied(to content: Span<UInt8>) -> SecretBuffer {
    var out = SecretAppender(capacity: content.count)
    var at = 0
    for edit in self {
      out.append(content.extracting(at..<edit.range.lowerBound))
      edit.text.withBytes { out.append($0) }
      at = edit.range.upperBound
    }
    out.append(content.extracting(at..<content.count))
    return out.finish()
  }
}
