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
  /// The record it belongs to, as it is in the base, encoded.
  let record: [UInt8]
  /// The entry that it is sealed under.
  let keyID: UInt32
  /// The hash of the item's own password, with the record's own salt.
  let passwordHash: SecretBuffer?

  init(blob: Range<UInt64>, record: [UInt8], keyID: UInt32, passwordHash: SecretBuffer?) {
    self.blob = blob
    self.record = record
    self.keyID = keyID
    self.passwordHash = passwordHash
  }
}

/// What a new revision of a record follows from.
struct OldRecord: Sendable {
  var itemID: Bytes16
  var revision: UInt32
  var payloadRevision: UInt32

  init(_ record: Record) {
    itemID = record.itemID
    revision = record.revision
    payloadRevision = record.payloadRevision
  }
}

/// A record in the making.
struct PendingRecord {
  /// The record; the link is set when it is sealed.
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
  var old: OldRecord?

  /// Whether the payload is sealed anew.
  var isSealed: Bool {
    if case .keep = payload { false } else { true }
  }
}

/// A record that a commit writes, kept small: a transaction may hold a million.
final class StoredRecord: Sendable {
  /// The record, encoded; the link, and the keyID of a payload to be sealed, are set when the segment is built.
  let encoded: [UInt8]
  let payload: PendingPayload
  let keyClass: KeyClass
  let password: ItemPassword?
  /// The hash of the password with the new salt, once the transaction is over.
  let passwordHash: SecretBuffer?
  let base: RecordPlace?
  let old: OldRecord?

  init(_ pending: PendingRecord, encoded: [UInt8], passwordHash: SecretBuffer? = nil) {
    self.encoded = encoded
    self.passwordHash = passwordHash
    payload = pending.payload
    keyClass = pending.keyClass
    password = pending.password
    base = pending.base
    old = pending.old
  }

  /// Whether the payload is sealed anew.
  var isSealed: Bool {
    if case .keep = payload { false } else { true }
  }

  /// The number of the entry that seals it, if its payload stays.
  var keyID: UInt32 {
    let bytes = encoded
    return RecordView(checked: bytes.span).keyID
  }

  /// The secret's length in bytes.
  var payloadLength: Int {
    let bytes = encoded
    return Int(RecordView(checked: bytes.span).payloadLength)
  }

  /// What it takes in its segment.
  var size: RecordSize {
    RecordSize(content: encoded.count, payload: Padding.blobLength(payloadLength))
  }

  /// The record, to go on with.
  func pending() throws(SecretFileError) -> PendingRecord {
    PendingRecord(
      record: try record(), payload: payload, keyClass: keyClass, password: password, base: base, old: old)
  }

  /// A copy of the record.
  func record() throws(SecretFileError) -> Record {
    let bytes = encoded
    do throws(FormatError) { return try RecordView(checked: bytes.span).record() } catch {
      throw SecretFileError(error, base: nil)
    }
  }
}

/// What happens to one identity.
struct Change: Sendable {
  let identity: Identity
  /// The record that is to stand there; nil removes the one of the base.
  var put: StoredRecord?
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
