import Files
import SecretCrypto
import SecretFile

/// Runs one vector with the library's reader.
struct ContainerRun {
  private let vector: ContainerVector
  private let file: Path
  private let witnesses: Path
  private let passwords: [[UInt8]: SecretBuffer]

  /// - Parameters:
  ///   - file: The container.
  ///   - scratch: A folder for the witness.
  init(_ vector: ContainerVector, _ file: Path, scratch: Path) {
    self.vector = vector
    self.file = file
    witnesses = scratch.appending(Array("witness-\(vector.name)".utf8))
    passwords = vector.itemPasswords.mapValues { SecretBuffer(copying: $0.span) }
  }

  /// Nil if everything is as the vector says, else what is not.
  func problem() throws -> String? {
    let (container, credentials): (Container, Credentials)
    do throws(SecretFileError) {
      (container, credentials) = try open()
    } catch {
      if error.file != nil { throw Malformed("\(error.message)") }
      let isRight = error.code.name == vector.expect && vector.operation != .read
      return isRight ? try wrongWitness(nil) : "expected \(vector.expect), opening gave \(error)"
    }
    let bytes = try container.wholeFile(file)
    if let problem = try ContainerKeys(vector, container, credentials, bytes).problem() { return problem }
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
    var thrown: Set<String> = []
    if let problem = readItems(container, &thrown) { return problem }
    if vector.expect != "ok" {
      return thrown.contains(vector.expect)
        ? nil : "expected \(vector.expect), reading threw \(thrown.sorted())"
    }
    if let problem = try wrongListing(container) { return problem }
    let lacking = vector.flags.intersection(ContainerVector.telling).subtracting(told.union(thrown))
    return lacking.isEmpty ? nil : "not reported: \(lacking.sorted())"
  }

  // MARK: Opening

  private func open() throws(SecretFileError) -> (Container, Credentials) {
    let credentials = try vector.credentials.credentials()
    // One switch of the library accepts both kinds of surprise that a witness can give.
    var options = OpenOptions(
      acceptRollback: !vector.flags.isDisjoint(with: ["acceptRollback", "acceptFork"]),
      acceptOrigin: vector.flags.contains("acceptOrigin"))
    if let slot = vector.slot { options.slot = SlotID(slot) }
    if let witness = vector.witness {
      options.witness = witnesses
      do throws(FileError) {
        try WitnessStore(witnesses).write(id: try containerID, entry: witness.entry)
      } catch {
        throw SecretFileError(error)
      }
    }
    return (try Container.open(at: file, with: credentials, options: options), credentials)
  }

  // MARK: The witness

  /// The id in the file, which every witness of the vectors is about.
  private var containerID: [UInt8] {
    get throws(FileError) { try ReadableFile.open(file).read(at: 16, count: 16) }
  }

  /// A proven opening is remembered; one that failed or is not proven is not (spec §13.4).
  private func wrongWitness(_ info: ContainerInfo?) throws -> String? {
    guard let was = vector.witness, let now = try WitnessStore(witnesses).read(id: try containerID) else {
      return nil
    }
    // What the caller accepts is accepted for this opening, and not remembered.
    let isAccepted = !vector.flags.isDisjoint(with: ["acceptRollback", "acceptFork"])
    guard let info, info.proven, !isAccepted else {
      return now == was.entry ? nil : "the witness was replaced"
    }
    let start = try ReadableFile.open(file).read(at: 0, count: 16)
    let length = UInt64(ByteOrder.little(start.span, 12, as: UInt32.self))
    let mac = try ReadableFile.open(file).read(at: length - 32, count: 32)
    let pin = vector.intermediate["pin"].flatMap { Hexadecimal.bytes($0) } ?? was.pin
    let wanted = ContainerVector.Witness(
      keyEpoch: info.keyEpoch, generation: info.generation, mac: mac, pin: pin)
    return now == wanted.entry ? nil : "the witness does not say what was opened"
  }

  // MARK: Values

  /// Reads every item; `thrown` gets the errors with which items could not be read, as they should.
  private func readItems(_ container: Container, _ thrown: inout Set<String>) -> String? {
    let read = vector.item.map { [ContainerVector.Item(identity: $0)] } ?? []
    for item in vector.items + read {
      let name = "item \(Hexadecimal.text(item.identity))"
      let digest: [UInt8]
      do throws(SecretFileError) {
        let record = try container.record(Identity(checked: item.identity))
        digest = try container.secret(of: record, password: passwords[item.identity])
          .withBytes { SHA256.hash([UInt8](copying: $0)) }
      } catch {
        let code = error.code.name
        let isFree = item.digest == nil && item.reason == nil
        guard code == item.reason || (code == vector.expect && isFree) else {
          return "\(name): expected \(item.reason ?? "a value"), reading gave \(error)"
        }
        thrown.insert(code)
        continue
      }
      if let reason = item.reason { return "\(name): expected \(reason), it could be read" }
      if let wanted = item.digest, wanted != digest { return "\(name): another value" }
    }
    return nil
  }

  /// The items named are all there are, in their order; what the library lists are those that are no companions.
  private func wrongListing(_ container: Container) throws(SecretFileError) -> String? {
    guard !vector.items.isEmpty else { return nil }
    let records = try container.records().map(\.identity)
    if records.map(\.bytes) != vector.items.map(\.identity) {
      return "the container has \(records.count) records, or others than named"
    }
    let listed = try container.items().map(\.identity)
    let items = records.filter { $0.companionKind == nil }
    if !Set(listed).isSubset(of: items) { return "a companion is listed" }
    // An item bound to this device hides the one of its name that is bound to none.
    return listed == items || vector.credentials.hasDevice
      ? nil : "\(listed.count) items are listed, not \(items.count)"
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

extension ContainerVector.Witness {
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
