import Files
import Foundation
import SecretCrypto
import SecretFile
import Testing

/// A folder of its own that goes away with its owner.
final class TemporaryFolder {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("secretfile-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func path(_ name: String = "container.secretfile") -> Path { Path(url.appendingPathComponent(name).path) }

  func bytes(_ name: String = "container.secretfile") throws -> [UInt8] {
    [UInt8](try Data(contentsOf: url.appendingPathComponent(name)))
  }

  func write(_ bytes: [UInt8], _ name: String = "container.secretfile") throws {
    try Data(bytes).write(to: url.appendingPathComponent(name))
  }

  var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: url.path).sorted() }
  }
}

enum Fixture {
  /// The key file with the bytes 00 to 1f.
  static let key = SecretBuffer(copying: [UInt8](0..<32).span)
  static let cheap = KDFCost(opslimit: 2, memlimitKiB: 19 << 10)

  static func buffer(_ text: String) -> SecretBuffer { SecretBuffer(copying: Array(text.utf8).span) }

  static func fixed(_ byte: UInt8, now: Int64 = 1_700_000_000_000) -> FixedInputs {
    FixedInputs(seed: [UInt8](repeating: byte, count: 32), now: now)
  }

  static func credentials(_ keys: [SecretBuffer] = [key]) throws -> Credentials {
    var credentials = Credentials()
    for key in keys {
      let text = key.withBytes { KeyText.line($0, .keyFile) }
      try text.withBytes { (bytes) throws(SecretFileError) in try credentials.addKeyFile(bytes) }
    }
    return credentials
  }

  static func createOptions(_ byte: UInt8 = 0x53) -> CreateOptions {
    var options = CreateOptions()
    options.fixed = fixed(byte)
    return options
  }

  static func commitOptions(_ byte: UInt8, now: Int64 = 1_700_000_001_000) -> CommitOptions {
    var options = CommitOptions()
    options.fixed = fixed(byte, now: now)
    return options
  }

  static func item(
    _ service: String, _ account: String, _ secret: String?, _ protection: Protection? = nil
  ) -> NewItem {
    NewItem(
      ItemAttributes(service: service, account: account), secret: secret.map(buffer), contentType: .text,
      protection: protection)
  }

  static func text(_ secret: consuming SecretBytes) -> String {
    secret.withBytes { String(decoding: [UInt8](copying: $0), as: UTF8.self) }
  }

  static func hex(_ bytes: [UInt8]) -> String { bytes.map { String(format: "%02x", $0) }.joined() }

  static func hash(_ bytes: [UInt8]) -> String { "\(Bytes32(Hash.blake2b256(bytes.span)))" }
}

extension Container {
  /// The text of an item.
  func text(_ service: String, _ account: String, password: String? = nil) throws -> String {
    let item = try item(matching: ItemQuery(service: service, account: account))
    return Fixture.text(try secret(of: item, password: password.map(Fixture.buffer)))
  }
}

extension Fixture {
  /// Everything that a container with all factors needs.
  struct Factors: Sendable {
    let passphrase = Fixture.buffer("correct horse")
    let device = GeneratedKey.device()
    let presence = GeneratedKey.identity()

    /// Credentials with some of the factors; the passphrase opens the container, else the key file does.
    func credentials(device: Bool, presence: Bool, passcode: Bool) throws -> Credentials {
      var credentials = passcode ? Credentials() : try Fixture.credentials()
      if passcode {
        try passphrase.withBytes { (bytes) throws(SecretFileError) in try credentials.addPassphrase(bytes) }
      }
      if device { try credentials.addDevice(self.device) }
      if presence {
        try self.presence.text.withBytes { (bytes) throws(SecretFileError) in
          try credentials.addPresence(bytes)
        }
      }
      return credentials
    }

    /// A key file, a passphrase and an enrolment.
    var slots: [NewSlot] {
      [
        NewSlot(.keyFile(Fixture.key)), NewSlot(.passphrase(passphrase, cost: Fixture.cheap)),
        NewSlot(.enrolment(presence.recipient)),
      ]
    }

    func create(_ path: Path) throws -> Container {
      var options = CreateOptions()
      try options.credentials.addDevice(device)
      return try Container.create(at: path, slots: slots, options: options)
    }
  }
}

extension Credentials {
  mutating func addDevice(_ key: GeneratedKey) throws {
    try key.text.withBytes { (bytes) throws(SecretFileError) in try addDeviceKey(bytes) }
  }
}
