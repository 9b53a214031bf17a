extension Container {
  /// The slots in the order of their ids, and the ids in the order of `slots` (spec §4.3, §6).
  func slotBytes(_ keys: ContainerKeys) throws -> (area: Bytes, ids: [Bytes]) {
    var made: [(id: Bytes, bytes: Bytes)] = []
    for (ordinal, slot) in slots.enumerated() {
      let id = slot.id ?? keys.draw("seed slotID", Bytes(ordinal, 2), 8)
      made.append((id, try bytes(of: slot, id, keys)))
    }
    var sorted = made.sorted { precedes($0.id, $1.id) }.map(\.bytes)
    editSlots?(&sorted)
    var area = sorted.flatMap { $0 }
    edit(.slotArea, &area)
    return (area, made.map(\.id))
  }

  private func bytes(of slot: Slot, _ id: Bytes, _ keys: ContainerKeys) throws -> Bytes {
    let lengths: [UInt16: Int] = [1: 168, 2: 72, 3: 104]
    let count = lengths[slot.kind] ?? unknownBody(slot).count
    let start = Bytes(slot.kind, 2) + [slot.role, slot.flags] + id + Bytes(count, 4)
    let prefix =
      Bytes(version, 2) + Bytes(suite, 2) + keys.containerID + Bytes(slot.sealedEpoch ?? keyEpoch, 4)
    let label = slot.role == 0 ? Bytes("slot master\0") : Bytes("slot presence\0")
    let key = slot.sealedKey ?? (slot.role == 0 ? keys.master : keys.presence)
    let nonce = keys.draw("seed slot nonce", id + [0], 24)
    func associated(_ more: Bytes) -> Bytes {
      var bytes = label + prefix + start + more
      slot.editAssociated?(&bytes)
      return bytes
    }
    let context = keys.containerID + id
    var body = Bytes()
    switch slot.way {
    case .passphrase(let passphrase):
      let salt = keys.draw("seed slot salt", id, 16)
      let w =
        try slot.stretched
        ?? argon2id(
          normalized(passphrase), salt: salt, opslimit: slot.opslimit, memlimit: slot.memlimit)
      body = Bytes(slot.opslimit, 4) + Bytes(slot.memlimit, 4) + salt
      body += seal(
        key, key: derived(w, "slot passphrase", context), nonce: nonce,
        associated: associated(body))
      body += seal(
        keys.passcode, key: derived(w, "slot passcode", context),
        nonce: keys.draw("seed slot nonce", id + [1], 24),
        associated: Bytes("slot passcode\0") + prefix + start + body)
    case .keyFile(let secret):
      body = seal(
        key, key: derived(secret, "slot keyfile", context), nonce: nonce, associated: associated([]))
    case .recipient(let identity):
      let scalar = keys.draw("seed slot ephemeral", id)
      let point = slot.ephemeralPoint ?? publicKey(scalar)
      let shared = sharedSecret(identity, point)
      body = point
      body += seal(
        key, key: derived(shared, "slot x25519", context + point + publicKey(identity)), nonce: nonce,
        associated: associated(point))
    case .unknown: body = unknownBody(slot)
    }
    slot.editBody?(&body)
    return start + body
  }

  private func unknownBody(_ slot: Slot) -> Bytes {
    if case .unknown(_, let body) = slot.way { body } else { [] }
  }
}
