import Foundation
import MarkdownCode
import SecretKit
import Testing

/// Keys of secrets and keys of preferences, which the compiler keeps apart.
@Suite struct KeyTypeTests {
  /// What the compiler says to some lines, with a store of each kind and a key of each kind at hand.
  func errors(_ lines: String) throws -> [String] {
    let folder = try TemporaryFolder()
    let source = """
      import SecretKit
      func use(
        _ secrets: some SecretStore, _ preferences: some KeyValueStore, _ secret: SecretKey<String>,
        _ preference: PreferenceKey<String>
      ) async throws {
        \(lines)
      }
      """
    try folder.write(Data(source), "lines.swift")
    let built = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments =
      ["swiftc", "-typecheck", "-swift-version", "6", "-I", built.appendingPathComponent("Modules").path]
      + ["CSodium", "CUtf8proc", "CExpat", "CSystem/include"].flatMap {
        ["-I", MarkdownCode.root.appendingPathComponent("Sources/\($0)").path]
      } + [folder.url.appendingPathComponent("lines.swift").path]
    let output = Pipe()
    process.standardError = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return text.split(separator: "\n").filter { $0.contains(": error: ") }.map(String.init)
  }

  @Test func eachStoreTakesItsOwnKeys() throws {
    #expect(
      try errors(
        """
        try await secrets.set("x", for: secret)
        _ = try await secrets.value(for: secret)
        try preferences.set("x", for: preference)
        _ = try preferences.value(for: preference)
        """) == [])
  }

  @Test(arguments: [
    #"try await secrets.set("x", for: preference)"#, "_ = try await secrets.value(for: preference)",
    "try await secrets.remove(preference)", #"try preferences.set("x", for: secret)"#,
    "_ = try preferences.value(for: secret)", "try preferences.remove(secret)",
  ])
  func neitherTakesTheOthers(_ line: String) throws {
    let errors = try errors(line)
    #expect(errors.contains { $0.contains("cannot convert value of type") }, "\(errors)")
  }

  @Test func aKeyKnowsItsType() throws {
    #expect(SecretName("a") == "a" && SecretName(Data("a")) == "a")
    #expect(Set([SecretName("a"), SecretName(Data("a")), "b"]).count == 2)
    #expect("\(SecretName(Data([0xFF])))" == "base64:/w==")
    #expect("\(SecretName("a\u{202E}b"))" == "a\\u{202E}b")
    let session = Session(access: "a", refresh: "r")
    #expect(try session.secretData() == Data(#"{"access":"a","refresh":"r"}"#))
    #expect(try Session(secretData: session.secretData()) == session)
  }
}
