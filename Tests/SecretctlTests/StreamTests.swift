import Foundation
import Testing

/// Outputs that are full or that nobody reads, inputs without an end, and a system without /proc.
@Suite struct StreamTests {
  private let sandbox: Sandbox
  private static let unlocked = ["SECRETCTL_FILE": "c.sf", "SECRETCTL_IDENTITY": "key"]

  init() throws {
    sandbox = try Sandbox()
    #expect(
      try shell("secretctl keygen -o key && secretctl init && printf old | secretctl set -s a").status == 0)
  }

  @discardableResult
  private func shell(_ script: String) throws -> Sandbox.Result {
    try sandbox.shell(script, environment: Self.unlocked)
  }

  private func secret(_ account: String) throws -> String? {
    let result = try shell("secretctl get -s s -a \(account)")
    return result.status == 0 ? result.text : nil
  }

  /// Whether a script runs to its end here.
  private static func works(_ script: String) -> Bool {
    (try? Sandbox().shell(script).status) == 0
  }

  // MARK: The process

  @Test(.enabled(if: works("unshare -m sh -c 'umount -l /proc'"), "needs the right to unmount /proc"))
  func argumentsArriveWithoutProc() throws {
    let result = try shell("unshare -m sh -c 'umount -l /proc; exec \"$0\" get -s a' \"$T\"")
    #expect(result.status == 0, "\(result.stderr)")
    #expect(result.text == "old")
  }
}
