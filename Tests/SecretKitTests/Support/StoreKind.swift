import Foundation
import SecretFile
import SecretKit
import Security
import Testing

/// The stores that must behave alike.
enum StoreKind: String, CaseIterable, Sendable, CustomTestStringConvertible {
  /// In memory.
  case memory
  /// On a container.
  case file
  /// Through `SecItem…`, with a Keychain in memory.
  case keychain
  /// Through `SecItem…`, with a Keychain on a container: while the device is locked the process holds no key of what
  /// needs an unlocked one.
  case keychainFile

  var testDescription: String { rawValue }

  /// Those that lie on a device.
  static let onDevice: [StoreKind] = [.memory, .keychain, .keychainFile]

  /// Whether the states of the device are those of a container: before the first unlock there is no root key, so that
  /// nothing can be done, and "always" is as "after first unlock".
  var isOnContainer: Bool { self == .keychainFile }

  /// Runs a body with a store, a neighbour of another service in the same place, and the device below, if any.
  func use(
    _ device: Device = Device(), service: String = "app \(UUID())", accessGroup: String? = nil,
    _ body: (_ store: any FirstRunStore, _ neighbour: any FirstRunStore) async throws -> Void
  ) async throws {
    switch self {
    case .memory:
      let keychain = Keychain.inMemory(on: device)
      try await body(
        InMemorySecretStore(keychain, service: service, accessGroup: accessGroup),
        InMemorySecretStore(keychain, service: "neighbour", accessGroup: accessGroup))
    case .file:
      let fixture = try FileFixture()
      defer { fixture.keep() }
      try await body(
        fixture.store(service, accessGroup: accessGroup), fixture.store("neighbour", accessGroup: accessGroup)
      )
    case .keychain, .keychainFile:
      let folder = try TemporaryFolder()
      defer { withExtendedLifetime(folder) {} }
      let keychain =
        self == .keychain
        ? Keychain.inMemory(on: device) : Keychain.inFile(folder.path("keychain.secretfile"), on: device)
      try await keychain.use {
        try await body(
          KeychainStore(service: service, accessGroup: accessGroup),
          KeychainStore(service: "neighbour", accessGroup: accessGroup))
      }
    }
  }
}
