internal import Foundation
internal import ItemStore
internal import SecretCrypto
internal import SecretFile

/// One item as a Keychain gives it back.
struct ItemRow {
  let item: SecretItem
  /// The access group, as it is given in queries.
  let accessGroup: KeychainValue?
  let modified: KeychainValue?
  /// The secret, if it was asked for and there is one.
  let data: Data?

  init(_ row: KeychainDictionary) {
    let note = ItemNote(row["gena"])
    var policy = SecretPolicy()
    if case .text(let name) = row["pdmn"] {
      policy.accessibility = Accessibility(keychainName: name) ?? .whenUnlocked
    }
    // The system does not show the flags of an access control; the note does.
    policy.accessControl = note?.accessControl ?? []
    if case .protection(let protection) = row["accc"] { policy = SecretPolicy(protection) }
    policy.isSynchronizable = row["sync"].isTrue
    item = SecretItem(
      name: SecretName(row["acct"]), accessGroup: row["agrp"].text, policy: policy, created: row["cdat"].date,
      modified: row["mdat"].date, installation: note?.installation)
    accessGroup = row["agrp"]
    modified = row["mdat"]
    switch row["v_Data"] {
    case .secret(let secret): data = secret.withBytes { Data([UInt8](copying: $0)) }
    case .data(let bytes): data = Data(bytes)
    default: data = nil
    }
  }
}

extension SecretPolicy {
  fileprivate init(_ protection: Protection) {
    self.init(protection.accessibility, accessControl: protection.accessControl)
  }
}

extension SecretName {
  fileprivate init(_ account: KeychainValue?) {
    switch account {
    case .text(let text): self.init(text)
    case .data(let bytes): self.init(bytes: bytes, isData: true)
    default: self.init("")
    }
  }
}

extension KeychainValue? {
  fileprivate var isTrue: Bool {
    switch self {
    case .flag(let flag): flag
    case .number(let number): number != 0
    default: false
    }
  }

  fileprivate var text: String {
    switch self {
    case .text(let text): text
    case .data(let bytes): String(decoding: bytes, as: UTF8.self)
    default: ""
    }
  }

  fileprivate var date: Date {
    if case .date(let time) = self { Date(milliseconds: time) } else { Date(milliseconds: 0) }
  }
}

/// What a store notes beside an item, in the attribute that belongs to the program (`kSecAttrGeneric`): which
/// installation wrote it, and the flags of its access control, which a Keychain does not tell.
struct ItemNote: Hashable {
  var installation: InstallationID?
  var accessControl: AccessControl

  init(installation: InstallationID?, accessControl: AccessControl) {
    self.installation = installation
    self.accessControl = accessControl
  }

  private static let start = "secretkit 1 "

  /// `secretkit 1 INSTALLATION FLAGS`, in hexadecimal; a dash where there is no installation.
  var value: KeychainValue {
    let id = installation.map { "\($0)" } ?? "-"
    return .data(Array("\(Self.start)\(id) \(String(accessControl.rawValue, radix: 16))".utf8))
  }

  /// Nil for what another program has put there.
  init?(_ value: KeychainValue?) {
    guard case .data(let bytes) = value, let text = String(validating: bytes, as: UTF8.self),
      text.hasPrefix(Self.start)
    else { return nil }
    let parts = text.dropFirst(Self.start.count).split(separator: " ")
    guard parts.count == 2, let flags = UInt32(parts[1], radix: 16) else { return nil }
    accessControl = AccessControl(rawValue: flags)
    if parts[0] == "-" { return }
    guard let id = InstallationID(hexadecimal: String(parts[0])) else { return nil }
    installation = id
  }
}
