#if canImport(Glibc)
  import Glibc
  import SecretCrypto
  import Testing

  /// That memory is overwritten before the system gets it back.
  ///
  /// `vmsplice` puts the pages themselves into a pipe, not a copy of them. What the pipe holds after the secret
  /// is gone is what the secret left there.
  @Suite struct WipeTests {
    private struct Refused: Error {}

    @Test func secretBytes() async {
      await #expect(processExitsWith: .success) {
        let (alive, dead) = (Pages(), Pages())
        do {
          let secret = SecretBytes(copying: counting(48, from: 1).span)
          secret.withBytes { alive.hold($0) }
          secret.withBytes { dead.hold($0) }
          #expect(alive.content(48) == counting(48, from: 1))
        }
        #expect(dead.content(48) == [UInt8](repeating: 0, count: 48))
      }
    }

    @Test func secretBuffer() async {
      await #expect(processExitsWith: .success) {
        let (alive, dead, moved) = (Pages(), Pages(), Pages())
        do {
          let secret = SecretBytes(copying: counting(48, from: 1).span)
          secret.withBytes { moved.hold($0) }
          let buffer = SecretBuffer(secret)
          #expect(moved.content(48) == [UInt8](repeating: 0, count: 48))
          buffer.withBytes { alive.hold($0) }
          buffer.withBytes { dead.hold($0) }
          #expect(alive.content(48) == counting(48, from: 1))
        }
        #expect(dead.content(48) == [UInt8](repeating: 0, count: 48))
      }
    }

    @Test func fillingThatFails() async {
      await #expect(processExitsWith: .success) {
        let (bytes, buffer) = (Pages(), Pages())
        #expect(throws: Refused.self) {
          _ = try SecretBytes(count: 48) { (span) throws(Refused) in
            for index in span.indices { span[index] = 0x5A }
            bytes.hold(span.span)
            throw Refused()
          }
        }
        #expect(throws: Refused.self) {
          _ = try SecretBuffer(count: 48) { (span) throws(Refused) in
            for index in span.indices { span[index] = 0x5A }
            buffer.hold(span.span)
            throw Refused()
          }
        }
        #expect(bytes.content(48) == [UInt8](repeating: 0, count: 48))
        #expect(buffer.content(48) == [UInt8](repeating: 0, count: 48))
      }
    }

    @Test func growth() async {
      await #expect(processExitsWith: .success) {
        let (left, dead) = (Pages(), Pages())
        do {
          var appender = SecretAppender(capacity: 48)
          appender.append(counting(48, from: 1).span)
          appender.withBytes { left.hold($0) }
          appender.append([UInt8](repeating: 7, count: Int(getpagesize())).span)
          #expect(left.content(48) == [UInt8](repeating: 0, count: 48))
          appender.withBytes { dead.hold($0.extracting(0..<48)) }
        }
        #expect(dead.content(48) == [UInt8](repeating: 0, count: 48))
      }
    }
  }

  /// A pipe that holds pages of this process.
  private final class Pages {
    // Not among the declarations that Swift imports.
    private typealias VMSplice = @convention(c) (Int32, UnsafePointer<iovec>, Int, UInt32) -> Int

    private let reader: Int32
    private let writer: Int32

    init() {
      var ends: [Int32] = [-1, -1]
      let status = unsafe pipe(&ends)
      precondition(status == 0)
      (reader, writer) = (ends[0], ends[1])
    }

    deinit {
      close(reader)
      close(writer)
    }

    func hold(_ bytes: Span<UInt8>) {
      guard let symbol = unsafe dlsym(nil, "vmsplice") else {
        Issue.record("vmsplice is missing")
        return
      }
      let vmsplice = unsafe unsafeBitCast(symbol, to: VMSplice.self)
      let moved = unsafe bytes.withUnsafeBufferPointer { (buffer) in
        var part = unsafe iovec(
          iov_base: UnsafeMutableRawPointer(mutating: buffer.baseAddress), iov_len: buffer.count)
        return unsafe vmsplice(writer, &part, 1, 0)
      }
      #expect(moved == bytes.count)
    }

    func content(_ count: Int) -> [UInt8] {
      var bytes = [UInt8](repeating: 0xEE, count: count)
      let length = unsafe read(reader, &bytes, count)
      return [UInt8](bytes.prefix(max(0, length)))
    }
  }
#endif
