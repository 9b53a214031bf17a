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

/// The code that a call throws; nil if it throws none.
func code(_ body: () throws -> Void) -> SecretFileError.Code? {
  do {
    try body()
    return nil
  } catch let error as SecretFileError {
    return error.code
  } catch {
    Issue.record("another error: \(error)")
    return nil
  }
}
