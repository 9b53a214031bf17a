internal import ItemStore

/// Why a store did not do what was asked.
///
/// The codes keep apart what a program must not confuse: a device that is locked, a prompt that was cancelled, an item
/// that a new fingerprint has invalidated, a group that the program may not use, a file that is damaged. "There is
/// none" is no error of reading at all. No error holds a secret.
public struct SecretStoreError: Error, Hashable, Sendable {
  /// What it is, to switch over.
  public var code: Code
  /// Apple's number of the status behind it, an `OSStatus`; 0 if there is none.
  public var status: Int32
  /// The name of the secret it speaks of.
  public var item: SecretName?
  /// What else is known, in one line: which attributes exclude each other, which group was wanted and which are
  /// granted. Not translated.
  public var detail: String?

  /// An error of a code, with the status that belongs to it unless another is given.
  public init(_ code: Code, status: Int32? = nil, item: SecretName? = nil, detail: String? = nil) {
    self.code = code
    self.status = status ?? code.status
    self.item = item
    self.detail = detail
  }

  /// What can be wrong. Raw values are the names in the string table.
  public enum Code: String, Sendable, Hashable, CaseIterable {
    /// The device is locked, or has not been unlocked since its start. Try again later; nothing is lost.
    case locked
    /// Whether there is such a secret cannot be told now. Try again later; do not take it for absent.
    case unavailable
    /// The user cancelled the prompt.
    case userCancelled
    /// The user could not be authenticated.
    case authenticationFailed
    /// The set of fingerprints or faces has changed: this secret can never be read again, only replaced.
    case invalidated
    /// The protection needs a passcode, and the device has none.
    case passcodeNotSet
    /// The program is not entitled to the access group.
    case missingEntitlement
    /// There is one of that name already.
    case duplicate
    /// There is none, where one was to be changed.
    case notFound
    /// Several match; the access group would tell them apart.
    case ambiguous
    /// Attributes contradict each other; `detail` names them.
    case parameter
    /// A name or a secret is too large.
    case tooLarge
    /// The store or the secret is damaged. Nothing was changed.
    case damaged
    /// Written by a newer version. Nothing is damaged.
    case newerVersion
    /// No key at hand opens the file. Nothing is damaged.
    case wrongKey
    /// The file is older than one that was seen before, or of another line of history.
    case rolledBack
    /// The store can only be read.
    case readOnly
    /// Another program is writing.
    case busy
    /// Reading or writing failed.
    case io
    /// The bytes that are stored are not a value of the key's type.
    case undecodable
    /// Read back, the secret was not what had been written.
    case notVerified
    /// An attribute that this class of items does not have.
    case noSuchAttribute
    /// A class of items that does not exist.
    case noSuchClass
    /// The data is not here now.
    case dataNotAvailable
    /// Out of memory.
    case allocate
    /// The function does not exist here.
    case unimplemented
    /// Anything else; `status` says what.
    case other
  }
}

extension SecretStoreError.Code {
  /// Apple's number that goes with it; 0 if there is none.
  public var status: Int32 {
    switch self {
    case .locked: -25308
    case .unavailable, .passcodeNotSet, .rolledBack: -25291
    case .userCancelled: -128
    case .authenticationFailed, .invalidated, .wrongKey: -25293
    case .missingEntitlement: -34018
    case .duplicate: -25299
    case .notFound: -25300
    case .ambiguous, .parameter: -50
    case .tooLarge: -25302
    case .damaged: -26275
    case .newerVersion: -25310
    case .readOnly: -25292
    case .busy, .io: -36
    case .noSuchAttribute: -25303
    case .noSuchClass: -25306
    case .dataNotAvailable: -25316
    case .allocate: -108
    case .unimplemented: -4
    case .undecodable, .notVerified, .other: 0
    }
  }
}

extension SecretStoreError {
  /// The error of an `OSStatus`. No two of Apple's numbers become one code, but for those that become `other` and
  /// keep their number.
  public init(status: Int32, item: SecretName? = nil, detail: String? = nil) {
    self.init(Self.codes[status] ?? .other, status: status, item: item, detail: detail)
  }

  /// The code that a number alone stands for.
  private static let codes: [Int32: Code] = [
    -25308: .locked, -25291: .unavailable, -128: .userCancelled, -25293: .authenticationFailed,
    -34018: .missingEntitlement, -25299: .duplicate, -25300: .notFound, -50: .parameter, -25302: .tooLarge,
    -26275: .damaged, -25310: .newerVersion, -25292: .readOnly, -36: .io, -25303: .noSuchAttribute,
    -25306: .noSuchClass, -25316: .dataNotAvailable, -108: .allocate, -4: .unimplemented,
  ]

  /// Whether trying again later, without changing anything, may succeed.
  public var isTemporary: Bool {
    switch code {
    case .locked, .unavailable, .userCancelled, .authenticationFailed, .busy, .dataNotAvailable, .allocate:
      true
    default: false
    }
  }

  /// Apple's name of the status, such as `errSecItemNotFound`; nil for 0 and for numbers not known here.
  public var symbol: String? { Self.symbols[status] }

  private static let symbols: [Int32: String] = [
    -25308: "errSecInteractionNotAllowed", -25291: "errSecNotAvailable", -128: "errSecUserCanceled",
    -25293: "errSecAuthFailed", -34018: "errSecMissingEntitlement", -25299: "errSecDuplicateItem",
    -25300: "errSecItemNotFound", -50: "errSecParam", -25302: "errSecDataTooLarge", -26275: "errSecDecode",
    -25310: "errSecWrongSecVersion", -25292: "errSecReadOnly", -36: "errSecIO", -25303: "errSecNoSuchAttr",
    -25306: "errSecNoSuchClass", -25316: "errSecDataNotAvailable", -108: "errSecAllocate",
    -4: "errSecUnimplemented", -909: "errSecBadReq", -34020: "errSecRestrictedAPI",
    -26276: "errSecInternal", -25330: "errSecAuthNeeded",
  ]
}
