/// What a slot's credential is (spec §4.3).
package enum SlotKind {
  package static let passphrase: UInt16 = 1
  package static let keyFile: UInt16 = 2
  package static let recipient: UInt16 = 3
}

/// What a slot gives: the master key, or the presence key (an enrolment).
package enum SlotRole {
  package static let master: UInt8 = 0
  package static let presence: UInt8 = 1
}

/// One way in, as the header holds it: kind u16, role u8, flags u8, slotID 8, bodyLength u32,
/// body (spec §4.3).
package struct Slot: Equatable, Sendable {
  package var kind: UInt16
  package var role: UInt8
  package var flags: UInt8
  package var slotID: Bytes8
  package var body: [UInt8]

  package init(kind: UInt16, role: UInt8, flags: UInt8 = 0, slotID: Bytes8, body: [UInt8]) {
    self.kind = kind
    self.role = role
    self.flags = flags
    self.slotID = slotID
    self.body = body
  }

  /// Whether version 1 defines the kind.
  package var isKnown: Bool { (SlotKind.passphrase...SlotKind.recipient).contains(kind) }

  /// Bytes the slot takes in the header.
  package var encodedCount: Int { Size.slotHead + body.count }

  package static func parse(_ reader: inout Reader) throws(FormatError) -> Slot {
    let start = reader.offset
    let kind = try reader.u16("slot is cut off")
    let role = try reader.u8("slot is cut off")
    let flags = try reader.u8("slot is cut off")
    let slotID: Bytes8 = try reader.fixed("slot is cut off")
    let length = try reader.u32("slot is cut off")
    let body = try reader.take(Int(length), "slot body is cut off")
    let slot = Slot(kind: kind, role: role, flags: flags, slotID: slotID, body: [UInt8](copying: body))
    try slot.check(at: start)
    return slot
  }

  private func check(at offset: Int) throws(FormatError) {
    func fail(_ what: StaticString) -> FormatError { FormatError(.header, at: offset, what) }
    guard role <= SlotRole.presence else { throw fail("unknown slot role") }
    guard isKnown else { return }
    guard flags == 0 else { throw fail("slot flags are not 0") }
    guard role == SlotRole.master || kind == SlotKind.recipient else {
      throw fail("an enrolment must be a recipient slot")
    }
    switch kind {
    case SlotKind.passphrase:
      guard let view = PassphraseBody(body) else { throw fail("passphrase slot has a wrong length") }
      guard view.opslimit >= 1, view.memlimitKiB >= Limit.leastMemoryKiB else {
        throw fail("passphrase slot has a cost below the minimum")
      }
    case SlotKind.keyFile:
      guard KeyFileBody(body) != nil else { throw fail("key-file slot has a wrong length") }
    default:
      guard RecipientBody(body) != nil else { throw fail("recipient slot has a wrong length") }
    }
  }

  package func encode(into out: inout Writer) {
    encodePrefix(bodyCount: body.count, into: &out)
  }

  /// The slot's bytes from kind up to byte `bodyCount` of its body: what the associated data of
  /// a blob in it names (spec §5.2).
  package func encodePrefix(bodyCount: Int, into out: inout Writer) {
    out.u16(kind)
    out.u8(role)
    out.u8(flags)
    out.append(slotID)
    out.u32(UInt32(truncatingIfNeeded: body.count))
    out.append(body.span.extracting(first: bodyCount))
  }
}
