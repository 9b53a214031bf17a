/// Whose answers a keychain gives where Apple's documentation and Apple's own code differ.
public enum KeychainRules: Sendable {
  /// The documented ones, which are those of the specification (semantics, section 25).
  case documented
  /// Those of the published sources of Apple's Security framework, which the `SecItem…` functions give (the
  /// specification lists them in section 28): an item may synchronise and yet be bound to the device, a creator and a
  /// type may be texts, a label may be data.
  ///
  /// `SecItemAuthDoQuery` in SecItem.c refuses kSecAttrSynchronizable only beside constraints, and neither
  /// `_SecItemAdd` in SecItemServer.c nor SecItemDb.c looks at the accessibility, though SecItem.h rules
  /// ThisDeviceOnly out. In SecItemSchema.c creator and type are numbers, of which `copyNumber` (used in SecDbQuery.c)
  /// leaves a text that is no number as it is, and labels are blobs, which are texts or data.
  case published
}
