import SecretCrypto
import SecretFile

/// The keys of all containers that the fuzzer makes or is seeded with; those of the test vectors.
enum FuzzKeys {
  static let keyFile = ascending(0x00)
  static let enrolled = ascending(0x80)
  static let device = ascending(0xc0)
  static let password = Array("open sesame".utf8)
  static let master = ascending(0x11)
  static let classKey = ascending(0x22)
  static let passcode = ascending(0x33)
  static let presence = ascending(0x44)

  private static func ascending(_ first: UInt8) -> [UInt8] { (0..<32).map { first &+ $0 } }
}

/// The input is the inside of a container, part by part: kind u8, length u16, bytes. Whatever stands there is
/// sealed, linked, hashed and MACed as a writer would, so that no outer check hides an inner one.
func fuzzSealed(_ input: [UInt8]) throws -> Bool {
  var parts = SealedParts()
  var at = 0
  while at + 3 <= input.count {
    let end = min(input.count, at + 3 + Int(ByteOrder.little(input.span, at + 1, as: UInt16.self)))
    parts.add(input[at], Array(input[at + 3..<end]))
    at = end
  }
  guard !parts.root.isEmpty else { return false }
  let file = SealedContainer(parts).file
  law(file.count >= 156, "a file without a header")
  try openAndVerify(file)
  return true
}

/// What an input says.
struct SealedParts {
  /// keyEpoch u32, generation u64, and whether lengths and links of the segment table are made to fit.
  var fields: [UInt8] = []
  /// Slots beside the one that opens.
  var slots: [UInt8] = []
  /// The root's content.
  var root: [UInt8] = []
  /// Pages' contents.
  var pages: [[UInt8]] = []
  /// Payloads' plaintexts, in the order of the records.
  var payloads: [[UInt8]] = []

  mutating func add(_ kind: UInt8, _ bytes: [UInt8]) {
    switch kind & 7 {
    case 0: fields = bytes
    case 1: slots = bytes
    case 2: root = bytes
    case 3: pages.append(bytes)
    default: payloads.append(bytes)
    }
  }
}

/// Bytes of a small number.
func little(_ number: some FixedWidthInteger, _ count: Int) -> [UInt8] {
  (0..<count).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
}

func blake(_ bytes: [UInt8], key: [UInt8]? = nil) -> [UInt8] {
  let hash = key.map { Hash.blake2b256(bytes.span, key: $0.span) } ?? Hash.blake2b256(bytes.span)
  return hash.indices.map { hash[$0] }
}

func derived(_ key: [UInt8], _ label: String, _ context: [UInt8] = []) -> [UInt8] {
  blake(Array("SecretFile v1 \(label)\0".utf8) + context, key: key)
}

/// A blob with a nonce that follows from its content, so that an input always gives the same file.
func sealed(_ plain: [UInt8], _ key: [UInt8], _ associated: [UInt8]) -> [UInt8] {
  let nonce = Array(blake(associated + plain, key: key)[..<24])
  var blob = [UInt8](repeating: 0, count: plain.count + AEAD.overhead)
  var span = blob.mutableSpan
  AEAD.seal(plain.span, associated: associated.span, nonce: nonce.span, key: key.span, into: &span)
  return blob
}
