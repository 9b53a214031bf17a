/// The objects of a binary plist as blocks of bytes, in the order of the file. Several numbers may stand for
/// one block.
struct BinaryBlocks {
  /// Where each block begins, ascending.
  let starts: [Int]
  /// Where the object of each block ends; up to the next block nothing known follows. For an object that
  /// nothing refers to that is the next block.
  let ends: [Int]
  /// For every block, whether the root reaches it.
  let isUsed: [Bool]
  private let blockOfObject: [Int32]

  /// Finds the blocks; refuses objects that overlap, whose bytes cannot be kept and removed at once.
  init(_ document: Document, _ layout: BinaryLayout) throws(Refusal) {
    let used = BinaryBlocks.used(document)
    let order = document.records.indices.sorted { document.records[$0].start < document.records[$1].start }
    var starts: [Int] = []
    var ends: [Int] = []
    var usedBlocks: [Bool] = []
    var blocks = Array(repeating: Int32(0), count: order.count)
    for object in order {
      let range = document.records[object].range
      if starts.last != range.lowerBound {
        starts.append(range.lowerBound)
        ends.append(range.lowerBound)
        usedBlocks.append(false)
      }
      blocks[object] = Int32(truncatingIfNeeded: starts.count - 1)
      if used[object] {
        ends[starts.count - 1] = range.upperBound
        usedBlocks[starts.count - 1] = true
      }
    }
    for block in starts.indices {
      let next = block + 1 < starts.count ? starts[block + 1] : layout.tableOffset
      if ends[block] == starts[block] { ends[block] = next }
      guard ends[block] <= next else {
        throw Refusal(
          code: "overlappingObjects",
          message: "objects of the file overlap, so none of them can be taken out",
          offset: next, hint: "let the program that wrote the file write it anew")
      }
    }
    (self.starts, self.ends, isUsed, blockOfObject) = (starts, ends, usedBlocks, blocks)
  }

  /// The block of an object.
  func block(of object: Int) -> Int { Int(blockOfObject[object]) }

  private static func used(_ document: Document) -> [Bool] {
    var used = Array(repeating: false, count: document.nodeCount)
    var open = [document.root]
    while let id = open.popLast() {
      if used[Int(id.index)] { continue }
      used[Int(id.index)] = true
      for child in document.children(of: id) {
        if let key = child.key { open.append(key) }
        open.append(child.value)
      }
    }
    return used
  }
}
