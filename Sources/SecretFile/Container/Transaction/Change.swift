internal import SecretCrypto

/// A class of items with one key: what a live entry of the key table is found by.
struct KeyClass: Sendable, Hashable {
  var protection: Protection
  var device: DeviceID?

  /// Ascending (accessibility, accessControl, deviceID or zeros): the order in which new entries get their numbers.
  static func precedes(_ a: KeyClass, _ b: KeyClass) -> Bool {
    let left = (a.protection.accessibility.rawValue, a.protection.accessControl.rawValue)
    let right = (b.protection.accessibility.rawValue, b.protection.accessControl.rawValue)
    if left != right { return left < right }
    return (a.device ?? DeviceID()) < (b.device ?? DeviceID())
  }
}

extension KeyEntry {
  /// The class of items that the entry is for.
  var keyClass: KeyClass {
    KeyClass(protection: Protection(accessibility, accessControl: accessControl), device: deviceID)
  }
}

/// The key that is to seal a payload.
enum KeyTarget: Sendable, Hashable {
  /// That of an entry of the base.
  case existing(UInt32)
  /// That of an entry that the commit adds.
  case new(KeyClass)
}

/// An item's own password, and what deriving a key from it is to cost.
struct ItemPassword: Sendable {
  var password: SecretBuffer
  var cost: KDFCost
}

/// Where the payload of a pending record comes from.
enum PendingPayload: Sendable {
  /// The blob stays as it is.
  case keep
  /// This secret is sealed; nil means no data.
  case seal(SecretBuffer?)
  /// The base's payload is opened and sealed again, for another name or key.
  case reseal(SealedOrigin)
}

/// A payload of the base that is to be opened and sealed again.
final class SealedOrigin: Sendable {
  /// Where its blob lies in the base's file.
  let blob: Range<UInt64>
  /// The record it belongs to, as it is in the base.
  let record: Record
  /// The hash of the item's own password, with the record's own salt.
  let passwordHash: SecretBuffer?

  init(blob: Range<UInt64>, record: Record, passwordHash: SecretBuffer?) {
    self.blob = blob
    self.record = record
    self.passwordHash = passwordHash
  }
}

/// A record that a commit writes.
struct PendingRecord: Sendable {
  /// The record. The link, and for a payload to be sealed the keyID, are set when the segment is built.
  var record: Record
  /// Its payload.
  var payload: PendingPayload
  /// The class of the key that seals it.
  var keyClass: KeyClass
  /// The item's own password, for a payload to be sealed.
  var password: ItemPassword?
  /// Where the base has the item, perhaps under another name; nil for a new item.
  var base: RecordPlace?
  /// The base's record, of which this is the next revision; nil for a new item.
  var old: Record?

  // Set when the transaction is over:

  /// The key that seals it.
  var target = KeyTarget.existing(0)
  /// The hash of the item's own password with the new salt.
  var passwordHash: SecretBuffer?
  /// Bytes of the encoded record, with its length field.
  var encodedCount = 0

  /// Whether the payload is sealed anew.
  var isSealed: Bool {
    if case .keep = payload { false } else { true }
  }

  /// What it takes in its segment.
  var size: RecordSize {
    RecordSize(content: encodedCount, payload: Padding.blobLength(Int(record.payloadLength)))
  }
}

/// What happens to one identity.
struct Change: Sendable {
  let identity: Identity
  /// The record that is to stand there; nil removes the one of the base.
  var put: PendingRecord?
}

/// The changes of a transaction so far, by identity.
struct ChangeSet: Sendable {
  private(set) var byIdentity: [Identity: Change] = [:]
  private var sortedChanges: [Change]?

  /// Whether nothing changes.
  var isEmpty: Bool { byIdentity.isEmpty }

  /// The change of this identity.
  subscript(identity: Identity) -> Change? { byIdentity[identity] }

  /// Sets what happens to an identity; nil means that it stays as the base has it.
  mutating func set(_ identity: Identity, _ change: Change?) {
    byIdentity[identity] = change
    sortedChanges = nil
  }

  /// All changes, ascending by identity.
  mutating func sorted() -> [Change] {
    if let sortedChanges { return sortedChanges }
    let sorted = byIdentity.values.sorted { $0.identity < $1.identity }
    sortedChanges = sorted
    return sorted
  }
}
