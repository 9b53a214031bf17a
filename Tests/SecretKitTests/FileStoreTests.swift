import Foundation
import SecretFile
import SecretKit
import Testing

/// What only a store in a file can suffer.
@Suite struct FileStoreTests {
  /// P-7 and P-40: every change is the old file or the new one.
  @Test func aFailedWriteLeavesTheFile() async throws {
    let fixture = try FileFixture()
    let store = fixture.store()
    try await store.set("old", for: .access)
    let before = try fixture.folder.bytes()
    let long = SecretName(String(repeating: "n", count: 3_000))
    #expect(await failure { try await store.set(Data("x"), for: long, policy: nil) }?.code == .tooLarge)
    #expect(try fixture.folder.bytes() == before)
    #expect(try await store.value(for: .access) == "old")
  }

  /// P-34 and P-38: a foreign key is told from damage, and nothing is reset.
  @Test func p38AForeignKeyChangesNothing() async throws {
    let fixture = try FileFixture()
    try await fixture.store().set("t", for: .access)
    let before = try fixture.folder.bytes()
    let foreign = try Credentials(keyFile: GeneratedKey.keyFile().text)
    do {
      _ = try Container.open(at: fixture.folder.path(), with: foreign)
      Issue.record("it opened")
    } catch {
      #expect(SecretStoreError(error).code == .wrongKey)
    }
    #expect(try fixture.folder.bytes() == before)
  }

  /// P-41: a file that cannot be read any more is not an empty one, and is not written over.
  @Test(arguments: ["empty", "cut", "changed", "foreign", "gone"])
  func p41WhatCannotBeReadIsNotWrittenOver(_ kind: String) async throws {
    let fixture = try FileFixture()
    let store = fixture.store()
    try await store.set("t", for: .access)
    var bytes = try fixture.folder.bytes()
    switch kind {
    case "empty": bytes = Data()
    case "cut": bytes = bytes.dropLast(100)
    case "changed": bytes[40] ^= 1
    case "foreign": bytes = Data("{}".utf8)
    default: break
    }
    if kind == "gone" {
      try FileManager.default.removeItem(at: fixture.folder.url.appendingPathComponent("app.secrets"))
    } else {
      try fixture.folder.write(bytes)
    }
    #expect(
      await failure { _ = try await store.value(for: .access) }?.code
        == (kind == "gone" ? .unavailable : .damaged))
    #expect(await failure { try await store.set("new", for: .access) } != nil)
    #expect(await failure { _ = try await store.items() } != nil)
    // P-43: and nothing is made elsewhere, or in its place.
    let names = try FileManager.default.contentsOfDirectory(atPath: fixture.folder.url.path)
    if kind == "gone" {
      #expect(names.isEmpty)
    } else {
      #expect(try fixture.folder.bytes() == bytes)
    }
  }

  /// An item that is bound to a device whose key is not at hand is neither absent nor damaged.
  @Test func withoutTheDeviceKey() async throws {
    let fixture = try FileFixture()
    try await fixture.store().set(Data("t"), for: "a", policy: SecretPolicy(.whenUnlockedThisDeviceOnly))
    defer { fixture.keep() }
    let elsewhere = FileSecretStore(try fixture.reopen(withDevice: false), service: "app")
    #expect(await failure { _ = try await elsewhere.secret("a") }?.code == .dataNotAvailable)
  }

  /// P-26 on a container: what needs a passcode needs a passphrase.
  @Test func withoutAPassphrase() async throws {
    let fixture = try FileFixture()
    defer { fixture.keep() }
    let store = fixture.store()
    let error = await failure {
      try await store.set(Data("t"), for: "a", policy: SecretPolicy(.whenPasscodeSetThisDeviceOnly))
    }
    #expect(error?.code == .passcodeNotSet)
    #expect(try await store.items().isEmpty)
  }

  /// P-43: there is one file, and no other one is taken if it is missing.
  @Test func aMissingFileIsAnError() async throws {
    let folder = try TemporaryFolder()
    do {
      _ = try Container.open(
        at: folder.path("missing"), with: Credentials(keyFile: GeneratedKey.keyFile().text))
      Issue.record("it opened")
    } catch {
      #expect(SecretStoreError(error).code == .unavailable)
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).isEmpty)
  }

  @Test func twoProcessesSeeEachOther() async throws {
    let fixture = try FileFixture()
    defer { fixture.keep() }
    let (one, other) = (fixture.store(), FileSecretStore(try fixture.reopen(), service: "app"))
    try await one.set("t1", for: .access)
    #expect(try await other.value(for: .access) == "t1")
    try await other.set("t2", for: .access)
    #expect(try await one.value(for: .access) == "t2")
    #expect(try await one.generation() == other.generation())
  }

  @Test func severalGroups() async throws {
    let fixture = try FileFixture()
    defer { fixture.keep() }
    try await fixture.store(accessGroup: "one").set("1", for: .access)
    try await fixture.store(accessGroup: "two").set("2", for: .access)
    #expect(try await fixture.store(accessGroup: "two").value(for: .access) == "2")
    let error = await failure { _ = try await fixture.store().value(for: .access) }
    #expect(error?.code == .ambiguous)
    #expect(error?.detail?.contains("one") == true && error?.detail?.contains("two") == true)
  }

  /// Storing the same again is no commit.
  @Test func theSameAgainIsUnchanged() async throws {
    let fixture = try FileFixture()
    defer { fixture.keep() }
    let store = fixture.store()
    try await store.set("t", for: .access)
    let generation = try await store.generation()
    #expect(try await store.set("t", for: .access) == .unchanged)
    #expect(try await store.generation() == generation)
  }
}
