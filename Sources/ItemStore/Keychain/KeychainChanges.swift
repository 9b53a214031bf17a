internal import Synchronization

/// How often a keychain was changed, service by service.
final class KeychainChanges: Sendable {
  private struct Counts {
    var ofServices: [[UInt8]: UInt64] = [:]
    /// Of changes that name no service, and so may concern any.
    var ofAll: UInt64 = 0
  }

  private let counts = Mutex(Counts())

  /// Takes note of a call that has succeeded.
  func note(_ query: KeychainDictionary) {
    counts.withLock { counts in
      switch query["svce"] {
      case .text(let service): counts.ofServices[Array(service.utf8), default: 0] += 1
      case .data(let service): counts.ofServices[service, default: 0] += 1
      default: counts.ofAll += 1
      }
    }
  }

  func generation(_ service: String) -> UInt64 {
    counts.withLock { $0.ofAll + ($0.ofServices[Array(service.utf8)] ?? 0) }
  }
}
