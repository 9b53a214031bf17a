import Files
import Foundation
import SecretCrypto
import SecretFile
import Testing

/// Random operations on a container and on a dictionary; afterwards both hold the same.
@Suite struct ContainerModelTests {
  /// Small numbers that repeat for a seed.
  struct Generator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var z = state
      z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
      z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
      return z ^ (z >> 31)
    }
    mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(limit)) }
  }

  struct Entry: Equatable {
    var value: [UInt8]
    var comment: String
    var protection: Protection
  }

  static let protections = [
    Protection(), Protection(.afterFirstUnlock), Protection(.whenUnlockedThisDeviceOnly),
    Protection(accessControl: .userPresence), Protection(accessControl: .devicePasscode),
  ]

  static func value(_ random: inout Generator) -> [UInt8] {
    let length =
      switch random.below(20) {
      case 0: 0
      case 1: random.below(60_000)
      case 2: random.below(5_000)
      default: random.below(300)
      }
    let byte = UInt8(truncatingIfNeeded: random.next())
    return (0..<length).map { byte &+ UInt8(truncatingIfNeeded: $0) }
  }

  static func account(_ random: inout Generator) -> String {
    "account \(random.below(150)) " + String(repeating: "x", count: random.below(30) == 0 ? 900 : 0)
  }

  @Test(arguments: [1, 2, 3])
  func randomOperations(_ run: Int) throws {
    // A run with another seed: SECRETFILE_MODEL_SEED=… (printed when it fails).
    let given = ProcessInfo.processInfo.environment["SECRETFILE_MODEL_SEED"].flatMap { UInt64($0) }
    let seed = given ?? UInt64(run)
    var random = Generator(state: seed)
    let folder = try TemporaryFolder()
    let factors = Fixture.Factors()
    let container = try factors.create(folder.path())
    let credentials = try factors.credentials(device: true, presence: true, passcode: true)
    var model: [String: Entry] = [:]
    for step in 0..<18 {
      switch random.below(12) {
      case 0:
        var request = RotationRequest(credentials: credentials)
        request.credentials.add(try Fixture.credentials())
        _ = try container.rotate(request)
      case 1: try container.compact()
      case 2: try container.reload()
      default:
        var next = model
        try container.update { (change) throws(SecretFileError) in
          for _ in 0..<(1 + random.below(40)) { try Self.change(&change, &next, &random) }
        }
        model = next
      }
      if step % 6 == 5 { try Self.compare(container, model, "seed \(seed), step \(step)") }
    }
    let opened = try Container.open(at: folder.path(), with: credentials)
    try Self.compare(opened, model, "seed \(seed), at the end")
    let report = try opened.verify()
    #expect(report.records == model.count && report.isComplete, "seed \(seed)")
    #expect(try folder.names == ["container.secretfile"])
  }

  static func change(
    _ change: inout Transaction, _ model: inout [String: Entry], _ random: inout Generator
  ) throws(SecretFileError) {
    let account = Self.account(&random)
    let name = IdentityParts(service: Array("s".utf8), account: Array(account.utf8))
    let item = try change.item(named: name)
    if (item == nil) != (model[account] == nil) {
      Issue.record("\(account): item \(item == nil), model \(model[account] == nil)")
      return
    }
    switch random.below(10) {
    case 0, 1:
      guard let item else { return }
      try change.remove(item)
      model[account] = nil
    case 2:
      guard let item else { return }
      let comment = "comment \(random.below(3))" + String(repeating: "c", count: random.below(400))
      try change.edit(item) { $0.comment = comment }
      model[account]?.comment = comment
    case 3:
      guard let item else { return }
      let other = Self.account(&random)
      if model[other] != nil { return }
      try change.rename(item, to: IdentityParts(service: Array("s".utf8), account: Array(other.utf8)))
      model[other] = model[account]
      model[account] = nil
    case 4:
      guard let item else { return }
      let protection = protections[random.below(protections.count)]
      try change.reprotect(item, protection)
      model[account]?.protection = protection
    default:
      let value = Self.value(&random)
      let protection = random.below(3) == 0 ? protections[random.below(protections.count)] : nil
      try change.set(
        NewItem(
          ItemAttributes(name), secret: SecretBuffer(copying: value.span), contentType: .bytes,
          protection: protection))
      let old = model[account]
      model[account] = Entry(
        value: value, comment: old?.comment ?? "", protection: protection ?? old?.protection ?? Protection())
    }
  }

  static func compare(_ container: Container, _ model: [String: Entry], _ place: String) throws {
    var found: [String: Entry] = [:]
    let items = try container.items()
    for item in items {
      let value = try container.secret(of: item).withBytes { [UInt8](copying: $0) }
      found[String(decoding: item.name.account, as: UTF8.self)] = Entry(
        value: value, comment: item.attributes.comment, protection: item.protection)
    }
    #expect(found == model, "\(place)")
    #expect(items.count == model.count, "\(place)")
  }
}
