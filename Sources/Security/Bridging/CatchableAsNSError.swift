public import Foundation

/// An error of a wrapper that `catch let error as NSError` is to meet.
///
/// On Apple's platforms that pattern takes every error. Swift on Linux lets it pass by errors that are Swift's own, unless
/// they say how they are one of Foundation's. One line beside the tests says it, and the wrapper and its tests stay as
/// they are (`@retroactive` before the protocol's name if the error is another package's):
///
/// ```swift
/// extension WrapperError: CatchableAsNSError {}
/// ```
///
/// The `NSError` has the domain, the code and the description that `error as NSError` gives. It cannot be cast back;
/// patterns such as `catch WrapperError.locked` match as before.
public protocol CatchableAsNSError: Error, _ObjectiveCBridgeable where _ObjectiveCType == NSError {}

// The names are the standard library's.
// swift-format-ignore: NoLeadingUnderscores
extension CatchableAsNSError {
  /// The error as one of Foundation's.
  public func _bridgeToObjectiveC() -> NSError { (self as any Error) as NSError }

  /// Sets nil: there is no way back.
  public static func _forceBridgeFromObjectiveC(_ source: NSError, result: inout Self?) { result = nil }

  /// Sets nil and answers false: there is no way back.
  public static func _conditionallyBridgeFromObjectiveC(_ source: NSError, result: inout Self?) -> Bool {
    result = nil
    return false
  }

  /// Ends the process: there is no way back.
  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSError?) -> Self {
    preconditionFailure("an NSError of \(Self.self) cannot be cast back")
  }
}
