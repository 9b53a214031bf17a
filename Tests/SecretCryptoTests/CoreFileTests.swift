#if canImport(Glibc)
  import Foundation
  import Glibc
  import SecretCrypto
  import Testing

  /// That secrets are left out of a core file, seen in one that gdb takes of a process that holds some.
  @Suite struct CoreFileTests {
    private static let gdb = ["/usr/bin/gdb", "/usr/local/bin/gdb"].first {
      FileManager.default.isExecutableFile(atPath: $0)
    }

    /// Yama keeps processes from looking into each other unless the administrator asks.
    private static var mayLook: Bool {
      let scope = try? String(contentsOfFile: "/proc/sys/kernel/yama/ptrace_scope", encoding: .utf8)
      return geteuid() == 0 || scope == nil || scope?.first == "0"
    }

    @Test(
      .enabled(if: gdb != nil, "gdb is not installed"),
      .enabled(if: mayLook, "this system does not let gdb look into a running process"))
    func secretsAreNotInACoreFile() async {
      await #expect(processExitsWith: .success) {
        let gdb = try #require(CoreFileTests.gdb)
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }

        let secret = SecretBytes(count: 64) { canary(1, &$0) }
        let buffer = SecretBuffer(count: 64) { canary(2, &$0) }
        var appender = SecretAppender()
        appender.append(count: 64) { canary(3, &$0) }
        let copy = secret.copy()
        let hash = try secret.withBytes { (bytes) throws(CryptoError) in
          try PasswordHash.argon2id(bytes, salt: counting(16).span, opslimit: 1, memlimitKiB: 64)
        }
        let ordinary = filled(64) { canary(4, &$0) }

        let process = Process()
        process.executableURL = URL(fileURLWithPath: gdb)
        let path = folder.appendingPathComponent("core")
        process.arguments = ["-nx", "-batch", "-readnever", "-p", "\(getpid())", "-ex", "gcore \(path.path)"]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        // Test bodies may run on a thread that blocks signals; gdb would inherit that and wait for ever.
        var none = sigset_t()
        unsafe sigemptyset(&none)
        unsafe pthread_sigmask(SIG_SETMASK, &none, nil)
        try process.run()
        process.waitUntilExit()

        let core = try Data(contentsOf: path, options: .alwaysMapped)
        func contains(_ seed: UInt8) -> Bool {
          // Half of it would be bad enough.
          let whole = filled(64) { canary(seed, &$0) }
          return isFound([UInt8](whole[0..<32]), in: core) || isFound([UInt8](whole[32...]), in: core)
        }
        #expect(contains(4), "ordinary memory is in the core file, so the search works")
        #expect(!contains(1), "SecretBytes")
        #expect(!contains(2), "SecretBuffer")
        #expect(!contains(3), "SecretAppender")
        // Everything has lived until here.
        let sizes = [ordinary.count, buffer.count, secret.count, copy.count, hash.count, appender.count]
        #expect(sizes == [64, 64, 64, 64, 32, 64])
      }
    }
  }

  private func isFound(_ bytes: [UInt8], in core: Data) -> Bool {
    unsafe core.withUnsafeBytes { (buffer) in
      guard var rest = buffer.baseAddress else { return false }
      let end = unsafe rest + buffer.count
      while unsafe end - rest >= bytes.count, let hit = unsafe memchr(rest, Int32(bytes[0]), end - rest) {
        if unsafe end - UnsafeRawPointer(hit) >= bytes.count, unsafe memcmp(hit, bytes, bytes.count) == 0 {
          return true
        }
        unsafe rest = UnsafeRawPointer(hit) + 1
      }
      return false
    }
  }

  /// Writes 64 bytes that nothing else in the process has.
  private func canary(_ seed: UInt8, _ bytes: inout MutableSpan<UInt8>) {
    for index in bytes.indices {
      bytes[index] = (UInt8(truncatingIfNeeded: index) &* 73 &+ seed &* 151) ^ 0xA5
    }
  }
#endif
