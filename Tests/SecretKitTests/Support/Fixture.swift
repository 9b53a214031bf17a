import Foundation
import SecretFile
import SecretKit

/// A folder of its own that goes away with its owner.
final class TemporaryFolder: Sendable {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("secretkit-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func path(_ name: String = "app.secrets") -> Path { Path(url.appendingPathComponent(name).path) }

  func bytes(_ name: String = "app.secrets") throws -> Data {
    try Data(contentsOf: url.appendingPathComponent(name))
  }

  func write(_ bytes: Data, _ name: String = "app.secrets") throws {
    try bytes.write(to: url.appendingPathComponent(name))
  }
}

/// A container with a key file and a device key, and stores on it.
struct FileFixture: Sendable {
  let folder: TemporaryFolder
  let container: Container
  private let key = GeneratedKey.keyFile()
  private let deviceKey = GeneratedKey.device()

  init(_ more: [NewSlot] = []) throws {
    folder = try TemporaryFolder()
    container = try Container.create(
      at: folder.path(), slots: [.keyFile(key)] + more,
      options: CreateOptions(credentials: try Self.credentials(nil, deviceKey)))
  }

  private static func credentials(_ key: GeneratedKey?, _ device: GeneratedKey?) throws -> Credentials {
    var credentials = try key.map { try Credentials(keyFile: $0.text) } ?? Credentials()
    if let device { try credentials.addDeviceKey(device.text) }
    return credentials
  }

  /// Another handle, as another process would have it.
  func reopen(withDevice: Bool = true) throws -> Container {
    try Container.open(at: folder.path(), with: Self.credentials(key, withDevice ? deviceKey : nil))
  }

  /// Keeps the folder until here.
  func keep() { withExtendedLifetime(folder) {} }

  func store(_ service: String = "app", accessGroup: String? = nil) -> FileSecretStore {
    FileSecretStore(container, service: service, accessGroup: accessGroup)
  }
}

/// A value that must not appear in anything that comes out.
let canary = "canary-5Xq0ZrT2"

extension Data {
  init(_ text: String) { self.init(text.utf8) }
}

extension SecretStore {
  /// The text of a secret.
  func text(_ name: SecretName) async throws -> String? {
    try await secret(name).map { String(decoding: $0.data, as: UTF8.self) }
  }
}

/// The error that a body throws, or nil.
func failure(_ body: () async throws -> Void) async -> SecretStoreError? {
  do { try await body() } catch { return error as? SecretStoreError }
  return nil
}

extension SecretKey where Value == String {
  static var access: Self { SecretKey("access-token") }
  static var background: Self { SecretKey("background-token", .afterFirstUnlock) }
}

struct Session: Codable, Hashable, SecretValue {
  var access: String
  var refresh: String
}

extension SecretKey where Value == Session {
  static var session: Self { SecretKey("session", .afterFirstUnlock) }
}
