internal import Files
internal import SecretCrypto

/// What the writing of a commit's segments needs, shared by the workers.
struct SegmentContext: Sendable {
  /// The version that the commit is based on; nil for a new container.
  var base: Snapshot?
  var containerID: Bytes16
  /// The commit's seed, from which every nonce comes.
  var seed: CommitSeed
  /// The new version's master keys; they differ from the base's in a rotation.
  var masterKeys: MasterKeys
  /// Class keys of the base, by keyID, as far as payloads are opened.
  var openKeys = KeyRing.empty
  /// Class keys of the new version, by keyID, as far as payloads are sealed.
  var sealKeys = KeyRing.empty
  /// Entries all of whose payloads are sealed anew.
  var renewed: Set<UInt32> = []
  /// Passwords of items in such entries.
  var passwords = PasswordHashes()
  /// The numbers of the entries of a new container.
  var newKeyIDs: [KeyClass: UInt32] = [:]
  /// The changes, ascending by identity.
  var changes: [Change] = []
  /// Which of the changes fall into each segment of the base; one range for a base without segments.
  var changesBySegment: [Range<Int>] = []
}

/// The hashes of items' own passwords that a rotation needs to open and seal their payloads.
struct PasswordHashes: Sendable {
  struct Entry: Sendable {
    /// With the parameters that the record has.
    var old: SecretBuffer
    /// With the new ones.
    var new: SecretBuffer
    var newParameters: PasswordParameters
  }

  var byItem: [Bytes16: Entry] = [:]
}

// MARK: - Merging

extension SegmentContext {
  /// A record of a segment once its changes are made.
  enum Source {
    /// Record of the base's page, by index.
    case base(Int)
    /// Change that puts a record.
    case change(Int)
  }

  /// The records of a segment of the base once its changes are made, in order.
  func sources(_ segment: Int, _ page: Page?) -> [Source] {
    var sources: [Source] = []
    let range = changesBySegment.isEmpty ? 0..<0 : changesBySegment[segment]
    let count = page?.count ?? 0
    sources.reserveCapacity(count + range.count)
    var next = range.lowerBound
    for index in 0..<count {
      while next < range.upperBound, let page, changes[next].isBefore(page.record(index).identity) {
        if changes[next].put != nil { sources.append(.change(next)) }
        next += 1
      }
      if next < range.upperBound, let page, changes[next].isAt(page.record(index).identity) {
        if changes[next].put != nil { sources.append(.change(next)) }
        next += 1
      } else {
        sources.append(.base(index))
      }
    }
    for index in next..<range.upperBound where changes[index].put != nil { sources.append(.change(index)) }
    return sources
  }

  /// The page of the base's segment; nil if the base has no segments.
  func basePage(_ segment: Int) throws(SecretFileError) -> Page? {
    guard let base, segment < base.segments.count else { return nil }
    return try base.page(segment)
  }
}
