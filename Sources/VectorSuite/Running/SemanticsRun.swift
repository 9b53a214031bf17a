import Files
import ItemStore
import SecretCrypto

/// Runs one sequence of calls on the item layer, in memory and on a container.
struct SemanticsRun {
  private let vector: SemanticsVector
  private let scratch: Path

  /// - Parameter scratch: A folder for the container.
  init(_ vector: SemanticsVector, scratch: Path) { (self.vector, self.scratch) = (vector, scratch) }

  /// Nil if every call comes to what the vector says, else the first that does not.
  func problem() throws -> String? {
    if let problem = try problem(.inMemory(on: Self.device()), isContainer: false) {
      return "in memory, \(problem)"
    }
    let folder = try ScratchFolder(in: scratch)
    let keychain = Keychain.inFile(folder.path.appending("keychain.secretfile"), on: Self.device())
    return try problem(keychain, isContainer: true).map { "on a container, \($0)" }
  }

  /// The device with which every sequence begins.
  private static func device() -> Device {
    let device = Device()
    device.entitlements = ["app"]
    return device
  }

  private func problem(_ keychain: Keychain, isContainer: Bool) throws(Malformed) -> String? {
    var saved: [String: KeychainValue] = [:]
    for (index, step) in vector.steps.enumerated() {
      switch step {
      case .change(let change): change(keychain.device)
      case .call(let call):
        let expected = (isContainer ? call.onContainer : nil) ?? call.expected
        if let problem = try problem(call, expected, keychain, &saved) {
          return "step \(index + 1): \(problem)"
        }
      }
    }
    return nil
  }

  private func problem(
    _ call: SemanticsVector.Call, _ expected: SemanticsOutcome, _ keychain: Keychain,
    _ saved: inout [String: KeychainValue]
  ) throws(Malformed) -> String? {
    let before = keychain.device.authentications
    var result = KeychainResult.none
    var status = ItemStatus.success
    let body = try prepared(call.kind, saved)
    do throws(ItemStatus) { result = try body(keychain) } catch { status = error }
    guard status == expected.status else {
      return "expected \(expected.name) (\(expected.status.rawValue)), got \(status.rawValue)"
    }
    let asked = keychain.device.authentications - before
    if let wanted = expected.asked, wanted != asked {
      return "the user was asked \(asked) times, not \(wanted)"
    }
    if let name = call.save, status == .success {
      guard case .value(let value) = result else { return "there is no bare value to be saved" }
      saved[name] = value
    }
    return try wrong(result, expected.result, saved)
  }

  private func prepared(
    _ kind: SemanticsVector.Call.Kind, _ saved: [String: KeychainValue]
  ) throws(Malformed) -> (Keychain) throws(ItemStatus) -> KeychainResult {
    switch kind {
    case .add(let fields):
      let attributes = try fields.dictionary(saved)
      return { (keychain) throws(ItemStatus) in try keychain.add(attributes) }
    case .copyMatching(let fields):
      let query = try fields.dictionary(saved)
      return { (keychain) throws(ItemStatus) in try keychain.copyMatching(query) }
    case .update(let fields, let changed):
      let (query, changes) = (try fields.dictionary(saved), try changed.dictionary(saved))
      return { (keychain) throws(ItemStatus) in
        try keychain.update(query, changes)
        return .none
      }
    case .delete(let fields):
      let query = try fields.dictionary(saved)
      return { (keychain) throws(ItemStatus) in
        try keychain.delete(query)
        return .none
      }
    }
  }

  // MARK: Results

  private func wrong(
    _ result: KeychainResult, _ expected: SemanticsOutcome.Result, _ saved: [String: KeychainValue]
  ) throws(Malformed) -> String? {
    switch (expected, result) {
    case (.unsaid, _), (.nothing, .none): return nil
    case (.value(let wanted), .value(let value)):
      return try wanted.isEqual(value, saved) ? nil : "another value came back"
    case (.has(let wanted, let lacks), .dictionary(let found)):
      for (key, value) in wanted.sorted(by: { $0.key < $1.key }) {
        guard let other = found[key] else { return "\(key) did not come back" }
        if try !value.isEqual(other, saved) { return "\(key) came back as another value" }
      }
      return lacks.first { found[$0] != nil }.map { "\($0) came back" }
    case (.count(let wanted), .list(let list)):
      return list.count == wanted ? nil : "\(list.count) came back, not \(wanted)"
    case (.values(let wanted), .list(let list)): return try wrong(list, wanted, saved)
    default: return "a result of another form came back"
    }
  }

  /// Bare values, in any order.
  private func wrong(
    _ list: [KeychainResult], _ wanted: [VectorValue], _ saved: [String: KeychainValue]
  ) throws(Malformed) -> String? {
    guard list.count == wanted.count else { return "\(list.count) came back, not \(wanted.count)" }
    var rest = list
    for value in wanted {
      var found: Int?
      for (index, result) in rest.enumerated() {
        if case .value(let other) = result, try value.isEqual(other, saved) { found = index }
      }
      guard let found else { return "a value did not come back" }
      rest.remove(at: found)
    }
    return nil
  }
}
