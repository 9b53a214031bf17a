extension Suite {
  /// Credentials, and steps 7 to 9 of spec §13.1.
  mutating func addOpening() throws {
    try addCredentials()
    try addCosts()
    try addUnlock()
    try addWitness()
  }

  private mutating func addCredentials() throws {
    let good = KeyText.keyFile(Keys.keyFile)
    let texts: [(String, String, String, [String])] = [
      ("credential_lower_case", "6.2-2", "A key-file key in lower case.", [good.lowercased()]),
      ("credential_checksum", "6.2-2", "A key with a wrong character.", [good.dropLast() + "Q"]),
      (
        "credential_zero_bits", "6.2-2", "One of the four bits after the key is not zero.",
        [KeyText.encode("secretfile-key-", Keys.keyFile, lastBits: 1).uppercased()]
      ),
      ("credential_short", "6.2-2", "A key of 31 bytes.", [KeyText.keyFile(Bytes(Keys.keyFile.dropLast()))]),
      ("credential_other_part", "6.2-1", "A device key in a key file.", [KeyText.device(Keys.keyFile)]),
      ("credential_no_key", "6.2-1", "A key file with a comment and no key.", ["# a key was here\n\n"]),
      ("credential_bad_line", "6.2-1", "A good key, and a line that is none.", [good + "\npassword\n"]),
    ]
    for (name, clause, description, files) in texts {
      try fault(name, .credential, clause, description) { $0.keyFiles = files }
    }
    try fault("credential_two_devices", .credential, "6.2-1", "Two keys in a device-key file.") {
      $0.deviceKeys = [KeyText.device(Keys.device) + "\n" + KeyText.device(Keys.otherDevice) + "\n"]
    }
    try fault("credential_presence", .credential, "6.2-1", "A key-file key among the enrolment identities.") {
      $0.presence = [good]
    }
    try fault("credential_no_device", .credential, "6.2-1", "A device-key file without a key.") {
      $0.deviceKeys = ["# lost\n"]
    }
    try fault("credential_no_presence", .credential, "6.2-1", "An empty file of enrolment identities.") {
      $0.presence = [""]
    }
    try fault("credential_empty_passphrase", .credential, "6.1-1", "An empty passphrase beside a good key.") {
      $0.passphrases = [[]]
    }
    try fault(
      "credential_not_utf8", .credential, "6.1-1", "A passphrase that is not UTF-8 beside a good key."
    ) {
      $0.passphrases = [[0x63, 0x61, 0x66, 0xe9]]
    }
  }

  /// Where a derivation would be costly the slot is sealed under 32 fixed bytes in place of its output.
  private mutating func addCosts() throws {
    func add(_ made: inout Case, _ opslimit: UInt32, _ memlimit: UInt32) {
      made.slot(Slot(.passphrase(Keys.otherPassphrase))) {
        ($0.opslimit, $0.memlimit, $0.stretched) = (opslimit, memlimit, Bytes(from: 7))
      }
    }
    try fault("cost_passes", .kdfCost, "6.5-1 3-1", "A passphrase is given, and a slot wants 17 passes.") {
      $0.addPassphrase()
      $0.openWithPassphrase()
      add(&$0, 17, 8)
    }
    try fault("cost_memory", .kdfCost, "6.5-1 3-1", "A passphrase is given, and a slot wants 1,048,577 KiB.")
    {
      add(&$0, 1, 1_048_577)
      $0.openWithPassphrase()
    }
    try fault(
      "cost_sum_of_slots", .kdfCost, "6.5-1 3-1", "Three slots, each at the limits: together too much."
    ) {
      for _ in 0..<3 { add(&$0, 16, 1_048_576) }
      $0.openWithPassphrase()
    }
    try fault(
      "cost_sum_of_tries", .kdfCost, "6.5-1 3-1", "One slot at the limits, and three passphrases for it."
    ) {
      add(&$0, 16, 1_048_576)
      $0.passphrases = [Keys.passphrase, Keys.otherPassphrase, Bytes("a third")]
    }
    try fault(
      "cost_overflow", .kdfCost, "2-1 6.5-1",
      "opslimit and memlimit are 2^32 - 1: their product needs 64 bits."
    ) {
      add(&$0, .max, .max)
      $0.openWithPassphrase()
    }
    try valid("cost_not_tried", "6.5-1", "A slot above the limits is no matter when no passphrase is given.")
    {
      add(&$0, 17, 1_048_577)
    }
    try valid("cost_named_slot", "6.5-1", "The slot above the limits is not the one that is to be tried.") {
      add(&$0, 17, 8)
      $0.addPassphrase()
      $0.openWithPassphrase(2)
      $0.namedSlot = 2
    }
  }

  private mutating func addUnlock() throws {
    try fault("unlock_wrong_key", .unlock, "4.2-13", "Another key file's key.") {
      $0.keyFiles = [KeyText.keyFile(Keys.otherKeyFile)]
    }
    try fault("unlock_no_credential", .unlock, "6.4-1", "No credential at all.") { $0.keyFiles = [] }
    try fault("unlock_wrong_passphrase", .unlock, "6.4-2", "Another passphrase.") {
      $0.container.slots = [Slot(.passphrase(Keys.passphrase))]
      ($0.keyFiles, $0.passphrases) = ([], [Keys.otherPassphrase])
    }
    try fault(
      "unlock_not_trimmed", .unlock, "6.1-3", "The passphrase with a newline after it is another one."
    ) {
      $0.container.slots = [Slot(.passphrase(Keys.passphrase))]
      ($0.keyFiles, $0.passphrases) = ([], [Keys.passphrase + [0x0a]])
    }
    try fault("unlock_mac", .unlock, "4.2-13", "The mac is wrong, headerHash right.") {
      $0.edit(.mac) { $0.flip(31) }
    }
    try fault(
      "unlock_field_changed", .unlock, "4.2-13",
      "generation raised by one without the master key: hash right, mac old."
    ) { made in
      let old = try? made.container.build()
      made.edit(.header) { $0[36] += 1 }
      made.edit(.mac) { $0 = old?.mac ?? [] }
    }
    try fault(
      "unlock_slot_added", .unlock, "4.2-13", "Someone without the master key put in a second slot: mac old."
    ) { made in
      let old = try? made.container.build()
      made.slot(Slot(.keyFile(Keys.otherKeyFile)))
      made.edit(.mac) { $0 = old?.mac ?? [] }
    }
    try fault(
      "unlock_other_master", .unlock, "6.4-1", "The slot seals a master key that does not verify the mac."
    ) {
      $0.container.slots[0].sealedKey = Bytes(from: 0x11)
    }
    try fault("unlock_old_epoch", .unlock, "4.2-13", "keyEpoch 2, and the slot is sealed for keyEpoch 1.") {
      ($0.container.keyEpoch, $0.container.generation) = (2, 2)
      $0.container.slots[0].sealedEpoch = 1
    }
    try fault(
      "unlock_passcode_blob", .unlock, "6.1-3", "Of a passphrase slot only the master key's blob opens."
    ) {
      $0.container.slots = [Slot(.passphrase(Keys.passphrase))]
      $0.container.slots[0].editBody = { $0.flip(-1) }
      $0.openWithPassphrase(0)
    }
    try fault(
      "unlock_zero_secret", .unlock, "6.3-1", "An X25519 slot of which the shared secret is all zeros."
    ) {
      $0.container.slots = [Slot(.recipient(Keys.identity))]
      $0.container.slots[0].ephemeralPoint = Bytes(repeating: 0, count: 32)
      ($0.keyFiles, $0.identities) = ([], [KeyText.identity(Keys.identity)])
    }
    try fault(
      "unlock_enrolment_identity", .unlock, "6.4-1",
      "The identity of an enrolment does not open the container."
    ) {
      $0.addEnrolment()
      ($0.keyFiles, $0.identities) = ([], [KeyText.identity(Keys.enrolled)])
    }
    try fault("unlock_slot_unknown", .unlock, "6.4-2", "The caller names a slotID that is not there.") {
      $0.slotID = Bytes(repeating: 0xee, count: 8)
    }
    try fault("unlock_slot_enrolment", .unlock, "6.4-2", "The caller names an enrolment.") {
      $0.addEnrolment()
      $0.namedSlot = 1
      $0.identities = [KeyText.identity(Keys.enrolled)]
    }
    try valid(
      "unlock_next_slot", "6.4-1", "The first slot that opens gives a wrong master key; the second is right."
    ) {
      $0.container.slots[0].id = Bytes(repeating: 0, count: 8)
      $0.container.slots[0].sealedKey = Bytes(from: 0x11)
      $0.slot(Slot(.keyFile(Keys.keyFile)))
      $0.opens = 1
    }
  }

  private mutating func addWitness() throws {
    try fault("rollback_generation", .rollback, "13.4-1", "The witness has seen the next generation.") {
      $0.hasWitness { ($0.generation, $0.mac) = (6, hash(Bytes("later"))) }
    }
    try fault("rollback_epoch", .rollback, "13.4-1", "The witness has seen keyEpoch 3 in a lower generation.")
    {
      $0.hasWitness { ($0.keyEpoch, $0.generation, $0.mac) = (3, 4, hash(Bytes("later"))) }
    }
    try fault(
      "precedence_rollback_root", .rollback, "13.1-1", "An older container, the root of which is damaged."
    ) {
      $0.hasWitness { ($0.generation, $0.mac) = (6, hash(Bytes("later"))) }
      $0.edit(.rootLinked) { $0.flip(100) }
    }
    try fault("fork_same_generation", .fork, "13.4-2", "The witness has another mac for the same generation.")
    {
      $0.hasWitness { $0.mac = hash(Bytes("another")) }
    }
    try fault("fork_previous", .fork, "13.4-3", "One generation above the witness, but not made from it.") {
      $0.hasWitness { ($0.generation, $0.mac) = (4, hash(Bytes("another"))) }
    }
    try valid("witness_equal", "13.4-1 13.4-2", "The witness is of this very container.") {
      $0.hasWitness { _ in }
    }
    try valid("witness_previous", "13.4-3 13.4-7", "One generation above the witness, made from it.") {
      let mac = $0.container.previousMac
      $0.hasWitness { ($0.generation, $0.mac) = (4, mac) }
    }
    try valid(
      "witness_long_ago", "13.4-3", "Three generations above the witness: there is nothing to compare."
    ) {
      $0.hasWitness { ($0.generation, $0.mac) = (2, hash(Bytes("long ago"))) }
    }
    try valid(
      "rollback_accepted", "13.4-8", "An older container, which the caller accepts: the witness stays."
    ) {
      $0.hasWitness { ($0.generation, $0.mac) = (6, hash(Bytes("later"))) }
      $0.flags = [.acceptRollback]
    }
    try valid(
      "fork_accepted", "13.4-8", "Another history, which the caller accepts: the witness stays."
    ) {
      $0.hasWitness { $0.mac = hash(Bytes("another")) }
      $0.flags = [.acceptFork]
    }
    try valid(
      "proven_by_pin", "13.4-4", "A recipient alone proves nothing; a witness with the same pin does."
    ) {
      $0.container.slots = [Slot(.recipient(Keys.identity))]
      ($0.keyFiles, $0.identities) = ([], [KeyText.identity(Keys.identity)])
      $0.hasWitness { _ in }
      $0.flags = [.proven]
    }
    try valid(
      "proven_not", "13.4-4 13.4-6", "A witness with another pin: some stranger may have made the container."
    ) {
      $0.container.slots = [Slot(.recipient(Keys.identity))]
      ($0.keyFiles, $0.identities) = ([], [KeyText.identity(Keys.identity)])
      $0.hasWitness { $0.pin = hash($0.pin) }
      $0.flags = [.notProven]
    }
  }
}

extension Case {
  /// Makes the container one of generation 5 in keyEpoch 2, with a witness of it that is changed.
  mutating func hasWitness(_ change: @escaping (inout Witness) -> Void) {
    (container.keyEpoch, container.generation) = (2, 5)
    operation = .open
    makeWitness = {
      var witness = Witness(keyEpoch: 2, generation: 5, mac: $0.mac, pin: $0.keys.pin)
      change(&witness)
      return witness
    }
  }
}
