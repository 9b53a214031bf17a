/// An identifier of fixed size, shown in lower-case hexadecimal.
public protocol Identifier: Sendable, Hashable, Comparable, CustomStringConvertible, LosslessStringConvertible {
  /// The size in bytes.
  static var size: Int { get }
  /// The identifier's bytes, `size` of them.
  var bytes: [UInt8] { get }
  /// The identifier of these bytes; nil if there are not exactly `size`.
  init?(bytes: [UInt8])
}

extension Identifier {
  /// The identifier of a hexadecimal text, in either case; nil if it is anything else.
  public init?(_ description: String) {
    var bytes: [UInt8] = []
    var high: UInt8?
    for character in description.utf8 {
      let digit: UInt8
      switch character {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = character - UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = character - UInt8(ascii: "a") + 10
      case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = character - UInt8(ascii: "A") + 10
      default: return nil
      }
      if let first = high {
        bytes.append(first << 4 | digit)
        high = nil
      } else {
        high = digit
      }
    }
    if high != nil { return nil }
    self.init(bytes: bytes)
  }

  /// Lower-case hexadecimal, two digits a byte.
  public var description: String {
    let digits = Array("0123456789abcdef".utf8)
    var text: [UInt8] = []
    for byte in bytes {
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 15)])
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The order of the bytes, as memcmp has it.
  public static func < (left: Self, right: Self) -> Bool { left.bytes.lexicographicallyPrecedes(right.bytes) }
}

/// The identifier of a container, random, for its whole life: 16 bytes.
public struct ContainerID: Identifier {
  /// 16.
  public static let size = 16
  /// The 16 bytes.
  public let bytes: [UInt8]
  /// The identifier of exactly 16 bytes.
  public init?(bytes: [UInt8]) {
    guard bytes.count == Self.size else { return nil }
    self.bytes = bytes
  }
}

/// The identifier of a slot, for the slot's whole life: 8 bytes.
public struct SlotID: Identifier {
  /// 8.
  public static let size = 8
  /// The 8 bytes.
  public let bytes: [UInt8]
  /// The identifier of exactly 8 bytes.
  public init?(bytes: [UInt8]) {
    guard bytes.count == Self.size else { return nil }
    self.bytes = bytes
  }
}

/// The identifier of an item, unique in its container and kept through every change: 16 bytes.
public struct ItemID: Identifier {
  /// 16.
  public static let size = 16
  /// The 16 bytes.
  public let bytes: [UInt8]
  /// The identifier of exactly 16 bytes.
  public init?(bytes: [UInt8]) {
    guard bytes.count == Self.size else { return nil }
    self.bytes = bytes
  }
}

/// The public name of a device key, derived from it: 16 bytes. Items bound to a device carry it as their scope.
public struct DeviceID: Identifier {
  /// 16.
  public static let size = 16
  /// The 16 bytes.
  public let bytes: [UInt8]
  /// The identifier of exactly 16 bytes.
  public init?(bytes: [UInt8]) {
    guard bytes.count == Self.size else { return nil }
    self.bytes = bytes
  }
}

/// The identifier of one installation of an app, which stamps the items it writes: 16 bytes.
public struct InstallationID: Identifier {
  /// 16.
  public static let size = 16
  /// The 16 bytes.
  public let bytes: [UInt8]
  /// The identifier of exactly 16 bytes.
  public init?(bytes: [UInt8]) {
    guard bytes.count == Self.size else { return nil }
    self.bytes = bytes
  }
}
