import CSystem
import SecretFile

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// What the process was started with, and what it does before anything else.
enum Launch {
  /// The arguments without the program's name, as the bytes they are: names need not be UTF-8.
  static func arguments() -> [[UInt8]] {
    var arguments: [[UInt8]] = []
    var index: Int32 = 1
    // The runtime's own way to them needs /proc.
    let count = csystem_argument_count()
    while index < (count > 0 ? count : CommandLine.argc) {
      let start =
        unsafe count > 0 ? csystem_argument(index) : UnsafePointer(CommandLine.unsafeArgv[Int(index)])
      guard let start = unsafe start else { break }
      arguments.append(unsafe bytes(start))
      index += 1
    }
    return arguments
  }

  /// A variable of the environment; nil if it is absent or empty.
  static func environment(_ name: String) -> [UInt8]? { Environment.variable(name) }

  /// Before the first secret: no core dumps, no other process of the user reads this one's memory, a file size
  /// limit or a closed pipe is an error and not a signal, and descriptors 0 to 2 are taken, so that no file of
  /// ours can become somebody's stdout.
  static func harden() {
    _ = csystem_forbid_core_dumps()
    // The Swift runtime answers a crash (and SIGQUIT) on a terminal with a report that shows memory.
    for number in [SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV] { restoreDefault(number) }
    csystem_ignore_signal(SIGPIPE)
    csystem_ignore_signal(SIGXFSZ)
    for descriptor in 0...2 as ClosedRange<Int32> where !isOpen(descriptor) {
      // The wrong way round on purpose: reading or writing it then fails, as it should.
      let flags = descriptor == 0 ? O_WRONLY : O_RDONLY
      _ = unsafe csystem_openat(AT_FDCWD, "/dev/null", flags, 0)
    }
  }

  private static func restoreDefault(_ number: Int32) {
    var action = sigaction()
    guard unsafe sigaction(number, nil, &action) == 0, !SignalHandlers.isIgnored(action) else { return }
    SignalHandlers.set(&action, SIG_DFL)
    action.sa_flags = 0
    _ = unsafe sigaction(number, &action, nil)
  }

  /// Whether a descriptor is open. One whose file cannot be asked about, as on a failing disk, is.
  static func isOpen(_ descriptor: Int32) -> Bool {
    var status = csystem_status()
    return unsafe csystem_fstat(descriptor, &status) != -EBADF
  }

  /// Whether a descriptor is a terminal.
  static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

  /// Milliseconds since 1970-01-01T00:00:00Z.
  static func now() -> Int64 {
    var time = timespec()
    _ = unsafe clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }

  /// The user whose rights count.
  static var user: UInt32 { geteuid() }

  /// Seconds of a clock that no one sets.
  static func uptime() -> Double { Double(csystem_monotonic()) / 1e9 }

  /// Ends the process.
  static func exit(_ code: ExitCode) -> Never {
    #if canImport(Glibc)
      Glibc.exit(code.rawValue)
    #elseif canImport(Musl)
      Musl.exit(code.rawValue)
    #else
      Darwin.exit(code.rawValue)
    #endif
  }

  private static func bytes(_ start: UnsafePointer<CChar>) -> [UInt8] {
    unsafe UnsafeBufferPointer(start: start, count: strlen(start)).map { UInt8(bitPattern: $0) }
  }
}
