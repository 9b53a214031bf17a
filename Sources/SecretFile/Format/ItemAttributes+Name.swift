extension ItemAttributes {
  /// A generic password, named by texts.
  public init(service: String, account: String, accessGroup: String = "") {
    self.init(IdentityParts(service: service, account: account, accessGroup: accessGroup))
  }

  /// An internet password, named by texts; the other parts of the name are set afterwards.
  public init(server: String, account: String, accessGroup: String = "") {
    self.init(IdentityParts(server: server, account: account, accessGroup: accessGroup))
  }

  /// Generic or internet password.
  public var itemClass: ItemClass {
    get { name.itemClass }
    set { name.itemClass = newValue }
  }

  /// The access group.
  public var accessGroup: [UInt8] {
    get { name.accessGroup }
    set { name.accessGroup = newValue }
  }

  /// The service of a generic password, the server of an internet password.
  public var service: [UInt8] {
    get { name.service }
    set { name.service = newValue }
  }

  /// The account.
  public var account: [UInt8] {
    get { name.account }
    set { name.account = newValue }
  }

  /// Internet passwords: the protocol.
  public var protocolName: [UInt8] {
    get { name.protocolName }
    set { name.protocolName = newValue }
  }

  /// Internet passwords: the authentication type.
  public var authenticationType: [UInt8] {
    get { name.authenticationType }
    set { name.authenticationType = newValue }
  }

  /// Internet passwords: the port, 0 if absent.
  public var port: UInt32 {
    get { name.port }
    set { name.port = newValue }
  }

  /// Internet passwords: the path.
  public var path: [UInt8] {
    get { name.path }
    set { name.path = newValue }
  }

  /// Internet passwords: the security domain.
  public var securityDomain: [UInt8] {
    get { name.securityDomain }
    set { name.securityDomain = newValue }
  }

  /// Whether the item is shared between devices.
  public var isSynchronizable: Bool {
    get { name.isSynchronizable }
    set { name.isSynchronizable = newValue }
  }
}
