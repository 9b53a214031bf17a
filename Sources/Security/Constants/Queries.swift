// What a query matches, returns, holds and uses, with Apple's raw values.

/// How many items are wanted: a limit below, or a number.
public var kSecMatchLimit: CFString { "m_Limit" }
/// One item. The default of `SecItemCopyMatching`.
public var kSecMatchLimitOne: CFString { "m_LimitOne" }
/// All items, in an array.
public var kSecMatchLimitAll: CFString { "m_LimitAll" }
/// Only these items: an array of persistent references.
public var kSecMatchItemList: CFString { "m_ItemList" }
/// For certificates: not emulated.
public var kSecMatchPolicy: CFString { "m_Policy" }
/// Which keychains of macOS: not emulated.
public var kSecMatchSearchList: CFString { "m_SearchList" }
/// For certificates: not emulated.
public var kSecMatchIssuers: CFString { "m_Issuers" }
/// For certificates: not emulated.
public var kSecMatchEmailAddressIfPresent: CFString { "m_EmailAddressIfPresent" }
/// For certificates: not emulated.
public var kSecMatchSubjectContains: CFString { "m_SubjectContains" }
/// For certificates: not emulated.
public var kSecMatchSubjectStartsWith: CFString { "m_SubjectStartsWith" }
/// For certificates: not emulated.
public var kSecMatchSubjectEndsWith: CFString { "m_SubjectEndsWith" }
/// For certificates: not emulated.
public var kSecMatchSubjectWholeString: CFString { "m_SubjectWholeString" }
/// For certificates: not emulated.
public var kSecMatchCaseInsensitive: CFString { "m_CaseInsensitive" }
/// For certificates: not emulated.
public var kSecMatchDiacriticInsensitive: CFString { "m_DiacriticInsensitive" }
/// For certificates: not emulated.
public var kSecMatchWidthInsensitive: CFString { "m_WidthInsensitive" }
/// For certificates: not emulated.
public var kSecMatchTrustedOnly: CFString { "m_TrustedOnly" }
/// For certificates: not emulated.
public var kSecMatchValidOnDate: CFString { "m_ValidOnDate" }
/// For certificates: not emulated.
public var kSecMatchHostOrSubdomainOfHost: CFString { "m_HostOrSubdomainOfHost" }
/// Whether the secret is wanted: a Boolean.
public var kSecReturnData: CFString { "r_Data" }
/// Whether the attributes are wanted: a Boolean.
public var kSecReturnAttributes: CFString { "r_Attributes" }
/// Whether a reference in memory is wanted: passwords have none.
public var kSecReturnRef: CFString { "r_Ref" }
/// Whether a reference that can be stored is wanted: a Boolean.
public var kSecReturnPersistentRef: CFString { "r_PersistentRef" }
/// The secret: data.
public var kSecValueData: CFString { "v_Data" }
/// A reference in memory: not emulated.
public var kSecValueRef: CFString { "v_Ref" }
/// A reference that can be stored: data.
public var kSecValuePersistentRef: CFString { "v_PersistentRef" }
/// Items to use instead of a keychain: not emulated.
public var kSecUseItemList: CFString { "u_ItemList" }
/// Which keychain of macOS: not emulated.
public var kSecUseKeychain: CFString { "u_Keychain" }
/// What the user is told when asked: a string.
public var kSecUseOperationPrompt: CFString { "u_OpPrompt" }
/// The older form of `kSecUseAuthenticationUIFail`: a Boolean.
public var kSecUseNoAuthenticationUI: CFString { "u_NoAuthUI" }
/// Whether the user may be asked: one of the values below.
public var kSecUseAuthenticationUI: CFString { "u_AuthUI" }
/// The user may be asked. The default.
public var kSecUseAuthenticationUIAllow: CFString { "u_AuthUIA" }
/// The user may not be asked; where that is needed, the call fails.
public var kSecUseAuthenticationUIFail: CFString { "u_AuthUIF" }
/// Items for which the user would have to be asked are passed over.
public var kSecUseAuthenticationUISkip: CFString { "u_AuthUIS" }
/// A context of LocalAuthentication: not emulated.
public var kSecUseAuthenticationContext: CFString { "u_AuthCtx" }
/// On macOS, the keychain that this is: taken and without effect.
public var kSecUseDataProtectionKeychain: CFString { "nleg" }
/// On tvOS, whether the item is everybody's who uses the device: a Boolean, taken and without effect.
public var kSecUseUserIndependentKeychain: CFString { "u_SystemKeychain" }
