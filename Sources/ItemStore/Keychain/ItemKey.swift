public import SecretFile

/// The attributes of items, by Apple's raw keys.
enum ItemKey: String, CaseIterable {
  case account = "acct"
  case service = "svce"
  case accessGroup = "agrp"
  case accessibility = "pdmn"
  case accessControl = "accc"
  case synchronizable = "sync"
  case label = "labl"
  case itemDescription = "desc"
  case comment = "icmt"
  case generic = "gena"
  case creator = "crtr"
  case type
  case isInvisible = "invi"
  case isNegative = "nega"
  case created = "cdat"
  case modified = "mdat"
  case server = "srvr"
  case securityDomain = "sdmn"
  case protocolName = "ptcl"
  case authenticationType = "atyp"
  case port
  case path

  /// Whether items of a class have the attribute.
  func belongs(to itemClass: ItemClass) -> Bool {
    switch self {
    case .service, .generic: itemClass == .genericPassword
    case .server, .securityDomain, .protocolName, .authenticationType, .port, .path:
      itemClass == .internetPassword
    default: true
    }
  }

  /// Apple's raw name of a class.
  static func name(of itemClass: ItemClass) -> String {
    itemClass == .genericPassword ? "genp" : "inet"
  }
}

extension Accessibility {
  /// Apple's raw value (`ak`, `ck`, …).
  public var keychainName: String {
    switch self {
    case .whenUnlocked: "ak"
    case .afterFirstUnlock: "ck"
    case .always: "dk"
    case .whenUnlockedThisDeviceOnly: "aku"
    case .afterFirstUnlockThisDeviceOnly: "cku"
    case .alwaysThisDeviceOnly: "dku"
    case .whenPasscodeSetThisDeviceOnly: "akpu"
    }
  }

  /// The accessibility of Apple's raw value; nil for any other text, the private `f` among them.
  public init?(keychainName name: String) {
    guard let found = Self.allCases.first(where: { $0.keychainName == name }) else { return nil }
    self = found
  }
}
