import Foundation
import Testing

/// A folder of its own for one test, and the tool as a child process in it.
final class Sandbox {
  /// The folder; removed at the end.
  let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("secretctl-" + UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit {
    // A test may have taken its own rights away.
    _ = try? Self.spawn("/bin/chmod", ["-R", "u+rwX", folder.path], in: nil, environment: [:], input: nil)
    try? FileManager.default.removeItem(at: folder)
  }

  /// What a child process left.
  struct Result {
    var status: Int32
    var stdout: Data
    var stderr: String
    /// Stdout as text.
    var text: String { String(decoding: stdout, as: UTF8.self) }
    /// Lines of stdout.
    var lines: [String] { text.split(separator: "\n").map(String.init) }
    /// Stdout as JSON.
    func json() throws -> [String: Any] {
      let value = try JSONSerialization.jsonObject(with: stdout)
      return try #require(value as? [String: Any])
    }
    /// The error that stdout holds as JSON.
    func jsonError() throws -> [String: Any] { try #require(try json()["error"] as? [String: Any]) }
  }

  /// The built tool: it lies beside the program that runs the tests.
  static var tool: String {
    URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appendingPathComponent("secretctl").path
  }

  /// Variables of the environment beside the usual ones.
  var variables: [String: String] = [:]

  /// Makes a key file `k` and a container `c.sf` that it opens, and names both in the environment.
  func prepare() throws {
    try run("keygen -o k")
    try run("init -f c.sf -i k")
    variables["SECRETCTL_FILE"] = "c.sf"
    variables["SECRETCTL_IDENTITY"] = "k"
  }

  /// Adds an item; what follows the account are options.
  @discardableResult
  func set(_ service: String, _ account: String, _ secret: String, _ options: String = "") throws -> Result {
    let words = ["set", "-s", service, "-a", account] + options.split(separator: " ").map(String.init)
    return try run(words, input: Data(secret.utf8))
  }

  /// The environment of the children: nothing of the person who runs the tests.
  var environment: [String: String] {
    variables.merging([
      "PATH": "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin", "HOME": folder.path, "TERM": "xterm",
      "TMPDIR": folder.path, "LC_ALL": "C.UTF-8", "XDG_DATA_HOME": folder.path + "/data",
      "XDG_STATE_HOME": folder.path + "/state",
    ]) { old, _ in old }
  }

  /// Runs the tool with arguments. Stdin is what is given, else empty. There is no terminal.
  @discardableResult
  func run(_ arguments: [String], input: Data? = nil, environment more: [String: String] = [:]) throws
    -> Result
  {
    // setsid: no controlling terminal, wherever the tests run.
    try Self.spawn(
      "/usr/bin/setsid", ["-w", Self.tool] + arguments, in: folder,
      environment: environment.merging(more) { $1 }, input: input)
  }

  /// Runs the tool with the words of a line, split at spaces.
  @discardableResult
  func run(_ line: String, input: String? = nil) throws -> Result {
    try run(line.split(separator: " ").map(String.init), input: input.map { Data($0.utf8) })
  }

  /// Runs a script in which `secretctl` is a function and `$T` the path of the built tool.
  @discardableResult
  func shell(_ script: String, environment more: [String: String] = [:]) throws -> Result {
    let tool = "T='\(Self.tool)'; secretctl() { \"$T\" \"$@\"; }; "
    return try Self.spawn(
      "/usr/bin/setsid", ["-w", "/bin/bash", "-c", tool + script], in: folder,
      environment: environment.merging(more) { $1 }, input: nil)
  }

  // MARK: Files

  func write(_ name: String, _ content: String) throws { try write(name, Data(content.utf8)) }

  func write(_ name: String, _ content: Data) throws {
    try content.write(to: folder.appendingPathComponent(name))
  }

  func read(_ name: String) throws -> Data { try Data(contentsOf: folder.appendingPathComponent(name)) }

  func exists(_ name: String) -> Bool {
    FileManager.default.fileExists(atPath: folder.appendingPathComponent(name).path)
  }

  func mode(_ name: String) throws -> Int {
    let path = folder.appendingPathComponent(name).path
    return try #require(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int)
  }

  // MARK: Processes

  private static func spawn(
    _ program: String, _ arguments: [String], in folder: URL?, environment: [String: String], input: Data?
  ) throws -> Result {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    process.environment = environment
    process.currentDirectoryURL = folder
    let stdout = Pipe()
    let stderr = Pipe()
    process.standardOutput = stdout
    process.standardError = stderr
    let stdin = Pipe()
    process.standardInput = stdin
    try process.run()
    let feeder = Thread {
      // The child may have gone without reading: then writing is an error, and not the end of all tests.
      var signals = sigset_t()
      unsafe sigemptyset(&signals)
      unsafe sigaddset(&signals, SIGPIPE)
      _ = unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
      try? stdin.fileHandleForWriting.write(contentsOf: input ?? Data())
      try? stdin.fileHandleForWriting.close()
    }
    feeder.start()
    let errors = Reader(stderr.fileHandleForReading)
    let out = stdout.fileHandleForReading.readDataToEndOfFile()
    let err = errors.wait()
    process.waitUntilExit()
    let status =
      process.terminationReason == .exit ? process.terminationStatus : 128 + process.terminationStatus
    return Result(status: status, stdout: out, stderr: String(decoding: err, as: UTF8.self))
  }
}

/// Reads a pipe to its end beside the test's own thread.
private final class Reader: @unchecked Sendable {
  private var content = Data()
  private let done = DispatchSemaphore(value: 0)

  init(_ handle: FileHandle) {
    Thread { [self] in
      content = handle.readDataToEndOfFile()
      done.signal()
    }.start()
  }

  func wait() -> Data {
    done.wait()
    return content
  }
}
