/// Argon2id as RFC 9106 writes it down, with all its parameters and for tests alone: slow, and nothing is wiped.
///
/// libsodium runs one lane and takes neither a secret nor associated data, so the published value, which has
/// four lanes and both, cannot be asked of it. This can be, and then it vouches for the values of one lane.
struct ReferenceArgon2id {
  var lanes: UInt32 = 1
  var memory: UInt32
  var passes: UInt32
  var secret: [UInt8] = []
  var associated: [UInt8] = []
  var tagLength: UInt32 = 32

  /// 1024 bytes.
  private typealias Block = [UInt64]

  private var columns: Int { Int(memory) / (4 * Int(lanes)) * 4 }
  private var segment: Int { columns / 4 }

  func hash(_ password: [UInt8], salt: [UInt8]) -> [UInt8] {
    let start = seed(password, salt)
    var blocks = [[Block]](
      repeating: [Block](repeating: Block(repeating: 0, count: 128), count: columns), count: Int(lanes))
    for lane in 0..<Int(lanes) {
      for column in 0...1 {
        let input = start + bytes(UInt32(column)) + bytes(UInt32(lane))
        blocks[lane][column] = words(Self.longHash(input, 1024))
      }
    }
    for pass in 0..<Int(passes) {
      for slice in 0..<4 {
        for lane in 0..<Int(lanes) { fill(&blocks, pass, slice, lane) }
      }
    }
    var last = blocks[0][columns - 1]
    for lane in 1..<max(1, Int(lanes)) { last = Self.xor(last, blocks[lane][columns - 1]) }
    return Self.longHash(last.flatMap(bytes), Int(tagLength))
  }

  /// H_0 (section 3.2).
  private func seed(_ password: [UInt8], _ salt: [UInt8]) -> [UInt8] {
    var input = [lanes, tagLength, memory, passes, 0x13, 2].flatMap(bytes)
    for part in [password, salt, secret, associated] { input += bytes(UInt32(part.count)) + part }
    return libsodiumBlake2b(input, size: 64)
  }

  /// Fills one segment (sections 3.2 and 3.4).
  private func fill(_ blocks: inout [[Block]], _ pass: Int, _ slice: Int, _ lane: Int) {
    let isIndependent = pass == 0 && slice < 2
    var addresses = Block(repeating: 0, count: 128)
    var input = Block(repeating: 0, count: 128)
    input.replaceSubrange(
      0..<6,
      with: [
        UInt64(pass), UInt64(lane), UInt64(slice), UInt64(columns * Int(lanes)), UInt64(passes), 2,
      ])
    for index in 0..<segment {
      if isIndependent && index % 128 == 0 {
        input[6] += 1
        let zero = Block(repeating: 0, count: 128)
        addresses = Self.compress(zero, Self.compress(zero, input))
      }
      if pass == 0 && slice == 0 && index < 2 { continue }
      let column = slice * segment + index
      let previous = blocks[lane][(column + columns - 1) % columns]
      let random = isIndependent ? addresses[index % 128] : previous[0]
      let source = pass == 0 && slice == 0 ? lane : Int(random >> 32) % Int(lanes)
      let reference = referenced(random, pass, slice, index, isSameLane: source == lane)
      let mixed = Self.compress(previous, blocks[source][reference])
      blocks[lane][column] = pass == 0 ? mixed : Self.xor(mixed, blocks[lane][column])
    }
  }

  /// The column that `random` points to (section 3.4.2).
  private func referenced(_ random: UInt64, _ pass: Int, _ slice: Int, _ index: Int, isSameLane: Bool) -> Int
  {
    let finished = pass == 0 ? slice * segment : columns - segment
    let area = isSameLane ? finished + index - 1 : finished - (index == 0 ? 1 : 0)
    let low = random & 0xFFFF_FFFF
    let position = (UInt64(area) * ((low * low) >> 32)) >> 32
    let first = pass == 0 || slice == 3 ? 0 : (slice + 1) * segment
    return (first + area - 1 - Int(position)) % columns
  }

  /// G (section 3.5).
  private static func compress(_ x: Block, _ y: Block) -> Block {
    let mixed = xor(x, y)
    var z = mixed
    for row in 0..<8 { permute(&z, (0..<16).map { 16 * row + $0 }) }
    for column in 0..<8 {
      permute(&z, (0..<16).map { (at: Int) -> Int in at / 2 * 16 + column * 2 + at % 2 })
    }
    return xor(z, mixed)
  }

  /// P (section 3.6) over the words at these places.
  private static func permute(_ v: inout Block, _ at: [Int]) {
    for i in 0..<4 { mix(&v, at[i], at[4 + i], at[8 + i], at[12 + i]) }
    for i in 0..<4 {
      let (b, c, d) = (4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4)
      mix(&v, at[i], at[b], at[c], at[d])
    }
  }

  private static func mix(_ v: inout Block, _ a: Int, _ b: Int, _ c: Int, _ d: Int) {
    for (first, second) in [(32, 24), (16, 63)] {
      v[a] = multiplied(v[a], v[b])
      v[d] = rotated(v[d] ^ v[a], first)
      v[c] = multiplied(v[c], v[d])
      v[b] = rotated(v[b] ^ v[c], second)
    }
  }

  private static func multiplied(_ x: UInt64, _ y: UInt64) -> UInt64 {
    let product: UInt64 = (x & 0xFFFF_FFFF) &* (y & 0xFFFF_FFFF)
    return x &+ y &+ 2 &* product
  }

  private static func rotated(_ x: UInt64, _ by: Int) -> UInt64 { x >> UInt64(by) | x << UInt64(64 - by) }

  private static func xor(_ x: Block, _ y: Block) -> Block { zip(x, y).map { $0 ^ $1 } }

  /// H' (section 3.3).
  private static func longHash(_ input: [UInt8], _ length: Int) -> [UInt8] {
    let start = (0..<4).map { UInt8(truncatingIfNeeded: length >> (8 * $0)) } + input
    if length <= 64 { return libsodiumBlake2b(start, size: length) }
    var out: [UInt8] = []
    var value = libsodiumBlake2b(start, size: 64)
    while length - out.count > 64 {
      out += value.prefix(32)
      let rest = length - out.count
      value = libsodiumBlake2b(value, size: min(rest, 64))
    }
    return out + value
  }

  private func bytes(_ value: some FixedWidthInteger) -> [UInt8] {
    (0..<value.bitWidth / 8).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  private func words(_ bytes: [UInt8]) -> Block {
    (0..<128).map { (word: Int) -> UInt64 in
      bytes[8 * word..<8 * word + 8].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
  }
}
