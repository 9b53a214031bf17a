import SecretCrypto

/// Patches a binary plist: only the objects between the root and a chosen value are written anew; all others
/// keep their bytes, their order and their numbers.
///
/// An object is gone when nothing of the new tree refers to it any more. Its number is given to what replaces
/// it, or to a one-byte filler (the object `false`), so that no other reference has to change.
struct BinaryPatch {
  /// A reference of a new object.
  enum Reference: Hashable {
    /// An object of the source.
    case old(Int)
    /// A new object, by its index.
    case new(Int)
  }

  /// An object that takes the place of one of the source.
  struct Object {
    /// The number of the object it stands for.
    var original: Int
    /// References of a container, a dictionary's in pairs of key and value; `nil` for a scalar.
    var references: [Reference]?
    /// The kind of a container, or the bytes of a scalar with its marker.
    var kind: Kind
    var scalar: [UInt8] = []
    /// A scalar that has changed inside, with its marker.
    var changed: SecretBuffer?
    /// The number that it gets.
    var number = 0
    /// The block of bytes whose place it takes; `nil` if it goes behind the last.
    var block: Int?
  }

  /// The same object with the same changes below it.
  private struct Change: Hashable {
    var object: Int
    var signature: Int
  }

  let document: Document
  let tree: PatchTree
  let layout: BinaryLayout
  private(set) var objects: [Object] = []
  /// For every block of the source, whether its object was in use and is so no more.
  private(set) var gone: [Bool] = []
  /// For every number of the new table, whether nothing stands for it any more but a filler.
  private(set) var isFiller: [Bool] = []
  private var made: [Change: Int] = [:]

  /// The file without the chosen values.
  static func apply(_ tree: PatchTree, to document: Document) throws(Refusal) -> SecretBuffer {
    guard let layout = document.layout else { throw .patchFailed("the file is not a binary plist") }
    var patch = BinaryPatch(document: document, tree: tree, layout: layout)
    let root = patch.rewrite(0)
    let blocks = try BinaryBlocks(document, layout)
    patch.findGone(root: root, blocks)
    patch.assignNumbers(blocks)
    return BinaryWriter(patch: patch, blocks: blocks, root: root).write()
  }

  private init(document: Document, tree: PatchTree, layout: BinaryLayout) {
    (self.document, self.tree, self.layout) = (document, tree, layout)
  }

  // MARK: - New objects

  /// Writes the container of a step anew, and those on the way below it. The depth of the document bounds the
  /// recursion.
  private mutating func rewrite(_ index: Int) -> Int {
    let step = tree.steps[index]
    let original = Int(step.node.index)
    let change = Change(object: original, signature: tree.signatures[index])
    if let known = made[change] { return known }
    let record = document.records[original]
    let keyed = record.kind == .dictionary
    var references: [Reference] = []
    var changes = step.children[...]
    for (position, child) in document.children(of: step.node).enumerated() {
      var value = Reference.old(Int(child.value.index))
      if let next = changes.first, next.position == position {
        changes.removeFirst()
        if !tree.steps[next.step].edits.isEmpty {
          value = .new(changed(Int(child.value.index), tree.steps[next.step].edits))
        } else if !tree.steps[next.step].isTarget {
          value = .new(rewrite(next.step))
        } else if case .remove = tree.mode, keyed {
          continue
        } else {
          value = .new(blank(Int(child.value.index), signature: tree.signatures[next.step]))
        }
      }
      if let key = child.key { references.append(.old(Int(key.index))) }
      references.append(value)
    }
    objects.append(Object(original: original, references: references, kind: record.kind))
    made[change] = objects.count - 1
    return objects.count - 1
  }

  /// A value of the same kind that tells nothing.
  private mutating func blank(_ original: Int, signature: Int) -> Int {
    let change = Change(object: original, signature: signature)
    if let known = made[change] { return known }
    let kind = document.records[original].kind
    var object = Object(original: original, references: kind.isContainer ? [] : nil, kind: kind)
    object.scalar = BinaryPatch.scalar(kind, tree.mode)
    objects.append(object)
    made[change] = objects.count - 1
    return objects.count - 1
  }

  /// A string or data with changes inside.
  private mutating func changed(_ original: Int, _ edits: [ContentEdit]) -> Int {
    let kind = document.records[original].kind
    let content = document.withContent(of: NodeID(original)) { edits.applied(to: $0) }
    var object = Object(original: original, kind: kind)
    object.changed = content.withBytes { bytes in
      var out = SecretAppender(capacity: bytes.count + 9)
      let isASCII = bytes.indices.allSatisfy { bytes[$0] < 0x80 }
      if kind == .data || isASCII {
        out.append(BinaryWriter.head(kind == .data ? 0x40 : 0x50, count: bytes.count).span)
        out.append(bytes)
      } else {
        var units = SecretAppender(capacity: 2 * bytes.count)
        TextUnit.utf16BigEndian.append(utf8: bytes, to: &units)
        out.append(BinaryWriter.head(0x60, count: units.count / 2).span)
        units.withBytes { out.append($0) }
      }
      return out.finish()
    }
    objects.append(object)
    return objects.count - 1
  }

  private static func scalar(_ kind: Kind, _ mode: Scrub.Mode) -> [UInt8] {
    var text: [UInt8] = []
    if case .placeholder(let given) = mode { text = given }
    switch kind {
    case .string:
      if text.allSatisfy({ $0 < 0x80 }) { return BinaryWriter.head(0x50, count: text.count) + text }
      let units = Array(String(decoding: text, as: UTF8.self).utf16)
      return BinaryWriter.head(0x60, count: units.count)
        + units.flatMap { [UInt8(truncatingIfNeeded: $0 >> 8), UInt8(truncatingIfNeeded: $0)] }
    case .data: return BinaryWriter.head(0x40, count: text.count) + text
    case .integer: return [0x10, 0]
    case .real: return [0x22, 0, 0, 0, 0]
    case .date: return [0x33, 0, 0, 0, 0, 0, 0, 0, 0]
    case .uid: return [0x80, 0]
    case .boolean: return [0x08]
    case .null: return [0x00]
    case .array, .dictionary: return []
    }
  }

  // MARK: - What is gone

  private mutating func findGone(root: Int, _ blocks: BinaryBlocks) {
    gone = blocks.isUsed
    var seen = Array(repeating: false, count: objects.count)
    var open = [Reference.new(root)]
    while let reference = open.popLast() {
      switch reference {
      case .new(let index):
        if seen[index] { continue }
        seen[index] = true
        open += objects[index].references ?? []
      case .old(let object):
        let block = blocks.block(of: object)
        if !gone[block] { continue }
        gone[block] = false
        for link in references(of: object) { open.append(.old(link)) }
      }
    }
  }

  /// What a container of the source refers to, a dictionary's keys and values in turn.
  func references(of object: Int) -> [Int] {
    let record = document.records[object]
    guard record.kind.isContainer else { return [] }
    let count = Int(record.contentLength) * (record.kind == .dictionary ? 2 : 1)
    return document.links[Int(record.content)..<Int(record.content) + count].map { Int($0) }
  }

  // MARK: - Numbers

  /// Gives every new object a number and a place: those of the object it replaces if that one is gone, else
  /// any number that is free, else one behind the last.
  private mutating func assignNumbers(_ blocks: BinaryBlocks) {
    isFiller = (0..<layout.objectCount).map { gone[blocks.block(of: $0)] }
    var occupied: Set<Int> = []
    var later: [Int] = []
    for index in objects.indices {
      let original = objects[index].original
      let block = blocks.block(of: original)
      guard isFiller[original] else {
        later.append(index)
        continue
      }
      isFiller[original] = false
      objects[index].number = original
      if occupied.insert(block).inserted { objects[index].block = block }
    }
    var next = 0
    for index in later {
      while next < isFiller.count, !isFiller[next] { next += 1 }
      if next == isFiller.count { isFiller.append(false) } else { isFiller[next] = false }
      objects[index].number = next
    }
    while isFiller.last == true { isFiller.removeLast() }
  }
}
