public import SecretCrypto

/// What an opened container says about itself.
public struct ContainerInfo: Sendable {
  /// The identifier, for life.
  public var id: ContainerID
  /// A label for people.
  public var label: String?
  /// When it was made: milliseconds since 1970.
  public var created: Int64
  /// When it was written last: milliseconds since 1970.
  public var modified: Int64
  /// 1, then one more at every rotation.
  public var keyEpoch: UInt32
  /// 1, then one more at every commit.
  public var generation: UInt64
  /// The number of records: items, and companions that keep their pending or previous values.
  public var recordCount: Int
  /// The file's size in bytes.
  public var fileSize: UInt64
  /// The ways in, ascending by their ids.
  public var slots: [SlotInfo]
  /// The slot through which it was opened; nil for the handle that made the container.
  public var openedSlot: SlotID?
  /// Whether it is proven to come from someone who could already open it. Otherwise only reading is allowed.
  public var proven: Bool
  /// The installation that stamps the items written from now on.
  public var installation: InstallationID?
  /// The entries of the key table.
  public var keys: [KeyInfo]
  /// The factors that were presented and belong to this container.
  public var factors: Set<FactorKind>
  /// The device whose items are this handle's own: that of the first device key presented.
  public var device: DeviceID?
  /// What deserves a word but stops nothing, such as a witness that could not be written.
  public var warnings: [String]
}

/// One way into a container.
public struct SlotInfo: Sendable, Identifiable {
  /// The identifier, kept through rotations.
  public var id: SlotID
  /// What opens it.
  public var kind: Kind
  /// Whether it is an enrolment (it gives the presence factor, not the container).
  public var isEnrolment: Bool
  /// The label for people.
  public var label: String?
  /// When it was made: milliseconds since 1970.
  public var created: Int64?
  /// The recipient's public key in age's encoding.
  public var recipient: String?
  /// What a try with a passphrase costs.
  public var cost: KDFCost?

  /// The kinds of slot; a number that this version does not know is kept as it is.
  public enum Kind: Sendable, Hashable {
    case passphrase, keyFile, recipient
    case unknown(UInt16)
  }
}

/// One entry of the key table: a class of items with one key.
public struct KeyInfo: Sendable, Identifiable {
  /// The entry's number, the keyID of its items.
  public var id: UInt32
  /// What it promises.
  public var protection: Protection
  /// The device it is bound to.
  public var device: DeviceID?
  /// The epoch in which its key was drawn. Older than the container's: a rotation had to carry it over.
  public var sinceEpoch: UInt32
  /// Whether its key can be had with the factors at hand, and if not, why.
  public var state: State

  /// Whether a class key can be had.
  public enum State: Sendable, Hashable {
    /// All factors of one chain are present.
    case available
    /// This factor is missing.
    case missing(FactorKind)
    /// The set of enrolments it was bound to is no more: nobody can ever read its items.
    case invalidated
    /// Every chain uses a factor that this version does not know.
    case newer
  }
}

/// What an item may need beyond the container's own key.
public enum FactorKind: UInt8, Sendable, Hashable, CaseIterable {
  /// A device key.
  case device = 1
  /// The identity of an enrolment.
  case presence = 2
  /// An opening with a passphrase.
  case passcode = 3
}
