// What names a protection, and the device that a test turns, come with `import SecretKit`; the rest of those modules does
// not.
@_exported public import class ItemStore.Device
@_exported public import struct ItemStore.Entitlements
@_exported public import struct ItemStore.ItemStatus
@_exported public import class ItemStore.Keychain
@_exported public import struct SecretFile.AccessControl
@_exported public import enum SecretFile.Accessibility
@_exported public import enum SecretFile.SetOutcome
