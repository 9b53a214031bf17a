/// Two byte strings of one length, added bit by bit.
func ^ (a: Bytes, b: Bytes) -> Bytes { zip(a, b).map { $0 ^ $1 } }

extension Case {
  /// Makes the first slot one that opens under several keys; the first of them gives the container's master key (in an
  /// enrolment its presence key), the others a key that nobody chose.
  mutating func makeSlot(_ slot: Slot, openUnder wrappingKeys: (_ id: Bytes, _ point: Bytes) -> [Bytes]) {
    let keys = ContainerKeys(container)
    let index = slot.role == 0 ? 0 : container.slots.count
    let id = keys.draw("seed slotID", Bytes(index, 2), 8)
    let point = slot.kind == 3 ? publicKey(keys.draw("seed slot ephemeral", id)) : []
    let start = Bytes(slot.kind, 2) + [slot.role, 0] + id + Bytes(72 + point.count, 4)
    let prefix = Bytes(1, 2) + Bytes(1, 2) + keys.containerID + Bytes(container.keyEpoch, 4)
    let associated =
      (slot.role == 0 ? Bytes("slot master\0") : Bytes("slot presence\0")) + prefix + start + point
    let wrapping = wrappingKeys(id, point)
    let (blob, plain) = collidingKey(wrapping, associated)
    var slot = slot
    slot.editBody = { $0 = point + blob }
    if slot.role == 0 {
      container.master = plain
      container.slots[0] = slot
    } else {
      container.presence = plain
      container.slots.append(slot)
    }
  }

  /// A blob of a key that opens under each of these keys, and what the first one gives.
  func collidingKey(_ keys: [Bytes], _ associated: Bytes) -> (blob: Bytes, plain: Bytes) {
    for attempt in 0..<1_000 {
      let nonce = Bytes(hash(container.seed + Bytes("collision") + Bytes(attempt, 4))[..<24])
      let collision = Collision(keys, nonce: nonce, associated: associated)
      guard let blob = collision.blob(Bytes(repeating: 0, count: 32), free: Array(0..<min(2, keys.count)))
      else {
        continue
      }
      return (blob, Bytes(blob[24..<56]) ^ ChaCha20.stream(keys[0], nonce, 32))
    }
    // All that goes in is drawn from the seed of a vector, so a vector that can be made can always be made again.
    preconditionFailure("no collision found in 1,000 attempts")
  }

  /// Makes the first item's payload, 64 bytes without padding, one that opens under several class keys.
  mutating func makePayload(openUnder classKeys: [Bytes]) {
    let keys = ContainerKeys(container)
    let identity = container.items[0].identity
    let id = keys.draw("seed itemID", hash(identity), 16)
    let nonce = keys.draw("seed payload nonce", id, 24)
    let associated =
      Bytes("payload\0") + keys.containerID + id + Bytes(1, 4) + Bytes(1, 4) + [0] + Bytes(64, 4)
      + hash(identity)
    let itemKeys = classKeys.map { derived($0, "item", id) }
    let collision = Collision(itemKeys, nonce: nonce, associated: associated)
    let free = Array(0..<classKeys.count)
    guard let blob = collision.blob(Bytes(repeating: 0x5a, count: 64), free: free) else {
      // As above: the same vector, the same bytes.
      preconditionFailure("no collision of payloads")
    }
    item {
      ($0.contentType, $0.value) = (0, Bytes(blob[24..<88]) ^ ChaCha20.stream(itemKeys[0], nonce, 64))
      $0.editBlob = { $0 = blob }
    }
  }
}

/// Another blob with the nonce and the tag of a blob, genuine under its key: some bytes of the plaintext are changed,
/// and 32 bytes whose content means nothing make up for it.
func forged(
  _ blob: Bytes, key: Bytes, associated: Bytes, slack: Int, _ change: (inout Bytes) -> Void
) -> Bytes {
  let (nonce, tag) = (Bytes(blob[..<24]), Bytes(blob.suffix(16)))
  let ciphertext = Bytes(blob[24..<(blob.count - 16)])
  let stream = ChaCha20.stream(key, nonce, ciphertext.count)
  var plain = ciphertext ^ stream
  change(&plain)
  // The first whole block inside the slack turns until the one after it fits.
  let block = (slack + 15) / 16
  let collision = Collision([key], nonce: nonce, associated: associated)
  for turn in 0..<10_000 {
    plain.put(turn, 8, at: block * 16)
    if let found = collision.blob(plain ^ stream, free: [block + 1], tag: tag) { return found }
  }
  // The blob, the key and the change are those of a vector, the same every time.
  preconditionFailure("no forgery found")
}
