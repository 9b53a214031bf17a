public import SecretCrypto

/// What a rotation is to do. Every credential given here or at the opening keeps its slot.
public struct RotationRequest: Sendable {
  /// Every secret at hand: a passphrase or key-file slot survives only if its secret is here (or opened the
  /// container); a device key, an enrolment's identity and passphrases let classes of items be renewed.
  public var credentials: Credentials
  /// Recipients' slots that stay.
  public var keepRecipients: Keep
  /// Slots that are to go. A slot whose secret is missing must be named here, else the rotation is refused.
  public var drop: Set<SlotID>
  /// Slots to add.
  public var add: [NewSlot]
  /// Passphrases to change: the slot keeps its id and its note.
  public var passphrases: [SlotID: NewPassphrase]
  /// Items that nobody could open afterwards may be lost: removed, or invalidated if they are bound to the enrolments of
  /// before.
  public var loseItems: Bool
  /// The items' own passwords. An entry with application passwords is renewed only if each of its items' is
  /// given; nil means none are. Called from any thread, never twice at once.
  public var itemPassword: (@Sendable (Item) -> SecretBuffer?)?

  /// Items may be invalidated by another set of enrolments, but none removed.
  package var mayInvalidateItems = false
  /// Fixed inputs, for tests that compare bytes.
  package var fixed: FixedInputs?

  /// A rotation that drops nothing; recipients are kept only if they are confirmed here.
  public init(credentials: Credentials = Credentials(), keepRecipients: Keep = .only([])) {
    self.credentials = credentials
    self.keepRecipients = keepRecipients
    drop = []
    add = []
    passphrases = [:]
    loseItems = false
  }

  /// Which recipients' slots are confirmed.
  public enum Keep: Sendable, Hashable {
    /// All of them.
    case all
    /// Only these.
    case only(Set<SlotID>)
  }

  /// A passphrase that takes another's place.
  public struct NewPassphrase: Sendable {
    /// The passphrase.
    public var passphrase: SecretBuffer
    /// What a try is to cost.
    public var cost: KDFCost

    /// A passphrase and its cost.
    public init(_ passphrase: SecretBuffer, cost: KDFCost = .standard) {
      self.passphrase = passphrase
      self.cost = cost
    }
  }
}

/// What a rotation did, or with a dry run would do.
public struct RotationReport: Sendable {
  /// The container's new epoch.
  public var keyEpoch: UInt32
  /// The container's new generation.
  public var generation: UInt64
  /// The slots that stay.
  public var keptSlots: [SlotInfo]
  /// The slots that go.
  public var droppedSlots: [SlotInfo]
  /// The slots that come.
  public var addedSlots: [SlotID]
  /// Whether the enrolments got a new presence key.
  public var presenceRenewed: Bool
  /// Entries with a new key, their items encrypted anew.
  public var renewed: [Entry]
  /// Entries whose key stays, because something was missing to renew it.
  public var carriedOver: [Entry]
  /// Entries dropped because no item uses them.
  public var droppedKeys: [Entry]
  /// Items that nobody could open afterwards, and that are removed.
  public var lost: [Item]
  /// Items that stay listed and that nobody can open afterwards, because they are bound to the enrolments of before.
  public var invalidated: [Item]
  /// Why the rotation would be refused; empty if it is not. Only a dry run returns with this filled.
  public var refusals: [String]
  /// The code of the error with which `rotate` would refuse; nil if it would not.
  package var refusalCode: SecretFileError.Code?

  /// One entry of the key table in the report.
  public struct Entry: Sendable {
    /// The entry as it was; `invalidated` if it will be that.
    public var key: KeyInfo
    /// The number of its items.
    public var itemCount: Int
    /// What was missing to renew it.
    public var missing: Set<FactorKind>
    /// Whether the passwords of its items were missing.
    public var missingPasswords: Bool
    /// Whether one of its chains was dropped, because its factor ceased to exist.
    public var chainDropped: Bool
  }
}

extension RotationReport {
  /// Fills in the numbers of items that the writing has counted.
  mutating func count(_ counts: [UInt32: Int]) {
    for index in renewed.indices { renewed[index].itemCount = counts[renewed[index].key.id] ?? 0 }
    for index in carriedOver.indices { carriedOver[index].itemCount = counts[carriedOver[index].key.id] ?? 0 }
  }
}
