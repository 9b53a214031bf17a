/// Parts of an item's name that the caller gave as Data rather than as text (spec §10.3).
public struct DataParts: OptionSet, Hashable, Sendable {
  /// Bits 0 to 2.
  public let rawValue: UInt32
  /// Any bits; unknown ones are refused when a record is written.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The account.
  public static let account = DataParts(rawValue: 1)
  /// The service, or the server of an internet password.
  public static let service = DataParts(rawValue: 2)
  /// The access group.
  public static let accessGroup = DataParts(rawValue: 4)
}

/// Everything an item carries beside its dates and its value: its name and the TLVs of its record
/// (spec §10.3). Absent is empty, zero, false or nil.
public struct ItemAttributes: Sendable {
  /// The name. Its parts are also properties of the attributes themselves.
  public var name: IdentityParts
  /// How the item's own password becomes a key; present exactly if its class asks for one.
  public internal(set) var applicationPassword: PasswordParameters?
  /// Shown to users.
  public var label = ""
  /// The kind of item, in words.
  public var itemDescription = ""
  /// A comment.
  public var comment = ""
  /// Data of the application's own.
  public var generic: [UInt8] = []
  /// Creator code.
  public var creator: UInt32 = 0
  /// Type code.
  public var type: UInt32 = 0
  /// Not to be shown to users.
  public var isInvisible = false
  /// A note that there is no password.
  public var isNegative = false
  /// Where an imported value came from.
  public var provenance = Provenance()
  /// The installation of the application that stored the item.
  public var installation: Bytes16?
  /// When the secret expires, in milliseconds since 1970.
  public var expires: Int64?
  /// When the secret was last changed at its source, in milliseconds since 1970.
  public var rotated: Int64?
  /// Named values of the application.
  public var userAttributes = UserAttributes()
  /// Parts of the name given as Data; a part that is not UTF-8 is Data anyhow.
  public var dataParts: DataParts = []
  package var unknown = UnknownTLVs()

  /// A name and nothing else.
  public init(_ name: IdentityParts) { self.name = name }

  /// For writers: sets or clears the password parameters.
  package mutating func setApplicationPassword(_ parameters: PasswordParameters?) {
    applicationPassword = parameters
  }
}

extension ItemAttributes: Equatable {
  /// Bytewise.
  public static func == (a: ItemAttributes, b: ItemAttributes) -> Bool {
    a.name == b.name && a.applicationPassword == b.applicationPassword && sameText(a.label, b.label)
      && sameText(a.itemDescription, b.itemDescription) && sameText(a.comment, b.comment)
      && a.generic == b.generic && a.creator == b.creator && a.type == b.type
      && a.isInvisible == b.isInvisible && a.isNegative == b.isNegative
      && a.provenance == b.provenance && a.installation == b.installation && a.expires == b.expires
      && a.rotated == b.rotated && a.userAttributes == b.userAttributes && a.dataParts == b.dataParts
      && a.unknown == b.unknown
  }
}
