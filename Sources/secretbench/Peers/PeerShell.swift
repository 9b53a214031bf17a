internal import Files
internal import SecretFile

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Where the peers run: a home, keys and settings of their own in the scratch folder, nothing of the user's.
struct PeerShell {
  private let scratch: ScratchFolder
  private let errors: String

  /// Changes the environment of this process, which its children inherit.
  init(_ context: Context) throws(BenchError) {
    scratch = context.scratch
    errors = scratch.file("errors")
    let home = scratch.file("home")
    let keys = scratch.file("keys")
    for folder in [home, keys] where unsafe mkdir(folder, 0o700) != 0 {
      throw BenchError("\(folder): cannot be made")
    }
    let variables = [
      "HOME": home, "XDG_CONFIG_HOME": home + "/config", "XDG_STATE_HOME": home + "/state",
      "XDG_DATA_HOME": home + "/data", "XDG_CACHE_HOME": home + "/cache", "XDG_RUNTIME_DIR": home,
      "GNUPGHOME": keys + "/gnupg", "QT_QPA_PLATFORM": "offscreen", "LC_ALL": "C",
      "TOOL": context.tool, "KEYS": keys, "ERRORS": errors,
    ]
    for (name, value) in variables { _ = unsafe setenv(name, value, 1) }
    let foreign = [
      "SECRETCTL_FILE", "SECRETCTL_IDENTITY", "SECRETCTL_PASSPHRASE_FILE", "SECRETCTL_DEVICE_KEY",
      "PASSWORD_STORE_KEY", "PASSWORD_STORE_GPG_OPTS", "PASSWORD_STORE_SIGNING_KEY", "PASSWORD_STORE_UMASK",
      "PASSWORD_STORE_ENABLE_EXTENSIONS", "GPG_AGENT_INFO", "DISPLAY", "WAYLAND_DISPLAY",
    ]
    for name in foreign { _ = unsafe unsetenv(name) }
  }

  /// Runs a text of the shell's to its end; seconds from start to end.
  /// - Throws: if its exit code is not 0, with the end of what it wrote on its standard error.
  @discardableResult
  func callAsFunction(_ text: String, _ arguments: String...) throws(BenchError) -> Double {
    try call(text, arguments, [])
  }

  @discardableResult
  private func call(_ text: String, _ arguments: [String], _ launcher: [String]) throws(BenchError) -> Double
  {
    let shell = ["/bin/sh", "-c", "exec 2>>\"$ERRORS\"\n" + text, "sh"]
    do {
      return try run(launcher + shell + arguments).wall
    } catch {
      let said = (try? read(errors)) ?? ""
      throw BenchError(
        "\(said.suffix(500))\nthis failed:\n\(text)\nwith: \(arguments.joined(separator: " "))")
    }
  }

  /// Whether a program is on the `PATH`.
  func has(_ program: String) -> Bool { (try? self("command -v \"$1\"", program)) != nil }

  /// The words that a text of the shell's prints.
  func words(_ text: String, _ arguments: String..., under launcher: [String] = []) throws(BenchError)
    -> [String]
  {
    let file = scratch.file("output")
    // Its own first arguments stay the first.
    try call("out=$1\nshift\n{\n\(text)\n} >\"$out\"", [file] + arguments, launcher)
    return try read(file).split { $0.isWhitespace }.map(String.init)
  }

  private func read(_ file: String) throws(BenchError) -> String {
    try benched { String(decoding: try SmallFile.read(Path(file), limit: 1 << 20), as: UTF8.self) }
  }
}
