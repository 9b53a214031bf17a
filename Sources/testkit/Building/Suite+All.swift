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
    try suite.addCommitment()
    try suite.addMacs()
    try suite.addSplices()
    try suite.addEdges()
    try suite.addAges()
    try suite.addReadings()
    try suite.addValid()
    try suite.addValidClasses()
    try suite.addValidRecords()
    suite.primitives = try primitives()
    suite.addNames()
    suite.addStates()
    suite.addAccess()
    suite.addResults()
    suite.addDates()
    suite.addUpdates()
    suite.addParameters()
    suite.addFaults()
    return suite
  }

  /// Writes everything but the import fixtures.
  func write(into folder: String) throws {
    for name in ["container", "canaries/semantics", "primitives", "semantics", "schema"] {
      try Disk.makeFolder("\(folder)/\(name)")
    }
    let birds = try canaries()
    let files =
      vectors.flatMap { $0.files(in: "container") } + sequences.map { $0.file(in: "semantics") }
      + primitives.map(\.file) + birds.canaryFiles
    for file in files { try Disk.write(file.bytes, to: "\(folder)/\(file.path)") }
    try Disk.write(Bytes(Schema.primitive.utf8), to: "\(folder)/schema/primitive.schema.json")
    try Disk.write(Bytes(Schema.semantics.utf8), to: "\(folder)/schema/semantics.schema.json")
    try Disk.write(Bytes(Schema.imports.utf8), to: "\(folder)/schema/import.schema.json")
    try Disk.write(Bytes(Schema.writer.utf8), to: "\(folder)/schema/writer.schema.json")
    try Disk.write(Bytes(index(canaries: birds).text.utf8), to: "\(folder)/index.json")
    try Disk.write(Bytes(Schema.vector.utf8), to: "\(folder)/schema/vector.schema.json")
    try Disk.write(Bytes(Schema.index.utf8), to: "\(folder)/schema/index.schema.json")
    try Disk.write(Bytes(readme.utf8), to: "\(folder)/README.md")
  }
}
