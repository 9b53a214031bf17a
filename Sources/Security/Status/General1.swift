// The general codes of Apple's Security, −67585 to −67666, with Apple's numbers.

/// Service not available: -67585.
public let errSecServiceNotAvailable: OSStatus = -67585
/// Insufficient client ID: -67586.
public let errSecInsufficientClientID: OSStatus = -67586
/// Device reset: -67587.
public let errSecDeviceReset: OSStatus = -67587
/// Device failed: -67588.
public let errSecDeviceFailed: OSStatus = -67588
/// Apple add app ACL subject: -67589.
public let errSecAppleAddAppACLSubject: OSStatus = -67589
/// Apple public key incomplete: -67590.
public let errSecApplePublicKeyIncomplete: OSStatus = -67590
/// Apple signature mismatch: -67591.
public let errSecAppleSignatureMismatch: OSStatus = -67591
/// Apple invalid key start date: -67592.
public let errSecAppleInvalidKeyStartDate: OSStatus = -67592
/// Apple invalid key end date: -67593.
public let errSecAppleInvalidKeyEndDate: OSStatus = -67593
/// Conversion error: -67594.
public let errSecConversionError: OSStatus = -67594
/// Apple SS lv2 rollback: -67595.
public let errSecAppleSSLv2Rollback: OSStatus = -67595
/// Quota exceeded: -67596.
public let errSecQuotaExceeded: OSStatus = -67596
/// File too big: -67597.
public let errSecFileTooBig: OSStatus = -67597
/// Invalid database blob: -67598.
public let errSecInvalidDatabaseBlob: OSStatus = -67598
/// Invalid key blob: -67599.
public let errSecInvalidKeyBlob: OSStatus = -67599
/// Incompatible database blob: -67600.
public let errSecIncompatibleDatabaseBlob: OSStatus = -67600
/// Incompatible key blob: -67601.
public let errSecIncompatibleKeyBlob: OSStatus = -67601
/// Host name mismatch: -67602.
public let errSecHostNameMismatch: OSStatus = -67602
/// Unknown critical extension flag: -67603.
public let errSecUnknownCriticalExtensionFlag: OSStatus = -67603
/// No basic constraints: -67604.
public let errSecNoBasicConstraints: OSStatus = -67604
/// No basic constraints CA: -67605.
public let errSecNoBasicConstraintsCA: OSStatus = -67605
/// Invalid authority key ID: -67606.
public let errSecInvalidAuthorityKeyID: OSStatus = -67606
/// Invalid subject key ID: -67607.
public let errSecInvalidSubjectKeyID: OSStatus = -67607
/// Invalid key usage for policy: -67608.
public let errSecInvalidKeyUsageForPolicy: OSStatus = -67608
/// Invalid extended key usage: -67609.
public let errSecInvalidExtendedKeyUsage: OSStatus = -67609
/// Invalid ID linkage: -67610.
public let errSecInvalidIDLinkage: OSStatus = -67610
/// Path length constraint exceeded: -67611.
public let errSecPathLengthConstraintExceeded: OSStatus = -67611
/// Invalid root: -67612.
public let errSecInvalidRoot: OSStatus = -67612
/// CRL expired: -67613.
public let errSecCRLExpired: OSStatus = -67613
/// CRL not valid yet: -67614.
public let errSecCRLNotValidYet: OSStatus = -67614
/// CRL not found: -67615.
public let errSecCRLNotFound: OSStatus = -67615
/// CRL server down: -67616.
public let errSecCRLServerDown: OSStatus = -67616
/// CRL bad URI: -67617.
public let errSecCRLBadURI: OSStatus = -67617
/// Unknown cert extension: -67618.
public let errSecUnknownCertExtension: OSStatus = -67618
/// Unknown CRL extension: -67619.
public let errSecUnknownCRLExtension: OSStatus = -67619
/// CRL not trusted: -67620.
public let errSecCRLNotTrusted: OSStatus = -67620
/// CRL policy failed: -67621.
public let errSecCRLPolicyFailed: OSStatus = -67621
/// IDP failure: -67622.
public let errSecIDPFailure: OSStatus = -67622
/// SMIME email addresses not found: -67623.
public let errSecSMIMEEmailAddressesNotFound: OSStatus = -67623
/// SMIME bad extended key usage: -67624.
public let errSecSMIMEBadExtendedKeyUsage: OSStatus = -67624
/// SMIME bad key usage: -67625.
public let errSecSMIMEBadKeyUsage: OSStatus = -67625
/// SMIME key usage not critical: -67626.
public let errSecSMIMEKeyUsageNotCritical: OSStatus = -67626
/// SMIME no email address: -67627.
public let errSecSMIMENoEmailAddress: OSStatus = -67627
/// SMIME subj alt name not critical: -67628.
public let errSecSMIMESubjAltNameNotCritical: OSStatus = -67628
/// SSL bad extended key usage: -67629.
public let errSecSSLBadExtendedKeyUsage: OSStatus = -67629
/// OCSP bad response: -67630.
public let errSecOCSPBadResponse: OSStatus = -67630
/// OCSP bad request: -67631.
public let errSecOCSPBadRequest: OSStatus = -67631
/// OCSP unavailable: -67632.
public let errSecOCSPUnavailable: OSStatus = -67632
/// OCSP status unrecognized: -67633.
public let errSecOCSPStatusUnrecognized: OSStatus = -67633
/// End of data: -67634.
public let errSecEndOfData: OSStatus = -67634
/// Incomplete cert revocation check: -67635.
public let errSecIncompleteCertRevocationCheck: OSStatus = -67635
/// Network failure: -67636.
public let errSecNetworkFailure: OSStatus = -67636
/// OCSP not trusted to anchor: -67637.
public let errSecOCSPNotTrustedToAnchor: OSStatus = -67637
/// Record modified: -67638.
public let errSecRecordModified: OSStatus = -67638
/// OCSP signature error: -67639.
public let errSecOCSPSignatureError: OSStatus = -67639
/// OCSP no signer: -67640.
public let errSecOCSPNoSigner: OSStatus = -67640
/// OCSP responder malformed req: -67641.
public let errSecOCSPResponderMalformedReq: OSStatus = -67641
/// OCSP responder internal error: -67642.
public let errSecOCSPResponderInternalError: OSStatus = -67642
/// OCSP responder try later: -67643.
public let errSecOCSPResponderTryLater: OSStatus = -67643
/// OCSP responder signature required: -67644.
public let errSecOCSPResponderSignatureRequired: OSStatus = -67644
/// OCSP responder unauthorized: -67645.
public let errSecOCSPResponderUnauthorized: OSStatus = -67645
/// OCSP response nonce mismatch: -67646.
public let errSecOCSPResponseNonceMismatch: OSStatus = -67646
/// Code signing bad cert chain length: -67647.
public let errSecCodeSigningBadCertChainLength: OSStatus = -67647
/// Code signing no basic constraints: -67648.
public let errSecCodeSigningNoBasicConstraints: OSStatus = -67648
/// Code signing bad path length constraint: -67649.
public let errSecCodeSigningBadPathLengthConstraint: OSStatus = -67649
/// Code signing no extended key usage: -67650.
public let errSecCodeSigningNoExtendedKeyUsage: OSStatus = -67650
/// Code signing development: -67651.
public let errSecCodeSigningDevelopment: OSStatus = -67651
/// Resource sign bad cert chain length: -67652.
public let errSecResourceSignBadCertChainLength: OSStatus = -67652
/// Resource sign bad ext key usage: -67653.
public let errSecResourceSignBadExtKeyUsage: OSStatus = -67653
/// Trust setting deny: -67654.
public let errSecTrustSettingDeny: OSStatus = -67654
/// Invalid subject name: -67655.
public let errSecInvalidSubjectName: OSStatus = -67655
/// Unknown qualified cert statement: -67656.
public let errSecUnknownQualifiedCertStatement: OSStatus = -67656
/// Mobile me request queued: -67657.
public let errSecMobileMeRequestQueued: OSStatus = -67657
/// Mobile me request redirected: -67658.
public let errSecMobileMeRequestRedirected: OSStatus = -67658
/// Mobile me server error: -67659.
public let errSecMobileMeServerError: OSStatus = -67659
/// Mobile me server not available: -67660.
public let errSecMobileMeServerNotAvailable: OSStatus = -67660
/// Mobile me server already exists: -67661.
public let errSecMobileMeServerAlreadyExists: OSStatus = -67661
/// Mobile me server service err: -67662.
public let errSecMobileMeServerServiceErr: OSStatus = -67662
/// Mobile me request already pending: -67663.
public let errSecMobileMeRequestAlreadyPending: OSStatus = -67663
/// Mobile me no request pending: -67664.
public let errSecMobileMeNoRequestPending: OSStatus = -67664
/// Mobile me CSR verify failure: -67665.
public let errSecMobileMeCSRVerifyFailure: OSStatus = -67665
/// Mobile me failed consistency check: -67666.
public let errSecMobileMeFailedConsistencyCheck: OSStatus = -67666
