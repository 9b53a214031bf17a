/// A number modulo 2^130 − 5, the field of Poly1305. Slow and plain.
struct Residue: Equatable {
  /// The low 128 bits, and the 2 above them.
  private(set) var low: UInt128
  private(set) var high: UInt8

  init(_ low: UInt128, _ high: UInt8 = 0) {
    (self.low, self.high) = (low, high)
    reduce()
  }

  /// The number of up to 16 bytes, the least first.
  init(_ bytes: some Collection<UInt8>) {
    self.init(bytes.reversed().reduce(0) { $0 << 8 | UInt128($1) })
  }

  static let zero = Residue(0)
  /// 2^128.
  static let top = Residue(0, 1)

  /// The block that this number stands for in Poly1305: 2^128 and 16 bytes more. Nil if it is no block.
  var block: Bytes? { high == 1 ? Bytes(low, 16) : nil }
  /// The 16 bytes of a number below 2^128.
  var tag: Bytes? { high == 0 ? Bytes(low, 16) : nil }

  private mutating func reduce() {
    // 2^130 is 5.
    while high > 3 {
      let over = high >> 2
      high &= 3
      add(low: UInt128(over) * 5)
    }
    if high == 3, low >= UInt128.max - 4 {
      low = low &+ 5
      high = 0
    }
  }

  private mutating func add(low more: UInt128) {
    let (sum, carry) = low.addingReportingOverflow(more)
    low = sum
    if carry { high += 1 }
  }

  static func + (a: Residue, b: Residue) -> Residue {
    var sum = a
    sum.high += b.high
    sum.add(low: b.low)
    sum.reduce()
    return sum
  }

  static prefix func - (a: Residue) -> Residue {
    // p − a, with p = 2^130 − 5.
    if a == .zero { return a }
    let (low, borrow) = (UInt128.max - 4).subtractingReportingOverflow(a.low)
    return Residue(low, 3 - a.high - (borrow ? 1 : 0))
  }

  static func - (a: Residue, b: Residue) -> Residue { a + (-b) }

  static func * (a: Residue, b: Residue) -> Residue {
    let (high, low) = a.low.multipliedFullWidth(by: b.low)
    var middle = Residue(high)
    for _ in 0..<a.high { middle = middle + Residue(b.low) }
    for _ in 0..<b.high { middle = middle + Residue(a.low) }
    // The middle part counts 2^128, and four of those are 5.
    let quarter = Residue(middle.low >> 2 | UInt128(middle.high) << 126)
    var product = Residue(low) + Residue(0, UInt8(truncatingIfNeeded: middle.low) & 3)
    for _ in 0..<5 { product = product + quarter }
    // 2^256 is 5 times 2^126.
    for _ in 0..<a.high * b.high { product = product + Residue(1 << 126, 1) }
    return product
  }

  /// The number that gives 1 with this one: its power to p − 2.
  var inverse: Residue {
    var result = Residue(1)
    for bit in (0..<130).reversed() {
      result = result * result
      // p − 2 is 2^130 − 7: all bits but those of 6.
      if bit != 1 && bit != 2 { result = result * self }
    }
    return result
  }
}

/// Solves as many linear equations as there are unknowns; each row is the factors, then the sum. Nil if they depend on
/// each other.
func solved(_ rows: [[Residue]]) -> [Residue]? {
  var rows = rows
  let count = rows.count
  for column in 0..<count {
    guard let pivot = (column..<count).first(where: { rows[$0][column] != .zero }) else { return nil }
    rows.swapAt(column, pivot)
    let inverse = rows[column][column].inverse
    rows[column] = rows[column].map { $0 * inverse }
    for other in 0..<count where other != column && rows[other][column] != .zero {
      let factor = rows[other][column]
      rows[other] = zip(rows[other], rows[column]).map { $0 - factor * $1 }
    }
  }
  return rows.map { $0[count] }
}
