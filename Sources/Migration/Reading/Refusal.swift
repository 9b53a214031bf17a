/// Why a preference file is not read or not patched: what is wrong, where, and what to do.
///
/// No text in it holds a value of the file; key paths and the names of formats may appear.
public struct Refusal: Error, Hashable, Sendable {
  /// A stable name for scripts, for example `jsonLines` or `truncated`.
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
  /// A stable name for scripts, for example `unreferencedObjects`.
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

extension Refusal {
  /// An XML text in an encoding that is not read.
  static func encoding(at offset: Int) -> Refusal {
    Refusal(
      code: "encoding",
      message:
        "the text is in an encoding that is not read: neither UTF-8 nor, with a mark, UTF-16 or UTF-32",
      offset: offset, hint: "convert the file to UTF-8 and correct its XML declaration")
  }

  /// A text without a value.
  static var onlyComments: Refusal {
    Refusal(
      code: "emptyFile", message: "the file holds nothing but comments", offset: 0,
      hint: "there is nothing to read in this file")
  }

  /// A reference to an entity that XML itself does not know.
  static func entity(at offset: Int) -> Refusal {
    Refusal(
      code: "xmlEntity",
      message: "the file refers to an entity that it would have to define itself or fetch",
      offset: offset, hint: "no preference file needs entities; write the text in their place")
  }
}

extension Refusal {
  /// XML of another kind.
  static func notAPlist(at offset: Int) -> Refusal {
    Refusal(
      code: "notAPlist",
      message: "the file is XML, but neither a property list nor Android's SharedPreferences",
      offset: offset,
      hint: "only XML with <plist>, <dict>, <array> or <map> as its outermost element is read")
  }

  /// A document type declaration with definitions of its own.
  static func documentType(at offset: Int) -> Refusal {
    Refusal(
      code: "xmlEntity", message: "the document type declaration defines things of its own", offset: offset,
      hint: "no preference file needs that; take the part in square brackets out")
  }
}

extension Refusal {
  /// Half of a surrogate pair.
  static func loneSurrogate(at offset: Int) -> Refusal {
    .syntax("loneSurrogate", "half of a surrogate pair stands alone, which no text can hold", at: offset)
  }
}
