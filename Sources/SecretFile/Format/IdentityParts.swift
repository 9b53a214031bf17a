/// The class of an item.
public enum ItemClass: UInt8, Sendable {
  /// A generic password: access group, service, account.
  case genericPassword = 1
  /// An internet password: access group, server, account, and the rest.
  case internetPassword = 2
}

/// The parts of an item's name. Absent is empty; any bytes are allowed.
public struct IdentityParts: Hashable, Sendable {
  /// Generic or internet password.
  public var itemClass: ItemClass
  /// The access group.
  public var accessGroup: [UInt8]
  /// The service of a generic password, the server of an internet password.
  public var service: [UInt8]
  /// The account.
  public var account: [UInt8]
  /// Internet passwords: the protocol, as Apple's four-character code.
  public var protocolName: [UInt8] = []
  /// Internet passwords: the authentication type.
  public var authenticationType: [UInt8] = []
  /// Internet passwords: the port, 0 if absent.
  public var port: UInt32 = 0
  /// Internet passwords: the path.
  public var path: [UInt8] = []
  /// Internet passwords: the security domain.
  public var securityDomain: [UInt8] = []
  /// Whether the item is shared between devices.
  public var isSynchronizable: Bool
  /// The deviceID of an item that is bound to a device.
  public var scope: Bytes16?

  /// The name of a generic password.
  public init(
    service: [UInt8], account: [UInt8], accessGroup: [UInt8] = [], isSynchronizable: Bool = false,
    scope: Bytes16? = nil
  ) {
    itemClass = .genericPassword
    self.accessGroup = accessGroup
    self.service = service
    self.account = account
    self.isSynchronizable = isSynchronizable
    self.scope = scope
  }

  /// The name of an internet password; the other parts are set afterwards.
  public init(
    server: [UInt8], account: [UInt8], accessGroup: [UInt8] = [], isSynchronizable: Bool = false,
    scope: Bytes16? = nil
  ) {
    self.init(
      service: server, account: account, accessGroup: accessGroup, isSynchronizable: isSynchronizable,
      scope: scope)
    itemClass = .internetPassword
  }
}

extension IdentityParts {
  /// The name of a generic password, in texts.
  public init(
    service: String, account: String, accessGroup: String = "", isSynchronizable: Bool = false,
    scope: Bytes16? = nil
  ) {
    self.init(
      service: [UInt8](service.utf8), account: [UInt8](account.utf8), accessGroup: [UInt8](accessGroup.utf8),
      isSynchronizable: isSynchronizable, scope: scope)
  }

  /// The name of an internet password, in texts; the other parts are set afterwards.
  public init(
    server: String, account: String, accessGroup: String = "", isSynchronizable: Bool = false,
    scope: Bytes16? = nil
  ) {
    self.init(
      service: server, account: account, accessGroup: accessGroup, isSynchronizable: isSynchronizable,
      scope: scope)
    itemClass = .internetPassword
  }
}

// MARK: - Encoding

extension Identity {
  /// Encodes the parts; those of internet passwords are left out of a generic password.
  /// Throws `record` if the identity would be longer than 2,048 bytes, or is synchronizable and
  /// has a scope.
  package init(_ parts: IdentityParts) throws(FormatError) {
    try self.init(parts, scope: parts.scope)
  }

  /// The same, with another scope than that of the parts.
  package init(_ parts: borrowing IdentityParts, scope: Bytes16?) throws(FormatError) {
    var out = Writer(capacity: 64 + parts.service.count + parts.account.count)
    out.u8(parts.itemClass.rawValue)
    out.escaped(parts.accessGroup)
    out.escaped(parts.service)
    out.escaped(parts.account)
    if parts.itemClass == .internetPassword {
      out.escaped(parts.protocolName)
      out.escaped(parts.authenticationType)
      out.u32(parts.port.byteSwapped)  // big-endian, so that ports sort
      out.escaped(parts.path)
      out.escaped(parts.securityDomain)
    }
    out.u8(parts.isSynchronizable ? 1 : 0)
    if let scope { out.append(scope) }
    guard out.count <= Limit.identity else {
      throw FormatError(.record, at: 0, "identity is longer than 2,048 bytes")
    }
    guard scope == nil || !parts.isSynchronizable else {
      throw FormatError(.record, at: out.count - 16, "synchronizable identity with a scope")
    }
    self.init(checked: out.bytes)
  }

  /// The parts of the item's name; of a companion those of its item.
  public var parts: IdentityParts {
    var parts = IdentityParts(service: [], account: [])
    guard let layout = try? IdentityLayout.parse(bytes.span),
      let itemClass = ItemClass(rawValue: layout.itemClass)
    else { return parts }
    var position = layout.partsStart
    parts.itemClass = itemClass
    parts.accessGroup = unescaped(&position)
    parts.service = unescaped(&position)
    parts.account = unescaped(&position)
    if itemClass == .internetPassword {
      parts.protocolName = unescaped(&position)
      parts.authenticationType = unescaped(&position)
      parts.port = ByteOrder.little(bytes.span, position, as: UInt32.self).byteSwapped
      position += 4
      parts.path = unescaped(&position)
      parts.securityDomain = unescaped(&position)
    }
    parts.isSynchronizable = layout.isSynchronizable
    if layout.hasScope { parts.scope = Bytes16(bytes.span, at: layout.scopeStart) }
    return parts
  }

  /// The string that begins at `position`, which moves behind its end.
  private func unescaped(_ position: inout Int) -> [UInt8] {
    let span = bytes.span
    let start = position
    while position < span.count, span[position] > 1 { position += 1 }
    var text = [UInt8](copying: span.extracting(start..<position))
    while position < span.count, span[position] != 0 {
      if span[position] == 1, position + 1 < span.count {
        position += 1
        text.append(span[position] &- 1)
      } else {
        text.append(span[position])
      }
      position += 1
    }
    position += 1
    return text
  }
}

extension Writer {
  /// A byte string of an identity: 00 as 01 01, 01 as 01 02, and 00 at the end.
  fileprivate mutating func escaped(_ text: [UInt8]) {
    // Bytes to be escaped are rare.
    var least = UInt8.max
    for byte in text { least = min(least, byte) }
    if least > 1 {
      append(text)
    } else {
      for byte in text {
        if byte <= 1 {
          u8(1)
          u8(byte + 1)
        } else {
          u8(byte)
        }
      }
    }
    u8(0)
  }
}
