// The attributes of generic and internet passwords, with Apple's raw values.

/// When the item can be read: one of `kSecAttrAccessible…`.
public var kSecAttrAccessible: CFString { "pdmn" }
/// What must be presented to read it: a `SecAccessControl`.
public var kSecAttrAccessControl: CFString { "accc" }
/// The access group: a string.
public var kSecAttrAccessGroup: CFString { "agrp" }
/// Whether it synchronises: a Boolean, in a query also `kSecAttrSynchronizableAny`.
public var kSecAttrSynchronizable: CFString { "sync" }
/// In a query: whether or not it synchronises.
public var kSecAttrSynchronizableAny: CFString { "syna" }
/// When it was added: a date, set by the store.
public var kSecAttrCreationDate: CFString { "cdat" }
/// When it changed last: a date, set by the store.
public var kSecAttrModificationDate: CFString { "mdat" }
/// The kind of item, in words.
public var kSecAttrDescription: CFString { "desc" }
/// A comment.
public var kSecAttrComment: CFString { "icmt" }
/// The creator code: a number.
public var kSecAttrCreator: CFString { "crtr" }
/// The type code: a number.
public var kSecAttrType: CFString { "type" }
/// A label for people.
public var kSecAttrLabel: CFString { "labl" }
/// Whether it is hidden from people: a Boolean.
public var kSecAttrIsInvisible: CFString { "invi" }
/// Whether it says that there is no password: a Boolean.
public var kSecAttrIsNegative: CFString { "nega" }
/// The account: a string or data.
public var kSecAttrAccount: CFString { "acct" }
/// The service of a generic password: a string or data.
public var kSecAttrService: CFString { "svce" }
/// Data of the application's own, of a generic password.
public var kSecAttrGeneric: CFString { "gena" }
/// The security domain of an internet password.
public var kSecAttrSecurityDomain: CFString { "sdmn" }
/// The server of an internet password.
public var kSecAttrServer: CFString { "srvr" }
/// The protocol of an internet password: one of `kSecAttrProtocol…`.
public var kSecAttrProtocol: CFString { "ptcl" }
/// How an internet password is sent: one of `kSecAttrAuthenticationType…`.
public var kSecAttrAuthenticationType: CFString { "atyp" }
/// The port of an internet password: a number.
public var kSecAttrPort: CFString { "port" }
/// The path of an internet password.
public var kSecAttrPath: CFString { "path" }
/// A hint for synchronising: not emulated.
public var kSecAttrSyncViewHint: CFString { "vwht" }
/// The persistent reference as an attribute, in Apple's older spelling: not emulated.
public var kSecAttrPersistantReference: CFString { "persistref" }
/// The persistent reference as an attribute: not emulated.
public var kSecAttrPersistentReference: CFString { "persistref" }
/// The token that holds the item: not emulated.
public var kSecAttrTokenID: CFString { "tkid" }
/// The Secure Enclave: not emulated.
public var kSecAttrTokenIDSecureEnclave: CFString { "com.apple.setoken" }
/// The access group of tokens, which nobody may write to.
public var kSecAttrAccessGroupToken: CFString { "com.apple.token" }
/// The password in a shared web credential: not emulated.
public var kSecSharedPassword: CFString { "spwd" }
