import Migration
import Testing

@Suite("Keys that may not be shown")
struct SecretKeysTests {
  private static let mask = "(a key that may be a secret)"

  @Test(
    "keys as programs write them are shown",
    arguments: [
      "password", "com.apple.preferences.extensions.ShareMenu",
      "NSWindow Frame NSNavPanelAutosaveName", "5A9C1B2E-8F3D-4E6A-9B7C-1D2E3F4A5B6C",
      "https://example.com:8443/a?b=c",
      "d41d8cd98f00b204e9800998ecf8427e", "sam@example.com",
      "a~b",
      "NSToolbar Configuration 5A9C1B2E-8F3D-4E6A-9B7C-1D2E3F4A5B6C", "2024-05-01T10:11:12Z", "accessToken",
      "https://bob@example.com/", "\u{1F511}", "", "NSNavPanelExpandedSizeForOpenMode2",
      "window_5A9C1B2E-8F3D-4E6A-9B7C-1D2E3F4A5B6C", "NSSplitView Subview Frames MainWindow2Split3",
      "ikjlmnoapcbdefghijklmnopabcdefgh",
    ])
  func plain(_ key: String) {
    let path = KeyPath(keys: "a", key, "token")
    #expect(path.shown == path)
    #expect(KeyPath.shown(pointer: path.pointer) == path.pointer)
  }

  @Test(
    "keys with a secret in them are not",
    arguments: [
      "Hj89K4EtjE0gFeKD6JIRYzCyKVQETCXi", "last:Hj89K4EtjE0gFeKD6JIRYzCyKVQETCXi",
      "of Hj89K4EtjE0gFeKD6JIRYzCyKVQETCXi",
      "5A9C1B2E-8F3D-4E6A-9B7C-1D2E3F4A5B6C:Hj89K4EtjE0gFeKD6JIRYzCyKVQETCXi",
      "https://bob:hunter2x@example.com/",
      "git clone ssh://bob:hunter2x@example.com/", "Server=db;User Id=sa;Password=hunter2x",
    ])
  func secret(_ key: String) {
    let path = KeyPath(keys: "a", key, "token")
    #expect(path.shown == KeyPath(keys: "a", Self.mask, "token"))
    #expect(path.description == "a/\(Self.mask)/token")
    #expect(KeyPath.shown(pointer: path.pointer) == "a/\(Self.mask)/token")
    let place = Place(KeyPath(keys: "a"), inner: [.decode(.json), .key(Array(key.utf8)), .index(1)])
    #expect(place.shown.inner == [.decode(.json), .key(Array(Self.mask.utf8)), .index(1)])
    // Once is enough.
    #expect(path.shown.shown == path.shown && place.shown.shown == place.shown)
  }
}
