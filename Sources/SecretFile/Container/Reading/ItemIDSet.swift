/// The itemIDs seen so far, to find one that occurs twice: 16 bytes each, at most three quarters full, allocated
/// once.
struct ItemIDSet {
  private var slots: [UInt64]
  private let capacity: Int
  private var hasZero = false

  /// A set for so many identifiers.
  init(count: Int) {
    capacity = count / 3 * 4 + 8
    slots = [UInt64](repeating: 0, count: capacity * 2)
  }

  /// Adds an identifier; false if it was there already.
  mutating func insert(_ id: Bytes16) -> Bool {
    let low = ByteOrder.little(id.span, 0, as: UInt64.self)
    let high = ByteOrder.little(id.span, 8, as: UInt64.self)
    if low == 0 && high == 0 {
      defer { hasZero = true }
      return !hasZero
    }
    // Identifiers are random, unless somebody made them up; then it only takes longer.
    var place = Int((low ^ high &* 0x9E37_79B9_7F4A_7C15).multipliedFullWidth(by: UInt64(capacity)).high)
    while true {
      let (there, more) = (slots[2 * place], slots[2 * place + 1])
      if there == 0 && more == 0 {
        slots[2 * place] = low
        slots[2 * place + 1] = high
        return true
      }
      if there == low && more == high { return false }
      place = place + 1 == capacity ? 0 : place + 1
    }
  }
}
