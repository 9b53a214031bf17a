/// An array that grows without ever copying what it holds: a file of millions of values would otherwise need
/// twice the room for them at the moment of growth.
struct ChunkedArray<Element: Sendable>: RandomAccessCollection, MutableCollection, Sendable {
  /// Elements of a chunk, as a power of two. The first chunk starts small and grows to it.
  private static var shift: Int { 14 }
  private static var mask: Int { 1 << shift - 1 }

  private var chunks: [[Element]] = []
  private(set) var count = 0

  init() {}

  var startIndex: Int { 0 }
  var endIndex: Int { count }

  subscript(position: Int) -> Element {
    get { chunks[position >> Self.shift][position & Self.mask] }
    set { chunks[position >> Self.shift][position & Self.mask] = newValue }
  }

  /// Adds an element at the end.
  mutating func append(_ element: Element) {
    if count & Self.mask == 0 {
      var chunk: [Element] = []
      if count > 0 { chunk.reserveCapacity(1 << Self.shift) }
      chunks.append(chunk)
    }
    chunks[chunks.count - 1].append(element)
    count += 1
  }
}
