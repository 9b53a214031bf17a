/// What the codec found wrong, and where.
package struct FormatError: Error, Sendable {
  /// The structure's error (spec §13.1).
  package let code: ErrorCode
  /// Byte offset within the structure named by `code`: the header, the root's or page's
  /// content, the key table.
  package let offset: Int
  /// What is wrong, in a few words.
  package let what: StaticString

  package init(_ code: ErrorCode, at offset: Int, _ what: StaticString) {
    self.code = code
    self.offset = offset
    self.what = what
  }
}

extension FormatError: CustomStringConvertible {
  package var description: String { "\(code.name): \(what) at byte \(offset)" }
}
