internal import Synchronization

/// The device that a keychain lies on: what a test has to turn to see what users see.
///
/// A new device is switched on and unlocked, has a passcode and one enrolled finger, and lets the program use every
/// access group. Everything may be changed at any time and from any thread; the keychains of the device follow at
/// their next call.
///
/// ```swift
/// let device = Device()
/// device.lock()
/// device.entitlements = ["TEAM.com.example.app"]
/// device.fail(next: .add, with: .io)
/// ```
public final class Device: Sendable {
  /// How far the device is since it was switched on.
  public enum Phase: Sendable, Hashable, CaseIterable {
    /// Switched on, and not unlocked since.
    case beforeFirstUnlock
    /// Unlocked once, and locked now.
    case locked
    /// Unlocked.
    case unlocked
  }

  struct State: Sendable {
    var phase = Phase.unlocked
    var hasPasscode = true
    /// One more whenever a passcode is set: what was sealed under an earlier one is gone.
    var passcodeGeneration: UInt64 = 1
    /// How many fingers or faces are enrolled.
    var enrolments = 1
    /// Another whenever an enrolment comes or goes.
    var biometrySet: UInt64 = 1
    var entitlements = Entitlements.unrestricted
    var clock = Clock.system
    var answer = Answer.accepts
    var authentications = 0
    var itemPassword: ItemPassword?
    var faults: [Fault] = []
    var hooks: [Hook] = []
    var log: [Event] = []
  }

  private let state: Mutex<State>

  /// A device that is switched on and unlocked.
  public init() { state = Mutex(State()) }

  /// One that is in this phase.
  public convenience init(_ phase: Phase) {
    self.init()
    with { $0.phase = phase }
  }

  /// Reads or changes the state.
  func with<R: Sendable>(_ body: (inout State) -> R) -> R {
    state.withLock { state in body(&state) }
  }

  /// Changes the state.
  func change(_ body: (inout State) -> Void) { with { body(&$0) } }

  // MARK: What it is

  /// How far the device is.
  public var phase: Phase { with { $0.phase } }

  /// Whether a passcode is set.
  public var hasPasscode: Bool { with { $0.hasPasscode } }

  /// How many fingers or faces are enrolled.
  public var enrolments: Int { with { $0.enrolments } }

  /// The access groups that the program may use.
  public var entitlements: Entitlements {
    get { with { $0.entitlements } }
    set { change { $0.entitlements = newValue } }
  }

  /// What has happened to items without a call on them, oldest first.
  public var log: [Event] { with { $0.log } }

  /// Something that happened to items without a call on them.
  public enum Event: Sendable, Hashable {
    /// The passcode was removed, and with it this many items that needed one.
    case destroyed(Int)
  }

  func note(_ event: Event) { with { $0.log.append(event) } }
}
