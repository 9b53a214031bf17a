/// The header's mac: everything before it is right, headerHash too, and only who has the master key could have made
/// the mac fit (spec §4.2).
extension Suite {
  mutating func addMacs() throws {
    try addChangedFields()
    try addChangedSlots()
    try addOtherMacs()
  }

  private mutating func mac(
    _ name: String, _ description: String, _ prepare: (inout Case) -> Void = { _ in },
    change: @escaping (inout Bytes) -> Void
  ) throws {
    try fault("mac_" + name, .unlock, "4.2-13", description + ": hash right, mac old.") { made in
      prepare(&made)
      let old = try? made.container.build()
      made.edit(.header, change)
      made.edit(.mac) { $0 = old?.mac ?? [] }
    }
  }

  private mutating func addChangedFields() throws {
    try mac("container_id_first", "The first byte of containerID") { $0.flip(16) }
    try mac("container_id_last", "The last byte of containerID") { $0.flip(31) }
    try mac("epoch", "keyEpoch 2 in place of 1") { $0.put(2, 4, at: 32) }
    try mac("epoch_high", "keyEpoch 2^24 + 1 in place of 1") { $0[35] = 1 }
    try mac("generation_high", "generation 2^56 + 1 in place of 1") { $0[43] = 1 }
    try mac("root_link_first", "The first byte of rootLink") { $0.flip(56) }
    try mac("root_link_last", "The last byte of rootLink") { $0.flip(87) }
  }

  private mutating func addChangedSlots() throws {
    func unknown(_ made: inout Case) {
      made.slot(Slot(.unknown(9, body: [1, 2, 3]))) { $0.id = Bytes(repeating: 0xff, count: 8) }
    }
    func enrolled(_ made: inout Case) {
      made.slot(Slot(.recipient(Keys.enrolled), role: 1)) { $0.id = Bytes(repeating: 0xff, count: 8) }
    }
    func passphrase(_ made: inout Case) {
      made.slot(Slot(.passphrase(Keys.passphrase))) { $0.id = Bytes(repeating: 0xff, count: 8) }
    }
    // The slot that is changed stands after the key file's of 88 bytes.
    try mac("slot_kind", "The kind of an unknown slot", unknown) { $0[180] = 10 }
    try mac("slot_role", "An unknown slot made an enrolment", unknown) { $0[182] = 1 }
    try mac("slot_flags", "A flag of an unknown slot", unknown) { $0[183] = 1 }
    try mac("slot_id", "The id of an unknown slot", unknown) { $0[184] = 0xfe }
    try mac("slot_body", "The body of an unknown slot", unknown) { $0.flip(196) }
    try mac("slot_point", "The ephemeral public key of an enrolment", enrolled) { $0.flip(196) }
    try mac("slot_blob", "The blob of an enrolment", enrolled) { $0.flip(230) }
    try mac("slot_passes", "The opslimit of a passphrase slot", passphrase) { $0[196] = 2 }
    try mac("slot_salt", "The salt of a passphrase slot", passphrase) { $0.flip(204) }
    try mac("slot_own_blob", "A bit of the blob that opens") { $0.flip(120) }
    try fault(
      "mac_slot_stripped", .unlock, "4.2-13", "A second slot has been taken out: hash right, mac old."
    ) { made in
      made.addPassphrase()
      let old = try? made.container.build()
      made.container.slots.removeLast()
      made.edit(.mac) { $0 = old?.mac ?? [] }
    }
    try fault(
      "mac_slots_renamed", .unlock, "4.2-13", "Two unknown slots have changed their ids: hash right, mac old."
    ) { made in
      for number in [1, 2] as [UInt8] {
        made.slot(Slot(.unknown(9, body: [number]))) { $0.id = Bytes(repeating: 0xf0 + number, count: 8) }
      }
      let old = try? made.container.build()
      (made.container.slots[1].id, made.container.slots[2].id) = (
        made.container.slots[2].id, made.container.slots[1].id
      )
      made.edit(.mac) { $0 = old?.mac ?? [] }
    }
  }

  private mutating func addOtherMacs() throws {
    try fault("mac_zero", .unlock, "4.2-13", "The mac is zeros.") {
      $0.edit(.mac) { $0 = Bytes(repeating: 0, count: 32) }
    }
    try fault("mac_first_bit", .unlock, "4.2-13", "A bit of the mac's first byte is wrong.") {
      $0.edit(.mac) { $0.flip(0) }
    }
    let keys: [(String, String, StaticString)] = [
      ("mac_root_key", "The mac is made with the root's key.", "root"),
      ("mac_pin_key", "The mac is made with the pin as its key.", "pin"),
    ]
    for (name, description, label) in keys {
      try fault(name, .unlock, "4.2-13", description) { made in
        guard let built = try? made.container.build() else { return }
        let covered = Bytes(built.header.dropLast(32))
        made.edit(.mac) {
          $0 = hash(covered, key: derived(built.keys.master, label, built.keys.containerID))
        }
      }
    }
    try fault("mac_without_hash", .unlock, "4.2-13", "The mac leaves headerHash out.") { made in
      guard let built = try? made.container.build() else { return }
      let covered = Bytes(built.header.dropLast(64))
      made.edit(.mac) {
        $0 = hash(covered, key: derived(built.keys.master, "header", built.keys.containerID))
      }
    }
    try fault("mac_without_key", .unlock, "4.2-13", "The mac is a hash without a key.") { made in
      guard let built = try? made.container.build() else { return }
      made.edit(.mac) { $0 = hash(Bytes(built.header.dropLast(32))) }
    }
  }
}
