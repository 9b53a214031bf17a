/// The names of codes, for messages.
enum StatusNames {
  /// From −67585 down, without a gap.
  static let general = """
    ServiceNotAvailable InsufficientClientID DeviceReset DeviceFailed AppleAddAppACLSubject
    ApplePublicKeyIncomplete AppleSignatureMismatch AppleInvalidKeyStartDate AppleInvalidKeyEndDate
    ConversionError AppleSSLv2Rollback QuotaExceeded FileTooBig InvalidDatabaseBlob InvalidKeyBlob
    IncompatibleDatabaseBlob IncompatibleKeyBlob HostNameMismatch UnknownCriticalExtensionFlag
    NoBasicConstraints NoBasicConstraintsCA InvalidAuthorityKeyID InvalidSubjectKeyID
    InvalidKeyUsageForPolicy InvalidExtendedKeyUsage InvalidIDLinkage PathLengthConstraintExceeded
    InvalidRoot CRLExpired CRLNotValidYet CRLNotFound CRLServerDown CRLBadURI UnknownCertExtension
    UnknownCRLExtension CRLNotTrusted CRLPolicyFailed IDPFailure SMIMEEmailAddressesNotFound
    SMIMEBadExtendedKeyUsage SMIMEBadKeyUsage SMIMEKeyUsageNotCritical SMIMENoEmailAddress
    SMIMESubjAltNameNotCritical SSLBadExtendedKeyUsage OCSPBadResponse OCSPBadRequest OCSPUnavailable
    OCSPStatusUnrecognized EndOfData IncompleteCertRevocationCheck NetworkFailure OCSPNotTrustedToAnchor
    RecordModified OCSPSignatureError OCSPNoSigner OCSPResponderMalformedReq OCSPResponderInternalError
    OCSPResponderTryLater OCSPResponderSignatureRequired OCSPResponderUnauthorized OCSPResponseNonceMismatch
    CodeSigningBadCertChainLength CodeSigningNoBasicConstraints CodeSigningBadPathLengthConstraint
    CodeSigningNoExtendedKeyUsage CodeSigningDevelopment ResourceSignBadCertChainLength
    ResourceSignBadExtKeyUsage TrustSettingDeny InvalidSubjectName UnknownQualifiedCertStatement
    MobileMeRequestQueued MobileMeRequestRedirected MobileMeServerError MobileMeServerNotAvailable
    MobileMeServerAlreadyExists MobileMeServerServiceErr MobileMeRequestAlreadyPending
    MobileMeNoRequestPending MobileMeCSRVerifyFailure MobileMeFailedConsistencyCheck NotInitialized
    InvalidHandleUsage PVCReferentNotFound FunctionIntegrityFail InternalError MemoryError InvalidData
    MDSError InvalidPointer SelfCheckFailed FunctionFailed ModuleManifestVerifyFailed InvalidGUID
    InvalidHandle InvalidDBList InvalidPassthroughID InvalidNetworkAddress CRLAlreadySigned
    InvalidNumberOfFields VerificationFailure UnknownTag InvalidSignature InvalidName InvalidCertificateRef
    InvalidCertificateGroup TagNotFound InvalidQuery InvalidValue CallbackFailed ACLDeleteFailed
    ACLReplaceFailed ACLAddFailed ACLChangeFailed InvalidAccessCredentials InvalidRecord InvalidACL
    InvalidSampleValue IncompatibleVersion PrivilegeNotGranted InvalidScope PVCAlreadyConfigured InvalidPVC
    EMMLoadFailed EMMUnloadFailed AddinLoadFailed InvalidKeyRef InvalidKeyHierarchy AddinUnloadFailed
    LibraryReferenceNotFound InvalidAddinFunctionTable InvalidServiceMask ModuleNotLoaded
    InvalidSubServiceID AttributeNotInContext ModuleManagerInitializeFailed ModuleManagerNotFound
    EventNotificationCallbackNotFound InputLengthError OutputLengthError PrivilegeNotSupported DeviceError
    AttachHandleBusy NotLoggedIn AlgorithmMismatch KeyUsageIncorrect KeyBlobTypeIncorrect
    KeyHeaderInconsistent UnsupportedKeyFormat UnsupportedKeySize InvalidKeyUsageMask
    UnsupportedKeyUsageMask InvalidKeyAttributeMask UnsupportedKeyAttributeMask InvalidKeyLabel
    UnsupportedKeyLabel InvalidKeyFormat UnsupportedVectorOfBuffers InvalidInputVector InvalidOutputVector
    InvalidContext InvalidAlgorithm InvalidAttributeKey MissingAttributeKey InvalidAttributeInitVector
    MissingAttributeInitVector InvalidAttributeSalt MissingAttributeSalt InvalidAttributePadding
    MissingAttributePadding InvalidAttributeRandom MissingAttributeRandom InvalidAttributeSeed
    MissingAttributeSeed InvalidAttributePassphrase MissingAttributePassphrase InvalidAttributeKeyLength
    MissingAttributeKeyLength InvalidAttributeBlockSize MissingAttributeBlockSize InvalidAttributeOutputSize
    MissingAttributeOutputSize InvalidAttributeRounds MissingAttributeRounds InvalidAlgorithmParms
    MissingAlgorithmParms InvalidAttributeLabel MissingAttributeLabel InvalidAttributeKeyType
    MissingAttributeKeyType InvalidAttributeMode MissingAttributeMode InvalidAttributeEffectiveBits
    MissingAttributeEffectiveBits InvalidAttributeStartDate MissingAttributeStartDate
    InvalidAttributeEndDate MissingAttributeEndDate InvalidAttributeVersion MissingAttributeVersion
    InvalidAttributePrime MissingAttributePrime InvalidAttributeBase MissingAttributeBase
    InvalidAttributeSubprime MissingAttributeSubprime InvalidAttributeIterationCount
    MissingAttributeIterationCount InvalidAttributeDLDBHandle MissingAttributeDLDBHandle
    InvalidAttributeAccessCredentials MissingAttributeAccessCredentials InvalidAttributePublicKeyFormat
    MissingAttributePublicKeyFormat InvalidAttributePrivateKeyFormat MissingAttributePrivateKeyFormat
    InvalidAttributeSymmetricKeyFormat MissingAttributeSymmetricKeyFormat InvalidAttributeWrappedKeyFormat
    MissingAttributeWrappedKeyFormat StagedOperationInProgress StagedOperationNotStarted VerifyFailed
    QuerySizeUnknown BlockSizeMismatch PublicKeyInconsistent DeviceVerifyFailed InvalidLoginName
    AlreadyLoggedIn InvalidDigestAlgorithm InvalidCRLGroup CertificateCannotOperate CertificateExpired
    CertificateNotValidYet CertificateRevoked CertificateSuspended InsufficientCredentials InvalidAction
    InvalidAuthority VerifyActionFailed InvalidCertAuthority InvalidCRLAuthority InvalidCRLEncoding
    InvalidCRLType InvalidCRL InvalidFormType InvalidID InvalidIdentifier InvalidIndex
    InvalidPolicyIdentifiers InvalidTimeString InvalidReason InvalidRequestInputs InvalidResponseVector
    InvalidStopOnPolicy InvalidTuple MultipleValuesUnsupported NotTrusted NoDefaultAuthority RejectedForm
    RequestLost RequestRejected UnsupportedAddressType UnsupportedService InvalidTupleGroup InvalidBaseACLs
    InvalidTupleCredentials InvalidEncoding InvalidValidityPeriod InvalidRequestor RequestDescriptor
    InvalidBundleInfo InvalidCRLIndex NoFieldValues UnsupportedFieldFormat UnsupportedIndexInfo
    UnsupportedLocality UnsupportedNumAttributes UnsupportedNumIndexes UnsupportedNumRecordTypes
    FieldSpecifiedMultiple IncompatibleFieldFormat InvalidParsingModule DatabaseLocked DatastoreIsOpen
    MissingValue UnsupportedQueryLimits UnsupportedNumSelectionPreds UnsupportedOperator InvalidDBLocation
    InvalidAccessRequest InvalidIndexInfo InvalidNewOwner InvalidModifyMode MissingRequiredExtension
    ExtendedKeyUsageNotCritical TimestampMissing TimestampInvalid TimestampNotTrusted
    TimestampServiceNotAvailable TimestampBadAlg TimestampBadRequest TimestampBadDataFormat
    TimestampTimeNotAvailable TimestampUnacceptedPolicy TimestampUnacceptedExtension
    TimestampAddInfoNotAvailable TimestampSystemFailure SigningTimeMissing TimestampRejection
    TimestampWaiting TimestampRevocationWarning TimestampRevocationNotification CertificatePolicyNotAllowed
    CertificateNameNotAllowed CertificateValidityPeriodTooLong CertificateIsCA CertificateDuplicateExtension
    MissingQualifiedCertStatement
    """.split { $0 == " " || $0 == "\n" }

  /// Those of code signing, from −67072 up; a dash is no code.
  static let codeSigning = """
    CSUnimplemented CSInvalidObjectRef CSInvalidFlags CSObjectRequired CSStaticCodeNotFound
    CSUnsupportedGuestAttributes CSInvalidAttributeValues CSNoSuchCode CSMultipleGuests CSGuestInvalid
    CSUnsigned CSSignatureFailed CSSignatureNotVerifiable CSSignatureUnsupported CSBadDictionaryFormat
    CSResourcesNotSealed CSResourcesNotFound CSResourcesInvalid CSBadResource CSResourceRulesInvalid
    CSReqInvalid CSReqUnsupported CSReqFailed CSBadObjectFormat CSInternalError CSHostReject CSNotAHost
    CSSignatureInvalid CSHostProtocolRelativePath CSHostProtocolContradiction CSHostProtocolDedicationError
    CSHostProtocolNotProxy CSHostProtocolStateError CSHostProtocolUnrelated - CSNotSupported CSCMSTooLarge
    CSHostProtocolInvalidHash CSStaticCodeChanged CSDBDenied CSDBAccess CSHostProtocolInvalidAttribute
    CSInfoPlistFailed CSNoMainExecutable CSBadBundleFormat CSNoMatches CSFileHardQuarantined CSOutdated
    CSDbCorrupt CSResourceDirectoryFailed CSUnsignedNestedCode CSBadNestedCode CSBadCallbackValue
    CSHelperFailed CSVetoed CSBadLVArch CSResourceNotSupported CSRegularFile CSUnsealedAppRoot
    CSWeakResourceRules CSDSStoreSymlink CSAmbiguousBundleFormat CSBadMainExecutable CSBadFrameworkVersion
    CSUnsealedFrameworkRoot CSWeakResourceEnvelope CSCancelled CSInvalidPlatform CSTooBig CSInvalidSymlink
    CSNotAppLike CSBadDiskImageFormat CSUnsupportedDigestAlgorithm CSInvalidAssociatedFileData
    CSInvalidTeamIdentifier CSBadTeamIdentifier CSSignatureUntrusted MultipleExecSegments
    CSInvalidEntitlements CSInvalidRuntimeVersion CSRevokedNotarization CSCMSConstructionFailed
    CSRemoteSignerFailed
    """.split { $0 == " " || $0 == "\n" }

  /// The codes of Keychain Services that have no sentence of their own.
  static let others: [OSStatus: String] = [
    -34: "DiskFull",
    -49: "OpWr",
    -61: "WrPerm",
    -909: "BadReq",
    -2070: "InternalComponent",
    -4960: "CoreFoundationUnknown",
    -34020: "RestrictedAPI",
    -25294: "NoSuchKeychain",
    -25295: "InvalidKeychain",
    -25296: "DuplicateKeychain",
    -25297: "DuplicateCallback",
    -25298: "InvalidCallback",
    -25301: "BufferTooSmall",
    -25304: "InvalidItemRef",
    -25305: "InvalidSearchRef",
    -25307: "NoDefaultKeychain",
    -25309: "ReadOnlyAttr",
    -25311: "KeySizeNotAllowed",
    -25312: "NoStorageModule",
    -25313: "NoCertificateModule",
    -25314: "NoPolicyModule",
    -25315: "InteractionRequired",
    -25317: "DataNotModifiable",
    -25318: "CreateChainFailed",
    -25319: "InvalidPrefsDomain",
    -25320: "InDarkWake",
    -25240: "ACLNotSimple",
    -25241: "PolicyNotFound",
    -25242: "InvalidTrustSetting",
    -25243: "NoAccessForItem",
    -25244: "InvalidOwnerEdit",
    -25245: "TrustNotAvailable",
    -25256: "UnsupportedFormat",
    -25257: "UnknownFormat",
    -25258: "KeyIsSensitive",
    -25259: "MultiplePrivKeys",
    -25260: "PassphraseRequired",
    -25261: "InvalidPasswordRef",
    -25262: "InvalidTrustSettings",
    -25263: "NoTrustSettings",
    -25264: "Pkcs12VerifyFailure",
    -26267: "NotSigner",
  ]
}
