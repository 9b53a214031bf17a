import Foundation
import MarkdownCode
import SecretKit
import Security
import Testing

extension SecretKey where Value == String {
  static var token: Self { SecretKey("token", .afterFirstUnlock) }
}

/// The README's example: the same lines, compiled and run.
@Suite struct ReadmeTests {
  /// A server that takes one token and gives out another.
  struct Server {
    func refresh(_ old: String) async throws -> String? { old + "+" }
    func rejects(_ token: String) async throws -> Bool { token == "t1" }
  }

  @MainActor @Test func secretsInAnApp() async throws {
    let preferences = InMemoryKeyValueStore(["oldToken": .string("t1")])
    let oldToken = PreferenceKey<String>("oldToken")
    let server = Server()
    try await Keychain.inMemory().use { () async throws in
      // secretkit:begin
      let store = KeychainStore(service: "com.example.app")
      try await FirstRunGuard(marker: .preference("installation", in: preferences)).run(on: store)
      await PreferencesMigrator(from: preferences, keys: [.move(oldToken, to: .token)], to: store).run()

      let tokens = TokenStore(store, key: .token) { old in try await server.refresh(old) }
      var token = try await tokens.requireToken()
      if try await server.rejects(token) { token = try await tokens.token(insteadOf: token) }
      let session = TokenManager(tokens)
      await session.load()
      // secretkit:end

      #expect(token == "t1+" && session.isSignedIn)
      #expect(try await store.value(for: .token) == "t1+")
      #expect(preferences.values.keys.sorted() == ["installation"])
    }
  }

  @Test func readmeHasTheseLines() throws {
    let readme = try MarkdownCode.lines(
      of: MarkdownCode.root.appendingPathComponent("README.md"), between: "<!-- secretkit:begin -->",
      and: "<!-- secretkit:end -->")
    let here = try MarkdownCode.lines(
      of: URL(fileURLWithPath: #filePath), between: "// secretkit:begin", and: "// secretkit:end")
    let code = try #require(here).map { String($0.drop { $0 == " " }) }
    let shown = MarkdownCode.blocks(in: try #require(readme)).map { $0.map { String($0.drop { $0 == " " }) } }
    #expect(shown == [code])
  }
}
