import CSystem
import SecretFile
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

// The rules of this file:
// - A person is asked on /dev/tty, never on stdin or stdout, so pipes do not disturb a question.
// - Echo is off only between the question and its answer. Every signal that ends or stops the process in
//   between first gives the terminal back as it was; then the signal takes its course. After a stop the
//   question is asked anew. (SIGKILL and SIGSTOP let nobody do anything.)
// - Nothing that takes memory happens while echo is off, so that a lack of it is no matter for the terminal.
// - The answer goes into guarded memory byte by byte; the line is edited here, because the kernel's own line
//   editing cuts a line at 4,095 bytes without a word.
// - When the answer is there, the question is wiped from the screen.

/// The terminal of the process.
@safe
struct Terminal: ~Copyable {
  private let descriptor: Int32

  /// The terminal, or nil if there is none.
  init?() {
    let result = unsafe csystem_openat(AT_FDCWD, "/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC, 0)
    guard result >= 0 else { return nil }
    descriptor = result
  }

  deinit { csystem_close(descriptor) }

  /// The longest answer that is taken, in bytes.
  static let longestAnswer = 65_536

  // MARK: Questions

  /// Asks for something secret, without echo.
  func askHidden(_ question: String) throws(Outcome) -> SecretBuffer { try ask(question, echo: false) }

  /// Asks for a file's name; empty if none is given.
  func askFile(_ question: String) throws(Outcome) -> Path? {
    let answer = try ask(question, echo: true)
    return answer.count == 0 ? nil : answer.withBytes { Path(bytes: [UInt8](copying: $0)) }
  }

  private func ask(_ question: String, echo: Bool) throws(Outcome) -> SecretBuffer {
    while true {
      switch try session(question, echo: echo) {
      case .answer(let answer): return answer
      case .cancelled:
        throw Outcome("cancelled", .failure, "no answer", hint: "nothing was changed; try again")
      case .signal(let number): pass(number)
      }
    }
  }

  /// Asks a question whose safe answer is no.
  func confirm(_ question: String) throws(Outcome) -> Bool {
    while true {
      switch try session(question + " [y/N] ", echo: true) {
      case .answer(let answer):
        return answer.withBytes { $0.count == 1 && ($0[0] == 0x79 || $0[0] == 0x59) }
          || answer.withBytes { $0.count == 3 && ($0[0] | 0x20) == 0x79 && ($0[1] | 0x20) == 0x65 }
      case .cancelled: return false
      case .signal(let number): pass(number)
      }
    }
  }

  /// Asks for one key, which is not shown; nil for the end of input. Return alone is the key 0x0A.
  func key(_ question: String) throws(Outcome) -> UInt8? {
    while true {
      switch try session(question, echo: false, isOneKey: true) {
      case .answer(let answer): return answer.withBytes { $0.isEmpty ? 0x0A : $0[0] }
      case .cancelled: return nil
      case .signal(let number): pass(number)
      }
    }
  }

  /// Writes a line that stays on the screen.
  func say(_ line: String) { try? Streams.write(Array((line + "\n").utf8).span, to: descriptor) }

  private enum Ending {
    case answer(SecretBuffer)
    case cancelled
    case signal(Int32)
  }

  /// The signal takes its usual course. Returns if it only stopped the process.
  private func pass(_ number: Int32) {
    kill(getpid(), number)
  }

  // MARK: One question

  private func session(
    _ question: String, echo: Bool, isOneKey: Bool = false
  ) throws(Outcome) -> Ending {
    var line = LineEditor(capacity: Self.longestAnswer, isOneKey: isOneKey)
    var typed = SecretBytes(count: 256)
    let question = Array(question.utf8)
    let isDumb = Launch.environment("TERM").map { $0.elementsEqual("dumb".utf8) } ?? true
    let ending = Array((isDumb ? "\n" : "\r\u{1b}[K").utf8)
    let signals = SignalCatcher()
    defer { signals.release() }
    switch try ask(question, then: ending, echo: echo, &line, &typed) {
    case .signal(let number): return .signal(number)
    case .cancelled: return .cancelled
    case .line:
      guard !line.isOverfull else {
        throw Outcome(
          "tooLarge", .refused, "the answer is longer than \(Self.longestAnswer) bytes",
          hint: "give it in a file or through a pipe")
      }
      return .answer(line.finish())
    }
  }

  private enum Reading {
    case line
    case cancelled
    case signal(Int32)
  }

  /// The part without echo.
  private func ask(
    _ question: [UInt8], then wipe: [UInt8], echo: Bool, _ line: inout LineEditor, _ typed: inout SecretBytes
  ) throws(Outcome) -> Reading {
    var before = termios()
    guard unsafe tcgetattr(descriptor, &before) == 0 else {
      throw Outcome(
        "noTerminal", .usage, "the terminal cannot be asked (error \(errno))",
        hint: "give what is asked for by a file or a descriptor")
    }
    var during = before
    during.c_lflag &= ~tcflag_t(ICANON)
    if !echo { during.c_lflag &= ~tcflag_t(ECHO | ECHONL) }
    Self.setMinimum(&during)
    _ = csystem_guard_terminal(descriptor)
    apply(during)
    defer {
      apply(before)
      csystem_release_terminal()
    }
    // Nothing is lost if this fails: the answer is still read.
    try? Streams.write(question.span, to: descriptor)
    let reading = readLine(&line, &typed)
    try? Streams.write(wipe.span, to: descriptor)
    return reading
  }

  /// What was typed before is dropped both times: it was typed for somebody else.
  private func apply(_ settings: termios) {
    var settings = settings
    while unsafe tcsetattr(descriptor, TCSAFLUSH, &settings) != 0, errno == EINTR,
      SignalCatcher.caught.load(ordering: .relaxed) != SIGTTOU
    {}
  }

  private func readLine(_ line: inout LineEditor, _ typed: inout SecretBytes) -> Reading {
    while true {
      let number = SignalCatcher.caught.load(ordering: .relaxed)
      if number != 0 { return .signal(number) }
      var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      csystem_forget_registers()
      // The limit closes the gap between the look at the flag and the wait.
      let ready = unsafe poll(&entry, 1, 250)
      if ready == 0 || (ready < 0 && errno == EINTR) { continue }
      let count = typed.withMutableBytes { span in
        unsafe span.withUnsafeMutableBufferPointer {
          unsafe read(descriptor, $0.baseAddress, $0.count)
        }
      }
      if count < 0, errno == EINTR || errno == EAGAIN { continue }
      if count <= 0 { return .cancelled }
      for index in 0..<count {
        let byte = typed.withBytes { $0[index] }
        switch line.take(byte) {
        case .more: break
        case .done: return .line
        case .cancelled: return .cancelled
        }
      }
    }
  }

  /// Reading returns as soon as there is one byte.
  private static func setMinimum(_ settings: inout termios) {
    unsafe withUnsafeMutableBytes(of: &settings.c_cc) {
      unsafe $0[Int(VMIN)] = 1
      unsafe $0[Int(VTIME)] = 0
    }
  }
}

/// Remembers the last signal that would end or stop the process, instead of letting it.
private final class SignalCatcher {
  /// The number of the signal, or 0.
  static let caught = Atomic<Int32>(0)

  /// All but those that nobody can catch, those that do nothing by default, and those that `csystem_guard_terminal`
  /// takes care of at once. Which of the others there are, the system knows.
  private static let numbers: [Int32] = (1...64).filter { number in
    csystem_is_fatal_signal(number) == 0 && !untouched.contains(number)
  }

  #if canImport(Darwin)
    private static let untouched = [SIGKILL, SIGSTOP, SIGCHLD, SIGCONT, SIGURG, SIGWINCH, SIGIO, SIGINFO]
  #else
    private static let untouched = [SIGKILL, SIGSTOP, SIGCHLD, SIGCONT, SIGURG, SIGWINCH]
  #endif

  private var before: [(Int32, sigaction)] = []

  init() {
    Self.caught.store(0, ordering: .relaxed)
    for number in Self.numbers {
      var old = sigaction()
      guard unsafe sigaction(number, nil, &old) == 0, !SignalHandlers.isIgnored(old) else { continue }
      var new = sigaction()
      _ = unsafe sigemptyset(&new.sa_mask)
      new.sa_flags = 0
      SignalHandlers.set(&new) { SignalCatcher.caught.store($0, ordering: .relaxed) }
      if unsafe sigaction(number, &new, nil) == 0 { before.append((number, old)) }
    }
  }

  /// Puts back what was there.
  func release() {
    for (number, old) in before {
      var old = old
      _ = unsafe sigaction(number, &old, nil)
    }
    before = []
  }
}
