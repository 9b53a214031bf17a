import Foundation
import Migration
import SecretCrypto
import Testing

/// Patched files, read by others: equal but for the chosen value.
@Suite struct PatchOracleTests {
  /// One patched file and how it differs from its original; Python checks that.
  private struct Case: Encodable {
    var original: String
    var patched: String
    var path: [String]
    var kind: String
    var placeholder: Bool
  }

  @Test(.enabled(if: Python.isThere)) func pythonReadsWhatWePatch() throws {
    let seed = UInt64.random(in: 0...9_999)
    try check(seed, Python.writer, ["bin", "xml"])
  }

  @Test(.enabled(if: Python.isThere)) func pythonReadsPatchedJSON() throws {
    try check(UInt64.random(in: 0...9_999), Python.jsonWriter, ["json"])
  }

  /// Patches values of files that Python has written and lets it compare.
  private func check(_ seed: UInt64, _ writer: String, _ kinds: [String]) throws {
    let folder = try TemporaryFolder()
    try Python.run(writer, folder.path, "\(seed)")
    var random = SeededRandom(seed)
    var cases: [Case] = []
    for number in 0..<60 {
      for kind in kinds {
        let original = "\(number).\(kind)"
        let document = try read(folder.read(original))
        for (count, place) in document.places(budget: 2_000).shuffled(using: &random).prefix(8).enumerated() {
          let mode: Scrub.Mode = count.isMultiple(of: 3) ? .placeholder(Array("gone".utf8)) : .remove
          let result = try document.scrub([place.path], mode: mode, leftovers: .report)
          let patched = "\(original).\(count)"
          try folder.write(result.bytes.bytes, to: patched)
          let path = place.path.components.map { component in
            switch component {
            case .key(let key): "k" + String(decoding: key, as: UTF8.self)
            case .index(let index): "i\(index)"
            }
          }
          let kind = document.node(place.node).kind.rawValue
          cases.append(
            Case(original: original, patched: patched, path: path, kind: kind, placeholder: mode != .remove))
        }
      }
    }
    try folder.write([UInt8](JSONEncoder().encode(cases)), to: "cases")
    #expect(cases.count > 150 * kinds.count)
    #expect(throws: Never.self, "python seed \(seed)") { try Python.run(Self.checker, folder.path, "0") }
  }

  private static let checker = """
    blanks = {'string': '', 'data': b'', 'integer': 0, 'real': 0.0, 'boolean': False, 'array': [],
      'dictionary': {}, 'date': epoch, 'uid': plistlib.UID(0), 'null': None}
    def expected(v, path, case):
      step, rest = path[0], path[1:]
      key = int(step[1:]) if step[0] == 'i' else step[1:]
      v = v.copy()
      if rest: v[key] = expected(v[key], rest, case)
      elif case['placeholder'] or step[0] == 'i':
        v[key] = blanks[case['kind']]
        if case['placeholder'] and case['kind'] == 'string': v[key] = 'gone'
        if case['placeholder'] and case['kind'] == 'data': v[key] = b'gone'
      else: del v[key]
      return v
    def load(name):
      with open(folder + '/' + name, 'rb') as f: return (json if '.json' in name else plistlib).load(f)
    wrong = 0
    for case in json.load(open(folder + '/cases')):
      if outline(expected(load(case['original']), case['path'], case)) != outline(load(case['patched'])):
        print('differs:', case)
        wrong += 1
    sys.exit(1 if wrong else 0)
    """

  @Test(arguments: 1...25) func foundationReadsWhatWePatch(_ seed: UInt64) throws {
    var random = SeededRandom(seed)
    let value = SampleValue.dictionary(depth: 3, &random)
    for format in [PropertyListSerialization.PropertyListFormat.binary, .xml] {
      let data = try PropertyListSerialization.data(
        fromPropertyList: value.foundation, format: format, options: 0)
      let document = try read([UInt8](data))
      guard let child = document.children(of: document.root).randomElement(using: &random),
        let key = child.key
      else { continue }
      let result = try document.scrub([KeyPath([.key(document.key(key))])], leftovers: .report)
      let patched = try unsafe PropertyListSerialization.propertyList(
        from: Data(result.bytes.bytes), options: [], format: nil)
      var expected = try #require(value.foundation as? [String: Any])
      expected.removeValue(forKey: String(decoding: document.key(key), as: UTF8.self))
      #expect(NSDictionary(dictionary: expected).isEqual(patched), "seed \(seed)")
    }
  }

  /// In a binary plist every object that is not on the way keeps its bytes, and the order stays.
  @Test(arguments: 1...25) func untouchedObjectsKeepTheirBytes(_ seed: UInt64) throws {
    var random = SeededRandom(seed)
    let value = SampleValue.dictionary(depth: 3, &random)
    let data = try PropertyListSerialization.data(
      fromPropertyList: value.foundation, format: .binary, options: 0)
    let document = try read([UInt8](data))
    guard let place = document.places(budget: 500).randomElement(using: &random) else { return }
    let result = try document.scrub([place.path], leftovers: .report)
    let patched = try Document.read(result.bytes)
    var onTheWay: Set<NodeID> = [document.root]
    for length in 1..<max(1, place.path.components.count) {
      onTheWay.formUnion(document.find(KeyPath(Array(place.path.components.prefix(length)))))
    }
    var last = 0
    for number in 0..<patched.nodeCount {
      let id = NodeID(number)
      guard number < document.nodeCount, !onTheWay.contains(id), id != place.node else { continue }
      let (before, after) = (document.node(id).range, patched.node(id).range)
      guard !before.isEmpty, !after.isEmpty else { continue }
      #expect(Array(document.source.bytes[before]) == Array(patched.source.bytes[after]), "seed \(seed)")
      #expect(after.lowerBound >= last || document.node(id).range.lowerBound < last, "seed \(seed)")
      last = after.lowerBound
    }
  }
}

extension Document {
  /// A value and where it stands.
  struct Found {
    var path: KeyPath
    var node: NodeID
  }

  /// Every value below the root, the first of them up to a budget.
  func places(budget: Int) -> [Found] {
    var found: [Found] = []
    var open = [Found(path: KeyPath(), node: root)]
    while let next = open.popLast(), found.count < budget {
      for (position, child) in children(of: next.node).enumerated() {
        let component = child.key.map { KeyPath.Component.key(key($0)) } ?? .index(position)
        let place = Found(path: next.path.appending(component), node: child.value)
        found.append(place)
        open.append(place)
      }
    }
    return found
  }
}
