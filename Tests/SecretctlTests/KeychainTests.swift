import Files
import Foundation
import ItemStore
import SecretCrypto
import Testing

/// `--keychain`: the tool on the keychain of programs on this system.
@Suite struct KeychainTests {
  private let box: Sandbox

  init() throws { box = try Sandbox() }

  @Test func importMakesItAndListGetAndExportReadIt() throws {
    try box.write(
      "app.json", #"{"session": {"refreshToken": "canary-T0k3n-9f8e7d6c5b4a39281706f5e4"}, "theme": "dark"}"#)
    let imported = try box.run("import --keychain -s com.example.app --only session/** app.json")
    #expect(imported.status == 0, "\(imported.stderr)")
    #expect(imported.stderr.contains("made the keychain"))
    #expect(try box.mode("data/secretctl/keychain.secretfile") & 0o077 == 0)
    #expect(try box.mode("data/secretctl/keychain.secretfile.device") & 0o077 == 0)
    #expect(try box.mode("data/secretctl/keychain.secretfile.device/key") == 0o600)
    let listed = try box.run("list --keychain")
    #expect(listed.text.contains("com.example.app") && !listed.text.contains("canary"))
    let got = try box.run("get --keychain -s com.example.app -a session/refreshToken")
    #expect(got.text == "canary-T0k3n-9f8e7d6c5b4a39281706f5e4")
    let exported = try box.run("export --keychain --format json -o out.json")
    #expect(exported.status == 0, "\(exported.stderr)")
    #expect(String(decoding: try box.read("out.json"), as: UTF8.self).contains("canary-T0k3n"))
    let again = try box.run("import --keychain -s com.example.app --only session/** app.json")
    #expect(again.status == 0 && !again.stderr.contains("made the keychain"))
  }

  @Test func theEnvironmentNamesIt() throws {
    box.variables["SECRETFILE_KEYCHAIN"] = "here.secretfile"
    try box.write("app.json", #"{"password": "canary-pw-12345678"}"#)
    #expect(try box.run("import --keychain --all app.json").status == 0)
    #expect(box.exists("here.secretfile") && box.exists("here.secretfile.device/key"))
    #expect(!box.exists("data/secretctl/keychain.secretfile"))
    #expect(try box.run("get --keychain -s app -a password").text == "canary-pw-12345678")
  }

  @Test func aDryRunMakesNothing() throws {
    try box.write("app.json", #"{"password": "canary-pw-12345678"}"#)
    let result = try box.run("import --keychain --all --dry-run app.json")
    #expect(result.status == 0 && result.stderr.contains("would be made"), "\(result.stderr)")
    #expect(!box.exists("data"))
  }

  @Test func withoutOneNothingIsMadeByReading() throws {
    for verb in ["list", "get -s a", "export --format json"] {
      let result = try box.run("\(verb) --keychain")
      #expect(result.status == 66, "\(verb)")
      // What the tool advises elsewhere would make another container.
      #expect(result.stderr.contains("import --keychain") && !result.stderr.contains("init"), "\(verb)")
    }
    #expect(!box.exists("data"))
  }

  @Test func withoutItsFolderItSaysWhichIsMissing() throws {
    try box.write("app.json", #"{"password": "canary-pw-12345678"}"#)
    #expect(try box.run("import --keychain --all app.json").status == 0)
    try box.shell("mv data/secretctl/keychain.secretfile.device away")
    let before = try box.read("data/secretctl/keychain.secretfile")
    for verb in ["list", "get -s app", "export --format json", "import --all app.json"] {
      let result = try box.run("\(verb) --keychain")
      #expect(result.status == 77 && result.stderr.contains("keychain.secretfile.device"), "\(result.stderr)")
      #expect(!result.stderr.contains("give a"), "\(result.stderr)")
    }
    #expect(try box.read("data/secretctl/keychain.secretfile") == before)
    #expect(!box.exists("data/secretctl/keychain.secretfile.device"))
    try box.shell("mv away data/secretctl/keychain.secretfile.device")
    #expect(try box.run("get --keychain -s app -a password").text == "canary-pw-12345678")
  }

  @Test func whatContradictsItIsRefused() throws {
    for options in ["-f x", "-i k", "--device-key k", "--passphrase-file p"] {
      let result = try box.run("list --keychain \(options)")
      #expect(result.status == 64 && result.stderr.contains("exclude each other"), "\(options)")
    }
    box.variables["SECRETFILE_KEYCHAIN"] = ":memory:"
    #expect(try box.run("list --keychain").status == 64)
    #expect(try box.run("verify --keychain").status == 64, "not every verb has it")
  }

  @Test func programsAndTheToolShareOneFileFromItsFirstUseOn() async throws {
    box.variables["SECRETFILE_KEYCHAIN"] = "shared.secretfile"
    for number in 0..<6 {
      try box.write("app\(number).json", #"{"password": "canary-pw-\#(number)2345678"}"#)
    }
    let path = Path(box.folder.path + "/shared.secretfile")
    let command = (0..<6).map { "secretctl import --keychain --all -q app\($0).json >/dev/null &" }.joined(
      separator: " ")
    let adding = Task.detached {
      // A handle of its own for each, as programs have.
      for number in 0..<6 {
        try Keychain.inFile(path).add([
          "class": .text("genp"), "svce": .text("program"), "acct": .text("\(number)"), "v_Data": .data([1]),
        ])
      }
    }
    let result = try box.shell(command + " wait")
    #expect(result.status == 0 && result.stderr.isEmpty, "\(result.stderr)")
    try await adding.value
    #expect(try box.run("list --keychain").lines.count == 12)
    let whole = try box.run("verify -f shared.secretfile -i shared.secretfile.device/key")
    #expect(whole.status == 0 && whole.text.contains("whole"), "\(whole.text) \(whole.stderr)")
    let found = try Keychain.inFile(path).copyMatching([
      "class": .text("genp"), "svce": .text("app3"), "r_Data": .flag(true),
    ])
    guard case .value(.secret(let secret)) = found else {
      Issue.record("no secret")
      return
    }
    #expect(secret.withBytes { $0.count } == "canary-pw-32345678".utf8.count)
  }
}
