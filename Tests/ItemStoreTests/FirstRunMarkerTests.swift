import ItemStore
import SecretFile
import Testing

@Suite struct FirstRunMarkerTests {
  private let text = "secretfile-first-run 1 pending 000102030405060708090a0b0c0d0eff\n"
  private let id: [UInt8] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 255]

  @Test func oneLine() throws {
    let marker = try #require(FirstRunMarker(Array(text.utf8)))
    #expect(marker.state == .pending)
    #expect(marker.installation == Bytes16(copying: id.span))
    #expect(marker.bytes == Array(text.utf8))
    let done = FirstRunMarker(.done, marker.installation)
    #expect(
      String(decoding: done.bytes, as: UTF8.self)
        == "secretfile-first-run 1 done 000102030405060708090a0b0c0d0eff\n")
    #expect(FirstRunMarker(done.bytes) == done)
  }

  @Test func everyCutIsSeen() {
    for count in 0..<text.utf8.count {
      #expect(FirstRunMarker(Array(text.utf8.prefix(count))) == nil, "\(count)")
    }
  }

  @Test func everyChangedByteIsSeenOrAnotherID() throws {
    let bytes = Array(text.utf8)
    for index in bytes.indices {
      for change in [1, 0x20, 0x80] as [UInt8] {
        var changed = bytes
        changed[index] ^= change
        let marker = FirstRunMarker(changed)
        // Inside the id another digit is another id; everywhere else nothing is accepted.
        if let marker {
          #expect(index >= 31 && index < 63)
          #expect(marker.bytes == changed)
        }
      }
    }
    #expect(FirstRunMarker(bytes + [0x0A]) == nil)
    #expect(FirstRunMarker([0x20] + bytes) == nil)
    #expect(FirstRunMarker(Array(text.uppercased().utf8)) == nil)
  }
}
