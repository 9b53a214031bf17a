internal import Files
internal import SecretCrypto
internal import SecretFile
internal import Synchronization

/// Items in a container file, beside which a folder stands for the device.
///
/// The states of the device are real: before the first unlock nothing is open; while locked the process holds the
/// keys of attributes and the AfterFirstUnlock classes and no others; to unlock, the container is opened anew.
final class FileBacking: KeychainBacking {
  private let file: KeychainFile
  private var folder: DeviceFolder { file.folder }
  private let held = Mutex(Held())

  private struct Held: Sendable {
    var container: Container?
    /// What the device was like when the file last followed it.
    var seen: Facts?
  }

  /// What of a device leaves traces in the file.
  struct Facts: Hashable, Sendable {
    var hasPasscode: Bool
    var passcodeGeneration: UInt64
    var biometrySet: UInt64

    init(_ state: Device.State) {
      hasPasscode = state.hasPasscode
      passcodeGeneration = state.passcodeGeneration
      biometrySet = state.biometrySet
    }
  }

  init(_ file: KeychainFile) { self.file = file }

  // MARK: Calls

  func follow(_ device: Device) throws(ItemStatus) -> Device.State {
    try held.withLock { (held) throws(ItemStatus) in
      do throws(SecretFileError) { return try follow(device, &held) } catch { throw ItemStatus(error) }
    }
  }

  func run(_ operation: some ItemOperation, _ device: Device) throws(ItemStatus) -> KeychainResult {
    guard let container = held.withLock({ $0.container }) else { throw .interactionNotAllowed }
    guard operation.writes else {
      var reader = ContainerReader(container: container)
      return try operation.run(on: &reader)
    }
    var options = CommitOptions()
    options.now = device.now
    var status: ItemStatus?
    do throws(SecretFileError) {
      return try container.update(options) { (transaction) throws(SecretFileError) in
        status = nil
        do throws(ItemStatus) { return try operation.run(on: &transaction) } catch {
          status = error
          throw SecretFileError(.refused, "the call failed with \(error.rawValue)")
        }
      }
    } catch {
      throw status ?? ItemStatus(error)
    }
  }

  // MARK: Following the device

  private func follow(_ device: Device, _ held: inout Held) throws(SecretFileError) -> Device.State {
    var state = device.with { $0 }
    guard state.phase != .beforeFirstUnlock else {
      held.container = nil
      throw SecretFileError(.locked, "the device was not unlocked since it was switched on")
    }
    var container: Container
    if let known = held.container { container = known } else { container = try open(state) }
    if held.seen == nil {
      // The file knows whether the device has a passcode.
      let hasPasscode = container.hasPassphraseSlot
      device.with { $0.hasPasscode = hasPasscode }
      state.hasPasscode = hasPasscode
    } else if let seen = held.seen, seen != Facts(state) {
      if container.isLocked { container = try open(state) }
      try apply(state, seen, container, device)
      container = try open(state)
    }
    held.seen = Facts(state)
    if state.phase == .locked, !state.hasPasscode { state.phase = .unlocked }
    if state.phase == .locked {
      try container.lock(keeping: KeychainFile.afterFirstUnlock)
    } else if container.isLocked {
      container = try open(state)
    }
    held.container = container
    do throws(SecretFileError) { try container.refresh() } catch {
      // The next call opens it anew; a locked one waits for the unlocking.
      if !container.isLocked { held.container = nil }
      throw error
    }
    return state
  }

  private func open(_ state: Device.State) throws(SecretFileError) -> Container {
    try file.openOrMake(withPasscode: state.hasPasscode)
  }

  // MARK: What the device changes in the file

  private func apply(
    _ state: Device.State, _ seen: Facts, _ container: Container, _ device: Device
  ) throws(SecretFileError) {
    let isRemoved =
      seen.hasPasscode && (!state.hasPasscode || seen.passcodeGeneration != state.passcodeGeneration)
    if isRemoved { try removePasscode(container, device) }
    if state.hasPasscode, isRemoved || !seen.hasPasscode { try addPasscode(container) }
    if state.biometrySet != seen.biometrySet { try renewEnrolments(container) }
  }

  /// Drops the passphrase, and with it for good what needs one.
  private func removePasscode(_ container: Container, _ device: Device) throws(SecretFileError) {
    var request = RotationRequest(credentials: try folder.credentials(), keepRecipients: .all)
    request.drop = Set(container.info.slots.filter { $0.kind == .passphrase }.map(\.id))
    request.loseItems = true
    if request.drop.isEmpty { return }
    let report = try container.rotate(request)
    if !report.lost.isEmpty { device.note(.destroyed(report.lost.count)) }
  }

  private func addPasscode(_ container: Container) throws(SecretFileError) {
    if container.hasPassphraseSlot { return }
    try folder.make(.passcode)
    guard let passcode = try folder.passcode() else { return }
    try container.update { (change) throws(SecretFileError) in
      _ = try change.addSlot(.passphrase(passcode, cost: .writerFloor, label: "passcode"))
    }
  }

  /// Gives the container another set of enrolments, so that what was bound to the old one ends.
  private func renewEnrolments(_ container: Container) throws(SecretFileError) {
    let recipient = try folder.addPresence()
    try container.update { (change) throws(SecretFileError) in
      change.allowInvalidation()
      let old = change.info.slots.filter(\.isEnrolment)
      _ = try change.addSlot(.enrolment(recipient, label: "biometry"))
      for slot in old { try change.removeEnrolment(slot.id) }
    }
  }
}
