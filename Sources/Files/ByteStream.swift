internal import CSystem

/// Reading and writing of descriptors that the process was given: standard input and output, pipes, `--…-fd N`.
///
/// Bytes go straight into and out of the caller's memory. Interruptions by signals are not errors, a descriptor that
/// is in non-blocking mode is waited for.
package enum ByteStream {
  /// Standard input.
  package static let input: Int32 = 0
  /// Standard output.
  package static let output: Int32 = 1
  /// Standard error.
  package static let errors: Int32 = 2

  /// Reads what is there, at most `bytes.count`, and returns the count; 0 is the end.
  /// - Throws: `notRegular` for a folder, `inputOutput`.
  package static func read(
    from descriptor: Int32, into bytes: inout MutableSpan<UInt8>
  ) throws(FileError) -> Int {
    try read(descriptor, name(of: descriptor), into: &bytes, from: 0)
  }

  /// Reads to the end and returns the count.
  /// - Throws: `tooLarge` if there is more than `bytes` holds, `notRegular`, `inputOutput`.
  package static func readToEnd(
    from descriptor: Int32, into bytes: inout MutableSpan<UInt8>
  ) throws(FileError) -> Int {
    try readToEnd(descriptor, name(of: descriptor), into: &bytes)
  }

  /// Writes all of `bytes`.
  /// - Throws: `closedPipe` if the reader is gone and the process ignores SIGPIPE; `noSpace`, `inputOutput`.
  package static func write(_ bytes: Span<UInt8>, to descriptor: Int32) throws(FileError) {
    var done = 0
    while done < bytes.count {
      // A reader that does not read keeps this waiting for as long as it likes.
      csystem_forget_registers()
      let result = unsafe bytes.withUnsafeBytes { buffer in
        let rest = unsafe UnsafeRawBufferPointer(rebasing: buffer[done...])
        return unsafe csystem_write(descriptor, rest.baseAddress, rest.count)
      }
      guard result >= 0 else {
        throw FileError(result: Int(result), name(of: descriptor), "write to", .writing)
      }
      done += Int(result)
    }
  }

  /// What errors call a descriptor.
  package static func name(of descriptor: Int32) -> Path {
    switch descriptor {
    case input: "standard input"
    case output: "standard output"
    case errors: "standard error"
    default: Path("descriptor \(descriptor)")
    }
  }

  static func readToEnd(
    _ descriptor: Int32, _ path: Path, into bytes: inout MutableSpan<UInt8>
  ) throws(FileError) -> Int {
    var done = 0
    while done < bytes.count {
      let count = try read(descriptor, path, into: &bytes, from: done)
      guard count > 0 else { return done }
      done += count
    }
    // Full: only one more byte tells whether that was all.
    var more: [UInt8] = [0]
    var span = more.mutableSpan
    guard try read(descriptor, path, into: &span, from: 0) == 0 else {
      throw FileError(.tooLarge, path, "read")
    }
    return done
  }

  private static func read(
    _ descriptor: Int32, _ path: Path, into bytes: inout MutableSpan<UInt8>, from start: Int
  ) throws(FileError) -> Int {
    csystem_forget_registers()
    let result = unsafe bytes.withUnsafeMutableBytes { buffer in
      let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[start...])
      return unsafe csystem_read(descriptor, rest.baseAddress, rest.count)
    }
    guard result >= 0 else { throw FileError(result: Int(result), path, "read", .reading) }
    return Int(result)
  }
}

/// Makes a file size limit (`ulimit -f`) an error, `noSpace`, instead of the end of the process. For the start of a
/// program.
package func ignoreFileSizeSignal() { csystem_ignore_signal(SIGXFSZ) }

/// Makes a vanished reader an error, `closedPipe`, instead of the end of the process. For the start of a program.
package func ignorePipeSignal() { csystem_ignore_signal(SIGPIPE) }
