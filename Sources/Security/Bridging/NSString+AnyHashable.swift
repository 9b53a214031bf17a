public import Foundation

/// A string of Core Foundation is the same key as one of Swift, as on Apple's platforms: `attributes[kSecAttrAccount]`
/// finds its value in a `[AnyHashable: Any]` that came back. Foundation on Linux makes two keys of them.
extension NSString: @retroactive _HasCustomAnyHashableRepresentation {
  // The name is the standard library's.
  // swift-format-ignore: NoLeadingUnderscores
  /// The key as a string of Swift.
  public func _toCustomAnyHashable() -> AnyHashable? { AnyHashable(String(self)) }
}
