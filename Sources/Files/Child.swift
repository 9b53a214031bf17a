internal import CSystem

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A command of the user's, run by the shell, that takes something secret on its standard input and may answer with
/// something secret on its standard output.
///
/// The secret passes through pipes alone: never through arguments, the environment or a file. The child inherits no
/// descriptor but those three, no blocked and no ignored signal, and runs in a process group of its own, which is
/// killed when the time is over.
///
/// What the child reads lies in the pipe, complete and ended, before the child starts: if this process is killed, the child
/// still reads all of it and never half a secret. Only what no pipe holds (64 KiB, on Linux usually 1 MiB) is sent while
/// it runs.
package struct Child {
  private let command: [UInt8]
  private let variables: [[UInt8]]
  private let timeout: Int64

  /// How a command ended.
  package enum Ending: Sendable, Hashable {
    /// With this exit status.
    case exited(Int32)
    /// By this signal.
    case signalled(Int32)
    /// It took too long and was killed.
    case timedOut
    /// It wrote more than was wanted and was killed.
    case tooMuchOutput
  }

  /// Which of the child's streams something comes from.
  package enum Stream: Sendable { case output, errors }

  /// - Parameters:
  ///   - command: For `/bin/sh -c`; no NUL.
  ///   - variables: `NAME=VALUE`, added to the environment; no NUL, nothing secret.
  ///   - timeout: In seconds.
  package init(_ command: [UInt8], variables: [[UInt8]], timeout: Int64) {
    self.command = command
    self.variables = variables
    self.timeout = timeout
  }

  /// Runs the command to its end.
  ///
  /// - Parameters:
  ///   - input: What it reads; that it reads none of it is no error.
  ///   - buffer: Memory for what it writes, portion by portion.
  ///   - take: Gets every portion; false ends the child.
  /// - Throws: `inputOutput` if there is no pipe or process to be had.
  package func run(
    input: Span<UInt8>, buffer: inout MutableSpan<UInt8>, _ take: (Stream, Span<UInt8>) -> Bool
  ) throws(FileError) -> Ending {
    let feed = try Pipe()
    let output = try Pipe()
    let errors = try Pipe()
    _ = csystem_set_nonblocking(feed.writer)
    csystem_grow_pipe(feed.writer, Int64(input.count))
    let sent = feed.fill(input)
    let child = try start(feed.reader, output.writer, errors.writer)
    feed.closeReader()
    output.closeWriter()
    errors.closeWriter()
    for end in [output.reader, errors.reader] { _ = csystem_set_nonblocking(end) }
    var conversation = Conversation(
      child: child, feed: feed, sent: sent, output: output, errors: errors,
      deadline: csystem_monotonic() + timeout * 1_000_000_000)
    return conversation.run(input, &buffer, take)
  }

  private func start(_ input: Int32, _ output: Int32, _ errors: Int32) throws(FileError) -> Int32 {
    guard !command.contains(0), !variables.contains(where: { $0.contains(0) }) else {
      throw FileError(.inputOutput, "/bin/sh", "start", errno: EINVAL)
    }
    var child: Int32 = 0
    csystem_forget_registers()
    let line = command + [0]
    var packed: [UInt8] = []
    for variable in variables { packed += variable + [0] }
    let result = unsafe line.withUnsafeBytes { line in
      unsafe packed.withUnsafeBytes { packed in
        var pointers: [UnsafePointer<CChar>?] = unsafe []
        var offset = 0
        for variable in variables {
          unsafe pointers.append(packed.baseAddress?.advanced(by: offset).assumingMemoryBound(to: CChar.self))
          offset += variable.count + 1
        }
        let count = Int32(variables.count)
        return unsafe csystem_spawn_shell(
          line.baseAddress?.assumingMemoryBound(to: CChar.self), pointers, count, input, output, errors,
          &child)
      }
    }
    guard result >= 0 else { throw FileError(result: Int(result), "/bin/sh", "start", .reading) }
    return child
  }
}

/// Two ends of a pipe, closed when the last reference goes.
private final class Pipe {
  private(set) var reader: Int32 = -1
  private(set) var writer: Int32 = -1

  init() throws(FileError) {
    let result = unsafe csystem_pipe(&reader, &writer)
    guard result >= 0 else { throw FileError(result: Int(result), "a pipe", "make", .reading) }
  }

  /// Writes from `start` on what fits in without waiting, closes the writing end when nothing is left or nobody reads,
  /// and returns how much is written.
  func fill(_ input: Span<UInt8>, from start: Int = 0) -> Int {
    var sent = start
    while sent < input.count {
      let result = unsafe input.withUnsafeBytes { bytes in
        let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[sent...])
        return unsafe write(writer, rest.baseAddress, rest.count)
      }
      if result >= 0 {
        sent += result
      } else if errno == EAGAIN {
        return sent
      } else if errno != EINTR {
        // It does not want to read.
        sent = input.count
      }
    }
    closeWriter()
    return sent
  }

  func closeReader() {
    if reader >= 0 { csystem_close(reader) }
    reader = -1
  }

  func closeWriter() {
    if writer >= 0 { csystem_close(writer) }
    writer = -1
  }

  deinit {
    closeReader()
    closeWriter()
  }
}

/// The exchange with a child that runs.
private struct Conversation {
  let child: Int32
  let feed: Pipe
  let output: Pipe
  let errors: Pipe
  let deadline: Int64
  private var sent: Int

  /// How long a look at the streams waits before it looks whether the child still runs, in milliseconds.
  private static let tick: Int32 = 50

  init(child: Int32, feed: Pipe, sent: Int, output: Pipe, errors: Pipe, deadline: Int64) {
    self.child = child
    self.feed = feed
    self.sent = sent
    self.output = output
    self.errors = errors
    self.deadline = deadline
  }

  mutating func run(
    _ input: Span<UInt8>, _ buffer: inout MutableSpan<UInt8>, _ take: (Child.Stream, Span<UInt8>) -> Bool
  ) -> Child.Ending {
    var ending: Child.Ending?
    while ending == nil {
      guard csystem_monotonic() < deadline else { return stop(.timedOut) }
      wait()
      if feed.writer >= 0 { sent = feed.fill(input, from: sent) }
      guard receive(output, .output, &buffer, take), receive(errors, .errors, &buffer, take) else {
        return stop(.tooMuchOutput)
      }
      ending = ended()
    }
    // What it left in the pipes; what its own children may still write is not waited for.
    guard receive(output, .output, &buffer, take), receive(errors, .errors, &buffer, take) else {
      return .tooMuchOutput
    }
    return ending ?? .exited(0)
  }

  /// Waits until something can be done, at most a tick.
  private func wait() {
    var entries: [pollfd] = []
    if feed.writer >= 0 { entries.append(pollfd(fd: feed.writer, events: Int16(POLLOUT), revents: 0)) }
    for reader in [output.reader, errors.reader] where reader >= 0 {
      entries.append(pollfd(fd: reader, events: Int16(POLLIN), revents: 0))
    }
    csystem_forget_registers()
    if entries.isEmpty {
      // It has closed its streams and is about to end, or works on without them.
      csystem_pause(1_000_000)
      return
    }
    _ = unsafe poll(&entries, nfds_t(entries.count), Self.tick)
  }

  /// Takes what is there; false if the taker has enough.
  private func receive(
    _ pipe: Pipe, _ stream: Child.Stream, _ buffer: inout MutableSpan<UInt8>,
    _ take: (Child.Stream, Span<UInt8>) -> Bool
  ) -> Bool {
    while pipe.reader >= 0 {
      let count = unsafe buffer.withUnsafeMutableBytes { bytes in
        unsafe read(pipe.reader, bytes.baseAddress, bytes.count)
      }
      if count > 0 {
        guard take(stream, buffer.span.extracting(0..<count)) else { return false }
      } else if count < 0, errno == EAGAIN || errno == EINTR {
        return true
      } else {
        pipe.closeReader()
      }
    }
    return true
  }

  private func ended() -> Child.Ending? {
    var status: Int32 = 0
    var number: Int32 = 0
    let result = unsafe csystem_child_ended(child, &status, &number)
    if result == 0 { return nil }
    return number != 0 ? .signalled(number) : .exited(result < 0 ? 127 : status)
  }

  private func stop(_ ending: Child.Ending) -> Child.Ending {
    csystem_kill_group(child)
    while ended() == nil { csystem_pause(1_000_000) }
    return ending
  }
}
