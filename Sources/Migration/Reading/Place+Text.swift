extension Place {
  /// The way in as the provenance of an item has it: spelt like a key path, with a part such as `:json` where a value is
  /// read on in another way; empty if there is none. A key that begins with a colon is marked with `~2`.
  public var innerProvenance: String {
    var out: [UInt8] = []
    for (position, step) in inner.enumerated() {
      if position > 0 { out.append(UInt8(ascii: "/")) }
      switch step {
      case .decode(let decoding): out += [UInt8(ascii: ":")] + Array(decoding.rawValue.utf8)
      case .index(let index): out += Array(String(index).utf8)
      case .key(let key):
        if key.first == UInt8(ascii: ":") { out += [UInt8(ascii: "~"), UInt8(ascii: "2")] }
        out += KeyPath([.key(key)]).provenance.utf8
      }
    }
    return String(decoding: out, as: UTF8.self)
  }

  /// The keys and indexes on the whole way, without how values are read on: a name for the part.
  public var names: KeyPath {
    KeyPath(
      path.components
        + inner.compactMap { step in
          switch step {
          case .key(let key): .key(key)
          case .index(let index): .index(index)
          case .decode: nil
          }
        })
  }
}
