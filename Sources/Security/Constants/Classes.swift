// The classes of items, with Apple's raw values. Keys, certificates and identities are refused with `errSecUnimplemented`.

/// The key of an item's class.
public var kSecClass: CFString { "class" }
/// A generic password.
public var kSecClassGenericPassword: CFString { "genp" }
/// An internet password.
public var kSecClassInternetPassword: CFString { "inet" }
/// A certificate: not emulated.
public var kSecClassCertificate: CFString { "cert" }
/// A cryptographic key: not emulated.
public var kSecClassKey: CFString { "keys" }
/// An identity: not emulated.
public var kSecClassIdentity: CFString { "idnt" }
