import Files
import Foundation
import SecretCrypto
import SecretFile
import Testing

/// A container, its bytes, what it holds, and what a salvage of a damaged copy must leave.
struct RescueFixture {
  let folder: TemporaryFolder
  let original: [UInt8]
  /// The secret of every item by its account.
  let secrets: [String: String]
  let segments: Range<Int>
  let headerLength: Int
  let generation: UInt64

  /// A few items in one segment, two of them with a previous value.
  static func small() throws -> RescueFixture {
    let folder = try TemporaryFolder()
    let container = try Container.create(at: folder.path(), slots: [NewSlot(.keyFile(Fixture.key))])
    var secrets: [String: String] = [:]
    for number in 0..<5 { secrets["account \(number)"] = "secret \(number)" }
    try container.update { (change) throws(SecretFileError) in
      for (account, secret) in secrets { try change.set(Fixture.item("s", account, secret)) }
      for number in 0..<2 {
        let item = try change.items(matching: ItemQuery(service: "s", account: "account \(number)"))[0]
        try change.setCompanion(.previous, of: item, secret: Fixture.buffer("before \(number)"))
      }
    }
    return try RescueFixture(folder, secrets)
  }

  /// 1,500 items in several segments.
  static func large() throws -> RescueFixture {
    let folder = try TemporaryFolder()
    _ = try ContainerReadingTests.create(folder)
    var secrets: [String: String] = [:]
    for number in 0..<ContainerReadingTests.count {
      secrets["account \(number + 10_000)"] = "secret \(number)"
    }
    return try RescueFixture(folder, secrets)
  }

  private init(_ folder: TemporaryFolder, _ secrets: [String: String]) throws {
    self.folder = folder
    self.secrets = secrets
    original = try folder.bytes()
    let inspection = try Container.inspect(folder.path())
    let region = try #require(inspection.regions.first { $0.name == "segments" })
    segments = Int(region.offset)..<Int(region.offset + region.length)
    headerLength = Int(inspection.regions[0].length)
    generation = inspection.generation
  }

  /// Salvages these bytes; the new file is `salvaged`.
  func salvage(_ bytes: [UInt8]) throws -> SalvageReport {
    try folder.write(bytes, "damaged")
    if try folder.names.contains("salvaged") { try folder.remove("salvaged") }
    return try Container.salvage(
      folder.path("damaged"), to: folder.path("salvaged"), with: Fixture.credentials())
  }

  /// Salvages these bytes, and checks that the result is whole, one generation further, that every secret in it is
  /// right, and that what is not in it is in the report.
  func check(_ bytes: [UInt8], _ what: String) throws -> SalvageReport {
    let report = try salvage(bytes)
    #expect(try folder.bytes("damaged") == bytes, "\(what): the damaged file is untouched")
    let saved = try Container.open(at: folder.path("salvaged"), with: Fixture.credentials())
    let verified = try saved.verify()
    #expect(verified.records == report.saved && verified.isComplete, "\(what)")
    #expect(saved.info.generation == generation + 1, "\(what)")
    var lost: Set<String> = []
    var lostInPages = 0
    for loss in report.lost {
      switch loss {
      case .secret(let item, nil, _): lost.insert(String(decoding: item.name.account, as: UTF8.self))
      case .secret: break
      case .page(let count, _, _, _, _): lostInPages += count
      }
    }
    var missing = 0
    for item in try saved.items() {
      let account = String(decoding: item.name.account, as: UTF8.self)
      #expect(Fixture.text(try saved.secret(of: item)) == secrets[account], "\(what): \(account)")
      #expect(!lost.contains(account), "\(what): \(account)")
      missing -= 1
    }
    missing += secrets.count
    #expect(missing >= lost.count && missing <= lost.count + lostInPages, "\(what)")
    return report
  }
}

extension TemporaryFolder {
  func remove(_ name: String) throws {
    try FileManager.default.removeItem(at: url.appendingPathComponent(name))
  }
}
