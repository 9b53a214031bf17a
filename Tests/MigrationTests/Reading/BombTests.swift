import Migration
import SecretCrypto
import Testing

/// Small files that would be huge if what they refer to were written out.
@Suite struct BombTests {
  /// 28 arrays of which each refers twice to the next: 154 bytes, 2^28 leaves.
  private static func bomb() -> [UInt8] {
    var maker = BinaryMaker()
    for level in 0..<28 { maker.add([0xA2, UInt8(level + 1), UInt8(level + 1)]) }
    maker.add([0x09])
    return maker.file()
  }

  @Test func sharedObjectsAreReadSearchedAndPatchedOnce() throws {
    let file = Self.bomb()
    #expect(file.count == 154)
    let clock = ContinuousClock()
    // A walk of all leaves would take minutes; a loaded machine may take long for a millisecond's work.
    let time = try clock.measure {
      let document = try read(file)
      #expect(document.nodeCount == 29)
      #expect(document.findings().list.isEmpty)
      let path = KeyPath(Array(repeating: .index(1), count: 28))
      let patched = try Document.read(document.scrub([path]).bytes)
      #expect(patched.find(path).first.flatMap { patched.boolean(of: $0) } == false)
      let other = KeyPath(Array(repeating: .index(0), count: 28))
      #expect(patched.find(other).first.flatMap { patched.boolean(of: $0) } == true)
    }
    #expect(time < .milliseconds(500))
  }
}
