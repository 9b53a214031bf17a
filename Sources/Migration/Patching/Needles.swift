import SecretCrypto

/// The removed secrets in every spelling that a file may hold them in, ready to be searched for in one pass.
struct Needles: ~Copyable {
  /// One spelling of one secret.
  struct Needle {
    /// Where it came from; `nil` for a secret given as bytes.
    var secret: KeyPath?
    /// Whether it is only a part of what was removed.
    var isPart: Bool
    /// Its bytes in `text`.
    var range: Range<Int>
    /// The bytes of the secret itself: short ones need more than a chance match.
    var secretLength: Int
    /// Whether the secret is all decimal digits.
    var isDigits: Bool
    /// The bytes of one character.
    var unit: Int
    /// Whether this is the secret as it is.
    var isPlain: Bool
    /// Whether this is base64, hexadecimal or percent-encoding, which may be broken into lines or groups.
    var isEncoded: Bool
  }

  /// Secrets under so many bytes are not searched for: they stand in every file.
  static let shortest = 4
  /// Secrets under so many bytes count only where no letter or digit stands beside them.
  static let certain = 8

  private(set) var needles: [Needle] = []
  private var text = SecretAppender()
  /// Needles by a hash of their first four bytes.
  private var table: [[Int32]] = Array(repeating: [], count: 1 << 12)
  private let salt = UInt32.random(in: .min ... .max) | 1

  /// Adds a secret in all of its spellings; one that is too short is passed over. The encodings are those of secrets of
  /// so many bytes or more: of a shorter one they are soon met by chance.
  mutating func add(
    _ secret: Span<UInt8>, from path: KeyPath?, isPart: Bool, isData: Bool,
    encodedFrom least: Int = Needles.certain
  ) {
    guard secret.count >= Needles.shortest else { return }
    var digits = true
    for index in secret.indices where decimalDigit(secret[index]) == nil { digits = false }
    func needle(_ range: Range<Int>, unit: Int = 1, plain: Bool = false, encoded: Bool = false) -> Needle {
      Needle(
        secret: path, isPart: isPart, range: range, secretLength: secret.count, isDigits: digits, unit: unit,
        isPlain: plain, isEncoded: encoded)
    }
    var spellings = [needle(append { $0.append(secret) }, plain: true)]
    if UTF8Text.firstInvalid(secret) == nil {
      for unit in TextUnit.allCases where unit != .utf8 {
        spellings.append(needle(append { unit.append(utf8: secret, to: &$0) }, unit: unit.size))
      }
      for escape in [Needles.jsonEscape, Needles.jsonEscapeBare, Needles.xmlEscape] {
        let range = append { Needles.appendEscaped(secret, to: &$0, escape) }
        if range.count > secret.count { spellings.append(needle(range)) }
      }
    }
    if isData {
      spellings.append(
        needle(
          append { out in
            out.append(count: Encoding.base64Count(secret.count, .standard)) { room in
              Encoding.encodeBase64(secret, .standard, into: &room)
            }
          }, encoded: true))
    }
    if secret.count >= least {
      spellings += Needles.appendEncodings(secret, to: &text).map { needle($0, encoded: true) }
    }
    for spelling in spellings {
      text.withBytes { table[hash($0, at: spelling.range.lowerBound)].append(Int32(needles.count)) }
      needles.append(spelling)
    }
  }

  /// Calls `found` with the matches in some bytes, of one long secret those that do not overlap: the needle and where it
  /// begins. `found` returns whether the search is to go on.
  borrowing func search(_ bytes: Span<UInt8>, _ found: (Needle, Int) -> Bool) {
    guard bytes.count >= Needles.shortest, !needles.isEmpty else { return }
    // Where the last match of each needle ends: a long secret that repeats itself would match at every byte. Of a short
    // one a later match may count although an earlier one does not.
    var ends: [Int] = []
    text.withBytes { text in
      for at in 0...(bytes.count - Needles.shortest) {
        let candidates = table[hash(bytes, at: at)]
        if candidates.isEmpty { continue }
        for index in candidates {
          let needle = needles[Int(index)]
          let end = at + needle.range.count
          guard end <= bytes.count, bytes[end - 1] == text[needle.range.upperBound - 1],
            ends.isEmpty || ends[Int(index)] <= at,
            Needles.equal(bytes.extracting(at..<end), text.extracting(needle.range))
          else { continue }
          if !found(needle, at) { return }
          guard needle.secretLength >= Needles.certain else { continue }
          if ends.isEmpty { ends = Array(repeating: 0, count: needles.count) }
          ends[Int(index)] = end
        }
      }
    }
  }

  /// Searches once more in what the bytes may stand for: see ``searchJoined(_:_:)``,
  /// ``searchPercentDecoded(_:level:_:)`` and ``searchReferencesResolved(_:_:)``.
  borrowing func searchRespelled(_ bytes: Span<UInt8>, _ found: (Needle) -> Bool) {
    var goesOn = true
    func tell(_ needle: Needle) -> Bool {
      goesOn = found(needle)
      return goesOn
    }
    searchJoined(bytes, tell)
    if goesOn { searchPercentDecoded(bytes, tell) }
    if goesOn { searchReferencesResolved(bytes, tell) }
  }

  /// Searches once more with the references of XML resolved, which web pages and comments have too. Nothing is done for
  /// bytes without a reference.
  private borrowing func searchReferencesResolved(_ bytes: Span<UInt8>, _ found: (Needle) -> Bool) {
    guard ASCII.contains(UInt8(ascii: "&"), in: bytes) else { return }
    var resolved = SecretAppender(capacity: bytes.count)
    var at = 0
    while at < bytes.count {
      if bytes[at] == UInt8(ascii: "&"), let (scalar, length) = XMLReference.read(bytes, at: at),
        UTF8Text.append(scalar, to: &resolved)
      {
        at += length
      } else {
        resolved.append(bytes[at])
        at += 1
      }
    }
    guard resolved.count < bytes.count else { return }
    resolved.withBytes { resolved in search(resolved) { needle, _ in found(needle) } }
  }

  /// Addresses inside addresses are percent-encoded once for each of them: so many are resolved.
  private static let percentLevels = 4

  /// Searches once more with the escapes of percent-encoding resolved, and again while that leaves escapes: programs
  /// differ in what they escape. A percent sign without two hexadecimal digits stands for itself. Nothing is done for
  /// bytes without an escape.
  private borrowing func searchPercentDecoded(
    _ bytes: Span<UInt8>, level: Int = 1, _ found: (Needle) -> Bool
  ) {
    func escaped(_ at: Int) -> UInt8? {
      guard bytes[at] == UInt8(ascii: "%"), bytes.count - at > 2, let high = hexDigit(bytes[at + 1]),
        let low = hexDigit(bytes[at + 2])
      else { return nil }
      return high << 4 | low
    }
    guard level <= Needles.percentLevels, bytes.indices.contains(where: { escaped($0) != nil }) else {
      return
    }
    var decoded = SecretAppender(capacity: bytes.count)
    var at = 0
    while at < bytes.count {
      if let byte = escaped(at) {
        decoded.append(byte)
        at += 3
      } else {
        decoded.append(bytes[at])
        at += 1
      }
    }
    var goesOn = true
    decoded.withBytes { decoded in
      search(decoded) { needle, _ in
        goesOn = found(needle)
        return goesOn
      }
      if goesOn { searchPercentDecoded(decoded, level: level + 1, found) }
    }
  }

  /// Searches once more without white space and colons: base64 is broken into lines, hexadecimal into groups. Calls
  /// `found` with every match of an encoded needle, until it returns false. Nothing is done for bytes without either.
  private borrowing func searchJoined(_ bytes: Span<UInt8>, _ found: (Needle) -> Bool) {
    guard bytes.indices.contains(where: { Needles.isBetween(bytes[$0]) }) else { return }
    var joined = SecretAppender(capacity: bytes.count)
    for index in bytes.indices where !Needles.isBetween(bytes[index]) { joined.append(bytes[index]) }
    joined.withBytes { joined in
      search(joined) { needle, _ in needle.isEncoded ? found(needle) : true }
    }
  }

  private static func isBetween(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0D).contains(byte) || byte == UInt8(ascii: ":")
  }

  /// Whether two byte strings are the same.
  static func equal(_ left: Span<UInt8>, _ right: Span<UInt8>) -> Bool {
    guard left.count == right.count else { return false }
    for index in left.indices where left[index] != right[index] { return false }
    return true
  }

  private borrowing func hash(_ bytes: Span<UInt8>, at offset: Int) -> Int {
    var word: UInt32 = 0
    for index in 0..<4 { word = word << 8 | UInt32(bytes[offset + index]) }
    return Int((word &* salt) >> 20)
  }

  // MARK: - Spellings

  /// Appends to the text and returns what was appended.
  private mutating func append(_ write: (inout SecretAppender) -> Void) -> Range<Int> {
    let start = text.count
    write(&text)
    return start..<text.count
  }

  static func appendEscaped(
    _ secret: Span<UInt8>, to out: inout SecretAppender, _ escape: (UInt8) -> StaticString?
  ) {
    for index in secret.indices {
      guard let text = escape(secret[index]) else {
        out.append(secret[index])
        continue
      }
      for byte in text.description.utf8 { out.append(byte) }
    }
  }

  /// As programs write it that leave the slash alone.
  static func jsonEscapeBare(_ byte: UInt8) -> StaticString? {
    byte == UInt8(ascii: "/") ? nil : jsonEscape(byte)
  }

  static func jsonEscape(_ byte: UInt8) -> StaticString? {
    switch byte {
    case UInt8(ascii: "\""): "\\\""
    case UInt8(ascii: "\\"): "\\\\"
    case UInt8(ascii: "/"): "\\/"
    case 0x0A: "\\n"
    case 0x0D: "\\r"
    case 0x09: "\\t"
    default: nil
    }
  }

  private static func xmlEscape(_ byte: UInt8) -> StaticString? {
    switch byte {
    case UInt8(ascii: "&"): "&amp;"
    case UInt8(ascii: "<"): "&lt;"
    case UInt8(ascii: ">"): "&gt;"
    default: nil
    }
  }
}
