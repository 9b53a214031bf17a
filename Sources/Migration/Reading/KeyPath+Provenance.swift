extension KeyPath {
  /// The path as the provenance of an item has it: the text form, in which a key that looks like an index is marked with
  /// `~2`, so that arrays can be told from dictionaries when the file is to be built again.
  public var provenance: String {
    var out: [UInt8] = []
    for (position, component) in components.enumerated() {
      if position > 0 { out.append(UInt8(ascii: "/")) }
      if case .key(let key) = component, KeyPath.index(key[...]) != nil {
        out += [UInt8(ascii: "~"), UInt8(ascii: "2")]
      }
      component.appendEscaped(to: &out)
    }
    return String(decoding: out, as: UTF8.self)
  }

  /// The path of an item's provenance.
  public init(provenance: String) {
    components = provenance.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map {
      part in
      if let index = KeyPath.index(Array(part)[...]) { return .index(index) }
      let isMarked = part.starts(with: [UInt8(ascii: "~"), UInt8(ascii: "2")])
      return .key(KeyPath.unescaped(isMarked ? part.dropFirst(2) : part))
    }
  }

  /// The number that a text is if it is one as indexes are written: decimal, without a sign or zeros in front.
  private static func index(_ text: ArraySlice<UInt8>) -> Int? {
    guard let first = text.first, text.count <= 9, text.allSatisfy({ decimalDigit($0) != nil }),
      first != UInt8(ascii: "0") || text.count == 1
    else { return nil }
    return text.reduce(0) { $0 * 10 + (decimalDigit($1) ?? 0) }
  }
}
