/// The nearest word for one that was mistyped.
package enum Suggestion {
  /// The word with the fewest edits (insert, delete, replace, swap of neighbours), if it is near enough: at
  /// most a third of the longer word, or the beginning of a word.
  package static func nearest(to word: [UInt8], among words: [[UInt8]]) -> String? {
    guard !word.isEmpty, word.count <= 40 else { return nil }
    var best: (distance: Int, word: [UInt8])?
    for candidate in words {
      let isBeginning = word.count >= 3 && candidate.starts(with: word)
      let distance = isBeginning ? 1 : edits(word, candidate)
      let limit = max(1, max(word.count, candidate.count) / 3)
      if distance <= limit, best.map({ distance < $0.distance }) ?? true { best = (distance, candidate) }
    }
    return best.map { String(decoding: $0.word, as: Unicode.UTF8.self) }
  }

  /// The verb for a word that other tools have for the same.
  static func synonym(of word: [UInt8]) -> String? {
    switch String(decoding: word, as: Unicode.UTF8.self) {
    case "remove", "delete", "del", "unset": "rm"
    case "rename", "move": "mv"
    case "add", "put", "insert": "set"
    case "show", "print", "read", "cat": "get"
    case "ls": "list"
    case "create", "new": "init"
    default: nil
    }
  }

  /// Edit distance with swaps of neighbours.
  static func edits(_ first: [UInt8], _ second: [UInt8]) -> Int {
    var before: [Int] = []
    var last = Array(0...second.count)
    for (row, byte) in first.enumerated() {
      var line = [row + 1]
      for (column, other) in second.enumerated() {
        var cost = min(last[column + 1] + 1, line[column] + 1, last[column] + (byte == other ? 0 : 1))
        if row > 0, column > 0, byte == second[column - 1], first[row - 1] == other {
          cost = min(cost, before[column - 1] + 1)
        }
        line.append(cost)
      }
      before = last
      last = line
    }
    return last[second.count]
  }
}
