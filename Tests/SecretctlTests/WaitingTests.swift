#if os(Linux)
  import Foundation
  import Glibc
  import Testing

  /// That a process which waits in the kernel, with a secret on its way out, has it nowhere outside of guarded memory:
  /// not on the stack, not in registers. Seen in the core file that gdb takes of it.
  @Suite struct WaitingTests {
    private static let canLook =
      geteuid() == 0 && FileManager.default.isExecutableFile(atPath: "/usr/bin/gdb")

    @Test(.enabled(if: canLook, "needs gdb, and root to look into a process that forbids it"))
    func aWriterThatWaitsHasNoSecretLyingAbout() throws {
      let sandbox = try Sandbox()
      // Any 16 bytes in a row, as the smallest vector register holds them, contain one of the four parts whole.
      let canary = (0..<32 as Range<UInt8>).map { ($0 &* 73) ^ 0xA5 }
      let parts = [0, 8, 16, 24].map { canary[$0..<$0 + 8] }
      var secret = Data()
      for _ in 0..<98_304 { secret.append(contentsOf: canary) }
      try sandbox.write("secret", secret)
      try sandbox.run("keygen -o key")
      try sandbox.run("init -f c.sf -i key")
      try #require(try sandbox.run("set -f c.sf -i key -s a --value-file secret").status == 0)
      // A terminal's child: unlike the threads of a test runner it has no signals blocked, and gdb waits for some.
      let script = """
        mkfifo pipe; exec 3<>pipe
        LD_BIND_NOW=1 ORDINARY=memory-that-is-in-the-core $T get -f c.sf -i key -s a >pipe 2>errors 3>&- &
        pid=$!; asleep=0
        for i in $(seq 400); do
          if grep -q '^State:.S' /proc/$pid/status; then asleep=$((asleep + 1)); else asleep=0; fi
          [ $asleep -ge 5 ] && break
          sleep 0.05
        done
        /usr/bin/gdb -nx -batch -readnever -p $pid -ex 'gcore core' </dev/null >log 2>&1
        kill $pid; [ -s errors ] || echo "taken"
        """
      let terminal = try PseudoTerminal(script, in: sandbox)
      try terminal.expect("taken", seconds: 60)
      _ = terminal.finish()
      let core = try Data(contentsOf: sandbox.folder.appendingPathComponent("core"), options: .alwaysMapped)
      #expect(core.range(of: Data("memory-that-is-in-the-core".utf8)) != nil, "the search works")
      for (index, part) in parts.enumerated() {
        #expect(core.range(of: Data(part)) == nil, "part \(index) of the secret is in the core file")
      }
    }
  }
#endif
