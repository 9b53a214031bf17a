internal import Synchronization

/// Preferences in memory, for tests: they can be made unreadable or unwritable, as those of a locked device are.
public final class InMemoryKeyValueStore: KeyValueStore {
  private struct State {
    var values: [String: PreferenceValue]
    var isUnreadable = false
    var isUnwritable = false
  }

  private let state: Mutex<State>

  /// A store with these values.
  public init(_ values: [String: PreferenceValue] = [:]) { state = Mutex(State(values: values)) }

  /// All values.
  public var values: [String: PreferenceValue] { state.withLock { $0.values } }

  /// Whether reading throws, and writing too.
  public var isUnreadable: Bool {
    get { state.withLock { $0.isUnreadable } }
    set { state.withLock { $0.isUnreadable = newValue } }
  }

  /// Whether writing throws.
  public var isUnwritable: Bool {
    get { state.withLock { $0.isUnwritable } }
    set { state.withLock { $0.isUnwritable = newValue } }
  }

  /// The value of a name.
  public func value(named name: String) throws(KeyValueError) -> PreferenceValue? {
    try state.withLock { (state) throws(KeyValueError) in
      if state.isUnreadable { throw KeyValueError(.unreadable, name) }
      return state.values[name]
    }
  }

  /// Sets or removes the value of a name.
  public func set(_ value: PreferenceValue?, named name: String) throws(KeyValueError) {
    try state.withLock { (state) throws(KeyValueError) in
      if state.isUnreadable || state.isUnwritable { throw KeyValueError(.unwritable, name) }
      state.values[name] = value
    }
  }
}
