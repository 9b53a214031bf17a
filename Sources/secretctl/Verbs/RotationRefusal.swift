import SecretFile

/// What speaks against a rotation, and what would speak for it.
struct RotationRefusal {
  private let report: RotationReport
  /// Slots that are neither kept nor dropped.
  private let undecided: [SlotInfo]

  /// - Parameter info: The container as it is.
  init(_ report: RotationReport, _ info: ContainerInfo) {
    self.report = report
    let decided = Set((report.keptSlots + report.droppedSlots).map(\.id))
    undecided = info.slots.filter { !decided.contains($0.id) }
  }

  /// The first reason on the line, the others below; nil if nothing speaks against it.
  func outcome(_ path: Path) -> Outcome? {
    guard let first = report.refusals.first, let code = report.refusalCode else { return nil }
    var outcome = Outcome(
      code.name, Outcome.exit(of: code), "\(path): the rotation is refused: \(first)", hint: hint(code))
    outcome.details = Array(report.refusals.dropFirst())
    outcome.slots = undecided.map(\.id.description)
    return outcome
  }

  private func hint(_ code: SecretFileError.Code) -> String {
    var ways: [String] = []
    func add(_ way: String) { if !ways.contains(way) { ways.append(way) } }
    for slot in undecided {
      switch slot.kind {
      case .passphrase: add("give the passphrase with --passphrase-fd")
      case .keyFile: add("give the key file with -i")
      case .recipient: add("keep a recipient with --keep-recipient ID")
      case .unknown: break
      }
    }
    if !undecided.isEmpty { add("let a slot go with --drop-slot ID") }
    if !report.lost.isEmpty || !report.invalidated.isEmpty { add("let the items go with --lose-items") }
    if ways.isEmpty {
      switch code {
      case .presence: add("give the identity of an enrolment with --presence")
      case .passcode: add("give a passphrase of the container with --passphrase-fd")
      case .device: add("give the device key with --device-key")
      case .version: add("use a newer secretctl")
      default: add("keep or add a way in: name fewer slots with --drop-slot")
      }
    }
    return ways.joined(separator: ", or ")
  }
}
