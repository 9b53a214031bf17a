extension Suite {
  /// Steps 4 to 6 of spec §13.1, but for the slots.
  mutating func addHeader() throws {
    try fault(
      "hash_field_damaged", .headerHash, "4.2-6", "A bit of the containerID is wrong in the first header."
    ) {
      $0.edit(.file) { $0.flip(16) }
    }
    try fault("hash_slot_damaged", .headerHash, "4.2-6", "A bit of a slot is wrong in the first header.") {
      $0.edit(.file) { $0.flip(130) }
    }
    try fault(
      "hash_wrong", .headerHash, "4.2-6", "headerHash is not the hash, in both headers; the mac covers it."
    ) {
      $0.edit(.headerHash) { $0.flip(0) }
    }
    try fault("header_epoch_zero", .header, "4.2-7", "keyEpoch is 0.") { $0.container.keyEpoch = 0 }
    try fault("header_epoch_high", .header, "4.2-7 3-1", "keyEpoch is 2^31.") {
      $0.container.keyEpoch = 1 << 31
    }
    try fault("header_generation_zero", .header, "4.2-8", "generation is 0.") {
      $0.container.generation = 0
      $0.container.editRootTags = { $0.removeAll { $0.number == 6 } }
    }
    try fault("header_generation_high", .header, "4.2-8 3-1", "generation is 2^63.") {
      $0.container.generation = 1 << 63
    }
    try fault("header_no_slots", .header, "4.2-9", "slotCount is 0, and there are no slots.") {
      $0.container.slots = []
      $0.opens = nil
    }
    try fault("header_65_slots", .header, "4.2-9 3-1", "A key-file slot and 64 of unknown kind.") { made in
      for _ in 0..<64 { made.slot(Slot(.unknown(9, body: []))) }
    }
    try fault("header_reserved", .header, "4.2-10", "The reserved field is 1.") {
      $0.edit(.header) { $0.put(1, 2, at: 90) }
    }
    try fault(
      "header_root_length", .header, "4.2-11", "The root's plaintext has one zero more, rootLength too."
    ) {
      $0.edit(.rootPlain) { $0.append(0) }
    }
    try fault("header_root_short", .header, "4.2-11", "A root blob of 40 bytes: no plaintext at all.") {
      $0.edit(.rootPlain) { $0 = [] }
    }
    try fault(
      "length_field", .length, "4.2-12",
      "fileLength is one too many, in both headers; hash and mac are right."
    ) {
      $0.edit(.header) { $0[44] += 1 }
    }
    try fault("length_cut", .length, "4.2-12", "The last byte of the file is missing.") {
      $0.edit(.file) { $0.removeLast() }
    }
    try fault("length_cut_in_root", .length, "4.2-12", "The file ends within the first root.") {
      $0.edit(.file) { $0 = Bytes($0.prefix(600)) }
    }
    try fault("length_appended", .length, "4.2-12", "A newline after the end.") {
      $0.edit(.file) { $0.append(0x0a) }
    }
    try fault(
      "length_below_least", .length, "4.2-12",
      "fileLength is the file's size, but copies and trailer are not there."
    ) {
      $0.container.items = []
      $0.edit(.header) { $0.put(244 + 296, 8, at: 44) }
      $0.edit(.file) { $0 = Bytes($0.prefix(244 + 296)) }
    }
    try fault(
      "precedence_header_length", .header, "13.1-1",
      "A reserved field and a wrong fileLength: step 5 is first."
    ) {
      $0.edit(.header) {
        $0.put(1, 2, at: 90)
        $0[44] += 1
      }
    }
    try fault(
      "precedence_length_unlock", .length, "13.1-1", "Cut, and the key is a wrong one: step 6 is first."
    ) {
      $0.edit(.file) { $0.removeLast() }
      $0.keyFiles = [KeyText.keyFile(Keys.otherKeyFile)]
    }
  }

  /// Slots of spec §4.3.
  mutating func addSlots() throws {
    try fault("slot_gap", .header, "4.3-1", "A byte is left over between the last slot and headerHash.") {
      $0.edit(.slotArea) { $0.append(0) }
    }
    try fault(
      "slot_overrun", .header, "4.3-1", "A slot of unknown kind says it is one byte longer than its space."
    ) {
      $0.slot(Slot(.unknown(9, body: [1, 2, 3]))) { $0.id = Bytes(repeating: 0xff, count: 8) }
      $0.edit(.slotArea) { $0[88 + 12] += 1 }
    }
    try fault("slot_count_low", .header, "4.3-1", "slotCount is 1, and there are two slots.") {
      $0.addPassphrase()
      $0.edit(.header) { $0.put(1, 2, at: 88) }
    }
    try fault("slot_order", .header, "4.3-2", "Two slots in descending order.") {
      $0.addPassphrase()
      $0.container.editSlots = { $0.reverse() }
    }
    try fault("slot_same_id", .header, "4.3-2", "Two slots of one slotID.") {
      $0.addPassphrase()
      for index in 0...1 { $0.container.slots[index].id = Bytes(from: 0xb0, count: 8) }
    }
    try fault("slot_only_enrolment", .header, "4.3-3", "The only slot is an enrolment.") {
      $0.container.slots = [Slot(.recipient(Keys.enrolled), role: 1)]
      $0.givePresence()
    }
    try fault("slot_role_two", .header, "4.3-4", "A second slot, of unknown kind, has role 2.") {
      $0.slot(Slot(.unknown(9, body: []), role: 2))
    }
    try fault("slot_key_file_enrolment", .header, "4.3-4", "A second slot of kind 2 has role 1.") {
      $0.slot(Slot(.keyFile(Keys.otherKeyFile), role: 1))
    }
    try fault("slot_passphrase_enrolment", .header, "4.3-4", "A second slot of kind 1 has role 1.") {
      $0.slot(Slot(.passphrase(Keys.passphrase), role: 1))
    }
    try fault("slot_flags", .header, "4.3-5", "A key-file slot with a flag.") {
      $0.container.slots[0].flags = 0x80
    }
    try fault("slot_body_long", .header, "4.3-6", "The body of a key-file slot has one byte more.") {
      $0.edit(.slotArea) {
        $0[12] += 1
        $0.append(0)
      }
    }
    try fault("slot_body_short", .header, "4.3-6", "The body of an X25519 slot has one byte less.") {
      $0.container.slots = [Slot(.recipient(Keys.identity))]
      $0.identities = [KeyText.identity(Keys.identity)]
      $0.edit(.slotArea) {
        $0[12] -= 1
        $0.removeLast()
      }
    }
    try fault(
      "slot_no_passes", .header, "4.3-7", "A passphrase slot with an opslimit of 0; the key file is given."
    ) {
      $0.slot(Slot(.passphrase(Keys.passphrase))) { ($0.opslimit, $0.stretched) = (0, Bytes(from: 7)) }
    }
    try fault(
      "slot_seven_kib", .header, "4.3-7", "A passphrase slot with a memlimit of 7; the key file is given."
    ) {
      $0.slot(Slot(.passphrase(Keys.passphrase))) { ($0.memlimit, $0.stretched) = (7, Bytes(from: 7)) }
    }
  }
}
