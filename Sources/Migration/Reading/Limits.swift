/// What a reader accepts at most. Each limit has an error of its own.
package struct Limits: Sendable {
  /// Bytes of a source file; beyond it: `tooLarge`.
  package var sourceBytes = 1 << 28
  /// Containers inside each other, the root counted as one; beyond it: `tooDeep`.
  package var depth = 128
  /// Values and keys of a file and, for a binary plist, references between them; beyond it: `tooManyValues`.
  package var nodes = 1 << 23
  /// Bytes of strings and data in a binary plist as a multiple of the file's size. Only objects that overlap
  /// can pass it, and their contents could take quadratic time to look at; beyond it: `overlappingObjects`.
  package var contentPerSourceByte = 2

  /// The limits that users meet.
  package static let standard = Limits()

  package init() {}

  func tooLarge(_ count: Int) -> Refusal {
    Refusal(
      code: "tooLarge", message: "the file has \(count) bytes; at most \(sourceBytes) are read",
      hint: "is this a preference file? split it or take the values out by hand")
  }

  func tooDeep(at offset: Int) -> Refusal {
    Refusal(
      code: "tooDeep", message: "values are nested more than \(depth) levels deep", offset: offset,
      hint: "no preference file is this deep; it looks made to harm a reader")
  }

  func tooMany(at offset: Int) -> Refusal {
    Refusal(
      code: "tooManyValues", message: "the file holds more than \(nodes) values", offset: offset,
      hint: "is this a preference file? split it or take the values out by hand")
  }
}
