// The codes of code signing, with Apple's numbers, so that a table of them compiles; nothing here gives one.

/// Unimplemented: -67072.
public let errSecCSUnimplemented: OSStatus = -67072
/// Invalid object ref: -67071.
public let errSecCSInvalidObjectRef: OSStatus = -67071
/// Invalid flags: -67070.
public let errSecCSInvalidFlags: OSStatus = -67070
/// Object required: -67069.
public let errSecCSObjectRequired: OSStatus = -67069
/// Static code not found: -67068.
public let errSecCSStaticCodeNotFound: OSStatus = -67068
/// Unsupported guest attributes: -67067.
public let errSecCSUnsupportedGuestAttributes: OSStatus = -67067
/// Invalid attribute values: -67066.
public let errSecCSInvalidAttributeValues: OSStatus = -67066
/// No such code: -67065.
public let errSecCSNoSuchCode: OSStatus = -67065
/// Multiple guests: -67064.
public let errSecCSMultipleGuests: OSStatus = -67064
/// Guest invalid: -67063.
public let errSecCSGuestInvalid: OSStatus = -67063
/// Unsigned: -67062.
public let errSecCSUnsigned: OSStatus = -67062
/// Signature failed: -67061.
public let errSecCSSignatureFailed: OSStatus = -67061
/// Signature not verifiable: -67060.
public let errSecCSSignatureNotVerifiable: OSStatus = -67060
/// Signature unsupported: -67059.
public let errSecCSSignatureUnsupported: OSStatus = -67059
/// Bad dictionary format: -67058.
public let errSecCSBadDictionaryFormat: OSStatus = -67058
/// Resources not sealed: -67057.
public let errSecCSResourcesNotSealed: OSStatus = -67057
/// Resources not found: -67056.
public let errSecCSResourcesNotFound: OSStatus = -67056
/// Resources invalid: -67055.
public let errSecCSResourcesInvalid: OSStatus = -67055
/// Bad resource: -67054.
public let errSecCSBadResource: OSStatus = -67054
/// Resource rules invalid: -67053.
public let errSecCSResourceRulesInvalid: OSStatus = -67053
/// Req invalid: -67052.
public let errSecCSReqInvalid: OSStatus = -67052
/// Req unsupported: -67051.
public let errSecCSReqUnsupported: OSStatus = -67051
/// Req failed: -67050.
public let errSecCSReqFailed: OSStatus = -67050
/// Bad object format: -67049.
public let errSecCSBadObjectFormat: OSStatus = -67049
/// Internal error: -67048.
public let errSecCSInternalError: OSStatus = -67048
/// Host reject: -67047.
public let errSecCSHostReject: OSStatus = -67047
/// Not a host: -67046.
public let errSecCSNotAHost: OSStatus = -67046
/// Signature invalid: -67045.
public let errSecCSSignatureInvalid: OSStatus = -67045
/// Host protocol relative path: -67044.
public let errSecCSHostProtocolRelativePath: OSStatus = -67044
/// Host protocol contradiction: -67043.
public let errSecCSHostProtocolContradiction: OSStatus = -67043
/// Host protocol dedication error: -67042.
public let errSecCSHostProtocolDedicationError: OSStatus = -67042
/// Host protocol not proxy: -67041.
public let errSecCSHostProtocolNotProxy: OSStatus = -67041
/// Host protocol state error: -67040.
public let errSecCSHostProtocolStateError: OSStatus = -67040
/// Host protocol unrelated: -67039.
public let errSecCSHostProtocolUnrelated: OSStatus = -67039
/// Not supported: -67037.
public let errSecCSNotSupported: OSStatus = -67037
/// CMS too large: -67036.
public let errSecCSCMSTooLarge: OSStatus = -67036
/// Host protocol invalid hash: -67035.
public let errSecCSHostProtocolInvalidHash: OSStatus = -67035
/// Static code changed: -67034.
public let errSecCSStaticCodeChanged: OSStatus = -67034
/// DB denied: -67033.
public let errSecCSDBDenied: OSStatus = -67033
/// DB access: -67032.
public let errSecCSDBAccess: OSStatus = -67032
/// Host protocol invalid attribute: -67031.
public let errSecCSHostProtocolInvalidAttribute: OSStatus = -67031
/// Info plist failed: -67030.
public let errSecCSInfoPlistFailed: OSStatus = -67030
/// No main executable: -67029.
public let errSecCSNoMainExecutable: OSStatus = -67029
/// Bad bundle format: -67028.
public let errSecCSBadBundleFormat: OSStatus = -67028
/// No matches: -67027.
public let errSecCSNoMatches: OSStatus = -67027
/// File hard quarantined: -67026.
public let errSecCSFileHardQuarantined: OSStatus = -67026
/// Outdated: -67025.
public let errSecCSOutdated: OSStatus = -67025
/// Db corrupt: -67024.
public let errSecCSDbCorrupt: OSStatus = -67024
/// Resource directory failed: -67023.
public let errSecCSResourceDirectoryFailed: OSStatus = -67023
/// Unsigned nested code: -67022.
public let errSecCSUnsignedNestedCode: OSStatus = -67022
/// Bad nested code: -67021.
public let errSecCSBadNestedCode: OSStatus = -67021
/// Bad callback value: -67020.
public let errSecCSBadCallbackValue: OSStatus = -67020
/// Helper failed: -67019.
public let errSecCSHelperFailed: OSStatus = -67019
/// Vetoed: -67018.
public let errSecCSVetoed: OSStatus = -67018
/// Bad LV arch: -67017.
public let errSecCSBadLVArch: OSStatus = -67017
/// Resource not supported: -67016.
public let errSecCSResourceNotSupported: OSStatus = -67016
/// Regular file: -67015.
public let errSecCSRegularFile: OSStatus = -67015
/// Unsealed app root: -67014.
public let errSecCSUnsealedAppRoot: OSStatus = -67014
/// Weak resource rules: -67013.
public let errSecCSWeakResourceRules: OSStatus = -67013
/// DS store symlink: -67012.
public let errSecCSDSStoreSymlink: OSStatus = -67012
/// Ambiguous bundle format: -67011.
public let errSecCSAmbiguousBundleFormat: OSStatus = -67011
/// Bad main executable: -67010.
public let errSecCSBadMainExecutable: OSStatus = -67010
/// Bad framework version: -67009.
public let errSecCSBadFrameworkVersion: OSStatus = -67009
/// Unsealed framework root: -67008.
public let errSecCSUnsealedFrameworkRoot: OSStatus = -67008
/// Weak resource envelope: -67007.
public let errSecCSWeakResourceEnvelope: OSStatus = -67007
/// Cancelled: -67006.
public let errSecCSCancelled: OSStatus = -67006
/// Invalid platform: -67005.
public let errSecCSInvalidPlatform: OSStatus = -67005
/// Too big: -67004.
public let errSecCSTooBig: OSStatus = -67004
/// Invalid symlink: -67003.
public let errSecCSInvalidSymlink: OSStatus = -67003
/// Not app like: -67002.
public let errSecCSNotAppLike: OSStatus = -67002
/// Bad disk image format: -67001.
public let errSecCSBadDiskImageFormat: OSStatus = -67001
/// Unsupported digest algorithm: -67000.
public let errSecCSUnsupportedDigestAlgorithm: OSStatus = -67000
/// Invalid associated file data: -66999.
public let errSecCSInvalidAssociatedFileData: OSStatus = -66999
/// Invalid team identifier: -66998.
public let errSecCSInvalidTeamIdentifier: OSStatus = -66998
/// Bad team identifier: -66997.
public let errSecCSBadTeamIdentifier: OSStatus = -66997
/// Signature untrusted: -66996.
public let errSecCSSignatureUntrusted: OSStatus = -66996
/// Multiple exec segments: -66995.
public let errSecMultipleExecSegments: OSStatus = -66995
/// Invalid entitlements: -66994.
public let errSecCSInvalidEntitlements: OSStatus = -66994
/// Invalid runtime version: -66993.
public let errSecCSInvalidRuntimeVersion: OSStatus = -66993
/// Revoked notarization: -66992.
public let errSecCSRevokedNotarization: OSStatus = -66992
/// CMS construction failed: -66991.
public let errSecCSCMSConstructionFailed: OSStatus = -66991
/// Remote signer failed: -66990.
public let errSecCSRemoteSignerFailed: OSStatus = -66990
/// Sig DB denied: -67033.
public let errSecCSSigDBDenied: OSStatus = -67033
/// Sig DB access: -67032.
public let errSecCSSigDBAccess: OSStatus = -67032
