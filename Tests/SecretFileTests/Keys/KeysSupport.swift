import SecretCrypto
import SecretFile

/// Bytes of a text in hexadecimal; spaces are skipped.
func hex(_ text: String) -> [UInt8] {
  var bytes: [UInt8] = []
  var half: UInt8?
  for character in text where character != " " {
    guard let digit = character.hexDigitValue else { continue }
    if let high = half {
      bytes.append(high << 4 | UInt8(digit))
      half = nil
    } else {
      half = UInt8(digit)
    }
  }
  return bytes
}

/// The numbers `from`, `from` + 1 and so on: a key for tests.
func counting(_ from: UInt8, _ count: Int = 32) -> [UInt8] { (0..<count).map { from &+ UInt8($0) } }

extension SecretBuffer {
  convenience init(_ bytes: [UInt8]) { self.init(copying: bytes.span) }
  var plain: [UInt8] { withBytes { [UInt8](copying: $0) } }
}

extension SecretBytes {
  var plain: [UInt8] { borrowing get { withBytes { [UInt8](copying: $0) } } }
}

extension FixedBytes {
  var plain: [UInt8] { [UInt8](copying: span) }

  /// The value of exactly `size` bytes; zeros for any other number.
  init(of bytes: [UInt8]) { self = Self(copying: bytes.span) ?? Self() }
}

/// The independent way to a derived key: the hash over the whole input at once.
func derived(_ key: [UInt8], _ label: String, _ context: [UInt8]) -> [UInt8] {
  let input = Array("SecretFile v1 ".utf8) + Array(label.utf8) + [0] + context
  let digest = Hash.blake2b256(input.span, key: key.span)
  return [UInt8](copying: digest.span)
}

func sealed(_ plain: [UInt8], _ associated: [UInt8], _ key: [UInt8], nonce: UInt8 = 0x40) -> [UInt8] {
  var blob = [UInt8](repeating: 0, count: plain.count + 40)
  let nonce = counting(nonce, 24)
  var span = blob.mutableSpan
  AEAD.seal(plain.span, associated: associated.span, nonce: nonce.span, key: key.span, into: &span)
  return blob
}

func opened(_ blob: [UInt8], _ associated: [UInt8], _ key: [UInt8]) -> [UInt8]? {
  var plain = [UInt8](repeating: 0, count: blob.count - 40)
  var span = plain.mutableSpan
  return AEAD.open(blob.span, associated: associated.span, key: key.span, into: &span) ? plain : nil
}

/// The bytes of integers, the least significant first.
func little<T: FixedWidthInteger>(_ value: T) -> [UInt8] {
  (0..<(T.bitWidth / 8)).map { UInt8(truncatingIfNeeded: value >> T(8 * $0)) }
}

extension Credentials {
  static func with(
    keyFile: String? = nil, passphrases: [String] = [], device: String? = nil, presence: String? = nil
  ) throws -> Credentials {
    var credentials = Credentials()
    if let keyFile { try credentials.addKeyFile(Array(keyFile.utf8).span) }
    for passphrase in passphrases { try credentials.addPassphrase(Array(passphrase.utf8).span) }
    if let device { try credentials.addDeviceKey(Array(device.utf8).span) }
    if let presence { try credentials.addPresence(Array(presence.utf8).span) }
    return credentials
  }
}

/// The text form of the bytes 00 to 1F as each kind of key (spec "Text form of keys").
enum Text {
  static let keyFile = "SECRETFILE-KEY-1QQQSYQCYQ5RQWZQFPG9SCRGWPUGPZYSNZS23V9CCRYDPK8QARC0SL9VZCW"
  static let device = "SECRETFILE-DEVICE-1QQQSYQCYQ5RQWZQFPG9SCRGWPUGPZYSNZS23V9CCRYDPK8QARC0SJC7D56"
  static let identity = "AGE-SECRET-KEY-1QQQSYQCYQ5RQWZQFPG9SCRGWPUGPZYSNZS23V9CCRYDPK8QARC0SWRYDWG"
  static let recipient = "age13aqvttdk3ujkyjh9kg2w5an6dmy5mq5a84a4uxk3hfhnugfc9p0sy5p2wh"
}

/// A code, or nil if nothing is thrown.
func thrown(_ body: () throws -> Void) -> SecretFileError.Code? {
  do {
    try body()
    return nil
  } catch {
    return (error as? SecretFileError)?.code
  }
}

extension CommitSeed {
  init(
    _ seed: [UInt8], containerID: Bytes16, keyEpoch: UInt32, generation: UInt64, previousMAC: Bytes32? = nil
  ) {
    self.init(
      seed.span, containerID: containerID, keyEpoch: keyEpoch, generation: generation,
      previousMAC: previousMAC)
  }

  static func containerID(_ seed: [UInt8]) -> Bytes16 { containerID(seed.span) }
}
