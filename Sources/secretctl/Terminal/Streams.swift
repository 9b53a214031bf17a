import SecretFile

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Reading and writing descriptors that were given to the process, in the words of the tool.
enum Streams {
  /// Writes everything, or says why not.
  static func write(_ bytes: Span<UInt8>, to descriptor: Int32) throws(Outcome) {
    do throws(FileError) {
      try ByteStream.write(bytes, to: descriptor)
    } catch {
      throw error.kind == .closedPipe ? .brokenPipe : Outcome(error)
    }
  }

  /// Reads everything there is into guarded memory.
  static func readAll(_ descriptor: Int32, limit: Int, what: String) throws(Outcome) -> SecretBuffer {
    var chunk = SecretBytes(count: 65_536)
    var content = SecretAppender()
    while true {
      let count: Int
      do throws(FileError) {
        count = try chunk.withMutableBytes { (span) throws(FileError) in
          try ByteStream.read(from: descriptor, into: &span)
        }
      } catch {
        throw Outcome(error)
      }
      if count == 0 { return content.finish() }
      if content.count + count > limit {
        throw SecretInput.tooLarge(what, limit)
      }
      chunk.withBytes { content.append($0.extracting(0..<count)) }
    }
  }

  /// Closes stdout and says so if what was written may not have arrived.
  static func closeOutput() throws(Outcome) {
    if close(1) != 0, errno != EBADF {
      throw Outcome(FileError(.inputOutput, ByteStream.name(of: 1), "close", errno: errno))
    }
  }
}
