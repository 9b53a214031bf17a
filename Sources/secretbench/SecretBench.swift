internal import SecretFile

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Prints one table of figures; every comparison is made within this run.
@main
struct SecretBench {
  static let usage = """
    usage: secretbench [--large] [--only read|cold|passphrase|bulk|set|scan|structure|rotate|keychain]
           secretbench --peers

    Figures of speed and memory, each against a floor that the same run measures. Up to 100,000 items,
    with --large up to 1,000,000 items and 1 GiB. Files lie in /dev/shm where there is one.
    exit 1 if a goal is not met

    --peers compares secretctl with age and jq, pass and keepassxc-cli instead, those that are on the PATH.
    """

  static func main() {
    var large = false
    var only: String?
    var besidePeers = false
    var arguments = CommandLine.arguments.dropFirst()
    while let argument = arguments.popFirst() {
      switch argument {
      case "--large": large = true
      case "--only": only = arguments.popFirst()
      case "--peers": besidePeers = true
      default:
        print(usage)
        exit(argument == "--help" ? 0 : 64)
      }
    }
    do {
      // Leaving the process inside would leave the scratch folders behind.
      let allMet = besidePeers ? try comparePeers() : try measure(large: large, only: only)
      exit(allMet ? 0 : 1)
    } catch {
      print("secretbench: \(error.message)")
      exit(74)
    }
  }

  /// Runs the measurements; returns whether all goals are met.
  private static func measure(large: Bool, only: String?) throws(BenchError) -> Bool {
    let context = try Context(large: large)
    var table = Table()
    table.begin()
    // First, while this process is small: a child's peak begins at that of its parent.
    if only == nil || only == "read" { try reading(context, &table) }
    if only == nil || only == "cold" { try coldGet(context, &table) }
    if only == nil || only == "passphrase" { try passphrase(context, &table) }
    if only == nil || only == "bulk" { try bulk(context, &table) }
    if only == nil || only == "set" { try setOne(context, &table) }
    if only == nil || only == "scan" { try scanning(context, &table) }
    if only == nil || only == "structure" { try structure(context, &table) }
    if only == nil || only == "rotate" { try rotate(context, &table) }
    if only == nil || only == "keychain" { try keychainGet(context, &table) }
    return table.allMet
  }

  /// Prints the table of the peers, which has no goals.
  private static func comparePeers() throws(BenchError) -> Bool {
    try peers(try Context(large: false))
    return true
  }
}

/// What the measurements share.
struct Context {
  let large: Bool
  let scratch: ScratchFolder
  /// A folder on a disk, for the programs and for what has to lie on one.
  let disk: ScratchFolder
  /// A copy of the built tool that lies beside this program.
  let tool: String
  /// A Swift program that does nothing, with the runtime in it; a copy as well.
  let nothing: String
  /// A key file on disk, its key and the credentials with it.
  let keyFile: String
  let key: SecretBuffer
  let credentials: Credentials

  init(large: Bool) throws(BenchError) {
    self.large = large
    let folder = try ScratchFolder()
    var own = CommandLine.arguments[0]
    if let slash = own.lastIndex(of: "/") { own = String(own[..<slash]) } else { own = "." }
    let built = own + "/secretctl"
    if unsafe access(built, X_OK) != 0 {
      throw BenchError("\(built) is missing; build it with: swift build -c release --product secretctl")
    }
    // As an installation lays them, copied and on a disk: how a linker spreads a file over the page cache costs a start
    // up to a third, and so does a file system in memory.
    disk = try ScratchFolder(in: own)
    tool = disk.file("secretctl")
    nothing = disk.file("nothing")
    let source = folder.file("nothing.swift")
    let linked = folder.file("linked")
    keyFile = folder.file("key")
    let keyPath = Path(keyFile)
    let generated = GeneratedKey.keyFile()
    key = generated.key
    credentials = try benched {
      let empty: [UInt8] = []
      try writeOutput(Path(source), empty.span)
      var credentials = Credentials()
      try generated.text.withBytes { (text) throws in
        try writeOutput(keyPath, text)
        try credentials.addKeyFile(text)
      }
      return credentials
    }
    _ = try run(["/usr/bin/env", "swiftc", "-O", "-static-stdlib", "-o", linked, source])
    _ = try run(["/bin/cp", linked, nothing])
    _ = try run(["/bin/cp", built, tool])
    scratch = folder
  }
}
