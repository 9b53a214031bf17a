import Foundation
import SecretCrypto
import Testing

private struct Refused: Error, Equatable {
  var reason: Int
}

@Suite struct SecretBytesTests {
  @Test(arguments: [0, 1, 15, 16, 17, 32, 4095, 4096, 4097, 70_000])
  func startsWithZeros(count: Int) {
    let secret = SecretBytes(count: count)
    let (size, isLocked) = (secret.count, secret.isLocked)
    #expect(size == count)
    #expect(array(secret) == [UInt8](repeating: 0, count: count))
    #expect(isLocked || !SecretBytes.allLocked)
  }

  @Test func isFilledInPlace() {
    let secret = SecretBytes(count: 4) { (bytes) in
      bytes[0] = 1
      bytes[3] = 4
    }
    #expect(array(secret) == [1, 0, 0, 4])
  }

  @Test func passesTheErrorOfFillingOn() {
    #expect(throws: Refused(reason: 7)) {
      _ = try SecretBytes(count: 4) { (bytes) throws(Refused) in
        bytes[0] = 1
        throw Refused(reason: 7)
      }
    }
  }

  @Test func passesTheErrorOfLendingOn() {
    var secret = SecretBytes(count: 4)
    #expect(throws: Refused(reason: 1)) {
      try secret.withBytes { (_) throws(Refused) in throw Refused(reason: 1) }
    }
    #expect(throws: Refused(reason: 2)) {
      try secret.withMutableBytes { (_) throws(Refused) in throw Refused(reason: 2) }
    }
  }

  @Test func copiesAreIndependent() {
    var secret = SecretBytes(copying: counting(40).span)
    let copy = secret.copy()
    secret.withMutableBytes { $0[0] = 0xFF }
    #expect(array(secret) == [0xFF] + counting(39, from: 1))
    #expect(array(copy) == counting(40))
  }

  @Test func shorteningKeepsTheStartAndOverwritesTheRest() {
    for size in [8, 32, 40] {
      let secret = SecretBytes(copying: counting(size, from: 1).span).shortened(to: 3)
      #expect(array(secret) == [1, 2, 3])
      let behind = secret.withBytes { (bytes) in
        unsafe bytes.withUnsafeBufferPointer { (buffer) in
          (3..<size).map { unsafe (buffer.baseAddress.unsafelyUnwrapped + $0).pointee }
        }
      }
      #expect(behind == [UInt8](repeating: 0, count: size - 3))
    }
    #expect(SecretBytes(count: 4).shortened(to: 0).count == 0)
    // What is kept for the next key is zero again.
    #expect(array(SecretBytes(count: 32)) == [UInt8](repeating: 0, count: 32))
  }

  @Test func randomBytesDiffer() {
    let one = SecretBytes.random(count: 32)
    let other = SecretBytes.random(count: 32)
    #expect(array(one) != array(other))
    #expect(array(one).contains { $0 != 0 })
    #expect(array(SecretBytes.random(count: 0)) == [])
  }

  /// What a lending returns need not be copyable.
  @Test func lendsToClosuresThatReturnSecrets() {
    let secret = SecretBytes(copying: counting(8).span)
    let reversed = secret.withBytes { (bytes) in
      SecretBytes(count: bytes.count) { (out) in
        for index in bytes.indices { out[bytes.count - 1 - index] = bytes[index] }
      }
    }
    #expect(array(reversed) == [7, 6, 5, 4, 3, 2, 1, 0])
  }
}

@Suite struct SecretBufferTests {
  @Test(arguments: [0, 1, 4095, 4096, 4097, 70_000])
  func keepsWhatFillWrites(count: Int) {
    let bytes = counting(count)
    let buffer = SecretBuffer(count: count) { (out) in
      for index in bytes.indices { out[index] = bytes[index] }
    }
    #expect(buffer.count == count)
    #expect(array(buffer) == bytes)
    #expect(buffer.isLocked || !SecretBytes.allLocked)
  }

  @Test func startsWithZeros() {
    #expect(array(SecretBuffer(count: 5000) { (_) in }) == [UInt8](repeating: 0, count: 5000))
  }

  @Test func takesOverSecretBytes() {
    let buffer = SecretBuffer(SecretBytes(copying: counting(33).span))
    #expect(array(buffer) == counting(33))
    #expect(SecretBuffer(SecretBytes(count: 0)).count == 0)
    #expect(array(SecretBuffer(copying: counting(33).span)) == counting(33))
  }

  @Test func passesErrorsOn() {
    #expect(throws: Refused(reason: 3)) {
      _ = try SecretBuffer(count: 4) { (bytes) throws(Refused) in
        bytes[0] = 1
        throw Refused(reason: 3)
      }
    }
    #expect(throws: Refused(reason: 4)) {
      try SecretBuffer(count: 4) { (_) in }.withBytes { (_) throws(Refused) in throw Refused(reason: 4) }
    }
  }

  #if canImport(Glibc)
    /// The kernel allows 65,530 mappings; neighbours of one kind share one.
    @Test func manyAtOnce() throws {
      func mappings() throws -> Int {
        try String(contentsOfFile: "/proc/self/maps", encoding: .utf8).utf8.count { $0 == 10 }
      }
      let before = try mappings()
      let buffers = (0..<4000).map { (index) in
        SecretBuffer(count: 2) { (bytes) in
          bytes[0] = UInt8(truncatingIfNeeded: index)
          bytes[1] = UInt8(truncatingIfNeeded: index >> 8)
        }
      }
      #expect(try mappings() < before + 1000)
      #expect(array(buffers[0x0B34]) == [0x34, 0x0B])
    }
  #endif
}

@Suite struct SecretAppenderTests {
  @Test(arguments: [1, 7, 4096, 5000])
  func piecesOfAnySize(size: Int) {
    let whole = counting(20_000)
    var appender = SecretAppender()
    for start in stride(from: 0, to: whole.count, by: size) {
      appender.append(whole.span.extracting(start..<min(start + size, whole.count)))
    }
    let count = appender.count
    #expect(count == 20_000)
    let soFar = appender.withBytes { array($0) }
    #expect(soFar == whole)
    #expect(array(appender.finish()) == whole)
  }

  @Test func singleBytes() {
    var appender = SecretAppender(capacity: 3)
    for byte in counting(9000) { appender.append(byte) }
    #expect(array(appender.finish()) == counting(9000))
  }

  @Test func nothing() {
    var appender = SecretAppender()
    let none: [UInt8] = []
    appender.append(none.span)
    #expect(array(appender.finish()) == [])
  }

  @Test func filledInPlace() {
    var appender = SecretAppender()
    appender.append(1)
    appender.append(count: 2) { (bytes) in
      bytes[0] = 2
      bytes[1] = 3
    }
    #expect(throws: Refused(reason: 5)) {
      try appender.append(count: 2) { (bytes) throws(Refused) in
        bytes[0] = 9
        throw Refused(reason: 5)
      }
    }
    #expect(array(appender.finish()) == [1, 2, 3])
  }
}
