import Synchronization

/// Wiped allocations of secrets that have ended, kept for the next ones of the same size.
///
/// Guarded memory costs about ten system calls to get and to give back, and opening a container needs a dozen keys one
/// after the other. What is kept stays locked and out of core dumps; it holds zeros.
@safe
final class SpareMemory: Sendable {
  /// For keys: `SecretBytes` of this many bytes.
  static let keySize = 32
  /// Guarded allocations of `keySize` bytes.
  static let keys = SpareMemory()
  /// One, two and four pages of `SecretPages`: most preference files are no larger, and a folder of them is read one
  /// after the other. Of the larger ones few are kept, for a process may lock little memory.
  static let pages = [SpareMemory(), SpareMemory(limit: 2), SpareMemory(limit: 2)]

  /// How many are kept.
  private let limit: Int

  private init(limit: Int = 8) { self.limit = limit }

  private struct Spare {
    var address: UInt
    var isLocked: Bool
  }

  private let spares = Mutex<[Spare]>([])

  /// One that is kept, zero bytes throughout; nil if there is none.
  func take() -> (start: UnsafeMutablePointer<UInt8>, isLocked: Bool)? {
    guard let spare = spares.withLock({ $0.popLast() }),
      let start = unsafe UnsafeMutablePointer<UInt8>(bitPattern: spare.address)
    else { return nil }
    return unsafe (start, spare.isLocked)
  }

  /// Keeps one that has been wiped; false if there are enough already.
  func keep(_ start: UnsafeMutablePointer<UInt8>, isLocked: Bool) -> Bool {
    let address = UInt(bitPattern: start)
    return spares.withLock { spares in
      if spares.count >= limit { return false }
      spares.append(Spare(address: address, isLocked: isLocked))
      return true
    }
  }
}
