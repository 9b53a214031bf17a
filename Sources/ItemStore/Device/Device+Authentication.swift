public import SecretCrypto
internal import SecretFile

extension Device {
  /// What the user does when asked to authenticate.
  public enum Answer: Sendable, Hashable {
    /// Shows the right finger or face, or enters the passcode.
    case accepts
    /// Cancels: `errSecUserCanceled`.
    case cancels
    /// Fails too often, or biometry is locked out: `errSecAuthFailed`.
    case fails
    /// Cannot be asked, for instance in the background: `errSecInteractionNotAllowed`.
    case isAway
  }

  /// What the user does when asked.
  public var answer: Answer {
    get { with { $0.answer } }
    set { change { $0.answer = newValue } }
  }

  /// How often the user was asked so far.
  public var authentications: Int { with { $0.authentications } }

  /// The application password that is presented with items that have one; nil for none.
  public func presentPassword(_ password: SecretBuffer?) {
    change { $0.itemPassword = password.map { ItemPassword($0) } }
  }

  struct ItemPassword: Sendable {
    let secret: SecretBuffer
    init(_ secret: SecretBuffer) { self.secret = secret }
  }

  /// The application password that is presented.
  var password: SecretBuffer? { with { $0.itemPassword?.secret } }
}

/// What an item in memory was sealed under, beside its class.
struct Seal: Sendable, Hashable {
  var passcodeGeneration: UInt64
  var biometrySet: UInt64

  /// Of items in a container, which knows by itself: in order.
  static let present = Seal(passcodeGeneration: 0, biometrySet: .max)
  /// The same, bound to a set of enrolments that is no more.
  static let past = Seal(passcodeGeneration: 0, biometrySet: 0)
}

extension Device.State {
  /// The seal of what is written now.
  var seal: Seal { Seal(passcodeGeneration: passcodeGeneration, biometrySet: biometrySet) }

  /// Whether the class key of an item is there, in the table's words: `ak aku akpu` need an unlocked device, akpu
  /// a passcode too, `ck cku` the first unlock; `dk dku` nothing.
  func status(of accessibility: Accessibility) -> ItemStatus {
    switch accessibility {
    case .whenUnlocked, .whenUnlockedThisDeviceOnly:
      phase == .unlocked ? .success : .interactionNotAllowed
    case .whenPasscodeSetThisDeviceOnly:
      !hasPasscode ? .notAvailable : phase == .unlocked ? .success : .interactionNotAllowed
    case .afterFirstUnlock, .afterFirstUnlockThisDeviceOnly:
      phase == .beforeFirstUnlock ? .interactionNotAllowed : .success
    case .always, .alwaysThisDeviceOnly: .success
    }
  }

  /// Whether an item of an access control can be made: some way to satisfy it must exist.
  func canSeal(_ control: AccessControl) -> Bool { ways(control, seal).contains { $0 } }

  /// Whether someone at the device could satisfy the access control of an item sealed like this.
  func canOpen(_ control: AccessControl, _ seal: Seal) -> Bool { ways(control, seal).contains { $0 } }

  /// For each alternative of an access control, whether it is possible here.
  private func ways(_ control: AccessControl, _ seal: Seal) -> [Bool] {
    let constraints = control.intersection(.constraints)
    let isCurrent =
      !control.contains(.biometryCurrentSet) || seal.biometrySet == biometrySet || seal == .present
    let biometry = enrolments > 0 && isCurrent
    if constraints.isEmpty { return [true] }
    if constraints == .userPresence { return [biometry, hasPasscode] }
    let wantsBiometry = !constraints.isDisjoint(with: [.biometryAny, .biometryCurrentSet])
    guard constraints.contains(.devicePasscode) else { return [biometry] }
    if !wantsBiometry { return [hasPasscode] }
    return control.contains(.or) ? [biometry, hasPasscode] : [biometry && hasPasscode]
  }
}

extension AccessControl {
  /// Whether reading an item asks the user.
  var asksUser: Bool { !isDisjoint(with: .constraints) }
}
