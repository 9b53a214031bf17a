internal import Files
internal import SecretCrypto

/// Pages and secrets of a damaged file, looked for where they should be and, if bytes were put in or taken out in the
/// middle, as far off as the end of the file is. What is found has the right link.
struct ScatteredSegments {
  private let snapshot: Snapshot
  private let shifts: [Int64]

  /// - Parameter shift: How far the end of the file lies from where it should, in bytes.
  init(_ snapshot: Snapshot, shift: Int64) {
    self.snapshot = snapshot
    shifts = shift == 0 ? [0] : [0, shift]
  }

  /// The page of a segment; nil if it is damaged, gone or unreadable.
  func page(_ segment: Int) -> Page? {
    guard let blob = pageBlob(segment) else { return nil }
    return try? snapshot.openPage(segment, blob)
  }

  /// The page's blob.
  func pageBlob(_ segment: Int) -> [UInt8]? {
    find(
      at: snapshot.position(of: segment), count: Int(snapshot.segments.pageLength(segment)),
      link: snapshot.segments.pageLink(segment))
  }

  /// The blob of a record's secret.
  func payload(_ segment: Int, _ page: Page, _ index: Int) -> [UInt8]? {
    let entry = page.entries[index]
    return find(
      at: snapshot.payloadPosition(of: segment) + UInt64(entry.payloadStart), count: Int(entry.payloadBytes),
      link: page.record(index).payloadLink)
  }

  /// A damaged page's plaintext, which nothing proves, and the bytes where its secrets should be, each at the place that is
  /// not shifted; nil if they cannot be read.
  func damaged(_ segment: Int) -> (content: [UInt8], payloads: [UInt8])? {
    let segments = snapshot.segments
    guard
      let blob = try? snapshot.file.read(
        at: snapshot.position(of: segment), count: Int(segments.pageLength(segment)))
    else { return nil }
    let start = snapshot.payloadPosition(of: segment)
    let count = min(
      UInt64(segments.payloadBytes(segment)), snapshot.file.size - min(start, snapshot.file.size))
    guard let payloads = try? snapshot.file.read(at: start, count: Int(count)) else { return nil }
    // The segment table has refused a page that is shorter than its overhead and one frame.
    var content = [UInt8](repeating: 0, count: blob.count - AEAD.overhead)
    var span = content.mutableSpan
    snapshot.masterKeys.with(.page) { AEAD.decryptWithoutProof(blob.span, key: $0, into: &span) }
    return (content, payloads)
  }

  private func find(at position: UInt64, count: Int, link: Bytes32) -> [UInt8]? {
    for shift in shifts {
      let (start, overflow) = Int64(clamping: position).addingReportingOverflow(shift)
      guard !overflow, start >= 0, let blob = try? snapshot.file.read(at: UInt64(start), count: count) else {
        continue
      }
      if Bytes32(Hash.blake2b256(blob.span)) == link { return blob }
    }
    return nil
  }
}
