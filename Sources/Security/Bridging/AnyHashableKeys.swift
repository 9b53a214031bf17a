public import Foundation

/// A string of Core Foundation is the same key as one of Swift, as on Apple's platforms: `attributes[kSecAttrAccount]`
/// finds its value in a `[AnyHashable: Any]` that came back. Foundation on Linux makes two keys of them.
extension NSString: @retroactive _HasCustomAnyHashableRepresentation {
  // The name is the standard library's.
  // swift-format-ignore: NoLeadingUnderscores
  /// The key as a string of Swift.
  public func _toCustomAnyHashable() -> AnyHashable? { AnyHashable(String(self)) }
}

/// A key given as an optional is the key in it: `attributes[SecAttrAccount]`, where the wrapper's constant is a `String!`,
/// finds its value, as it does on Apple's platforms, where the dictionary that came back is one of Core Foundation.
extension Optional: @retroactive _HasCustomAnyHashableRepresentation where Wrapped: Hashable {
  // The name is the standard library's.
  // swift-format-ignore: NoLeadingUnderscores
  /// The key that is there; nil without one, so that `nil` stays a key of its own.
  public func _toCustomAnyHashable() -> AnyHashable? { map { AnyHashable($0) } }
}
