/// An entry of the journal or of the tombstones: digest 16, time i64 (spec §8.5). The oldest goes
/// first when there are too many, of equally old ones the smallest digest.
package struct DatedDigest: Equatable, Sendable {
  package var digest: Bytes16
  /// Of the import or of the deletion, in milliseconds since 1970.
  package var time: Int64

  package init(digest: Bytes16, time: Int64) {
    self.digest = digest
    self.time = time
  }

  static func parseList(_ tlv: borrowing TLV) throws(FormatError) -> [DatedDigest] {
    guard !tlv.value.isEmpty else { throw tlv.error("empty list must be absent") }
    let size = 24
    guard tlv.value.count % size == 0, tlv.value.count / size <= Limit.digests else {
      throw tlv.error("list has a broken length or more than 4,096 entries")
    }
    var reader = Reader(tlv.value, code: tlv.code, base: tlv.base)
    var list: [DatedDigest] = []
    list.reserveCapacity(tlv.value.count / size)
    while !reader.isAtEnd {
      let start = reader.offset
      let digest: Bytes16 = try reader.fixed("entry is cut off")
      if let last = list.last, !(last.digest < digest) {
        throw FormatError(tlv.code, at: start, "digests do not ascend")
      }
      list.append(DatedDigest(digest: digest, time: try reader.i64("entry is cut off")))
    }
    return list
  }

  func encode(into out: inout Writer) {
    out.append(digest)
    out.i64(time)
  }

  /// Inserts or replaces, and drops the oldest above 4,096 entries.
  package static func insert(_ entry: DatedDigest, into list: inout [DatedDigest]) {
    let at = list.firstIndex { !($0.digest < entry.digest) } ?? list.endIndex
    if at < list.count, list[at].digest == entry.digest {
      list[at] = entry
    } else {
      list.insert(entry, at: at)
    }
    guard list.count > Limit.digests else { return }
    // The list ascends by digest, so the first of the oldest has the smallest digest.
    if let oldest = list.indices.min(by: { list[$0].time < list[$1].time }) { list.remove(at: oldest) }
  }

  /// Removes the entry of a digest, if there is one.
  package static func remove(_ digest: Bytes16, from list: inout [DatedDigest]) {
    list.removeAll { $0.digest == digest }
  }
}
