// The names are Apple's.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

internal import SecretCrypto

/// A source of random bytes: there is only one.
public typealias SecRandomRef = NSObject

/// The system's random source.
public var kSecRandomDefault: SecRandomRef? { nil }

/// Writes random bytes from the system.
///
/// - Returns: 0, or `errSecParam` for a negative count.
@discardableResult
public func SecRandomCopyBytes(
  _ random: SecRandomRef?, _ count: Int, _ bytes: UnsafeMutableRawPointer
) -> Int32 {
  guard count >= 0 else { return errSecParam }
  var span = unsafe UnsafeMutableRawBufferPointer(start: bytes, count: count).bindMemory(to: UInt8.self)
    .mutableSpan
  SystemRandom.fill(&span)
  return errSecSuccess
}
