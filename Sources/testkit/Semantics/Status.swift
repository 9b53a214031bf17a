/// How a call on the item layer ends (spec §20.4): Apple's names and numbers.
enum Status: String, CaseIterable {
  case success = "errSecSuccess"
  case parameter = "errSecParam"
  case io = "errSecIO"
  case userCanceled = "errSecUserCanceled"
  case notAvailable = "errSecNotAvailable"
  case authFailed = "errSecAuthFailed"
  case duplicate = "errSecDuplicateItem"
  case notFound = "errSecItemNotFound"
  case noSuchAttribute = "errSecNoSuchAttr"
  case noSuchClass = "errSecNoSuchClass"
  case interaction = "errSecInteractionNotAllowed"
  case missingEntitlement = "errSecMissingEntitlement"

  /// Apple's number.
  var number: Int64 {
    switch self {
    case .success: 0
    case .io: -36
    case .parameter: -50
    case .userCanceled: -128
    case .notAvailable: -25_291
    case .authFailed: -25_293
    case .duplicate: -25_299
    case .notFound: -25_300
    case .noSuchAttribute: -25_303
    case .noSuchClass: -25_306
    case .interaction: -25_308
    case .missingEntitlement: -34_018
    }
  }
}

/// A value of a query or of a result.
enum Value: Sendable {
  case text(String)
  case data(Bytes)
  case flag(Bool)
  case number(Int64)
  /// Milliseconds since 1970.
  case date(UInt64)
  /// An access control: an accessibility and Apple's flag bits.
  case control(String, UInt32)
  /// A result that an earlier step has saved.
  case saved(String)
  case list([Value])

  /// A secret in the words of a person.
  static func secret(_ text: StaticString) -> Value { .data(Bytes(text)) }

  var json: JSON {
    switch self {
    case .text(let text): .string(text)
    case .data(let bytes): .object([("data", .hex(bytes))])
    case .flag(let flag): .bool(flag)
    case .number(let number): .signed(number)
    case .date(let time): .object([("date", .number(time))])
    case .control(let accessibility, let flags):
      .object([("accessibility", .string(accessibility)), ("flags", .number(UInt64(flags)))])
    case .saved(let name): .object([("saved", .string(name))])
    case .list(let values): .list(values.map(\.json))
    }
  }
}

/// Values by Apple's raw keys, in the order in which they are to stand in the file.
typealias Fields = [(String, Value)]

/// What a call must come to.
struct Outcome: Sendable {
  var status: Status
  var fields: [(String, JSON)] = []

  static func failing(_ status: Status) -> Outcome { Outcome(status: status) }
  static let success = Outcome(status: .success)
  /// Succeeds and gives nothing back.
  static let nothing = Outcome(status: .success, fields: [("nothing", .bool(true))])
  /// Succeeds and gives one bare value.
  static func value(_ value: Value) -> Outcome {
    Outcome(status: .success, fields: [("value", value.json)])
  }
  /// Succeeds and gives a dictionary that has these values, and none of these keys.
  static func has(_ fields: Fields, lacks keys: [String] = []) -> Outcome {
    var outcome = Outcome(status: .success, fields: [("has", .object(fields.map { ($0.0, $0.1.json) }))])
    if !keys.isEmpty { outcome.fields.append(("lacks", .strings(keys))) }
    return outcome
  }
  /// Succeeds and gives a list of so many.
  static func count(_ count: UInt64) -> Outcome {
    Outcome(status: .success, fields: [("count", .number(count))])
  }
  /// Succeeds and gives a list of these bare values, in any order.
  static func values(_ values: [Value]) -> Outcome {
    Outcome(status: .success, fields: [("values", .list(values.map(\.json)))])
  }
  /// The same, and the user was asked so often in this call.
  func asking(_ times: UInt64) -> Outcome {
    var outcome = self
    outcome.fields.append(("asked", .number(times)))
    return outcome
  }

  var json: JSON {
    .object([("status", .signed(status.number)), ("name", .string(status.rawValue))] + fields)
  }
}
