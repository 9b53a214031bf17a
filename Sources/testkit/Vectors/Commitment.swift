/// Blobs that open under more than one key, and others with the tag of a good one (spec §17): what commits is the mac,
/// the checks and the links.
extension Suite {
  mutating func addCommitment() throws {
    try addCollidingKeyFiles()
    try addCollidingRecipients()
    try addCollidingPassphrases()
    try addCollidingClassKeys()
    try addForgedTags()
  }

  private static func keyFile(_ made: inout Case, _ keys: [Bytes]) {
    let containerID = ContainerKeys(made.container).containerID
    made.makeSlot(Slot(.keyFile(keys[0]))) { id, _ in
      keys.map { derived($0, "slot keyfile", containerID + id) }
    }
  }

  private mutating func addCollidingKeyFiles() throws {
    let three = [Keys.keyFile, Keys.otherKeyFile, Bytes(from: 0x13)]
    for count in [2, 3] {
      let keys = Array(three[..<count])
      let words = count == 2 ? "two" : "three"
      try valid(
        "commitment_slot_\(words)_keys", "4.2-13 6.4-1",
        "The slot's blob opens under \(words) key files; the first one gives the master key."
      ) { Self.keyFile(&$0, keys) }
      for other in 1..<count {
        try fault(
          "commitment_slot_\(words)_keys_\(other)", .unlock, "4.2-13",
          "The same, opened with another of the \(words): the blob opens, and its key does not verify the mac."
        ) {
          Self.keyFile(&$0, keys)
          $0.keyFiles = [KeyText.keyFile(keys[other])]
        }
      }
    }
    try valid(
      "commitment_slot_wrong_key_first", "6.4-1",
      "Opens under two key files; the one whose key does not verify the mac is tried first."
    ) {
      Self.keyFile(&$0, [Keys.keyFile, Keys.otherKeyFile])
      $0.keyFiles = [KeyText.keyFile(Keys.otherKeyFile) + "\n" + KeyText.keyFile(Keys.keyFile) + "\n"]
    }
  }

  private mutating func addCollidingRecipients() throws {
    func recipients(_ made: inout Case, _ role: UInt8 = 0) {
      let keys = ContainerKeys(made.container)
      let identities =
        role == 0 ? [Keys.identity, Keys.otherIdentity] : [Keys.enrolled, Keys.alsoEnrolled]
      made.makeSlot(Slot(.recipient(identities[0]), role: role)) { id, point in
        identities.map { identity in
          let context = keys.containerID + id + point + publicKey(identity)
          return derived(sharedSecret(identity, point), "slot x25519", context)
        }
      }
      guard role == 0 else { return }
      (made.keyFiles, made.identities) = ([], [KeyText.identity(Keys.identity)])
      made.flags = [.notProven]
    }
    try valid("commitment_recipient", "6.4-1", "The slot's blob opens under two X25519 identities.") {
      recipients(&$0)
    }
    try fault(
      "commitment_recipient_1", .unlock, "4.2-13",
      "The same with the other identity: its key does not verify the mac."
    ) {
      recipients(&$0)
      $0.identities = [KeyText.identity(Keys.otherIdentity)]
    }
    try valid(
      "commitment_enrolment", "8.2-6", "An enrolment opens under two identities to two presence keys."
    ) {
      recipients(&$0, 1)
      $0.givePresence()
      $0.item { $0.accessControl = Access.biometryAny }
    }
    try fault(
      "commitment_enrolment_1", .root, "8.2-6", "The same with the other identity: its key is not the root's."
    ) {
      recipients(&$0, 1)
      $0.givePresence(Keys.alsoEnrolled)
      $0.item { $0.accessControl = Access.biometryAny }
    }
  }

  /// Both blobs of a slot open under the keys of two passphrases.
  private mutating func addCollidingPassphrases() throws {
    func passphrases(_ made: inout Case, both: Bool) throws {
      let keys = ContainerKeys(made.container)
      let id = keys.draw("seed slotID", Bytes(0, 2), 8)
      let salt = keys.draw("seed slot salt", id, 16)
      let start = Bytes(1, 2) + [0, 0] + id + Bytes(168, 4)
      let prefix = Bytes(1, 2) + Bytes(1, 2) + keys.containerID + Bytes(1, 4) + start
      let stretched = try [Keys.passphrase, Keys.otherPassphrase].map {
        try argon2id($0, salt: salt, opslimit: 1, memlimit: 8)
      }
      var body = Bytes(1, 4) + Bytes(8, 4) + salt
      let (blob, plain) = made.collidingKey(
        stretched.map { derived($0, "slot passphrase", keys.containerID + id) },
        Bytes("slot master\0") + prefix + body)
      body += blob
      let passcodeKeys = stretched.map { derived($0, "slot passcode", keys.containerID + id) }
      let (second, passcode) = made.collidingKey(
        both ? passcodeKeys : [passcodeKeys[0]], Bytes("slot passcode\0") + prefix + body)
      body += second
      made.container.master = plain
      made.container.passcode = passcode
      made.container.slots[0] = Slot(.passphrase(Keys.passphrase))
      let whole = body
      made.container.slots[0].editBody = { $0 = whole }
      made.openWithPassphrase(0)
    }
    func add(_ name: String, _ error: ErrorName?, _ clauses: String, _ words: String, both: Bool = true)
      throws
    {
      var failure: (any Error)?
      let generate: (inout Case) -> Void = { made in
        do { try passphrases(&made, both: both) } catch { failure = error }
        if error != nil { made.passphrases = [Keys.otherPassphrase] }
      }
      if let error {
        try fault(name, error, clauses, words, generate)
      } else {
        try valid(name, clauses, words, generate)
      }
      if let failure { throw failure }
    }
    try add("commitment_passphrase", nil, "6.4-1", "Both blobs of a slot open under two passphrases.")
    try add(
      "commitment_passphrase_1", .unlock, "4.2-13 6.4-2",
      "The same with the other passphrase: a file that asks who knows which passphrase gets one answer.")
    try add(
      "commitment_passphrase_one_blob", .unlock, "6.1-3",
      "Only the master key's blob opens under the other passphrase.", both: false)
  }

  private mutating func addCollidingClassKeys() throws {
    let classKey: (Case) -> Bytes = { ContainerKeys($0.container).draw("seed class key", Bytes(1, 4)) }
    let others = [Bytes(from: 0x31), Bytes(from: 0x71)]
    for count in [1, 2] {
      let words = count == 1 ? "two" : "three"
      let wrong = Array(others[..<count])
      try valid(
        "commitment_class_\(words)_keys", "9.5-6",
        "The payload opens under \(words) class keys; the chain gives the one of the check."
      ) { $0.makePayload(openUnder: [classKey($0)] + wrong) }
      for (index, key) in wrong.enumerated() {
        try fault(
          "commitment_class_\(words)_keys_\(index + 1)", .keyTable, "9.5-6",
          "The same, but the chain gives another of them, under which the payload opens too."
        ) {
          $0.makePayload(openUnder: [classKey($0)] + wrong)
          $0.entry { entry, _, _ in entry.chains[0].classKey = key }
        }
      }
    }
    try fault(
      "commitment_two_chains", .keyTable, "13.3-1",
      "The payload opens under two class keys, and the two chains of its entry give one each."
    ) {
      $0.addPassphrase()
      $0.addEnrolment()
      $0.givePresence()
      $0.item { $0.accessControl = Access.userPresence }
      $0.makePayload(openUnder: [classKey($0)] + [others[0]])
      $0.passphrases = [Keys.passphrase]
      $0.opens = 1
      $0.entry { entry, _, _ in entry.chains[1].classKey = others[0] }
    }
    try fault(
      "commitment_page_two_keys", .unlock, "4.2-13",
      "A second slot seals another master key, under whose page key the page opens as well."
    ) { made in
      let second = Bytes(from: 0x51)
      let keys = ContainerKeys(made.container)
      made.slot(Slot(.keyFile(Keys.otherKeyFile))) { $0.sealedKey = second }
      made.item { $0.tags = [Tag(5, Bytes(repeating: 0, count: 80))] }
      made.keyFiles = [KeyText.keyFile(Keys.otherKeyFile)]
      made.edit(.pageBlob(0)) { blob in
        let pageKeys = [keys.master, second].map { derived($0, "page", keys.containerID) }
        let collision = Collision(
          pageKeys, nonce: Bytes(blob[..<24]), associated: Bytes("page\0") + keys.containerID)
        let ciphertext = Bytes(blob[24..<(blob.count - 16)])
        // Blocks of the tag 5, whose bytes mean nothing: 4 of frame, 85 and 11 of the record, 6 of the tag.
        blob = collision.blob(ciphertext, free: [8, 9]) ?? []
      }
    }
  }

  private mutating func addForgedTags() throws {
    let slack = Bytes(repeating: 0, count: 80)
    func pageForgery(_ made: inout Case, _ change: @escaping (inout Bytes) -> Void) {
      let keys = ContainerKeys(made.container)
      made.item { $0.tags = [Tag(5, slack)] }
      made.edit(.pageLinked(0)) {
        $0 = forged(
          $0, key: derived(keys.master, "page", keys.containerID),
          associated: Bytes("page\0") + keys.containerID, slack: 4 + 85 + 11 + 6, change)
      }
    }
    try fault(
      "commitment_forged_page", .page, "10.1-1 5.2-1",
      "Another page in place of the good one: same nonce, same tag, a valid record with another time."
    ) { pageForgery(&$0) { $0.flip(4 + 30) } }
    try fault(
      "commitment_forged_page_garbage", .page, "5.2-1",
      "The same with a page that no one could parse: the link is checked first."
    ) { pageForgery(&$0) { $0.flip(0) } }
    try fault(
      "commitment_forged_root", .root, "8.1-1 5.2-1",
      "Another root in place of the good one: same nonce, same tag, a valid content with another time."
    ) { made in
      let keys = ContainerKeys(made.container)
      made.container.rootTags = [Tag(0x100, slack)]
      made.edit(.rootLinked) { root in
        let associated = Bytes("root\0") + keys.containerID + Bytes(1, 4) + Bytes(1, 8)
        let key = derived(keys.master, "root", keys.containerID)
        let stream = ChaCha20.stream(key, Bytes(root[..<24]), root.count - 40)
        let plain = Bytes(root[24..<(root.count - 16)]) ^ stream
        let tag = Bytes(0x100, 2) + Bytes(slack.count, 4)
        let start = plain.indices.first { Bytes(plain[$0...].prefix(6)) == tag } ?? 0
        root = forged(root, key: key, associated: associated, slack: start + 6) { $0.flip(4 + 6) }
      }
    }
    try fault(
      "commitment_forged_payload", .payload, "12.1-1 5.2-1",
      "Another value in place of the good one: same nonce, same tag, genuine under the item's key."
    ) { made in
      let keys = ContainerKeys(made.container)
      let identity = made.container.items[0].identity
      let id = keys.draw("seed itemID", hash(identity), 16)
      made.item {
        ($0.value, $0.contentType) = (Bytes(repeating: 0x61, count: 64), 0)
        $0.editLinked = {
          $0 = forged(
            $0, key: derived(keys.draw("seed class key", Bytes(1, 4)), "item", id),
            associated: Bytes("payload\0") + keys.containerID + id + Bytes(1, 4) + Bytes(1, 4) + [0]
              + Bytes(64, 4) + hash(identity), slack: 16
          ) { $0.flip(0) }
        }
      }
    }
  }
}
