extension Device {
  /// A call on a keychain.
  public enum Operation: Sendable, Hashable, CaseIterable {
    case add, copyMatching, update, delete
  }

  struct Fault: Sendable {
    var operation: Operation
    var status: ItemStatus
  }

  struct Hook: Sendable {
    var operation: Operation
    var action: @Sendable () -> Void
  }

  /// Lets the next call of a kind fail with a status, before it does anything. Several are used up one by one.
  public func fail(next operation: Operation, with status: ItemStatus) {
    change { $0.faults.append(Fault(operation: operation, status: status)) }
  }

  /// Takes back all faults and actions that have not happened yet.
  public func forgetFaults() {
    change { state in
      state.faults = []
      state.hooks = []
    }
  }

  /// Does something right before the next call of a kind, for instance locks the device between two calls.
  public func before(next operation: Operation, _ action: @escaping @Sendable () -> Void) {
    change { $0.hooks.append(Hook(operation: operation, action: action)) }
  }

  /// What every call begins with.
  func begin(_ operation: Operation) throws(ItemStatus) {
    let action = with { state -> (@Sendable () -> Void)? in
      guard let index = state.hooks.firstIndex(where: { $0.operation == operation }) else { return nil }
      return state.hooks.remove(at: index).action
    }
    action?()
    let fault = with { state -> ItemStatus? in
      guard let index = state.faults.firstIndex(where: { $0.operation == operation }) else { return nil }
      return state.faults.remove(at: index).status
    }
    if let fault { throw fault }
  }
}
