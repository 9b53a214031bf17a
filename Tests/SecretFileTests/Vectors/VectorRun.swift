import Files
import Foundation
import SecretCrypto
import SecretFile

/// Runs one vector with the library's reader.
struct VectorRun {
  let vector: VectorFile
  private let folder: TemporaryFolder
  private let passwords: [[UInt8]: SecretBuffer]

  init(_ vector: VectorFile) throws {
    self.vector = vector
    folder = try TemporaryFolder()
    passwords = vector.itemPasswords.mapValues { SecretBuffer(copying: $0.span) }
  }

  /// Nil if everything is as the vector says, else what is not.
  func problem() throws -> String? {
    let (container, credentials): (Container, Credentials)
    do {
      credentials = try self.credentials()
      container = try open(credentials)
    } catch let error as SecretFileError {
      let isRight = error.code.name == vector.expect && vector.operation != .read
      return isRight ? try wrongWitness(nil) : "expected \(vector.expect), opening gave \(error)"
    }
    if let problem = try VectorKeys(vector, container, credentials).problem() { return problem }
    if let problem = try wrongWitness(container.info) { return problem }
    var told: Set<String> = [container.info.proven ? "proven" : "notProven"]
    switch vector.operation {
    case .open:
      if vector.expect != "ok" { return "expected \(vector.expect), the container opened" }
    case .verify:
      let report: VerifyReport
      let known = passwords
      do throws(SecretFileError) {
        report = try container.verify(passwords: { known[$0.identity.bytes] })
      } catch {
        return error.code.name == vector.expect ? nil : "expected \(vector.expect), verifying gave \(error)"
      }
      if vector.expect != "ok" { return "expected \(vector.expect), the container verified" }
      told.formUnion(Self.told(report, container.info))
    case .read: break
    }
    let thrown: Set<String>
    switch try readItems(container) {
    case .failure(let wrong): return wrong.text
    case .success(let names): thrown = names
    }
    if vector.expect != "ok" {
      return thrown.contains(vector.expect)
        ? nil : "expected \(vector.expect), reading threw \(thrown.sorted())"
    }
    if let problem = try wrongListing(container) { return problem }
    let lacking = vector.flags.intersection(VectorFile.telling).subtracting(told.union(thrown))
    return lacking.isEmpty ? nil : "not reported: \(lacking.sorted())"
  }

  private struct Wrong: Error { var text: String }

  // MARK: Opening

  private func credentials() throws -> Credentials {
    var credentials = Credentials()
    let given = vector.credentials
    for passphrase in given["passphrases"] ?? [] {
      let bytes = VectorFile.bytes(hexadecimal: passphrase) ?? []
      try credentials.addPassphrase(bytes.span)
    }
    for text in (given["keyFiles"] ?? []) + (given["identities"] ?? []) {
      try credentials.addKeyFile(Array(text.utf8).span)
    }
    for text in given["deviceKeys"] ?? [] { try credentials.addDeviceKey(Array(text.utf8).span) }
    for text in given["presence"] ?? [] { try credentials.addPresence(Array(text.utf8).span) }
    return credentials
  }

  private func open(_ credentials: Credentials) throws -> Container {
    // One switch of the library accepts both kinds of surprise that a witness can give.
    var options = OpenOptions(
      acceptRollback: !vector.flags.isDisjoint(with: ["acceptRollback", "acceptFork"]),
      acceptOrigin: vector.flags.contains("acceptOrigin"))
    if let slot = vector.slot {
      guard let id = SlotID(slot) else { throw VectorFile.Malformed("slot is not 8 bytes") }
      options.slot = id
    }
    if let entry = vector.witness?.entry {
      options.witness = folder.path("witness")
      try store.write(id: try containerID, entry: entry)
    }
    return try Container.open(at: Path(vector.container.path), with: credentials, options: options)
  }

  // MARK: The witness

  private var store: WitnessStore { WitnessStore(folder.path("witness")) }

  /// The id in the file, which every witness of the vectors is about.
  private var containerID: [UInt8] {
    get throws {
      let bytes = try Data(contentsOf: vector.container)
      guard bytes.count >= 32 else { throw VectorFile.Malformed("a witness of a file without a header") }
      return [UInt8](bytes[16..<32])
    }
  }

  /// A proven opening is remembered; one that failed or is not proven is not (spec 13.4).
  private func wrongWitness(_ info: ContainerInfo?) throws -> String? {
    guard let was = vector.witness, let now = try store.read(id: try containerID) else { return nil }
    guard let info, info.proven else { return now == was.entry ? nil : "the witness was replaced" }
    let bytes = [UInt8](try Data(contentsOf: vector.container))
    let headerLength = Int(ByteOrder.little(bytes.span, 12, as: UInt32.self))
    let pin = vector.intermediate["pin"].flatMap { VectorFile.bytes(hexadecimal: $0) } ?? was.pin
    let wanted = VectorFile.Witness(
      keyEpoch: info.keyEpoch, generation: info.generation,
      mac: Array(bytes[(headerLength - 32)..<headerLength]), pin: pin)
    return now == wanted.entry ? nil : "the witness does not say what was opened"
  }

  // MARK: Values

  /// The names of the errors with which items could not be read, as they should.
  private func readItems(_ container: Container) throws -> Result<Set<String>, Wrong> {
    var thrown: Set<String> = []
    let read = vector.item.map { [VectorFile.Item(identity: $0)] } ?? []
    for item in vector.items + read {
      let name = Fixture.hex(item.identity)
      let digest: [UInt8]
      do throws(SecretFileError) {
        let record = try container.record(Identity(checked: item.identity))
        digest = try container.secret(of: record, password: passwords[item.identity])
          .withBytes { SHA256.hash([UInt8](copying: $0)) }
      } catch {
        let code = error.code.name
        let isFree = item.digest == nil && item.reason == nil
        guard code == item.reason || (code == vector.expect && isFree) else {
          return .failure(
            Wrong(text: "item \(name): expected \(item.reason ?? "a value"), reading gave \(error)"))
        }
        thrown.insert(code)
        continue
      }
      if let reason = item.reason {
        return .failure(Wrong(text: "item \(name): expected \(reason), it could be read"))
      }
      if let wanted = item.digest, wanted != digest {
        return .failure(Wrong(text: "item \(name): another value"))
      }
    }
    return .success(thrown)
  }

  /// The items named are all there are, in their order; what the library lists are those that are no companions.
  private func wrongListing(_ container: Container) throws -> String? {
    guard !vector.items.isEmpty else { return nil }
    let named = vector.items.map(\.identity)
    let records = try container.records().map(\.identity)
    if records.map(\.bytes) != named {
      return "the container has \(records.count) records, or others than named"
    }
    let listed = try container.items().map(\.identity)
    let items = records.filter { $0.companionKind == nil }
    if Set(listed).subtracting(items).count > 0 { return "a companion is listed" }
    // An item bound to this device hides the one of its name that is bound to none.
    let isHiding = vector.credentials["deviceKeys"] != nil
    return listed == items || isHiding ? nil : "\(listed.count) items are listed, not \(items.count)"
  }

  // MARK: What is told

  private static func told(_ report: VerifyReport, _ info: ContainerInfo) -> Set<String> {
    var told: Set<String> = []
    for secrets in report.secretsUnopened {
      switch secrets.reason {
      case .missing(let factor): told.insert("\(factor)")
      case .invalidated: told.insert("invalidated")
      case .newer: told.insert("version")
      case .applicationPassword: told.insert("applicationPassword")
      }
    }
    for key in info.keys {
      switch key.state {
      case .available: break
      case .missing(let factor): told.insert("\(factor)")
      case .invalidated: told.insert("invalidated")
      case .newer: told.insert("version")
      }
    }
    return told
  }
}

extension VectorFile.Witness {
  /// The 76 bytes that the library stores.
  var entry: [UInt8] {
    var out = Writer(capacity: 76)
    out.u32(keyEpoch)
    out.u64(generation)
    out.append(mac.span)
    out.append(pin.span)
    return out.bytes
  }
}
