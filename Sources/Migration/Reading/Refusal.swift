/// Why a preference file is not read or not patched: what is wrong, where, and what to do.
///
/// No text in it holds a value of the file; key paths and the names of formats may appear.
public struct Refusal: Error, Hashable, Sendable {
  /// A stable name for scripts, for example `json-lines` or `truncated`.
  public let code: String
  /// What is wrong, in one line without a full stop.
  public let message: String
  /// The byte offset in the source, where one place can be named.
  public let offset: Int?
  /// What the user can do, in one line without a full stop.
  public let hint: String

  /// Makes a refusal.
  public init(code: String, message: String, offset: Int? = nil, hint: String) {
    self.code = code
    self.message = message
    self.offset = offset
    self.hint = hint
  }
}

/// Something odd that was tolerated while reading, worth a line to the user.
public struct Note: Hashable, Sendable {
  /// A stable name for scripts, for example `unreferenced-objects`.
  public let code: String
  /// What is odd, in one line without a full stop.
  public let message: String
  /// The byte offset in the source, where one place can be named.
  public let offset: Int?

  /// Makes a note.
  public init(code: String, message: String, offset: Int? = nil) {
    self.code = code
    self.message = message
    self.offset = offset
  }
}

extension Refusal {
  /// A file that does not follow the rules of its format.
  static func syntax(_ code: String, _ message: String, at offset: Int) -> Refusal {
    Refusal(
      code: code, message: message, offset: offset,
      hint: "repair the file with the program that wrote it, then try again")
  }

  /// A file that ends too early.
  static func truncated(_ message: String, at offset: Int) -> Refusal {
    Refusal(
      code: "truncated", message: message, offset: offset,
      hint: "the file is cut short: take a complete copy of it")
  }

  /// A binary file whose parts contradict each other.
  static func damaged(_ message: String, at offset: Int) -> Refusal {
    Refusal(
      code: "damaged", message: message, offset: offset,
      hint: "the file is damaged: take another copy of it, or let the program that wrote it write it anew")
  }
}
