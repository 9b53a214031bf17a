import Foundation

/// A random generator that gives the same numbers for the same seed.
struct SeededRandom: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1 }

  mutating func next() -> UInt64 {
    // SplitMix64.
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

/// A made-up property list.
indirect enum SampleValue {
  case string(String)
  case integer(Int64)
  case real(Double)
  case boolean(Bool)
  case date(Int)
  case data([UInt8])
  case array([SampleValue])
  case dictionary([(String, SampleValue)])

  /// Text that is hard on writers and readers.
  private static let pieces = [
    "a", "Z", "0", " ", "\n", "\t", "<", ">", "&", "\"", "'", "/", "\\", "é", "ß", "密", "€", "😀", "]]>",
    "&amp;", "-->",
  ]

  static func text(_ random: inout SeededRandom) -> String {
    let ascii = Bool.random(using: &random)
    let count = [0, 1, 3, 14, 15, 16, 40, 300].randomElement(using: &random) ?? 1
    return (0..<count).map { _ in
      (ascii ? Array(pieces.prefix(13)) : pieces).randomElement(using: &random) ?? ""
    }.joined()
  }

  static func any(depth: Int, _ random: inout SeededRandom) -> SampleValue {
    switch Int.random(in: 0..<(depth > 0 ? 9 : 6), using: &random) {
    case 0: return .string(text(&random))
    case 1: return .integer(Int64(bitPattern: random.next()) >> Int64.random(in: 0...63, using: &random))
    case 2: return .real(Double.random(in: -1e6...1e6, using: &random))
    case 3: return .boolean(Bool.random(using: &random))
    case 4: return .date(Int.random(in: -2_000_000_000...2_000_000_000, using: &random))
    case 5:
      let count = [0, 1, 2, 3, 15, 100].randomElement(using: &random) ?? 0
      return .data((0..<count).map { _ in UInt8.random(in: 0...255, using: &random) })
    case 6:
      return .array((0..<Int.random(in: 0...8, using: &random)).map { _ in any(depth: depth - 1, &random) })
    default: return dictionary(depth: depth - 1, &random)
    }
  }

  static func dictionary(depth: Int, _ random: inout SeededRandom) -> SampleValue {
    .dictionary(
      (0..<Int.random(in: 0...8, using: &random)).map {
        ("key\($0) " + text(&random), any(depth: depth, &random))
      })
  }

  var foundation: Any {
    switch self {
    case .string(let text): text
    case .integer(let number): NSNumber(value: number)
    case .real(let number): NSNumber(value: number)
    case .boolean(let value): value
    case .date(let seconds): Date(timeIntervalSinceReferenceDate: Double(seconds))
    case .data(let bytes): Data(bytes)
    case .array(let values): values.map(\.foundation)
    case .dictionary(let entries): Dictionary(uniqueKeysWithValues: entries.map { ($0.0, $0.1.foundation) })
    }
  }

  var exactOutline: String {
    switch self {
    case .string(let text): "s" + hex(Array(text.utf8))
    case .integer(let number): "i\(number)"
    case .real(let number): "r" + String(number.bitPattern, radix: 16)
    case .boolean(let value): value ? "t" : "f"
    case .date(let seconds): "@" + String(Double(seconds).bitPattern, radix: 16)
    case .data(let bytes): "d" + hex(bytes)
    case .array(let values): "[" + values.map(\.exactOutline).joined(separator: ",") + "]"
    case .dictionary(let entries):
      "{" + entries.map { hex(Array($0.0.utf8)) + ":" + $0.1.exactOutline }.sorted().joined(separator: ",")
        + "}"
    }
  }
}

/// A folder that disappears with its owner.
final class TemporaryFolder {
  let path: String

  init() throws {
    path =
      FileManager.default.temporaryDirectory.appendingPathComponent("migration-" + UUID().uuidString).path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func read(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(fileURLWithPath: path + "/" + name)))
  }

  func write(_ bytes: [UInt8], to name: String) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: path + "/" + name))
  }
}

/// Python's own readers and writers of the formats, as a second opinion.
enum Python {
  struct Failure: Error { var status: Int32 }

  static let isThere = ["/usr/bin", "/usr/local/bin", "/opt/homebrew/bin"].contains {
    FileManager.default.isExecutableFile(atPath: $0 + "/python3")
  }

  static func run(_ script: String, _ arguments: String...) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3", "-c", outline + script] + arguments
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Failure(status: process.terminationStatus) }
  }

  /// What both sides can say of a value; see `Document.exactOutline`.
  private static let outline = """
    import sys, os, json, random, struct, datetime, plistlib
    epoch = datetime.datetime(2001, 1, 1)
    def bits(number): return '%x' % struct.unpack('>Q', struct.pack('>d', number))[0]
    def outline(v):
      if v is None: return 'n'
      if v is True: return 't'
      if v is False: return 'f'
      if isinstance(v, plistlib.UID): return 'u%d' % v.data
      if isinstance(v, int): return 'i%d' % v
      if isinstance(v, float): return 'r' + bits(v)
      if isinstance(v, datetime.datetime): return '@' + bits((v - epoch).total_seconds())
      if isinstance(v, str): return 's' + v.encode().hex()
      if isinstance(v, bytes): return 'd' + v.hex()
      if isinstance(v, list): return '[' + ','.join(map(outline, v)) + ']'
      return '{' + ','.join(k.encode().hex() + ':' + outline(x) for k, x in v.items()) + '}'
    pieces = ['a', 'Z', '0', ' ', '\\n', '<', '&', '"', '/', '\\\\', 'é', '密', '€', '😀', ']]>', '\\t']
    def text(): return ''.join(random.choice(pieces) for _ in range(random.choice([0, 1, 3, 14, 15, 16, 300])))
    def value(depth, json):
      kind = random.randrange(9 if depth > 0 else 7)
      if kind == 0: return text()
      if kind == 1: return random.randrange(-2**63, 2**64) >> random.randrange(64)
      if kind == 2: return random.uniform(-1e9, 1e9) * 10.0 ** random.randrange(-20, 20)
      if kind == 3: return random.choice([True, False])
      if kind == 4: return None if json else epoch + datetime.timedelta(seconds=random.randrange(-2**35, 2**35))
      if kind == 5: return text() if json else os.urandom(random.choice([0, 1, 2, 15, 500]))
      if kind == 6: return text()
      if kind == 7: return [value(depth - 1, json) for _ in range(random.randrange(8))]
      return {text() + str(i): value(depth - 1, json) for i in range(random.randrange(8))}
    folder = sys.argv[1]
    random.seed(int(sys.argv[2]))

    """

  /// Writes 60 random property lists in both formats and their outlines.
  static let writer = """
    with open(folder + '/outlines', 'w') as lines:
      for number in range(60):
        v = {'root': value(4, False), 'again': value(3, False)}
        for kind, form in (('bin', plistlib.FMT_BINARY), ('xml', plistlib.FMT_XML)):
          with open('%s/%d.%s' % (folder, number, kind), 'wb') as f: plistlib.dump(v, f, fmt=form, sort_keys=False)
        lines.write(outline(v) + '\\n')
    """

  /// Writes 60 random JSON texts in several layouts and their outlines.
  static let jsonWriter = """
    with open(folder + '/outlines', 'w') as lines:
      for number in range(60):
        v = {'root': value(4, True), 'again': value(3, True)}
        with open('%s/%d.json' % (folder, number), 'w', encoding='utf-8') as f:
          json.dump(v, f, ensure_ascii=number % 2 == 0, indent=[None, 2, '\\t'][number % 3])
        lines.write(outline(v) + '\\n')
    """
}
