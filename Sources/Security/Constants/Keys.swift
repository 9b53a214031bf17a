// The attributes of keys and certificates, with Apple's raw values, so that code which names them compiles. The classes
// themselves are refused with `errSecUnimplemented`.

/// The subject of a certificate: not emulated.
public var kSecAttrSubject: CFString { "subj" }
/// The issuer of a certificate: not emulated.
public var kSecAttrIssuer: CFString { "issr" }
/// The serial number of a certificate: not emulated.
public var kSecAttrSerialNumber: CFString { "slnr" }
/// The subject key identifier of a certificate: not emulated.
public var kSecAttrSubjectKeyID: CFString { "skid" }
/// The hash of a certificate's public key: not emulated.
public var kSecAttrPublicKeyHash: CFString { "pkhh" }
/// The type of a certificate: not emulated.
public var kSecAttrCertificateType: CFString { "ctyp" }
/// The encoding of a certificate: not emulated.
public var kSecAttrCertificateEncoding: CFString { "cenc" }
/// The class of a key: not emulated.
public var kSecAttrKeyClass: CFString { "kcls" }
/// A public key: not emulated.
public var kSecAttrKeyClassPublic: CFString { "0" }
/// A private key: not emulated.
public var kSecAttrKeyClassPrivate: CFString { "1" }
/// A symmetric key: not emulated.
public var kSecAttrKeyClassSymmetric: CFString { "2" }
/// The label of a key: not emulated.
public var kSecAttrApplicationLabel: CFString { "klbl" }
/// The tag of a key: not emulated.
public var kSecAttrApplicationTag: CFString { "atag" }
/// Whether a key is kept: not emulated.
public var kSecAttrIsPermanent: CFString { "perm" }
/// Whether a key leaves the store only encrypted: not emulated.
public var kSecAttrIsSensitive: CFString { "sens" }
/// Whether a key can leave the store: not emulated.
public var kSecAttrIsExtractable: CFString { "extr" }
/// The algorithm of a key: not emulated.
public var kSecAttrKeyType: CFString { "type" }
/// RSA: not emulated.
public var kSecAttrKeyTypeRSA: CFString { "42" }
/// Elliptic curves: not emulated.
public var kSecAttrKeyTypeEC: CFString { "73" }
/// Elliptic curves over a prime field: not emulated.
public var kSecAttrKeyTypeECSECPrimeRandom: CFString { "73" }
/// The size of a key: not emulated.
public var kSecAttrKeySizeInBits: CFString { "bsiz" }
/// The effective size of a key: not emulated.
public var kSecAttrEffectiveKeySize: CFString { "esiz" }
/// Whether a key encrypts: not emulated.
public var kSecAttrCanEncrypt: CFString { "encr" }
/// Whether a key decrypts: not emulated.
public var kSecAttrCanDecrypt: CFString { "decr" }
/// Whether keys are derived from a key: not emulated.
public var kSecAttrCanDerive: CFString { "drve" }
/// Whether a key signs: not emulated.
public var kSecAttrCanSign: CFString { "sign" }
/// Whether a key verifies: not emulated.
public var kSecAttrCanVerify: CFString { "vrfy" }
/// Whether a key wraps keys: not emulated.
public var kSecAttrCanWrap: CFString { "wrap" }
/// Whether a key unwraps keys: not emulated.
public var kSecAttrCanUnwrap: CFString { "unwp" }
/// The attributes of a private key: not emulated.
public var kSecPrivateKeyAttrs: CFString { "private" }
/// The attributes of a public key: not emulated.
public var kSecPublicKeyAttrs: CFString { "public" }
