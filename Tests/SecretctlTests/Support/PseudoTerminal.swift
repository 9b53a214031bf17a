import CSystem
import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A script that runs on a terminal of its own, as if a person sat there.
final class PseudoTerminal {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  private let controller: Int32
  /// The script's process.
  let child: pid_t
  private var status: Int32?
  /// Everything that appeared on the terminal.
  private(set) var screen = ""
  private var seen = 0

  /// Runs a bash script whose stdin, stdout and stderr are the terminal; `$T` is the built tool.
  init(_ script: String, in sandbox: Sandbox, environment more: [String: String] = [:]) throws {
    var controller: Int32 = -1
    var terminal: Int32 = -1
    guard unsafe csystem_open_terminal(&controller, &terminal) == 0 else {
      throw Failure(description: "no pseudo-terminal")
    }
    // Not `ttyname`: its one buffer is shared by all tests that run at this moment.
    var buffer = [CChar](repeating: 0, count: 256)
    guard unsafe ttyname_r(terminal, &buffer, buffer.count) == 0 else {
      throw Failure(description: "a pseudo-terminal without a name")
    }
    let name = String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    self.controller = controller
    _ = fcntl(controller, F_SETFD, FD_CLOEXEC)
    var environment = sandbox.environment
    environment["T"] = Sandbox.tool
    environment.merge(more) { $1 }
    // What other tests have open is not for this child: it would keep their pipes from ending.
    let closing = #"for n in $(ls /dev/fd); do [ "$n" -gt 2 ] && eval "exec $n>&-"; done 2>/dev/null; "#
    child = try Self.spawn(
      ["/bin/bash", "-c", closing + "cd '\(sandbox.folder.path)'; " + script],
      environment.map { "\($0)=\($1)" }, terminal: name)
    close(terminal)
  }

  deinit {
    if status == nil {
      kill(child, SIGKILL)
      _ = wait()
    }
    close(controller)
  }

  // MARK: Talking

  /// Waits until the text appears after what was waited for before.
  func expect(_ text: String, seconds: Double = 20) throws {
    let deadline = Date().addingTimeInterval(seconds)
    while true {
      let rest = screen.dropFirst(seen)
      if let range = rest.range(of: text) {
        seen = screen.distance(from: screen.startIndex, to: range.upperBound)
        return
      }
      guard Date() < deadline else { throw Failure(description: "waited for \(text), saw: \(screen)") }
      guard read(milliseconds: 100) else { throw Failure(description: "ended before \(text): \(screen)") }
    }
  }

  /// Types.
  func send(_ text: String) {
    let bytes = Array(text.utf8)
    var done = 0
    while done < bytes.count {
      let count = unsafe bytes[done...].withUnsafeBufferPointer {
        unsafe csystem_write(controller, $0.baseAddress, $0.count)
      }
      if count <= 0 { return }
      done += Int(count)
    }
  }

  /// Whether what is typed appears, and whether the kernel edits the line.
  var settings: (echo: Bool, canonical: Bool) {
    var settings = termios()
    _ = unsafe tcgetattr(controller, &settings)
    return (settings.c_lflag & tcflag_t(ECHO) != 0, settings.c_lflag & tcflag_t(ICANON) != 0)
  }

  /// Waits until echo is off, that is until a question is ready for its answer.
  func waitForSilence() throws {
    for _ in 0..<200 {
      if !settings.echo { return }
      _ = read(milliseconds: 20)
    }
    throw Failure(description: "echo stays on: \(screen)")
  }

  /// Waits for a question, then for echo to be off, then types the answer and Return.
  func answer(_ question: String, _ text: String) throws {
    try expect(question)
    try waitForSilence()
    send(text + "\n")
  }

  /// Sends a signal to the script's process.
  func signal(_ number: Int32) { kill(child, number) }

  /// Reads to the end; the exit code, or 128 and the number of the signal. A script that does not end is killed.
  func finish() -> Int32 {
    let deadline = Date().addingTimeInterval(20)
    while read(milliseconds: 100), Date() < deadline {}
    if Date() >= deadline { kill(child, SIGKILL) }
    return wait()
  }

  // MARK: The process

  private func wait() -> Int32 {
    if let status { return status }
    var raw: Int32 = 0
    while unsafe waitpid(child, &raw, 0) < 0, errno == EINTR {}
    let code = raw & 0x7F == 0 ? (raw >> 8) & 0xFF : 128 + (raw & 0x7F)
    status = code
    return code
  }

  /// Takes what is on the terminal; false at its end.
  private func read(milliseconds: Int32) -> Bool {
    var entry = pollfd(fd: controller, events: Int16(POLLIN), revents: 0)
    let ready = unsafe poll(&entry, 1, milliseconds)
    if ready == 0 { return milliseconds < 1000 }
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = unsafe buffer.withUnsafeMutableBytes {
      unsafe csystem_read(controller, $0.baseAddress, $0.count)
    }
    guard count > 0 else { return false }
    screen += String(decoding: buffer.prefix(Int(count)), as: UTF8.self)
    return true
  }

  private static func spawn(
    _ arguments: [String], _ environment: [String], terminal: String
  ) throws -> pid_t {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = unsafe posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    unsafe posix_spawn_file_actions_init(&actions)
    unsafe posix_spawnattr_init(&attributes)
    defer {
      unsafe posix_spawn_file_actions_destroy(&actions)
      unsafe posix_spawnattr_destroy(&attributes)
    }
    unsafe posix_spawn_file_actions_addopen(&actions, 0, terminal, O_RDWR, 0)
    unsafe posix_spawn_file_actions_adddup2(&actions, 0, 1)
    unsafe posix_spawn_file_actions_adddup2(&actions, 0, 2)
    // Threads of a test runner have signals blocked; a person's shell has not.
    var none = sigset_t()
    unsafe sigemptyset(&none)
    unsafe posix_spawnattr_setsigmask(&attributes, &none)
    #if canImport(Darwin)
      unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK))
    #else
      unsafe posix_spawnattr_setflags(&attributes, 0x88)  // POSIX_SPAWN_SETSID and POSIX_SPAWN_SETSIGMASK
    #endif
    var argv = unsafe arguments.map { unsafe strdup($0) } + [nil]
    var envp = unsafe environment.map { unsafe strdup($0) } + [nil]
    defer { unsafe (argv + envp).forEach { unsafe free($0) } }
    var pid: pid_t = 0
    let result = unsafe posix_spawn(&pid, arguments[0], &actions, &attributes, &argv, &envp)
    guard result == 0 else { throw Failure(description: "cannot start \(arguments[0]): \(result)") }
    return pid
  }
}
