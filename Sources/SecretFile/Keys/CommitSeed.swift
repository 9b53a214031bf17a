package import SecretCrypto

/// Every nonce, id and key of one commit, derived from one seed (spec §14.1): so segments are
/// sealed in parallel, and a writer can be tested bit for bit. One seed serves one attempt.
///
/// Only package code can give a seed; no public interface takes one.
package struct CommitSeed: Sendable {
  private let key: SecretBuffer

  /// Bytes of a seed.
  package static let size = 32

  /// The identifier of a container that is made from `seed`.
  package static func containerID(_ seed: Span<UInt8>) -> Bytes16 {
    Derived.short(seed, KeyLabel.Seed.container, Span())
  }

  /// The commit of this container, epoch and generation, both the new ones. `previousMAC` is that
  /// of the header the commit is based on, nil for a new container.
  package init(
    _ seed: Span<UInt8>, containerID: Bytes16, keyEpoch: UInt32, generation: UInt64, previousMAC: Bytes32?
  ) {
    var context = Writer(capacity: 60)
    context.append(containerID)
    context.u32(keyEpoch)
    context.u64(generation)
    context.append(previousMAC ?? Bytes32())
    key = SecretBuffer(derive(seed, KeyLabel.Seed.commit, context.bytes.span))
  }

  private func secret(_ label: StaticString, _ context: Span<UInt8> = Span()) -> SecretBytes {
    key.withBytes { derive($0, label, context) }
  }

  private func short<T: FixedBytes>(
    _ label: StaticString, _ context: Span<UInt8> = Span(), _ more: Span<UInt8> = Span()
  ) -> T {
    key.withBytes { Derived.short($0, label, context, more) }
  }
}

// MARK: - The container's own values

extension CommitSeed {
  /// A new master key.
  package func master() -> SecretBytes { secret(KeyLabel.Seed.master) }
  /// A new passcode key.
  package func passcode() -> SecretBytes { secret(KeyLabel.Seed.passcode) }
  /// A new presence key.
  package func presence() -> SecretBytes { secret(KeyLabel.Seed.presence) }
  /// The journal key, drawn once, at the first import.
  package func journalKey() -> Bytes32 { short(KeyLabel.Seed.journal) }
  /// The root's nonce.
  package func rootNonce() -> Bytes24 { short(KeyLabel.Seed.rootNonce) }

  /// The nonce of the page of segment `index` in the new table.
  package func pageNonce(_ index: UInt32) -> Bytes24 {
    let context: InlineArray<4, UInt8> = ByteOrder.bytes(index)
    return short(KeyLabel.Seed.pageNonce, context.span)
  }
}

// MARK: - Slots

extension CommitSeed {
  /// The id of a new slot; `ordinal` counts the new slots from 0, in the caller's order.
  package func slotID(_ ordinal: UInt16) -> Bytes8 {
    let context: InlineArray<2, UInt8> = ByteOrder.bytes(ordinal)
    return short(KeyLabel.Seed.slotID, context.span)
  }

  /// Salt of a passphrase slot.
  package func slotSalt(_ slotID: Bytes8) -> Bytes16 { short(KeyLabel.Seed.slotSalt, slotID.span) }

  /// The ephemeral scalar of a recipient slot.
  package func slotEphemeral(_ slotID: Bytes8) -> SecretBytes {
    secret(KeyLabel.Seed.slotEphemeral, slotID.span)
  }

  /// Which blob of a slot is meant.
  package enum SlotBlob: UInt8 {
    case key = 0
    case passcode = 1
  }

  /// Nonce of a slot's blob.
  package func slotNonce(_ slotID: Bytes8, _ blob: SlotBlob) -> Bytes24 {
    let which: InlineArray<1, UInt8> = ByteOrder.bytes(blob.rawValue)
    return short(KeyLabel.Seed.slotNonce, slotID.span, which.span)
  }
}

// MARK: - Class keys and items

extension CommitSeed {
  /// A new class key.
  package func classKey(_ keyID: UInt32) -> SecretBytes {
    let context: InlineArray<4, UInt8> = ByteOrder.bytes(keyID)
    return secret(KeyLabel.Seed.classKey, context.span)
  }

  /// Nonce of a layer: chain by its index in the entry as written, layer 0 the innermost.
  package func wrapNonce(_ keyID: UInt32, chain: UInt8, layer: UInt8) -> Bytes24 {
    let id: InlineArray<4, UInt8> = ByteOrder.bytes(keyID)
    let context: InlineArray<6, UInt8> = [id[0], id[1], id[2], id[3], chain, layer]
    return short(KeyLabel.Seed.wrapNonce, context.span)
  }

  /// The id of a new item, by the BLAKE2b-256 of its identity.
  package func itemID(identityHash: Span<UInt8>) -> Bytes16 { short(KeyLabel.Seed.itemID, identityHash) }
  /// Salt of an item's application password.
  package func itemSalt(_ itemID: Span<UInt8>) -> Bytes16 { short(KeyLabel.Seed.itemSalt, itemID) }
  /// Nonce of an item's payload. Allocates nothing.
  package func payloadNonce(_ itemID: Span<UInt8>) -> Bytes24 { short(KeyLabel.Seed.payloadNonce, itemID) }
}
