// The codes of Keychain Services, with Apple's numbers.

/// Success: 0.
public let errSecSuccess: OSStatus = 0
/// Unimplemented: -4.
public let errSecUnimplemented: OSStatus = -4
/// Disk full: -34.
public let errSecDiskFull: OSStatus = -34
/// Dsk full: -34.
public let errSecDskFull: OSStatus = -34
/// IO: -36.
public let errSecIO: OSStatus = -36
/// Op wr: -49.
public let errSecOpWr: OSStatus = -49
/// Param: -50.
public let errSecParam: OSStatus = -50
/// Wr perm: -61.
public let errSecWrPerm: OSStatus = -61
/// Allocate: -108.
public let errSecAllocate: OSStatus = -108
/// User canceled: -128.
public let errSecUserCanceled: OSStatus = -128
/// Bad req: -909.
public let errSecBadReq: OSStatus = -909
/// Internal component: -2070.
public let errSecInternalComponent: OSStatus = -2070
/// Core foundation unknown: -4960.
public let errSecCoreFoundationUnknown: OSStatus = -4960
/// Missing entitlement: -34018.
public let errSecMissingEntitlement: OSStatus = -34018
/// Restricted API: -34020.
public let errSecRestrictedAPI: OSStatus = -34020
/// Not available: -25291.
public let errSecNotAvailable: OSStatus = -25291
/// Read only: -25292.
public let errSecReadOnly: OSStatus = -25292
/// Auth failed: -25293.
public let errSecAuthFailed: OSStatus = -25293
/// No such keychain: -25294.
public let errSecNoSuchKeychain: OSStatus = -25294
/// Invalid keychain: -25295.
public let errSecInvalidKeychain: OSStatus = -25295
/// Duplicate keychain: -25296.
public let errSecDuplicateKeychain: OSStatus = -25296
/// Duplicate callback: -25297.
public let errSecDuplicateCallback: OSStatus = -25297
/// Invalid callback: -25298.
public let errSecInvalidCallback: OSStatus = -25298
/// Duplicate item: -25299.
public let errSecDuplicateItem: OSStatus = -25299
/// Item not found: -25300.
public let errSecItemNotFound: OSStatus = -25300
/// Buffer too small: -25301.
public let errSecBufferTooSmall: OSStatus = -25301
/// Data too large: -25302.
public let errSecDataTooLarge: OSStatus = -25302
/// No such attr: -25303.
public let errSecNoSuchAttr: OSStatus = -25303
/// Invalid item ref: -25304.
public let errSecInvalidItemRef: OSStatus = -25304
/// Invalid search ref: -25305.
public let errSecInvalidSearchRef: OSStatus = -25305
/// No such class: -25306.
public let errSecNoSuchClass: OSStatus = -25306
/// No default keychain: -25307.
public let errSecNoDefaultKeychain: OSStatus = -25307
/// Interaction not allowed: -25308.
public let errSecInteractionNotAllowed: OSStatus = -25308
/// Read only attr: -25309.
public let errSecReadOnlyAttr: OSStatus = -25309
/// Wrong sec version: -25310.
public let errSecWrongSecVersion: OSStatus = -25310
/// Key size not allowed: -25311.
public let errSecKeySizeNotAllowed: OSStatus = -25311
/// No storage module: -25312.
public let errSecNoStorageModule: OSStatus = -25312
/// No certificate module: -25313.
public let errSecNoCertificateModule: OSStatus = -25313
/// No policy module: -25314.
public let errSecNoPolicyModule: OSStatus = -25314
/// Interaction required: -25315.
public let errSecInteractionRequired: OSStatus = -25315
/// Data not available: -25316.
public let errSecDataNotAvailable: OSStatus = -25316
/// Data not modifiable: -25317.
public let errSecDataNotModifiable: OSStatus = -25317
/// Create chain failed: -25318.
public let errSecCreateChainFailed: OSStatus = -25318
/// Invalid prefs domain: -25319.
public let errSecInvalidPrefsDomain: OSStatus = -25319
/// In dark wake: -25320.
public let errSecInDarkWake: OSStatus = -25320
/// ACL not simple: -25240.
public let errSecACLNotSimple: OSStatus = -25240
/// Policy not found: -25241.
public let errSecPolicyNotFound: OSStatus = -25241
/// Invalid trust setting: -25242.
public let errSecInvalidTrustSetting: OSStatus = -25242
/// No access for item: -25243.
public let errSecNoAccessForItem: OSStatus = -25243
/// Invalid owner edit: -25244.
public let errSecInvalidOwnerEdit: OSStatus = -25244
/// Trust not available: -25245.
public let errSecTrustNotAvailable: OSStatus = -25245
/// Unsupported format: -25256.
public let errSecUnsupportedFormat: OSStatus = -25256
/// Unknown format: -25257.
public let errSecUnknownFormat: OSStatus = -25257
/// Key is sensitive: -25258.
public let errSecKeyIsSensitive: OSStatus = -25258
/// Multiple priv keys: -25259.
public let errSecMultiplePrivKeys: OSStatus = -25259
/// Passphrase required: -25260.
public let errSecPassphraseRequired: OSStatus = -25260
/// Invalid password ref: -25261.
public let errSecInvalidPasswordRef: OSStatus = -25261
/// Invalid trust settings: -25262.
public let errSecInvalidTrustSettings: OSStatus = -25262
/// No trust settings: -25263.
public let errSecNoTrustSettings: OSStatus = -25263
/// Pkcs12 verify failure: -25264.
public let errSecPkcs12VerifyFailure: OSStatus = -25264
/// Not signer: -26267.
public let errSecNotSigner: OSStatus = -26267
/// Decode: -26275.
public let errSecDecode: OSStatus = -26275
