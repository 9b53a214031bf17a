/// How a call on the item layer ended, by Apple's `errSec…` numbers.
///
/// Codes that a container never gives are left out; any number can be held.
public struct ItemStatus: RawRepresentable, Error, Hashable, Sendable {
  /// Apple's number.
  public let rawValue: Int32

  /// The status of a number.
  public init(rawValue: Int32) { self.rawValue = rawValue }

  /// No error: 0.
  public static let success = ItemStatus(rawValue: 0)
  /// Apple's `errSecUnimplemented`, -4: the answer for keys, certificates and identities, which are not emulated.
  public static let unimplemented = ItemStatus(rawValue: -4)
  /// Input/output error: -36.
  public static let io = ItemStatus(rawValue: -36)
  /// Parameters that are wrong or contradict each other: -50.
  public static let parameter = ItemStatus(rawValue: -50)
  /// No memory: -108.
  public static let allocate = ItemStatus(rawValue: -108)
  /// The user cancelled: -128.
  public static let userCanceled = ItemStatus(rawValue: -128)
  /// No store, or none that this item could be kept in: -25291.
  public static let notAvailable = ItemStatus(rawValue: -25291)
  /// The store can only be read: -25292.
  public static let readOnly = ItemStatus(rawValue: -25292)
  /// The credential is wrong: -25293.
  public static let authenticationFailed = ItemStatus(rawValue: -25293)
  /// The item exists already: -25299.
  public static let duplicateItem = ItemStatus(rawValue: -25299)
  /// No such item: -25300.
  public static let itemNotFound = ItemStatus(rawValue: -25300)
  /// The data is too large: -25302.
  public static let dataTooLarge = ItemStatus(rawValue: -25302)
  /// No such attribute: -25303.
  public static let noSuchAttribute = ItemStatus(rawValue: -25303)
  /// No such class: -25306.
  public static let noSuchClass = ItemStatus(rawValue: -25306)
  /// The user would have to be asked, and cannot be: -25308.
  public static let interactionNotAllowed = ItemStatus(rawValue: -25308)
  /// Made by a newer version: -25310.
  public static let wrongVersion = ItemStatus(rawValue: -25310)
  /// The data cannot be had: -25316.
  public static let dataNotAvailable = ItemStatus(rawValue: -25316)
  /// The data cannot be decoded: -26275.
  public static let decode = ItemStatus(rawValue: -26275)
  /// An error without a better name: -26276.
  public static let internalError = ItemStatus(rawValue: -26276)
  /// An access group that the program is not entitled to: -34018.
  public static let missingEntitlement = ItemStatus(rawValue: -34018)
}

extension ItemStatus: CustomStringConvertible {
  /// The text that `SecCopyErrorMessageString` gives for it.
  public var message: String {
    switch self {
    case .success: "No error."
    case .unimplemented: "Function or operation not implemented."
    case .io: "I/O error."
    case .parameter: "One or more parameters passed to a function were not valid."
    case .allocate: "Failed to allocate memory."
    case .userCanceled: "User canceled the operation."
    case .notAvailable: "No keychain is available. You may need to restart your computer."
    case .readOnly: "This keychain cannot be modified."
    case .authenticationFailed: "The user name or passphrase you entered is not correct."
    case .duplicateItem: "The specified item already exists in the keychain."
    case .itemNotFound: "The specified item could not be found in the keychain."
    case .dataTooLarge: "The data is too large for the data type."
    case .noSuchAttribute: "The specified attribute does not exist."
    case .noSuchClass: "The specified item does not appear to be a valid keychain item."
    case .interactionNotAllowed: "User interaction is not allowed."
    case .wrongVersion: "The version is incorrect."
    case .dataNotAvailable: "The contents of this item cannot be retrieved."
    case .decode: "Unable to decode the provided data."
    case .internalError: "An internal error has occurred."
    case .missingEntitlement: "A required entitlement isn't present."
    default: "OSStatus \(rawValue)"
    }
  }

  /// Whether it is one of the codes above, with a message of its own.
  public var hasMessage: Bool { message != "OSStatus \(rawValue)" }

  /// The message and the number.
  public var description: String { "\(message) (\(rawValue))" }
}
