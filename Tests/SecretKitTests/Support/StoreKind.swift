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

  var testDescription: String { rawValue }

  /// Those that lie on a device.
  static let onDevice: [StoreKind] = [.memory, .keychain]

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
    case .keychain:
      try await Keychain.inMemory(on: device).use {
        try await body(
          KeychainStore(service: service, accessGroup: accessGroup),
          KeychainStore(service: "neighbour", accessGroup: accessGroup))
      }
    }
  }
}
