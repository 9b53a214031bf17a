import SecretCrypto

/// Writes a patched binary plist: the blocks of the source in their order, the new objects in the place of
/// those they replace or at the end, then the offset table and the trailer.
struct BinaryWriter {
  let patch: BinaryPatch
  let blocks: BinaryBlocks
  /// The new outermost object.
  let root: Int

  /// The marker, with the count behind it if it does not fit.
  static func head(_ marker: UInt8, count: Int) -> [UInt8] {
    if count < 15 { return [marker | UInt8(truncatingIfNeeded: count)] }
    let exponent: UInt8 = count < 1 << 8 ? 0 : count < 1 << 16 ? 1 : count < 1 << 32 ? 2 : 3
    return [marker | 15, 0x10 | exponent] + bytes(count, size: 1 << Int(exponent))
  }

  /// A number, the highest byte first.
  private static func bytes(_ number: Int, size: Int) -> [UInt8] {
    (0..<size).map { UInt8(truncatingIfNeeded: number >> (8 * (size - 1 - $0))) }
  }

  /// The fewest bytes, but not fewer than the source has, that can hold a number.
  private static func size(_ number: Int, atLeast size: Int) -> Int {
    var size = size
    while size < 8, number >= 1 << (8 * size) { size += 1 }
    return size
  }

  /// The new file.
  func write() -> SecretBuffer {
    let referenceSize = BinaryWriter.size(patch.isFiller.count - 1, atLeast: patch.layout.referenceSize)
    return patch.document.source.withBytes { bytes in
      var out = SecretAppender(capacity: bytes.count)
      let offsets = writeObjects(&out, referenceSize, bytes)
      let table = out.count
      let offsetSize = BinaryWriter.size(table, atLeast: patch.layout.offsetSize)
      for offset in offsets { out.append(BinaryWriter.bytes(offset, size: offsetSize).span) }
      // Five unused bytes and the sort version stay.
      out.append(bytes.extracting(droppingFirst: bytes.count - BinaryLayout.trailerSize).extracting(0..<6))
      var trailer = [UInt8(truncatingIfNeeded: offsetSize), UInt8(truncatingIfNeeded: referenceSize)]
      for number in [offsets.count, patch.objects[root].number, table] {
        trailer += BinaryWriter.bytes(number, size: 8)
      }
      out.append(trailer.span)
      return out.finish()
    }
  }

  /// Writes all objects and returns their offsets.
  private func writeObjects(
    _ out: inout SecretAppender, _ referenceSize: Int, _ bytes: Span<UInt8>
  ) -> [Int] {
    var replacement = Array(repeating: Int?.none, count: blocks.starts.count)
    for (index, object) in patch.objects.enumerated() {
      if let block = object.block { replacement[block] = index }
    }
    let (firstObject, needsFiller) = numbersOfBlocks()
    out.append(bytes.extracting(0..<(blocks.starts.first ?? BinaryLayout.headerSize)))
    var written: [Int] = []
    for block in blocks.starts.indices {
      written.append(out.count)
      let end = block + 1 < blocks.starts.count ? blocks.starts[block + 1] : patch.layout.tableOffset
      if let index = replacement[block] {
        write(patch.objects[index], &out, referenceSize, bytes)
      } else if patch.gone[block] {
        if needsFiller[block] { out.append(0x08) }
      } else if blocks.isUsed[block], referenceSize > patch.layout.referenceSize,
        let wider = copy(of: firstObject[block])
      {
        write(wider, &out, referenceSize, bytes)
      } else {
        out.append(bytes.extracting(blocks.starts[block]..<blocks.ends[block]))
      }
      out.append(bytes.extracting(blocks.ends[block]..<end))
    }
    var offsets = patch.isFiller.indices.map { number in
      number < patch.layout.objectCount ? written[blocks.block(of: number)] : 0
    }
    for object in patch.objects where object.block == nil {
      offsets[object.number] = out.count
      write(object, &out, referenceSize, bytes)
    }
    return offsets
  }

  /// For every block the first number that stands for it, and whether a number of the new table will still
  /// point to it although it is gone.
  private func numbersOfBlocks() -> (first: [Int], needsFiller: [Bool]) {
    var first = Array(repeating: 0, count: blocks.starts.count)
    var needsFiller = Array(repeating: false, count: blocks.starts.count)
    for number in (0..<patch.layout.objectCount).reversed() {
      let block = blocks.block(of: number)
      first[block] = number
      if number < patch.isFiller.count, patch.isFiller[number] { needsFiller[block] = true }
    }
    return (first, needsFiller)
  }

  /// A container of the source as a new object, to be written with wider references.
  private func copy(of object: Int) -> BinaryPatch.Object? {
    let kind = patch.document.records[object].kind
    guard kind.isContainer else { return nil }
    let references = patch.references(of: object).map { BinaryPatch.Reference.old($0) }
    return BinaryPatch.Object(original: object, references: references, kind: kind)
  }

  private func write(
    _ object: BinaryPatch.Object, _ out: inout SecretAppender, _ referenceSize: Int, _ source: Span<UInt8>
  ) {
    if let changed = object.changed {
      changed.withBytes { out.append($0) }
      return
    }
    guard let references = object.references else {
      out.append(object.scalar.span)
      return
    }
    let keyed = object.kind == .dictionary
    // A set stays one.
    let marker = source[patch.document.records[object.original].range.lowerBound] & 0xF0
    out.append(BinaryWriter.head(marker, count: keyed ? references.count / 2 : references.count).span)
    let numbers = references.map { reference in
      switch reference {
      case .old(let number): number
      case .new(let index): patch.objects[index].number
      }
    }
    let order =
      keyed
      ? Array(stride(from: 0, to: numbers.count, by: 2)) + Array(stride(from: 1, to: numbers.count, by: 2))
      : Array(numbers.indices)
    for position in order { out.append(BinaryWriter.bytes(numbers[position], size: referenceSize).span) }
  }
}
