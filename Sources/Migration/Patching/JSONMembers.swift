/// The members of one JSON object and the commas between them.
struct JSONMembers {
  /// Each member from its key to the end of its value.
  private let members: [Range<Int>]
  /// The comma after each member; the last one only where a trailing comma stands.
  private let commas: [Int]
  /// Whether commas stand at the start of lines instead of at the end of members.
  private let commaFirst: Bool

  init(_ document: Document, _ object: NodeID, _ bytes: Span<UInt8>) {
    let members = document.children(of: object).map { child in
      document.offset(of: child)..<document.node(child.value).range.upperBound
    }
    var commas: [Int] = []
    var first = false
    for member in members {
      let at = JSONMembers.endOfGap(bytes, from: member.upperBound)
      guard at < bytes.count, bytes[at] == UInt8(ascii: ",") else { break }
      commas.append(at)
      var before = at
      while before > 0, bytes[before - 1] == 0x20 || bytes[before - 1] == 0x09 { before -= 1 }
      if before > 0, bytes[before - 1] == 0x0A || bytes[before - 1] == 0x0D { first = true }
    }
    (self.members, self.commas, commaFirst) = (members, commas, first)
  }

  /// Deletes some members, and with each of them one comma, so that the others stay well separated.
  func delete(_ chosen: Set<Int>, _ edits: inout TextEdits, _ bytes: Span<UInt8>) {
    if commaFirst, commas.count < members.count {
      deleteWithCommaBefore(chosen, &edits, bytes)
    } else {
      deleteWithCommaAfter(chosen, &edits, bytes)
    }
  }

  // MARK: - Commas after members

  private func deleteWithCommaAfter(_ chosen: Set<Int>, _ edits: inout TextEdits, _ bytes: Span<UInt8>) {
    var rest = chosen
    let last = members.count - 1
    if chosen.contains(last), commas.count == last {
      // The last member has no comma of its own: the members at the end go with the comma before them.
      var run = last
      while run > 0, chosen.contains(run - 1) { run -= 1 }
      if run > 0 {
        if onlyMembers(from: commas[run - 1], through: run...last, bytes) {
          edits.replace(commas[run - 1]..<members[last].upperBound)
          rest.subtract(run...last)
        } else {
          edits.replace(commas[run - 1]..<commas[run - 1] + 1)
        }
      }
    }
    for member in rest.sorted() {
      guard member < commas.count else {
        edits.deleteEntry(members[member], bytes)
        continue
      }
      let comma = commas[member]
      if isBlank(members[member].upperBound..<comma, bytes) {
        edits.deleteEntry(members[member].lowerBound..<comma + 1, bytes)
      } else {
        edits.deleteEntry(members[member], bytes)
        edits.replace(comma..<comma + 1)
      }
    }
  }

  /// Whether a run of members has nothing between them but commas and white space.
  private func onlyMembers(from comma: Int, through run: ClosedRange<Int>, _ bytes: Span<UInt8>) -> Bool {
    var at = comma
    for member in run {
      guard isSpace(at..<members[member].lowerBound, bytes) else { return false }
      at = members[member].upperBound
    }
    return true
  }

  // MARK: - Commas before members

  private func deleteWithCommaBefore(_ chosen: Set<Int>, _ edits: inout TextEdits, _ bytes: Span<UInt8>) {
    var rest = chosen
    if chosen.contains(0) {
      // The first member has no comma of its own: the members at the start go with the comma after them.
      var run = 0
      while run + 1 < members.count, chosen.contains(run + 1) { run += 1 }
      if run + 1 < members.count {
        let next = members[run + 1].lowerBound
        let whole = isSpace(members[run].upperBound..<next, bytes)
        if whole, onlyMembers(from: members[0].lowerBound, through: 0...run, bytes) {
          edits.replace(members[0].lowerBound..<next)
          rest.subtract(0...run)
        } else {
          edits.replace(commas[run]..<commas[run] + 1)
        }
      }
    }
    for member in rest.sorted() {
      guard member > 0 else {
        edits.deleteEntry(members[member], bytes)
        continue
      }
      let comma = commas[member - 1]
      if isBlank(comma + 1..<members[member].lowerBound, bytes) {
        edits.deleteEntry(comma..<members[member].upperBound, bytes)
      } else {
        edits.deleteEntry(members[member], bytes)
        edits.replace(comma..<comma + 1)
      }
    }
  }

  // MARK: - Gaps

  /// The first byte from `start` on that is neither white space nor comment.
  private static func endOfGap(_ bytes: Span<UInt8>, from start: Int) -> Int {
    var at = start
    while true {
      at = JSONText.endOfSpace(bytes, from: at)
      guard at + 1 < bytes.count, bytes[at] == UInt8(ascii: "/"),
        let end = JSONText.endOfComment(bytes, from: at)
      else { return at }
      at = end
    }
  }

  /// Whether a range holds nothing but spaces and tabs.
  private func isBlank(_ range: Range<Int>, _ bytes: Span<UInt8>) -> Bool {
    range.allSatisfy { bytes[$0] == 0x20 || bytes[$0] == 0x09 }
  }

  /// Whether a range holds nothing but white space and commas.
  private func isSpace(_ range: Range<Int>, _ bytes: Span<UInt8>) -> Bool {
    range.allSatisfy { bytes[$0] == UInt8(ascii: ",") || TextUnits.isSpace(UInt32(bytes[$0])) }
  }
}
