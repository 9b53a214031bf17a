/// The published vectors.
struct Suite {
  static let version = "0.3.0"
  /// The suite that brought most vectors.
  static let first = "0.2.0"

  /// A finished vector.
  struct Vector {
    let name: String
    let category: String
    let clauses: [String]
    let flags: [Flag]
    let since: String
    let bytes: Bytes
    let json: String
    let isValid: Bool

    /// Its files, by their path.
    func files(in folder: String) -> [File] {
      [("\(folder)/\(name).json", Bytes(json.utf8)), ("\(folder)/\(name).secretfile", bytes)]
    }
  }

  /// A path in the folder of vectors, and the bytes there.
  typealias File = (path: String, bytes: Bytes)

  private(set) var vectors: [Vector] = []
  /// Cases without a container.
  var primitives: [PrimitiveFile] = []
  /// Calls on the item layer.
  private(set) var sequences: [Sequence] = []

  /// Makes a vector that is refused with an error.
  mutating func fault(
    _ name: String, _ error: ErrorName, _ clauses: String, _ description: String,
    since: String = Suite.first, _ generate: (inout Case) -> Void
  ) throws {
    try add(name, error, clauses, description, since, generate)
  }

  /// Makes a vector in which all is well.
  mutating func valid(
    _ name: String, _ clauses: String, _ description: String, since: String = Suite.first,
    _ generate: (inout Case) -> Void
  ) throws {
    try add(name, nil, clauses, description, since, generate)
  }

  private mutating func add(
    _ name: String, _ error: ErrorName?, _ clauses: String, _ description: String, _ since: String,
    _ generate: (inout Case) -> Void
  ) throws {
    let ids = clauses.split(separator: " ").map { "SF-\($0)" }
    var made = Case(name, description, error, ids)
    generate(&made)
    let built = made.raw == nil ? try made.container.build() : nil
    let category = String(name.prefix { $0 != "_" })
    vectors.append(
      Vector(
        name: name, category: category, clauses: ids, flags: made.toldFlags, since: since,
        bytes: made.raw ?? built?.bytes ?? [], json: made.expectation(built).text, isValid: error == nil))
  }

  /// Makes a sequence of calls on the item layer.
  mutating func sequence(
    _ name: String, _ clauses: String, _ description: String, _ body: (inout Sequence) -> Void
  ) {
    var sequence = Sequence(name, clauses, description)
    body(&sequence)
    sequences.append(sequence)
  }

  /// A vector by its name.
  func vector(_ name: String) -> Vector? {
    vectors.first { $0.name == name }
  }

  /// Names that stand twice: one file would overwrite the other.
  var duplicates: [String] {
    let names = vectors.map { "container/\($0.name)" } + sequences.map { "semantics/\($0.name)" }
    return Dictionary(grouping: names) { $0 }.filter { $1.count > 1 }.keys.sorted()
  }

  /// `index.json`: what there is, without opening each file. Ids follow from the names, so they stay.
  func index(canaries birds: Suite) -> JSON {
    let containers = vectors.map {
      Entry(
        file: "container/\($0.name)", category: $0.category, clauses: $0.clauses, flags: $0.flags,
        since: $0.since, files: $0.files(in: "container"))
    }
    let others = primitives.map {
      Entry(
        file: "primitives/\($0.name)", category: $0.kind.rawValue, clauses: $0.clauses, flags: [],
        since: Self.first, files: [$0.file])
    }
    let calls = sequences.map {
      Entry(
        file: "semantics/\($0.name)", category: $0.category, clauses: $0.clauses, flags: [],
        since: Self.version, files: [$0.file(in: "semantics")])
    }
    let entries = (containers + others + calls).sorted { $0.file < $1.file }
    return .object([
      ("suite", .string(Self.version)), ("vectors", .list(entries.map(\.json))),
      ("canaries", Self.digests(birds.canaryFiles)),
    ])
  }

  /// The files of canaries, which this suite has.
  var canaryFiles: [File] {
    vectors.flatMap { $0.files(in: "canaries") } + sequences.map { $0.file(in: "canaries/semantics") }
  }

  /// What each file must hash to: that a vector comes out as it says does not show that it is whole.
  private static func digests(_ files: [File]) -> JSON {
    .object(files.sorted { $0.path < $1.path }.map { ($0.path, .hex(hash($0.bytes))) })
  }

  /// A line of the index.
  private struct Entry {
    var file: String
    var category: String
    var clauses: [String]
    var flags: [Flag]
    var since: String
    var files: [File]

    var json: JSON {
      .object([
        ("id", .string("sf-" + Bytes(hash(Bytes(file.utf8))[0..<4]).hex)), ("file", .string(file)),
        ("category", .string(category)), ("clauses", .strings(clauses)),
        ("flags", .strings(flags.map(\.rawValue))), ("since", .string(since)),
        ("files", Suite.digests(files)),
      ])
    }
  }
}
