/// The identifier of a container, random, for its whole life.
public typealias ContainerID = Bytes16
/// The identifier of a slot, for the slot's whole life.
public typealias SlotID = Bytes8
/// The identifier of an item, unique in its container and kept through every change.
public typealias ItemID = Bytes16
/// The public name of a device key, derived from it. Items bound to a device carry it as their scope.
public typealias DeviceID = Bytes16
/// The identifier of one installation of an app, which stamps the items it writes.
public typealias InstallationID = Bytes16

extension FixedBytes {
  /// The bytes as an array.
  public var bytes: [UInt8] { [UInt8](copying: span) }

  /// The identifier of these bytes; nil if there are not exactly `size`.
  public init?(_ bytes: [UInt8]) { self.init(copying: bytes.span) }

  /// The identifier of a hexadecimal text, in either case; nil if it is anything else.
  public init?(hexadecimal text: String) {
    guard text.utf8.count == 2 * Self.size else { return nil }
    self.init()
    for (index, character) in text.utf8.enumerated() {
      let digit: UInt8
      switch character {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = character - UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = character - UInt8(ascii: "a") + 10
      case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = character - UInt8(ascii: "A") + 10
      default: return nil
      }
      self[index / 2] = self[index / 2] << 4 | digit
    }
  }
}
