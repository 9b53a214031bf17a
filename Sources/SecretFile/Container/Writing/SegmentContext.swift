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
  /// The numbers of the entries under which payloads are sealed.
  var keyIDs: [KeyClass: UInt32] = [:]
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
  /// A record of a segment once its changes are made: a record of the base's page, or a change that puts one.
  struct Source: Sendable {
    /// The next record of the base's page when this one's turn comes.
    var base: Int
    /// The next change when this one's turn comes.
    var change: Int
    /// Whether it is the change.
    var isChange: Bool
  }

  /// The records of a segment of the base once its changes are made, in order.
  func sources(_ segment: Int, _ page: Page?) -> [Source] {
    let range = changes(in: segment)
    return merge(page, range, base: 0, change: range.lowerBound, count: .max)
  }

  /// The records of a piece, in order. A segment that was planned as a copy and then joined to another begins at its
  /// own changes (it has none), not at the first of the commit's.
  func sources(_ piece: Piece, _ page: Page?) -> [Source] {
    let range = changes(in: piece.segment)
    return merge(
      page, range, base: piece.base, change: max(piece.change, range.lowerBound), count: piece.records.count)
  }

  private func changes(in segment: Int) -> Range<Int> {
    changesBySegment.isEmpty ? 0..<0 : changesBySegment[segment]
  }

  /// Merges records and changes from a place on, at most so many.
  private func merge(
    _ page: Page?, _ range: Range<Int>, base: Int, change: Int, count limit: Int
  ) -> [Source] {
    var sources: [Source] = []
    let count = page?.count ?? 0
    sources.reserveCapacity(min(limit, count - base + range.upperBound - change))
    var (base, change) = (base, change)
    while sources.count < limit {
      let hasChange = change < range.upperBound
      if let page, base < count {
        let isReplaced = hasChange && changes[change].isAt(page.record(base).identity)
        if !hasChange || !(isReplaced || changes[change].isBefore(page.record(base).identity)) {
          sources.append(Source(base: base, change: change, isChange: false))
          base += 1
          continue
        }
        if changes[change].put != nil { sources.append(Source(base: base, change: change, isChange: true)) }
        change += 1
        if isReplaced { base += 1 }
      } else {
        guard hasChange else { break }
        if changes[change].put != nil { sources.append(Source(base: base, change: change, isChange: true)) }
        change += 1
      }
    }
    return sources
  }

  /// The page of the base's segment; nil if the base has no segments.
  func basePage(_ segment: Int) throws(SecretFileError) -> Page? {
    guard let base, segment < base.segments.count else { return nil }
    return try base.page(segment)
  }
}
