import SecretCrypto

/// The elements of Android's SharedPreferences.
enum AndroidElement: String {
  case string, int, long, float, double, boolean, set, null

  /// Knows a name; `nil` for one that is not read.
  init?(_ name: Span<UInt8>) {
    let all: [AndroidElement] = [.string, .int, .long, .float, .double, .boolean, .set, .null]
    guard let known = all.first(where: { ASCII.equals($0.rawValue, name) }) else { return nil }
    self = known
  }

  /// The kind of a value that the start tag holds.
  var scalar: Kind? {
    switch self {
    case .int, .long: .integer
    case .float, .double: .real
    case .boolean: .boolean
    case .null: .null
    case .string, .set: nil
    }
  }

  /// What is wrong with the text of a value; sets a truth.
  func complaint(_ text: Span<UInt8>, _ record: inout NodeRecord) -> String? {
    switch self {
    case .int, .long:
      guard let number = WholeNumber.value(text), WholeNumber.isDecimal(text),
        self == .int ? Int32(exactly: number) != nil : Int64(exactly: number) != nil
      else { return "this is not a whole number of \(self == .int ? 32 : 64) bits" }
      return nil
    case .float, .double: return RealText.isReal(text) ? nil : "this is not a number"
    case .boolean:
      record.isTrue = ASCII.equals("true", text)
      return record.isTrue || ASCII.equals("false", text) ? nil : "this is neither true nor false"
    case .string, .set, .null: return nil
    }
  }
}

extension Refusal {
  static func androidSyntax(_ message: String, at offset: Int) -> Refusal {
    .syntax("androidSyntax", message, at: offset)
  }

  /// An element that SharedPreferences never write.
  static func androidType(at offset: Int) -> Refusal {
    Refusal(
      code: "androidType", message: "the file holds a value of a type that SharedPreferences do not have",
      offset: offset, hint: "they hold string, int, long, float, boolean and set; take the value out by hand")
  }
}
