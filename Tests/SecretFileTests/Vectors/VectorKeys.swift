import Foundation
import SecretCrypto
import SecretFile

/// The intermediate values of a vector: keys, hashes, counters, as the library's parts give them.
struct VectorKeys {
  private let vector: VectorFile
  private let bytes: [UInt8]
  private let info: ContainerInfo
  private let header: Header
  private let opened: OpenedSlot
  private let presence: SecretBuffer?

  init(_ vector: VectorFile, _ container: Container, _ credentials: Credentials) throws {
    self.vector = vector
    let bytes = [UInt8](try Data(contentsOf: vector.container))
    let info = container.info
    let length = Int(ByteOrder.little(bytes.span, 12, as: UInt32.self))
    let headerBytes = Array(bytes[..<length])
    let header = try Header.parse(headerBytes.span)
    self.header = header
    let opener = SlotOpener(header, headerBytes: headerBytes)
    (self.bytes, self.info) = (bytes, info)
    opened = try opener.open(credentials, only: info.openedSlot)
    presence = opener.presenceKey(credentials)
  }

  /// Nil if all are as in the vector.
  func problem() throws -> String? {
    for (name, expected) in vector.intermediate where try value(name) != expected {
      return "intermediate \(name) differs"
    }
    return nil
  }

  private func value(_ name: String) throws -> String? {
    switch name {
    case "containerID": "\(info.id)"
    case "keyEpoch": "\(info.keyEpoch)"
    case "generation": "\(info.generation)"
    case "slotID": info.openedSlot.map { "\($0)" }
    case "headerHash": "\(header.headerHash)"
    case "mac": "\(header.mac)"
    case "rootLink": "\(header.rootLink)"
    case "masterKey": Self.hex(opened.master)
    case "passcodeKey": opened.passcode.map(Self.hex)
    case "presenceKey": presence.map(Self.hex)
    case "headerKey": Self.hex(derived(KeyLabel.header))
    case "rootKey": Self.hex(derived(KeyLabel.root))
    case "pageKey": Self.hex(derived(KeyLabel.page))
    case "pin": Self.hex(derived(KeyLabel.pin))
    case "rootPlaintext": rootPlaintext.map { Fixture.hex(SHA256.hash($0)) }
    default: nil
    }
  }

  private func derived(_ label: StaticString) -> SecretBuffer {
    opened.master.withBytes { SecretBuffer(derive($0, label, header.containerID.span)) }
  }

  /// The root, decrypted, frame and padding included.
  private var rootPlaintext: [UInt8]? {
    var associated = Writer(capacity: 33)
    associated.label(BlobLabel.root)
    associated.append(header.containerID)
    associated.u32(header.keyEpoch)
    associated.u64(header.generation)
    let start = header.encodedCount
    let blob = Array(bytes[start..<(start + Int(header.rootLength))])
    var plain = [UInt8](repeating: 0, count: blob.count - AEAD.overhead)
    var span = plain.mutableSpan
    let isGenuine = derived(KeyLabel.root).withBytes {
      AEAD.open(blob.span, associated: associated.bytes.span, key: $0, into: &span)
    }
    return isGenuine ? plain : nil
  }

  private static func hex(_ key: SecretBuffer) -> String {
    key.withBytes { Fixture.hex([UInt8](copying: $0)) }
  }
}
