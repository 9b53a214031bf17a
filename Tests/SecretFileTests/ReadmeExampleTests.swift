import Foundation
import MarkdownCode
import SecretFile
import Testing

/// The README's example of the library: the same lines, compiled and run.
@Suite struct ReadmeExampleTests {
  @Test func libraryInTenLines() throws {
    let folder = try TemporaryFolder()
    let (file, keyFile) = (folder.path("app.secrets"), folder.path("app.key"))
    let token = Fixture.buffer("token-1")
    var sent: [UInt8] = []
    func send(_ bytes: Span<UInt8>) { for i in bytes.indices { sent.append(bytes[i]) } }

    // library:begin
    let key = GeneratedKey.keyFile()
    try key.write(to: keyFile)
    let made = try Container.create(at: file, slots: [.keyFile(key)])
    try made.update { try $0.set(NewItem(service: "com.example.app", account: "me", secret: token)) }

    let container = try Container.open(at: file, with: Credentials(keyFileAt: keyFile))
    let names = try container.items(matching: ItemQuery(service: "com.example.app")).map(\.name)
    let secret = try container.secret(service: "com.example.app", account: "me")
    secret.withBytes { send($0) }
    try container.rotate()
    let report = try container.verify()
    // library:end

    #expect(names == [IdentityParts(service: "com.example.app", account: "me")])
    #expect(sent == Array("token-1".utf8))
    #expect(report.isComplete && report.secretsOpened == 1)
    #expect(container.info.keyEpoch == 2)
  }

  @Test func readmeHasTheseLines() throws {
    let readme = try MarkdownCode.lines(
      of: MarkdownCode.root.appendingPathComponent("README.md"), between: "<!-- library:begin -->",
      and: "<!-- library:end -->")
    let here = try MarkdownCode.lines(
      of: URL(fileURLWithPath: #filePath), between: "// library:begin", and: "// library:end")
    let code = MarkdownCode.outdented(try #require(here))
    #expect(code.count { !$0.isEmpty } == 10)
    #expect(MarkdownCode.blocks(in: try #require(readme)) == [code])
  }
}
