/// The name of an item, encoded so that it sorts with memcmp (spec §11): the Keychain's primary
/// key and the device. Accessibility is not part of it. Bytes are compared as they are; nothing
/// is normalised.
public struct Identity: Sendable {
  /// The encoded identity.
  public let bytes: [UInt8]

  /// The caller has checked the bytes.
  package init(checked bytes: [UInt8]) { self.bytes = bytes }

  /// Checks and copies an encoded identity. Throws `record`.
  package static func parse(_ bytes: Span<UInt8>) throws(FormatError) -> Identity {
    _ = try IdentityLayout.parse(bytes)
    return Identity(checked: [UInt8](copying: bytes))
  }

  /// The first byte of an encoded identity.
  package enum Class {
    package static let generic: UInt8 = 1
    package static let internet: UInt8 = 2
    package static let companion: UInt8 = 3
  }
}

/// What a companion keeps of its item.
public enum CompanionKind: UInt8, Sendable {
  /// A value that is to take the place of the item's.
  case pending = 1
  /// The value the item had before.
  case previous = 2
}

extension Identity: Hashable, Comparable {
  /// Memcmp order, which is the order of the parts.
  public static func < (a: Identity, b: Identity) -> Bool {
    ByteOrder.compare(a.bytes.span, b.bytes.span) < 0
  }
}

// MARK: - Companions

extension Identity {
  /// The kind, if this is the identity of a companion.
  public var companionKind: CompanionKind? {
    guard bytes.count > 2, bytes[0] == Class.companion else { return nil }
    return CompanionKind(rawValue: bytes[1])
  }

  /// The item's identity: of a companion that of its item, else itself.
  public var item: Identity {
    companionKind == nil ? self : Identity(checked: [UInt8](bytes[2...]))
  }

  /// The identity of this item's companion.
  public func companion(_ kind: CompanionKind) -> Identity {
    Identity(checked: [Class.companion, kind.rawValue] + item.bytes)
  }
}

// MARK: - Scope

extension Identity {
  private var layout: IdentityLayout? { try? IdentityLayout.parse(bytes.span) }

  /// The deviceID at its end, if it has one.
  public var scope: Bytes16? {
    guard let layout, layout.hasScope else { return nil }
    return Bytes16(bytes.span, at: layout.scopeStart)
  }

  /// Whether items of this name are shared between devices.
  public var isSynchronizable: Bool { layout?.isSynchronizable ?? false }

  /// The same name in another scope. Names that differ in nothing else are one item to a writer.
  /// Throws `record` if the name is synchronizable and `scope` is not nil, or if it is too long.
  package func scoped(to scope: Bytes16?) throws(FormatError) -> Identity {
    let layout = try IdentityLayout.parse(bytes.span)
    var out = Writer(capacity: bytes.count + 16)
    out.append(bytes.span.extracting(first: layout.scopeStart))
    if let scope { out.append(scope) }
    return try Identity.parse(out.bytes.span)
  }
}
