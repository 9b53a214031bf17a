extension Device {
  // MARK: Power and lock

  /// Switches the device off and on again: nothing is unlocked until the first `unlock()`.
  public func restart() { change { $0.phase = .beforeFirstUnlock } }

  /// Locks the device. Before the first unlock it stays as it is.
  public func lock() {
    change { if $0.phase == .unlocked { $0.phase = .locked } }
  }

  /// Unlocks the device.
  public func unlock() { change { $0.phase = .unlocked } }

  // MARK: Passcode

  /// Sets a passcode, or another one.
  public func setPasscode() {
    change { state in
      if !state.hasPasscode { state.passcodeGeneration += 1 }
      state.hasPasscode = true
    }
  }

  /// Removes the passcode, and with it for good every item that needs one, and all enrolments.
  public func removePasscode() {
    change { state in
      state.hasPasscode = false
      state.enrolments = 0
      state.biometrySet += 1
    }
  }

  // MARK: Biometry

  /// Enrols one more finger or face. Items bound to the current set end.
  public func enrolBiometry() {
    change { state in
      state.enrolments += 1
      state.biometrySet += 1
    }
  }

  /// Takes all enrolments away.
  public func removeBiometry() {
    change { state in
      if state.enrolments > 0 { state.biometrySet += 1 }
      state.enrolments = 0
    }
  }
}
