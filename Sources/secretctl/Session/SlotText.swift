import SecretFile

/// Slots for people and in JSON.
enum SlotText {
  /// What a slot is, in columns: kind, label, cost or recipient.
  static func words(_ slot: SlotInfo) -> [String] {
    var notes: [String] = []
    if let cost = slot.cost { notes.append("\(cost.memlimitKiB / 1024) MiB, \(cost.opslimit) passes") }
    if let recipient = slot.recipient { notes.append("\(recipient)") }
    return [
      kind(slot) + (slot.isEnrolment ? " (enrolment)" : ""), slot.label.map { Escaping.visible($0) } ?? "",
      notes.joined(separator: ", "),
    ]
  }

  /// The kind's name.
  static func kind(_ slot: SlotInfo) -> String {
    switch slot.kind {
    case .passphrase: "passphrase"
    case .keyFile: "key file"
    case .recipient: "recipient"
    case .unknown(let number): "kind \(number)"
    }
  }

  /// One slot as an object.
  static func json(_ slot: SlotInfo, _ writer: inout JSONWriter) {
    writer.object {
      $0.field("id", slot.id.description)
      switch slot.kind {
      case .passphrase: $0.field("kind", "passphrase")
      case .keyFile: $0.field("kind", "keyFile")
      case .recipient: $0.field("kind", "recipient")
      case .unknown(let number): $0.field("kind", Int64(number))
      }
      $0.field("enrolment", slot.isEnrolment)
      if let label = slot.label { $0.field("label", label) }
      if let created = slot.created { $0.field("created", TimeText.text(created)) }
      if let recipient = slot.recipient { $0.field("recipient", "\(recipient)") }
      if let cost = slot.cost {
        $0.key("kdf")
        $0.object {
          $0.field("passes", Int64(cost.opslimit))
          $0.field("memoryKiB", Int64(cost.memlimitKiB))
        }
      }
    }
  }
}
