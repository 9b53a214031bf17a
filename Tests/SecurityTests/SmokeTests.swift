import Foundation
import ItemStore
import Security
import Testing

@Suite struct SmokeTests {
  @Test func addAndRead() {
    Bench()() { device in
      #expect(SecItemAdd(generic("me", [kSecValueData: Data("s".utf8)]), nil) == errSecSuccess)
      #expect(SecItemAdd(generic("me", [kSecValueData: Data("s".utf8)]), nil) == errSecDuplicateItem)
      let (status, item) = copy(generic("me", [kSecReturnData: true]))
      #expect(status == errSecSuccess && item as? Data == Data("s".utf8))
      device.lock()
      #expect(copy(generic("me", [kSecReturnData: true])).0 == errSecInteractionNotAllowed)
    }
  }
}
