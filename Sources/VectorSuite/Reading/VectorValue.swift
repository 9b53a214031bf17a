import ItemStore
import SecretCrypto
import SecretFile

/// A value of a query or of a result, as vectors write it.
indirect enum VectorValue {
  case text(String)
  case number(Int64)
  case flag(Bool)
  case data([UInt8])
  case date(Int64)
  case protection(Protection)
  /// A result that an earlier step has saved.
  case saved(String)
  case list([VectorValue])

  init(_ value: VectorJSON) throws(Malformed) {
    switch value {
    case .text(let text): self = .text(text)
    case .bool(let flag): self = .flag(flag)
    case .negative(let number): self = .number(number)
    case .number(let number):
      guard let number = Int64(exactly: number) else { throw Malformed("a number above 2^63") }
      self = .number(number)
    case .list(let values):
      var list: [VectorValue] = []
      for value in values { list.append(try VectorValue(value)) }
      self = .list(list)
    case .object: self = try Self.object(value)
    case .null: throw Malformed("null is no value")
    }
  }

  private static func object(_ value: VectorJSON) throws(Malformed) -> VectorValue {
    let fields = try Fields(value, "a value", only: ["data", "date", "accessibility", "flags", "saved"])
    switch fields.names {
    case ["data"]: return .data(try fields.bytes("data"))
    case ["date"]: return .date(try fields.integer("date"))
    case ["saved"]: return .saved(try fields.text("saved"))
    case ["accessibility", "flags"]:
      guard let accessibility = Accessibility(keychainName: try fields.text("accessibility")) else {
        throw Malformed("no such accessibility")
      }
      let control = AccessControl(rawValue: try fields.integer("flags"))
      return .protection(Protection(accessibility, accessControl: control))
    default: throw Malformed("a value is data, a date, an access control or saved")
    }
  }

  /// The value as the item layer takes it.
  /// - Parameter saved: What earlier steps have kept.
  func keychainValue(_ saved: [String: KeychainValue]) throws(Malformed) -> KeychainValue {
    switch self {
    case .text(let text): return .text(text)
    case .number(let number): return .number(number)
    case .flag(let flag): return .flag(flag)
    case .data(let bytes): return .data(bytes)
    case .date(let time): return .date(time)
    case .protection(let protection): return .protection(protection)
    case .saved(let name):
      guard let value = saved[name] else { throw Malformed("nothing was saved as \(name)") }
      return value
    case .list(let values):
      var list: [KeychainValue] = []
      for value in values { list.append(try value.keychainValue(saved)) }
      return .list(list)
    }
  }

  /// Whether a value that came back is this one, its type too.
  func isEqual(_ value: KeychainValue, _ saved: [String: KeychainValue]) throws(Malformed) -> Bool {
    switch (try keychainValue(saved), value) {
    case (.text(let a), .text(let b)): a.utf8.elementsEqual(b.utf8)
    case (.number(let a), .number(let b)): a == b
    case (.flag(let a), .flag(let b)): a == b
    case (.data(let a), .data(let b)): a == b
    case (.data(let a), .secret(let b)): b.withBytes { [UInt8](copying: $0) } == a
    case (.date(let a), .date(let b)): a == b
    case (.protection(let a), .protection(let b)): a == b
    default: false
    }
  }
}

/// A query, attributes or changes by Apple's raw keys.
struct KeychainFields {
  private(set) var fields: [String: VectorValue] = [:]

  init(_ parent: Fields, _ name: String) throws(Malformed) {
    let given = try Fields(parent.value(name), name)
    for key in given.names { fields[key] = try VectorValue(given.value(key)) }
  }

  /// As the item layer takes them.
  func dictionary(_ saved: [String: KeychainValue]) throws(Malformed) -> KeychainDictionary {
    var dictionary: KeychainDictionary = [:]
    for (key, value) in fields { dictionary[key] = try value.keychainValue(saved) }
    return dictionary
  }
}
