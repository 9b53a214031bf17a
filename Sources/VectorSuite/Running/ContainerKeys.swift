import Files
import SecretCrypto
import SecretFile

/// The intermediate values of a container: keys, hashes, counters, as the library's parts give them.
package struct ContainerKeys {
  private let wanted: [String: String]
  private let bytes: [UInt8]
  private let info: ContainerInfo
  private let header: Header
  private let opened: OpenedSlot
  private let presence: SecretBuffer?

  init(
    _ vector: ContainerVector, _ container: Container, _ credentials: Credentials, _ bytes: [UInt8]
  ) throws {
    wanted = vector.intermediate
    self.bytes = bytes
    info = container.info
    let headerBytes = try Container.headerBytes(bytes)
    header = try Header.parse(headerBytes.span)
    let opener = SlotOpener(header, headerBytes: headerBytes)
    opened = try opener.open(credentials, only: container.info.openedSlot)
    presence = opener.presenceKey(credentials)
  }

  /// Nil if all are as in the vector.
  func problem() -> String? {
    for (name, expected) in wanted.sorted(by: { $0.key < $1.key }) where value(name) != expected {
      return "intermediate \(name) differs"
    }
    return nil
  }

  private func value(_ name: String) -> String? {
    switch name {
    case "containerID": "\(info.id)"
    case "keyEpoch": "\(info.keyEpoch)"
    case "generation": "\(info.generation)"
    case "slotID": info.openedSlot.map { "\($0)" }
    case "headerHash": "\(header.headerHash)"
    case "mac": "\(header.mac)"
    case "rootLink": "\(header.rootLink)"
    case "masterKey": opened.master.hexadecimal
    case "passcodeKey": opened.passcode?.hexadecimal
    case "presenceKey": presence?.hexadecimal
    case "headerKey": derived(KeyLabel.header).hexadecimal
    case "rootKey": derived(KeyLabel.root).hexadecimal
    case "pageKey": derived(KeyLabel.page).hexadecimal
    case "pin": derived(KeyLabel.pin).hexadecimal
    case "rootPlaintext": rootPlaintext.map { Hexadecimal.text(SHA256.hash($0)) }
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
}

extension SecretBuffer {
  /// A key of a vector, which protects nothing, in digits.
  var hexadecimal: String { withBytes { Hexadecimal.text([UInt8](copying: $0)) } }
}

extension Container {
  /// The bytes of a small container.
  func wholeFile(_ path: Path) throws(FileError) -> [UInt8] {
    let file = try ReadableFile.open(path)
    return try file.read(at: 0, count: Int(clamping: file.size))
  }

  /// The header of a container that has been opened.
  static func headerBytes(_ bytes: [UInt8]) throws(Malformed) -> [UInt8] {
    let length = Int(ByteOrder.little(bytes.span, 12, as: UInt32.self))
    guard length <= bytes.count else { throw Malformed("the container changed meanwhile") }
    return Array(bytes[..<length])
  }
}
