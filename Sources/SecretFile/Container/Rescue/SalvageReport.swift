/// What `Container.salvage` saved and what it could not.
public struct SalvageReport: Sendable {
  /// Records in the new container, companions included.
  public var saved = 0
  /// What is lost, in the order of the names; empty if nothing is.
  public var lost: [Loss] = []
  /// Parts of the frame that were damaged and taken from their copies, as `repair` names them.
  public var rebuilt: [String] = []
  /// How far what lies behind a place in the middle was from where it should be, in bytes.
  public var shift: Int64 = 0
  /// The generation of the new container.
  public var generation: UInt64 = 0

  /// Records that are lost.
  public var lostCount: Int { lost.reduce(0) { $0 + $1.count } }

  /// Something that is lost.
  public enum Loss: Sendable {
    /// One item whose attributes are whole but whose secret is damaged: `companion` says which of its values if it is
    /// not the item's own. `offset` is where the secret's bytes begin, or should.
    case secret(Item, companion: CompanionKind?, offset: UInt64)
    /// A damaged page: so many of its items are lost, all from `first` on and before `next` (nil: to the end). Those of
    /// `withoutAttributes` are saved, because their secrets prove their names; labels, dates and other attributes are not.
    case page(
      count: Int, withoutAttributes: [IdentityParts], first: IdentityParts, next: IdentityParts?,
      offset: UInt64)

    /// How many records it is.
    public var count: Int {
      switch self {
      case .secret: 1
      case .page(let count, _, _, _, _): count
      }
    }
  }
}
