import SecretCrypto

/// A version of the suite of vectors.
package struct SuiteVersion: Comparable, Sendable, CustomStringConvertible {
  let numbers: [Int]

  /// Three numbers with dots between them; nil for any other text.
  package init?(_ text: String) {
    var numbers: [Int] = []
    for part in text.split(separator: ".", omittingEmptySubsequences: false) {
      guard part.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(part) else { return nil }
      numbers.append(number)
    }
    guard numbers.count == 3 else { return nil }
    self.numbers = numbers
  }

  /// The version that this program knows: it reads vectors of this and of earlier ones.
  package static let known = SuiteVersion(numbers: [0, 3, 0])

  private init(numbers: [Int]) { self.numbers = numbers }

  package var description: String { numbers.map { "\($0)" }.joined(separator: ".") }

  package static func < (a: SuiteVersion, b: SuiteVersion) -> Bool {
    a.numbers.lexicographicallyPrecedes(b.numbers)
  }
}

/// `index.json`: what there is.
struct SuiteIndex {
  /// A file as it was published.
  struct File: Sendable {
    /// Such as `container/framing_cut_in_magic.secretfile`.
    var path: String
    /// BLAKE2b-256 of its bytes.
    var digest: [UInt8]
  }

  struct Entry: Sendable {
    /// The file without its ending, such as `container/framing_cut_in_magic`.
    var file: String
    /// The kind of vector: the folder.
    var folder: String
    var category: String
    var since: SuiteVersion
    var clauses: [String]
    /// What it is made of.
    var files: [File]

    /// What its category is called in a report.
    var name: String { "\(folder): \(category)" }
  }

  let suite: SuiteVersion
  private(set) var entries: [Entry] = []
  /// The files of each canary, by their path without an ending.
  let canaries: [String: [File]]

  init(_ json: [UInt8]) throws(Malformed) {
    let index = try VectorJSON(json)
    // A later index may have more fields; this one may not.
    suite = try Self.version(Fields(index, "the index"), "suite")
    let fields = try Fields(
      index, "the index", only: suite > .known ? nil : ["suite", "vectors", "canaries"])
    canaries = Dictionary(grouping: try Self.files(fields, "canaries", suite)) {
      String($0.path.prefix { $0 != "." })
    }
    for value in try fields.list("vectors") { entries.append(try Self.entry(value, suite)) }
  }

  private static func entry(_ value: VectorJSON, _ suite: SuiteVersion) throws(Malformed) -> Entry {
    let known: Set<String> = ["id", "file", "category", "clauses", "flags", "since", "files"]
    let fields = try Fields(value, "an entry of the index", only: suite > .known ? nil : known)
    let file = try fields.text("file")
    let parts = file.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ isName($0) }) else { throw Malformed("no file name: \(file)") }
    let since = try version(fields, "since")
    guard since <= suite else { throw Malformed("\(file) is newer than the suite") }
    // One that is not run may have other files than are known here.
    let files = since > .known ? [] : try files(fields, "files", suite)
    try Malformed.unless(
      files.isEmpty || files.contains { $0.path == "\(file).json" }, "the files of \(file) are not its own")
    return Entry(
      file: file, folder: String(parts[0]), category: try fields.text("category"), since: since,
      clauses: try Names.clauses(fields), files: files)
  }

  /// Paths and their digests. A later suite may do without.
  private static func files(
    _ fields: Fields, _ name: String, _ suite: SuiteVersion
  ) throws(Malformed) -> [File] {
    guard suite <= .known || fields.has(name) else { return [] }
    let digests = try Fields(fields.value(name), name)
    try Malformed.unless(suite > .known || !digests.names.isEmpty, "\(name) is empty")
    var files: [File] = []
    for path in digests.names {
      try Malformed.unless(isPath(path), "no file name: \(path)")
      let digest = try digests.bytes(path)
      try Malformed.unless(digest.count == Hash.size, "\(path) has no digest of 32 bytes")
      files.append(File(path: path, digest: digest))
    }
    return files
  }

  private static func version(_ fields: Fields, _ name: String) throws(Malformed) -> SuiteVersion {
    guard let version = SuiteVersion(try fields.text(name)) else { throw Malformed("\(name) is no version") }
    return version
  }

  /// Names of folders, then one of a file with an ending.
  private static func isPath(_ text: String) -> Bool {
    var parts = text.split(separator: "/", omittingEmptySubsequences: false)
    let file = parts.removeLast().split(separator: ".", omittingEmptySubsequences: false)
    return !parts.isEmpty && file.count == 2 && (parts + file).allSatisfy { isName($0) }
  }

  /// A name that cannot lead out of the folder.
  private static func isName(_ text: Substring) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy {
        (0x61...0x7a).contains($0) || (0x30...0x39).contains($0) || $0 == 0x5f || $0 == 0x2d
      }
  }
}
