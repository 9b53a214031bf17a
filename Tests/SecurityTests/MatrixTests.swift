import Foundation
import ItemStore
import Security
import Testing

/// Seven accessibilities, four states of the device, four operations, an item that is present or absent: every cell
/// against table a2.
@Suite struct MatrixTests {
  /// The states of a device.
  enum State: String, CaseIterable, Sendable {
    case beforeFirstUnlock, locked, unlocked, unlockedWithoutPasscode

    func enter(_ device: Device) {
      switch self {
      case .beforeFirstUnlock: device.restart()
      case .locked: device.lock()
      case .unlocked: device.unlock()
      case .unlockedWithoutPasscode: device.removePasscode()
      }
    }
  }

  /// Whether the table says that the class key of an accessibility is there.
  private func isOpen(_ raw: String, _ state: State) -> Bool {
    switch raw {
    case "dk", "dku": true
    case "ck", "cku": state != .beforeFirstUnlock
    case "akpu": state == .unlocked
    default: state == .unlocked || state == .unlockedWithoutPasscode
    }
  }

  @Test(arguments: accessibilities, State.allCases)
  func everyCell(_ accessibility: (name: String, raw: String), _ state: State) {
    let isOpen = isOpen(accessibility.raw, state)
    // Without a passcode what needed one is destroyed.
    let isGone = accessibility.raw == "akpu" && state == .unlockedWithoutPasscode
    let shut = isGone ? errSecNotAvailable : errSecInteractionNotAllowed
    for isPresent in [true, false] {
      func cell(_ wanted: OSStatus, _ name: String, _ call: () -> OSStatus) {
        Bench()() { device in
          if isPresent { add("me", [kSecAttrAccessible: accessibility.raw]) }
          state.enter(device)
          #expect(call() == wanted, "\(name), \(accessibility.name), \(state), present: \(isPresent)")
        }
      }
      let isThere = isPresent && !isGone
      let absent = errSecItemNotFound
      cell(isThere ? (isOpen ? errSecSuccess : shut) : absent, "read") { secret().status }
      cell(isOpen ? (isThere ? errSecDuplicateItem : errSecSuccess) : shut, "add") {
        add("me", [kSecAttrAccessible: accessibility.raw])
      }
      cell(isThere ? (isOpen ? errSecSuccess : shut) : absent, "update") {
        SecItemUpdate(generic(), [kSecValueData: Data("n".utf8)] as CFDictionary)
      }
      cell(isThere ? errSecSuccess : absent, "delete") { SecItemDelete(generic()) }
    }
  }

  /// The cells that a container answers otherwise, by name: before the first unlock everything is refused, and a
  /// device without a passcode is never locked.
  @Test(arguments: accessibilities)
  func cellsOfAContainer(_ accessibility: (name: String, raw: String)) {
    let more: [CFString: Any] = [kSecAttrAccessible: accessibility.raw]
    Bench(.file)() { device in
      add("me", more)
      device.restart()
      #expect(secret().status == errSecInteractionNotAllowed)
      #expect(secret("absent").status == errSecInteractionNotAllowed)
      #expect(add("new", more) == errSecInteractionNotAllowed)
      #expect(SecItemUpdate(generic(), [kSecAttrLabel: "x"] as CFDictionary) == errSecInteractionNotAllowed)
      #expect(SecItemDelete(generic()) == errSecInteractionNotAllowed)
      device.unlock()
      device.removePasscode()
      device.lock()
      let isGone = accessibility.raw == "akpu"
      #expect(secret().status == (isGone ? errSecItemNotFound : errSecSuccess))
      #expect(add("new", more) == (isGone ? errSecNotAvailable : errSecSuccess))
    }
  }
}
