extension Suite {
  /// All vectors of this version.
  static func all() throws -> Suite {
    var suite = Suite()
    try suite.addFraming()
    try suite.addHeader()
    try suite.addSlots()
    try suite.addOpening()
    try suite.addRoot()
    try suite.addRootLists()
    try suite.addKeyTable()
    try suite.addPages()
    try suite.addRecords()
    try suite.addIdentities()
    try suite.addValues()
    try suite.addCopies()
    try suite.addValid()
    try suite.addValidClasses()
    try suite.addValidRecords()
    return suite
  }

  /// Writes everything but the import fixtures.
  func write(into folder: String) throws {
    for name in ["container", "canaries", "schema"] { try Disk.makeFolder("\(folder)/\(name)") }
    for vector in vectors { try Self.write(vector, into: "\(folder)/container") }
    for vector in try canaries() { try Self.write(vector, into: "\(folder)/canaries") }
    try Disk.write(Bytes(index.text.utf8), to: "\(folder)/index.json")
    try Disk.write(Bytes(Schema.vector.utf8), to: "\(folder)/schema/vector.schema.json")
    try Disk.write(Bytes(Schema.index.utf8), to: "\(folder)/schema/index.schema.json")
    try Disk.write(Bytes(readme.utf8), to: "\(folder)/README.md")
  }

  private static func write(_ vector: Vector, into folder: String) throws {
    try Disk.write(vector.bytes, to: "\(folder)/\(vector.name).secretfile")
    try Disk.write(Bytes(vector.json.utf8), to: "\(folder)/\(vector.name).json")
  }

  /// Vectors with wrong expectations: a runner that passes one of them is broken.
  private func canaries() throws -> [Vector] {
    var birds = Suite()
    try birds.valid(
      "canary_damage_is_ok", "4.2-13", "Says that a container with a changed mac is in order. It is not."
    ) {
      $0.edit(.mac) { $0.flip(0) }
      $0.opens = nil
    }
    try birds.fault(
      "canary_good_is_refused", .root, "8.1-1", "Says that a container without a fault is refused. It is not."
    ) { _ in }
    try birds.valid("canary_wrong_value", "12.1-1", "Says that the item has another value than it has.") {
      $0.item { $0.editPlain = { $0.flip(0) } }
    }
    try birds.fault("canary_wrong_error", .page, "10.1-1", "Says that a damaged root is a damaged page.") {
      $0.edit(.rootBlob) { $0.flip(-1) }
    }
    return birds.vectors
  }
}
