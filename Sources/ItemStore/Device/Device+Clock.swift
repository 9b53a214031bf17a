internal import Files

extension Device {
  /// Where the dates of items come from.
  enum Clock: Sendable {
    case system
    case fixed(Int64)
  }

  /// The time, in milliseconds since 1970. Setting it stops the clock there.
  public var now: Int64 {
    get {
      switch with({ $0.clock }) {
      case .system: currentMilliseconds()
      case .fixed(let time): time
      }
    }
    set { change { $0.clock = .fixed(newValue) } }
  }

  /// Moves the clock, which stands still from then on; a negative number moves it back.
  public func advance(milliseconds: Int64) {
    let time = now
    now = time &+ milliseconds
  }

  /// Lets the clock run with the system's again.
  public func useSystemClock() { change { $0.clock = .system } }
}
