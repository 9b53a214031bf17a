import Files
import Foundation
import SecretCrypto
import SecretFile

/// A small container that is to be damaged, and what opens it.
struct SweepSubject: Sendable {
  enum Kind: String, CaseIterable, Sendable {
    /// One way in, a key file.
    case plain
    /// A passphrase slot too; opened with the key file.
    case passphrase
    /// Opened by a recipient's identity; enrolment, device key, and an item with a password of its own.
    case factors
  }

  let bytes: [UInt8]
  let credentials: Credentials
  let names: [String]
  /// The items' own password.
  let password = Fixture.buffer("tulip")
  /// Where the payloads' blobs lie, in the order of `names`.
  let payloads: [Range<Int>]
  let headerLength: Int
  let rootLength: Int

  init(_ kind: Kind) throws {
    let folder = try SweepFolder()
    let path = folder.path
    let (container, credentials) = try Self.make(kind, path)
    self.credentials = credentials
    bytes = try folder.bytes()
    let inspection = try Container.inspect(path)
    headerLength = Int(inspection.regions[0].length)
    guard let root = inspection.regions.first(where: { $0.name == "root" }),
      let segments = inspection.regions.first(where: { $0.name == "segments" })
    else { throw SecretFileError(.root, "no regions") }
    rootLength = Int(root.length)
    let items = try container.items()
    names = items.map { String(decoding: $0.name.account, as: UTF8.self) }
    var end = Int(segments.offset + segments.length)
    var payloads: [Range<Int>] = []
    for item in items.reversed() {
      let start = end - Padding.blobLength(item.length)
      payloads.insert(start..<end, at: 0)
      end = start
    }
    self.payloads = payloads
  }

  /// Where the page's blob lies; there is one segment.
  var page: Range<Int> { (headerLength + rootLength)..<payloads[0].lowerBound }
  /// Where the second root starts.
  var copies: Int { payloads[payloads.count - 1].upperBound }

  private static func make(_ kind: Kind, _ path: Path) throws -> (Container, Credentials) {
    switch kind {
    case .plain:
      let container = try Container.create(at: path, slots: [NewSlot(.keyFile(Fixture.key))])
      try container.update { (change) throws(SecretFileError) in
        try change.set(Fixture.item("mail", "me", "secret"))
        try change.set(Fixture.item("mail", "you", nil))
      }
      return (container, try Fixture.credentials())
    case .passphrase:
      let slots = [
        NewSlot(.keyFile(Fixture.key), label: "CI"),
        NewSlot(.passphrase(Fixture.buffer("correct horse"), cost: Fixture.cheap)),
      ]
      let container = try Container.create(at: path, slots: slots)
      try container.update { (change) throws(SecretFileError) in
        try change.set(Fixture.item("mail", "me", "secret"))
        try change.set(Fixture.item("mail", "you", "other", Protection(accessControl: .devicePasscode)))
      }
      return (container, try Fixture.credentials())
    case .factors: return try makeWithFactors(path)
    }
  }

  private static func makeWithFactors(_ path: Path) throws -> (Container, Credentials) {
    let (identity, enrolled, device) = (
      GeneratedKey.identity(), GeneratedKey.identity(), GeneratedKey.device()
    )
    var options = CreateOptions()
    try options.credentials.addDevice(device)
    let container = try Container.create(
      at: path, slots: [NewSlot(.recipient(identity.recipient)), NewSlot(.enrolment(enrolled.recipient))],
      options: options)
    var last = Fixture.item(
      "mail", "with password", "fourth", Protection(accessControl: .applicationPassword))
    last.password = Fixture.buffer("tulip")
    last.passwordCost = Fixture.cheap
    try container.update { (change) throws(SecretFileError) in
      try change.set(Fixture.item("mail", "any", "first"))
      try change.set(Fixture.item("mail", "device", "second", Protection(.whenUnlockedThisDeviceOnly)))
      try change.set(
        Fixture.item("mail", "presence", "third", Protection(accessControl: .biometryCurrentSet)))
      try change.set(last)
    }
    var credentials = Credentials()
    try identity.text.withBytes { (text) throws(SecretFileError) in try credentials.addKeyFile(text) }
    try enrolled.text.withBytes { (text) throws(SecretFileError) in try credentials.addPresence(text) }
    try credentials.addDevice(device)
    return (container, credentials)
  }
}

/// A folder in memory where the system has one, with one file that is written many times.
final class SweepFolder {
  private let folder: URL
  private let url: URL
  let path: Path

  init() throws {
    let memory = URL(filePath: "/dev/shm", directoryHint: .isDirectory)
    let isThere = FileManager.default.isWritableFile(atPath: memory.path)
    let parent = isThere ? memory : FileManager.default.temporaryDirectory
    folder = parent.appendingPathComponent("secretfile-sweep-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    url = folder.appendingPathComponent("container.secretfile")
    path = Path(url.path)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  func bytes() throws -> [UInt8] { [UInt8](try Data(contentsOf: url)) }
  func write(_ bytes: [UInt8]) throws { try Data(bytes).write(to: url) }
  /// For small changes in place.
  func handle() throws -> FileHandle { try FileHandle(forUpdating: url) }
}
