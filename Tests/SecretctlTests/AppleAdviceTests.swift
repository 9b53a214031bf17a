import Foundation
import Testing

/// What is said about files that lie where Apple's systems keep theirs.
@Suite struct AppleAdviceTests {
  private let box: Sandbox

  init() throws {
    box = try Sandbox()
    try box.prepare()
  }

  /// The notes of a scrub of a sample in a folder.
  private func notes(_ folder: String, _ content: Data, _ options: String = "--scrub --yes") throws -> String
  {
    let path = "\(folder)/com.example.app.plist"
    _ = try box.shell("mkdir -p '\(folder)'")
    try box.write(path, content)
    let result = try box.run(["import"] + options.split(separator: " ").map(String.init) + [path])
    #expect(result.status == 0, "\(result.stderr)")
    #expect(!result.stderr.contains("canary"))
    return result.stderr
  }

  private static let flat = Data(
    """
    <?xml version="1.0"?><plist version="1.0"><dict><key>accessToken</key><string>canary-Hj89K4EtjE0gFeKD6</string>
    <key>my pass'word</key><string>canary-77!x</string></dict></plist>
    """.utf8)

  @Test func theCacheOfPreferencesIsToldWithTheCommands() throws {
    let told = try notes("Library/Preferences", Self.flat)
    #expect(told.contains("(cfprefsd)"))
    #expect(
      told.contains(
        "defaults delete com.example.app accessToken; defaults delete com.example.app 'my pass'\\''word'\n"),
      "\(told)")
    // What lies deeper cannot be deleted by name.
    let deep = try notes(
      "Library/Preferences", try Samples.plist(.binary), "--scrub --yes --on-existing replace")
    #expect(
      deep.contains(
        "defaults import com.example.app \(try real("Library/Preferences/com.example.app.plist"))\n"),
      "\(deep)")
  }

  private func real(_ name: String) throws -> String {
    try box.shell("printf %s \"$(realpath '\(name)')\"").text
  }

  /// Where the file is counts, not how it is named.
  @Test func aFileThatIsNamedFromItsFolderOrByALinkIsToldOfToo() throws {
    _ = try box.shell(
      "mkdir -p Library/Preferences; ln -s Library/Preferences/com.example.app.plist link.plist")
    try box.write("Library/Preferences/com.example.app.plist", Self.flat)
    #expect(
      try box.run("import --scrub --dry-run link.plist").stderr.contains("defaults delete com.example.app "))
    let inside = try box.shell(
      "export SECRETCTL_FILE=$PWD/c.sf SECRETCTL_IDENTITY=$PWD/k; cd Library/Preferences; "
        + "$T import --scrub --yes com.example.app.plist")
    #expect(inside.status == 0 && inside.stderr.contains("defaults delete com.example.app accessToken"))
  }

  @Test func beforeItIsDoneItIsToldToo() throws {
    #expect(try notes("Library/Preferences", Self.flat, "--scrub --dry-run").contains("(cfprefsd)"))
    #expect(!(try notes("Library/Preferences", Self.flat, "--dry-run").contains("(cfprefsd)")))
  }

  @Test func containersSimulatorsAndBackupsHaveTheirOwn() throws {
    let container = try notes("Library/Containers/com.example.app/Data/Library/Preferences", Self.flat)
    #expect(container.contains("Full Disk Access"))
    #expect(
      container.contains(
        "defaults delete \(try real("Library/Containers/com.example.app/Data/Library/Preferences"))/com.example.app "
          + "accessToken"
      ))
    let simulator = try notes(
      "CoreSimulator/Devices/1/data/Library/Preferences", Self.flat, "--scrub --yes --on-existing skip")
    #expect(simulator.contains("simulator"))
    let backup = try notes("MobileSync/Backup/1", Self.flat, "--scrub --yes --on-existing skip")
    #expect(backup.contains("device backup") && !backup.contains("cfprefsd"))
    #expect(!(try notes("elsewhere", Self.flat, "--scrub --yes --on-existing skip").contains("cfprefsd")))
  }
}
