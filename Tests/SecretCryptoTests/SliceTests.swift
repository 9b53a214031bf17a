import SecretCrypto
import Testing

@Suite struct SliceTests {
  private let whole = SecretBuffer(copying: Array(UInt8(0)..<200).span)

  private func bytes(_ buffer: SecretBuffer) -> [UInt8] {
    buffer.withBytes { (span) in
      var copy: [UInt8] = []
      for index in span.indices { copy.append(span[index]) }
      return copy
    }
  }

  @Test func sharesTheBytes() {
    #expect(bytes(whole.slice(3..<6)) == [3, 4, 5])
    #expect(bytes(whole.slice(10..<20).slice(2..<4)) == [12, 13])
    #expect(bytes(whole.slice(200..<200)).isEmpty)
  }

  @Test func outlivesTheWhole() {
    var owner: SecretBuffer? = SecretBuffer(copying: [7, 8, 9].span)
    let tail = owner?.slice(1..<3)
    owner = nil
    #expect(tail.map(bytes) == [8, 9])
  }

  @Test func aMillionAreCheap() {
    // As many mappings would pass the kernel's limit of 65,530.
    let slices = (0..<1_000_000).map { whole.slice($0 % 199..<$0 % 199 + 1) }
    #expect(slices.reduce(0) { $0 + $1.count } == 1_000_000)
    #expect(bytes(slices[999_999]) == [UInt8(999_999 % 199)])
  }
}
