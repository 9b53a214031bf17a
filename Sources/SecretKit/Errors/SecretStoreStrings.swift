public import Foundation

/// The texts of ``SecretStoreError``, and where their translations come from.
///
/// An app translates them in a table of its own: a `SecretKit.strings` (or string catalogue) in its bundle, with the
/// keys of ``english``. What is not translated there is shown in English.
public struct SecretStoreStrings: Sendable {
  /// Finds the text of a key; nil where there is none.
  public var lookup: @Sendable (_ key: String) -> String?

  /// A table of any origin.
  public init(lookup: @escaping @Sendable (_ key: String) -> String?) { self.lookup = lookup }

  /// The table `SecretKit` of a bundle, in the user's language.
  public init(bundle: Bundle) {
    let path = bundle.bundlePath
    lookup = { key in
      // Bundles are cached by path; a missing text comes back as its key.
      guard let text = Bundle(path: path)?.localizedString(forKey: key, value: key, table: Self.table),
        text != key
      else { return nil }
      return text
    }
  }

  /// The table of the app's own bundle.
  public static let main = SecretStoreStrings(bundle: .main)

  /// The name of the table.
  public static let table = "SecretKit"

  /// Every key with its English text: three for each ``SecretStoreError/Code``, named `CODE.what`, `CODE.reason` and
  /// `CODE.suggestion`.
  public static let english: [String: String] = {
    var texts: [String: String] = [:]
    for code in SecretStoreError.Code.allCases {
      let entry = code.english
      texts["\(code.rawValue).what"] = entry.what
      texts["\(code.rawValue).reason"] = entry.reason
      texts["\(code.rawValue).suggestion"] = entry.suggestion
    }
    return texts
  }()

  func text(_ code: SecretStoreError.Code, _ part: String) -> String {
    let key = "\(code.rawValue).\(part)"
    return lookup(key) ?? Self.english[key] ?? key
  }
}

extension SecretStoreError.Code {
  /// What is wrong, why, and what to do about it.
  fileprivate var english: (what: String, reason: String, suggestion: String) {
    switch self {
    case .locked:
      (
        "The secret cannot be read now.", "The device is locked, or something must be presented first.",
        "Unlock the device and try again."
      )
    case .unavailable:
      (
        "The secret store is not available.", "Whether the secret exists cannot be told at this moment.",
        "Try again later; do not sign out."
      )
    case .userCancelled:
      ("The request was cancelled.", "The user cancelled the prompt.", "Try again when the user asks for it.")
    case .authenticationFailed:
      (
        "The user could not be authenticated.", "Biometry or the passcode did not match, or is locked out.",
        "Try again."
      )
    case .invalidated:
      (
        "The secret can no longer be read.",
        "The enrolled fingerprints or faces have changed since it was stored.",
        "Sign in again; this replaces it."
      )
    case .passcodeNotSet:
      (
        "The secret cannot be protected as asked.", "Its protection needs a passcode, and none is set.",
        "Set a passcode, or choose another protection."
      )
    case .missingEntitlement:
      (
        "The access group is not allowed.", "The program is not entitled to this access group.",
        "Check the keychain access groups in the program's entitlements."
      )
    case .duplicate:
      (
        "The secret exists already.", "A secret of this name is stored already.",
        "Set it instead of adding it."
      )
    case .notFound:
      ("There is no such secret.", "No secret of this name is stored.", "Store it first.")
    case .ambiguous:
      (
        "Several secrets match.", "More than one access group holds a secret of this name.",
        "Name the access group."
      )
    case .parameter:
      (
        "The secret cannot be stored like this.", "Some of its attributes contradict each other.",
        "Leave one of them out."
      )
    case .tooLarge:
      ("The secret is too large.", "It, or its name, is longer than the store allows.", "Make it shorter.")
    case .damaged:
      (
        "The secret store is damaged.", "Its bytes are not what was written.",
        "Restore it from a backup; nothing was changed."
      )
    case .newerVersion:
      (
        "The secret store is of a newer version.", "It was written by a newer version of this software.",
        "Update this program; nothing was changed."
      )
    case .wrongKey:
      (
        "The secret store does not open.", "None of the keys at hand belongs to it.",
        "Check that key and store belong together; nothing was changed."
      )
    case .rolledBack:
      (
        "The secret store is older than it should be.", "An older or another copy was put in its place.",
        "Find out who did that before accepting it."
      )
    case .readOnly:
      ("The secret store can only be read.", "It may not be written to.", "Check its permissions.")
    case .busy:
      ("The secret store is in use.", "Another program is writing to it.", "Try again in a moment.")
    case .io:
      (
        "The secret store could not be read or written.", "The system reported an input or output error.",
        "Check the free space and the permissions."
      )
    case .undecodable:
      (
        "The secret is of another kind.", "What is stored is not a value of the expected type.",
        "Read it with the type that it was written with."
      )
    case .notVerified:
      (
        "The secret was not stored correctly.", "Reading it back gave something else.",
        "Try again; the original was kept."
      )
    case .noSuchAttribute:
      (
        "The secret cannot be stored like this.", "This class of items has no such attribute.",
        "Leave the attribute out."
      )
    case .noSuchClass:
      (
        "The secret cannot be stored like this.", "There is no such class of items.",
        "Use a generic password."
      )
    case .dataNotAvailable:
      (
        "The secret cannot be read here.", "It is bound to a device whose key is not at hand.",
        "Read it on the device that stored it."
      )
    case .allocate: ("There is not enough memory.", "Memory could not be allocated.", "Try again later.")
    case .unimplemented:
      ("This is not supported here.", "The function does not exist on this system.", "Do without it.")
    case .other:
      (
        "The secret store reported an error.", "The status is one that this program does not know.",
        "Look up the status."
      )
    }
  }
}

extension SecretStoreError: LocalizedError, CustomNSError, CustomStringConvertible {
  /// What is wrong, in the words of a table, with the name of the secret.
  public func localizedDescription(in strings: SecretStoreStrings) -> String {
    let what = strings.text(code, "what")
    return item.map { "\(what) (\($0))" } ?? what
  }

  /// What is wrong, in the user's language, with the name of the secret.
  public var errorDescription: String? { localizedDescription(in: .main) }
  /// Why, in the user's language.
  public var failureReason: String? { SecretStoreStrings.main.text(code, "reason") }
  /// What to do about it, in the user's language.
  public var recoverySuggestion: String? { SecretStoreStrings.main.text(code, "suggestion") }

  /// Apple's domain for such numbers.
  public static var errorDomain: String { "NSOSStatusErrorDomain" }
  /// Apple's number.
  public var errorCode: Int { Int(status) }
  /// The three texts, in the user's language.
  public var errorUserInfo: [String: Any] {
    [
      NSLocalizedDescriptionKey: localizedDescription(in: .main),
      NSLocalizedFailureReasonErrorKey: SecretStoreStrings.main.text(code, "reason"),
      NSLocalizedRecoverySuggestionErrorKey: SecretStoreStrings.main.text(code, "suggestion"),
    ]
  }

  /// One line for a log, in English: code, name, Apple's symbol and number, detail.
  public var description: String {
    var text = code.rawValue
    if let item { text += " \(item)" }
    if status != 0 { text += " (\(symbol.map { "\($0), " } ?? "")\(status))" }
    if let detail { text += ": \(detail)" }
    return text
  }
}
