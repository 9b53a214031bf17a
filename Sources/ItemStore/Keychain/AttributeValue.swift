internal import SecretCrypto
internal import SecretFile

/// A value of an attribute, in the form in which it is compared.
enum AttributeValue: Hashable {
  /// Bytes of a name, and whether they were given as data.
  case name([UInt8], isData: Bool)
  case text(String)
  case data([UInt8])
  case number(UInt32)
  case flag(Bool)
  case date(Int64)
  /// What only `KeychainRules.published` takes: the text of a creator or a type, the data of a label.
  case kept([UInt8])

  /// - Throws: `parameter` for a value of a type that the attribute does not have.
  init(_ key: ItemKey, _ value: KeychainValue, _ rules: KeychainRules) throws(ItemStatus) {
    switch key {
    case .account, .service, .accessGroup, .server, .securityDomain, .protocolName, .authenticationType,
      .path:
      switch value {
      case .text(let text): self = .name(Array(text.utf8), isData: false)
      case .data(let bytes): self = .name(bytes, isData: true)
      default: throw .parameter
      }
    case .label, .itemDescription, .comment:
      switch value {
      case .text(let text): self = .text(text)
      case .data(let bytes) where rules == .published: self = .kept(bytes)
      default: throw .parameter
      }
    case .generic:
      switch value {
      case .text(let text): self = .data(Array(text.utf8))
      case .data(let bytes): self = .data(bytes)
      default: throw .parameter
      }
    case .creator, .type:
      if rules == .published, case .text(let text) = value, UInt32(text) == nil {
        self = .kept(Array(text.utf8))
      } else {
        self = .number(try value.asNumber())
      }
    case .port: self = .number(try value.asNumber())
    case .isInvisible, .isNegative: self = .flag(try value.asFlag())
    case .created, .modified:
      guard case .date(let time) = value else { throw .parameter }
      self = .date(time)
    case .synchronizable, .accessibility, .accessControl: throw .parameter
    }
  }

  /// The bytes of a name.
  var bytes: [UInt8] {
    if case .name(let bytes, _) = self { bytes } else { [] }
  }
}

extension KeychainValue {
  /// Whether it is a Boolean proper.
  var isFlag: Bool { if case .flag = self { true } else { false } }

  /// A Boolean, also one that is written as a number or as a text of digits.
  func asFlag() throws(ItemStatus) -> Bool {
    switch self {
    case .flag(let flag): return flag
    case .number(let number): return number != 0
    case .text(let text):
      guard let number = Int64(text) else { throw .parameter }
      return number != 0
    default: throw .parameter
    }
  }

  /// A number of 32 bits, also one that is written as a text of digits.
  func asNumber() throws(ItemStatus) -> UInt32 {
    switch self {
    case .number(let number):
      guard let value = UInt32(exactly: number) else { throw .parameter }
      return value
    case .flag(let flag): return flag ? 1 : 0
    case .text(let text):
      guard let value = UInt32(text) else { throw .parameter }
      return value
    default: throw .parameter
    }
  }

  /// The secret.
  func asSecret() throws(ItemStatus) -> SecretBuffer {
    switch self {
    case .secret(let secret): return secret
    case .data(let bytes): return SecretBuffer(copying: bytes.span)
    default: throw .parameter
    }
  }
}
