import Foundation
import ItemStore
import Security
import Testing

/// Random sequences of operations against a small reference model: every status must agree.
@Suite struct ModelTests {
  @Test func aThousandSequences() {
    let first =
      UInt64(ProcessInfo.processInfo.environment["SECURITY_MODEL_SEED"] ?? "")
      ?? UInt64.random(in: 0 ... .max)
    print("model seed \(first)")
    for sequence in 0..<1_000 as Range<UInt64> {
      var random = SplitMix(state: first &+ sequence)
      guard runs(.memory, steps: 30, &random) else {
        Issue.record("sequence \(sequence) of seed \(first)")
        return
      }
    }
  }

  @Test func someSequencesOnAFile() {
    let first =
      UInt64(ProcessInfo.processInfo.environment["SECURITY_MODEL_SEED"] ?? "")
      ?? UInt64.random(in: 0 ... .max)
    print("model seed on a file \(first)")
    for sequence in 0..<4 as Range<UInt64> {
      var random = SplitMix(state: first &+ sequence)
      guard runs(.file, steps: 40, &random) else {
        Issue.record("sequence \(sequence) of seed \(first)")
        return
      }
    }
  }

  private func runs(_ kind: Kind, steps: Int, _ random: inout SplitMix) -> Bool {
    let bench = Bench(kind)
    var model = Model(isFile: kind == .file)
    var isRight = true
    bench { device in
      for _ in 0..<steps where isRight {
        let call = Call(&random)
        // Items of a container are told apart by when they were added.
        device.advance(milliseconds: 1)
        let wanted = model.run(call)
        let got = call.run(device)
        #expect(got == wanted, "\(call), \(model.phase)")
        isRight = got == wanted
      }
    }
    return isRight
  }
}

/// A small, fast generator with a seed.
struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

/// A call, or a change of the device.
struct Call: CustomStringConvertible {
  enum Verb: CaseIterable { case add, read, names, update, move, protect, delete, lock, unlock, restart }
  var verb: Verb
  var account: String?
  var target: String
  var raw: String
  var isSynchronized: Bool?
  var isAll: Bool

  init(_ random: inout SplitMix) {
    verb = Verb.allCases.randomElement(using: &random) ?? .add
    let accounts = ["a", "b", "c"]
    target = accounts.randomElement(using: &random) ?? "a"
    account = Int.random(in: 0..<5, using: &random) == 0 ? nil : accounts.randomElement(using: &random)
    raw = ["ak", "ck", "dk", "aku", "cku", "dku", "akpu"].randomElement(using: &random) ?? "ak"
    isSynchronized = [nil, false, true].randomElement(using: &random) ?? nil
    isAll = Bool.random(using: &random)
  }

  var description: String {
    "\(verb) account \(account ?? "any") target \(target) \(raw) sync \(isSynchronized.map { "\($0)" } ?? "any")"
  }

  func run(_ device: Device) -> OSStatus {
    let query = generic(account, [kSecAttrSynchronizable: isSynchronized ?? kSecAttrSynchronizableAny])
    let limit: [CFString: Any] = [kSecMatchLimit: isAll ? kSecMatchLimitAll : kSecMatchLimitOne]
    switch verb {
    case .add:
      return add(account, [kSecAttrSynchronizable: isSynchronized ?? false, kSecAttrAccessible: raw])
    case .read, .names:
      let more = limit.merging([(verb == .read ? kSecReturnData : kSecReturnAttributes): true]) { $1 }
      return look(
        generic(
          account, more.merging([kSecAttrSynchronizable: isSynchronized ?? kSecAttrSynchronizableAny]) { $1 })
      ).status
    case .update: return SecItemUpdate(query, [kSecValueData: Data("new".utf8)] as CFDictionary)
    case .move: return SecItemUpdate(query, [kSecAttrAccount: target] as CFDictionary)
    case .protect: return SecItemUpdate(query, [kSecAttrAccessible: raw] as CFDictionary)
    case .delete: return SecItemDelete(query)
    case .lock: device.lock()
    case .unlock: device.unlock()
    case .restart: device.restart()
    }
    return errSecSuccess
  }
}

/// The reference: a list of rows and the rules of the tables, as plainly as they can be written.
struct Model {
  struct Row: Hashable {
    var account: String
    var isSynchronized: Bool
    var raw: String
  }

  let isFile: Bool
  var rows: [Row] = []
  var phase = Device.Phase.unlocked

  private func isOpen(_ raw: String) -> Bool {
    switch raw.first {
    case "d": true
    case "c": phase != .beforeFirstUnlock
    default: phase == .unlocked
    }
  }

  private func matches(_ call: Call) -> [Int] {
    rows.indices.filter { index in
      (call.account == nil || rows[index].account == call.account)
        && (call.isSynchronized == nil || rows[index].isSynchronized == call.isSynchronized)
    }
  }

  mutating func run(_ call: Call) -> OSStatus {
    switch call.verb {
    case .lock:
      if phase == .unlocked { phase = .locked }
      return errSecSuccess
    case .unlock: phase = .unlocked
    case .restart: phase = .beforeFirstUnlock
    default: return isFile && phase == .beforeFirstUnlock ? refusedByFile(call) : answer(call)
    }
    return errSecSuccess
  }

  /// A container answers nothing before the first unlock; what contradicts itself is found only later.
  private func refusedByFile(_ call: Call) -> OSStatus { errSecInteractionNotAllowed }

  private mutating func answer(_ call: Call) -> OSStatus {
    let hits = matches(call)
    switch call.verb {
    case .add:
      let row = Row(account: call.account ?? "", isSynchronized: call.isSynchronized ?? false, raw: call.raw)
      if !isOpen(row.raw) { return errSecInteractionNotAllowed }
      if rows.contains(where: { key($0) == key(row) }) {
        return errSecDuplicateItem
      }
      rows.append(row)
    case .read, .names:
      if hits.isEmpty { return errSecItemNotFound }
      for index in call.isAll ? hits[...] : hits.prefix(1) {
        let raw = rows[index].raw
        if call.verb == .read ? !isOpen(raw) : phase == .beforeFirstUnlock && !raw.hasPrefix("d") {
          return errSecInteractionNotAllowed
        }
      }
    case .delete:
      if hits.isEmpty { return errSecItemNotFound }
      rows = rows.indices.filter { !hits.contains($0) }.map { rows[$0] }
    default:
      return update(call, hits)
    }
    return errSecSuccess
  }

  /// One row after the other, in the order of their names; the first that fails undoes everything.
  private mutating func update(_ call: Call, _ hits: [Int]) -> OSStatus {
    if hits.isEmpty { return errSecItemNotFound }
    let before = rows
    for index in hits.sorted(by: { key(before[$0]) < key(before[$1]) }) {
      var status = errSecSuccess
      var row = rows[index]
      if !isOpen(row.raw) {
        status = errSecInteractionNotAllowed
      } else {
        if call.verb == .move { row.account = call.target }
        if call.verb == .protect { row.raw = call.raw }
        if !isOpen(row.raw) {
          status = errSecInteractionNotAllowed
        } else if rows.indices.contains(where: {
          $0 != index && key(rows[$0]) == key(row)
        }) {
          status = errSecDuplicateItem
        }
      }
      if status != errSecSuccess {
        rows = before
        return status
      }
      rows[index] = row
    }
    return errSecSuccess
  }

  /// The name. In a container what is bound to the device shares its name with what does not synchronise.
  private func key(_ row: Row) -> String {
    row.account + "\u{0}" + (row.isSynchronized && !(isFile && row.raw.hasSuffix("u")) ? "1" : "0")
  }
}
