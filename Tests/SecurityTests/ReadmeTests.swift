import Foundation
import ItemStore
import Security
import Testing

/// The README's example of the Keychain: the same lines, compiled and run.
@Suite struct ReadmeTests {
  @Test func theExample() {
    let token = Data("token-1".utf8)
    // keychain:begin
    let device = Device()
    Keychain.inMemory(on: device).use {
      let item =
        [kSecClass: kSecClassGenericPassword, kSecAttrAccount: "me", kSecValueData: token] as CFDictionary
      #expect(SecItemAdd(item, nil) == errSecSuccess)
      device.lock()
      let query = [kSecClass: kSecClassGenericPassword, kSecReturnData: true] as CFDictionary
      #expect(SecItemCopyMatching(query, nil) == errSecInteractionNotAllowed)
      device.entitlements = ["TEAM.com.example.app"]
      #expect(SecItemCopyMatching(query, nil) == errSecItemNotFound)
      device.fail(next: .add, with: .io)
      #expect(SecItemAdd(item, nil) == errSecIO)
    }
    // keychain:end
  }

  @Test func readmeHasTheseLines() throws {
    func lines(_ file: URL, _ begin: String, _ end: String) throws -> [String] {
      let all = try String(contentsOf: file, encoding: .utf8).split(
        separator: "\n", omittingEmptySubsequences: false)
      let first = try #require(all.firstIndex { $0.hasSuffix(begin) })
      let last = try #require(all[first...].firstIndex { $0.hasSuffix(end) })
      return all[(first + 1)..<last].map(String.init)
    }
    let here = URL(fileURLWithPath: #filePath)
    let readme = here.appendingPathComponent("../../../README.md").standardized
    let code = try lines(here, "// keychain" + ":begin", "// keychain" + ":end").map {
      String($0.dropFirst(4))
    }
    let text = try lines(readme, "<!-- keychain:begin -->", "<!-- keychain:end -->")
    #expect(text == ["```swift"] + code + ["```"])
  }
}
