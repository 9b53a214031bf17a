// The names are Apple's.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

// The names of Core Foundation that code for the Keychain uses. Apple bridges them to Foundation's classes without a
// cost; here they are those classes.

/// Any object.
public typealias CFTypeRef = AnyObject
/// A string.
public typealias CFString = NSString
/// A mutable string.
public typealias CFMutableString = NSMutableString
/// Data.
public typealias CFData = NSData
/// Mutable data.
public typealias CFMutableData = NSMutableData
/// A dictionary.
public typealias CFDictionary = NSDictionary
/// A mutable dictionary.
public typealias CFMutableDictionary = NSMutableDictionary
/// An array.
public typealias CFArray = NSArray
/// A mutable array.
public typealias CFMutableArray = NSMutableArray
/// A Boolean.
public typealias CFBoolean = NSNumber
/// A number.
public typealias CFNumber = NSNumber
/// A date.
public typealias CFDate = NSDate
/// An error.
public typealias CFError = NSError
/// The domain of an error.
public typealias CFErrorDomain = NSString
/// A null.
public typealias CFNull = NSNull
/// An allocator: there is only one.
public typealias CFAllocator = NSObject
/// An index.
public typealias CFIndex = Int
/// Option flags.
public typealias CFOptionFlags = UInt
/// The identifier of a type.
public typealias CFTypeID = UInt
/// A hash value.
public typealias CFHashCode = UInt
/// A time in seconds since 2001.
public typealias CFTimeInterval = Double
/// A time in seconds since 2001.
public typealias CFAbsoluteTime = Double
/// The result of a call.
public typealias OSStatus = Int32
/// Four characters in a number.
public typealias FourCharCode = UInt32
/// Four characters in a number.
public typealias OSType = UInt32
/// A Boolean of one byte.
public typealias DarwinBoolean = Bool

/// No error.
public let noErr: OSStatus = 0

// swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
/// True.
public var kCFBooleanTrue: CFBoolean! { NSNumber(value: true) }
// swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
/// False.
public var kCFBooleanFalse: CFBoolean! { NSNumber(value: false) }
// swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
/// The key of a bundle's identifier, after which wrappers name their service.
public var kCFBundleIdentifierKey: CFString! { NSString(string: "CFBundleIdentifier") }
// swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
/// Null.
public var kCFNull: CFNull! { NSNull() }
/// The default allocator.
public var kCFAllocatorDefault: CFAllocator? { nil }

/// The code of an error.
public func CFErrorGetCode(_ error: CFError) -> CFIndex { error.code }
/// The domain of an error.
public func CFErrorGetDomain(_ error: CFError) -> CFErrorDomain { NSString(string: error.domain) }
/// The description of an error.
public func CFErrorCopyDescription(_ error: CFError) -> CFString {
  NSString(string: error.localizedDescription)
}
/// Why it happened, if the error says so.
public func CFErrorCopyFailureReason(_ error: CFError) -> CFString? {
  error.localizedFailureReason.map { NSString(string: $0) }
}
/// What to do, if the error says so.
public func CFErrorCopyRecoverySuggestion(_ error: CFError) -> CFString? {
  error.localizedRecoverySuggestion.map { NSString(string: $0) }
}
// swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
/// An error of a domain and a code.
public func CFErrorCreate(
  _ allocator: CFAllocator?, _ domain: CFErrorDomain!, _ code: CFIndex, _ userInfo: CFDictionary?
) -> CFError! {
  NSError(domain: domain as String, code: code, userInfo: userInfo as? [String: Any] ?? [:])
}
/// What else an error says.
public func CFErrorCopyUserInfo(_ error: CFError) -> CFDictionary? {
  NSDictionary(dictionary: error.userInfo)
}
/// The value of a Boolean.
public func CFBooleanGetValue(_ boolean: CFBoolean) -> Bool { boolean.boolValue }
/// A hash value.
public func CFHash(_ object: CFTypeRef?) -> CFHashCode {
  CFHashCode(bitPattern: (object as? NSObject)?.hash ?? 0)
}

/// The identifier of an object's type, to be compared with those of the functions below.
public func CFGetTypeID(_ object: CFTypeRef?) -> CFTypeID {
  switch object {
  case is NSString: CFStringGetTypeID()
  case is NSData: CFDataGetTypeID()
  case is NSDictionary: CFDictionaryGetTypeID()
  case is NSArray: CFArrayGetTypeID()
  case is NSDate: CFDateGetTypeID()
  case let number as NSNumber:
    unsafe number.objCType.pointee == CChar(UInt8(ascii: "c")) ? CFBooleanGetTypeID() : CFNumberGetTypeID()
  case is SecAccessControl: SecAccessControlGetTypeID()
  default: 1
  }
}
/// The identifier of strings.
public func CFStringGetTypeID() -> CFTypeID { 7 }
/// The identifier of data.
public func CFDataGetTypeID() -> CFTypeID { 20 }
/// The identifier of dictionaries.
public func CFDictionaryGetTypeID() -> CFTypeID { 18 }
/// The identifier of arrays.
public func CFArrayGetTypeID() -> CFTypeID { 19 }
/// The identifier of Booleans.
public func CFBooleanGetTypeID() -> CFTypeID { 21 }
/// The identifier of numbers.
public func CFNumberGetTypeID() -> CFTypeID { 22 }
/// The identifier of dates.
public func CFDateGetTypeID() -> CFTypeID { 42 }

/// Whether two objects are equal.
public func CFEqual(_ a: CFTypeRef?, _ b: CFTypeRef?) -> Bool {
  switch (a, b) {
  case (nil, nil): true
  case (let a?, let b?): a === b || (a as? NSObject)?.isEqual(b) == true
  default: false
  }
}
