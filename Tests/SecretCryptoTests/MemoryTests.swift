import Foundation
import SecretCrypto
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// What only a process of its own can show.
@Suite struct MemoryTests {
  @Test func readingPastTheEndEndsTheProcess() async {
    await #expect(processExitsWith: .success) { touch(SecretBytes(count: 32), at: 31) }
    await #expect(processExitsWith: .failure) { touch(SecretBytes(count: 32), at: 32) }
    await #expect(processExitsWith: .failure) { touch(SecretBytes(count: 4096), at: 4096) }
    await #expect(processExitsWith: .failure) { touch(SecretBytes(count: 0), at: 0) }
  }

  @Test func readingThePageBeforeEndsTheProcess() async {
    await #expect(processExitsWith: .failure) { touch(SecretBytes(count: 32), at: -Int(getpagesize())) }
  }

  @Test func writingBeforeTheStartIsNoticedAtTheEnd() async {
    await #expect(processExitsWith: .failure) {
      // Not a key's size: what held a key is kept for the next one instead of being given back.
      let secret = SecretBytes(count: 48)
      secret.withBytes { (bytes) in
        unsafe bytes.withUnsafeBufferPointer { (buffer) in
          guard let start = buffer.baseAddress else { return }
          unsafe UnsafeMutablePointer(mutating: start)[-1] ^= 1
        }
      }
    }
  }

  @Test func copyingPastTheEndEndsTheProcess() async {
    await #expect(processExitsWith: .failure) { _ = SecretBytes(count: 4).shortened(to: 5) }
    await #expect(processExitsWith: .failure) {
      var blob = [UInt8](repeating: 0, count: 43)
      var span = blob.mutableSpan
      AEAD.seal(
        counting(4).span, associated: counting(0).span, nonce: counting(24).span, key: counting(32).span,
        into: &span)
    }
  }

  @Test func memoryThatCannotBeLockedIsReported() async {
    await #expect(processExitsWith: .success) {
      let before = SecretBytes(count: 32)
      let wasLocked = before.isLocked
      try #require(wasLocked)
      #expect(SecretBytes.allLocked)

      // The administrator may lock without limit, so stop being one.
      var none = rlimit(rlim_cur: 0, rlim_max: 0)
      #if canImport(Glibc)
        let status = unsafe setrlimit(Int32(__RLIMIT_MEMLOCK.rawValue), &none)
      #else
        let status = unsafe setrlimit(RLIMIT_MEMLOCK, &none)
      #endif
      try #require(status == 0)
      if geteuid() == 0 { try #require(setuid(65534) == 0) }

      let secret = SecretBytes(copying: counting(32).span)
      let isLocked = secret.isLocked
      #expect(!isLocked)
      #expect(!SecretBytes.allLocked)
      #expect(array(secret) == counting(32), "it works all the same")
      let buffer = SecretBuffer(copying: counting(32).span)
      #expect(!buffer.isLocked)
      #expect(array(buffer) == counting(32))
    }
  }

  #if canImport(Glibc)
    /// Not a crash, and told from every other failure.
    @Test func memoryThatAHashCannotHaveIsReported() async {
      await #expect(processExitsWith: .success) {
        let statm = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
        let pages = try #require(rlim_t(statm.prefix { $0 != " " }))
        let size = pages * rlim_t(getpagesize()) + (256 << 20)
        var limit = rlimit(rlim_cur: size, rlim_max: size)
        let status = unsafe setrlimit(Int32(RLIMIT_AS.rawValue), &limit)
        try #require(status == 0)
        #expect(throws: CryptoError.outOfMemory(kibibytes: 1_048_576)) {
          _ = try PasswordHash.argon2id(
            counting(8).span, salt: counting(16).span, opslimit: 1, memlimitKiB: 1_048_576)
        }
      }
    }
  #endif
}

/// Reads the byte at `offset` from the start, wherever that is.
private func touch(_ secret: consuming SecretBytes, at offset: Int) {
  secret.withBytes { (bytes) in
    unsafe bytes.withUnsafeBufferPointer { (buffer) in
      guard let start = buffer.baseAddress else { exit(EXIT_SUCCESS) }
      let byte = unsafe UnsafeRawPointer(start + offset).load(as: UInt8.self)
      _ = unsafe getenv("unlikely\(byte)")
    }
  }
}
