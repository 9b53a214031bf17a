import SecretFile

/// Asks a person at the terminal for what the slots need that a rotation would otherwise lose. Without a terminal
/// nothing is asked, and the refusal says what is missing.
struct RotationQuestions {
  private let info: ContainerInfo
  private let path: Path
  private let console: Console

  init(_ info: ContainerInfo, _ path: Path, _ console: Console) {
    self.info = info
    self.path = path
    self.console = console
  }

  /// Completes the request.
  func ask(_ request: inout RotationRequest, _ opened: Container) throws(Outcome) {
    guard Launch.isTerminal(2), let terminal = Terminal() else { return }
    for slot in try undecided(request, opened) {
      let label = slot.label.map { " (\(Escaping.visible($0)))" } ?? ""
      switch slot.kind {
      case .passphrase:
        let answer = try terminal.askHidden(
          "passphrase of slot \(slot.id)\(label), which stays only with it: ")
        if answer.count == 0 { continue }
        try container(path) { () throws(SecretFileError) in
          try CredentialReader.add(answer, to: &request.credentials)
        }
      case .recipient:
        let recipient = slot.recipient.map { ", \($0)" } ?? ""
        if try terminal.confirm("does slot \(slot.id)\(label)\(recipient) stay?") { request.keep(slot.id) }
      case .keyFile:
        let question = "key file of slot \(slot.id)\(label), which stays only with it: "
        guard let file = try terminal.askFile(question) else { continue }
        let text = try SecretInput.key(file, what: "the key file", console)
        try container(file) { () throws(SecretFileError) in
          try text.withBytes { (text) throws(SecretFileError) in try request.credentials.addKeyFile(text) }
        }
      case .unknown: break
      }
    }
  }

  /// The slots that would be lost, though nobody named them.
  private func undecided(_ request: RotationRequest, _ opened: Container) throws(Outcome) -> [SlotInfo] {
    let candidates = info.slots.filter {
      !$0.isEnrolment && $0.id != info.openedSlot && !request.drop.contains($0.id)
    }
    if candidates.isEmpty { return [] }
    let plan = try container(path) { () throws(SecretFileError) in try opened.rotationPlan(request) }
    let kept = Set(plan.keptSlots.map(\.id))
    return candidates.filter { !kept.contains($0.id) }
  }
}

extension RotationRequest {
  /// Confirms a recipient's slot.
  fileprivate mutating func keep(_ id: SlotID) {
    if case .only(let ids) = keepRecipients { keepRecipients = .only(ids.union([id])) }
  }
}
