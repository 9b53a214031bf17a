// The general codes of Apple's Security, −67748 to −67825, with Apple's numbers.

/// Invalid attribute key: -67748.
public let errSecInvalidAttributeKey: OSStatus = -67748
/// Missing attribute key: -67749.
public let errSecMissingAttributeKey: OSStatus = -67749
/// Invalid attribute init vector: -67750.
public let errSecInvalidAttributeInitVector: OSStatus = -67750
/// Missing attribute init vector: -67751.
public let errSecMissingAttributeInitVector: OSStatus = -67751
/// Invalid attribute salt: -67752.
public let errSecInvalidAttributeSalt: OSStatus = -67752
/// Missing attribute salt: -67753.
public let errSecMissingAttributeSalt: OSStatus = -67753
/// Invalid attribute padding: -67754.
public let errSecInvalidAttributePadding: OSStatus = -67754
/// Missing attribute padding: -67755.
public let errSecMissingAttributePadding: OSStatus = -67755
/// Invalid attribute random: -67756.
public let errSecInvalidAttributeRandom: OSStatus = -67756
/// Missing attribute random: -67757.
public let errSecMissingAttributeRandom: OSStatus = -67757
/// Invalid attribute seed: -67758.
public let errSecInvalidAttributeSeed: OSStatus = -67758
/// Missing attribute seed: -67759.
public let errSecMissingAttributeSeed: OSStatus = -67759
/// Invalid attribute passphrase: -67760.
public let errSecInvalidAttributePassphrase: OSStatus = -67760
/// Missing attribute passphrase: -67761.
public let errSecMissingAttributePassphrase: OSStatus = -67761
/// Invalid attribute key length: -67762.
public let errSecInvalidAttributeKeyLength: OSStatus = -67762
/// Missing attribute key length: -67763.
public let errSecMissingAttributeKeyLength: OSStatus = -67763
/// Invalid attribute block size: -67764.
public let errSecInvalidAttributeBlockSize: OSStatus = -67764
/// Missing attribute block size: -67765.
public let errSecMissingAttributeBlockSize: OSStatus = -67765
/// Invalid attribute output size: -67766.
public let errSecInvalidAttributeOutputSize: OSStatus = -67766
/// Missing attribute output size: -67767.
public let errSecMissingAttributeOutputSize: OSStatus = -67767
/// Invalid attribute rounds: -67768.
public let errSecInvalidAttributeRounds: OSStatus = -67768
/// Missing attribute rounds: -67769.
public let errSecMissingAttributeRounds: OSStatus = -67769
/// Invalid algorithm parms: -67770.
public let errSecInvalidAlgorithmParms: OSStatus = -67770
/// Missing algorithm parms: -67771.
public let errSecMissingAlgorithmParms: OSStatus = -67771
/// Invalid attribute label: -67772.
public let errSecInvalidAttributeLabel: OSStatus = -67772
/// Missing attribute label: -67773.
public let errSecMissingAttributeLabel: OSStatus = -67773
/// Invalid attribute key type: -67774.
public let errSecInvalidAttributeKeyType: OSStatus = -67774
/// Missing attribute key type: -67775.
public let errSecMissingAttributeKeyType: OSStatus = -67775
/// Invalid attribute mode: -67776.
public let errSecInvalidAttributeMode: OSStatus = -67776
/// Missing attribute mode: -67777.
public let errSecMissingAttributeMode: OSStatus = -67777
/// Invalid attribute effective bits: -67778.
public let errSecInvalidAttributeEffectiveBits: OSStatus = -67778
/// Missing attribute effective bits: -67779.
public let errSecMissingAttributeEffectiveBits: OSStatus = -67779
/// Invalid attribute start date: -67780.
public let errSecInvalidAttributeStartDate: OSStatus = -67780
/// Missing attribute start date: -67781.
public let errSecMissingAttributeStartDate: OSStatus = -67781
/// Invalid attribute end date: -67782.
public let errSecInvalidAttributeEndDate: OSStatus = -67782
/// Missing attribute end date: -67783.
public let errSecMissingAttributeEndDate: OSStatus = -67783
/// Invalid attribute version: -67784.
public let errSecInvalidAttributeVersion: OSStatus = -67784
/// Missing attribute version: -67785.
public let errSecMissingAttributeVersion: OSStatus = -67785
/// Invalid attribute prime: -67786.
public let errSecInvalidAttributePrime: OSStatus = -67786
/// Missing attribute prime: -67787.
public let errSecMissingAttributePrime: OSStatus = -67787
/// Invalid attribute base: -67788.
public let errSecInvalidAttributeBase: OSStatus = -67788
/// Missing attribute base: -67789.
public let errSecMissingAttributeBase: OSStatus = -67789
/// Invalid attribute subprime: -67790.
public let errSecInvalidAttributeSubprime: OSStatus = -67790
/// Missing attribute subprime: -67791.
public let errSecMissingAttributeSubprime: OSStatus = -67791
/// Invalid attribute iteration count: -67792.
public let errSecInvalidAttributeIterationCount: OSStatus = -67792
/// Missing attribute iteration count: -67793.
public let errSecMissingAttributeIterationCount: OSStatus = -67793
/// Invalid attribute DLDB handle: -67794.
public let errSecInvalidAttributeDLDBHandle: OSStatus = -67794
/// Missing attribute DLDB handle: -67795.
public let errSecMissingAttributeDLDBHandle: OSStatus = -67795
/// Invalid attribute access credentials: -67796.
public let errSecInvalidAttributeAccessCredentials: OSStatus = -67796
/// Missing attribute access credentials: -67797.
public let errSecMissingAttributeAccessCredentials: OSStatus = -67797
/// Invalid attribute public key format: -67798.
public let errSecInvalidAttributePublicKeyFormat: OSStatus = -67798
/// Missing attribute public key format: -67799.
public let errSecMissingAttributePublicKeyFormat: OSStatus = -67799
/// Invalid attribute private key format: -67800.
public let errSecInvalidAttributePrivateKeyFormat: OSStatus = -67800
/// Missing attribute private key format: -67801.
public let errSecMissingAttributePrivateKeyFormat: OSStatus = -67801
/// Invalid attribute symmetric key format: -67802.
public let errSecInvalidAttributeSymmetricKeyFormat: OSStatus = -67802
/// Missing attribute symmetric key format: -67803.
public let errSecMissingAttributeSymmetricKeyFormat: OSStatus = -67803
/// Invalid attribute wrapped key format: -67804.
public let errSecInvalidAttributeWrappedKeyFormat: OSStatus = -67804
/// Missing attribute wrapped key format: -67805.
public let errSecMissingAttributeWrappedKeyFormat: OSStatus = -67805
/// Staged operation in progress: -67806.
public let errSecStagedOperationInProgress: OSStatus = -67806
/// Staged operation not started: -67807.
public let errSecStagedOperationNotStarted: OSStatus = -67807
/// Verify failed: -67808.
public let errSecVerifyFailed: OSStatus = -67808
/// Query size unknown: -67809.
public let errSecQuerySizeUnknown: OSStatus = -67809
/// Block size mismatch: -67810.
public let errSecBlockSizeMismatch: OSStatus = -67810
/// Public key inconsistent: -67811.
public let errSecPublicKeyInconsistent: OSStatus = -67811
/// Device verify failed: -67812.
public let errSecDeviceVerifyFailed: OSStatus = -67812
/// Invalid login name: -67813.
public let errSecInvalidLoginName: OSStatus = -67813
/// Already logged in: -67814.
public let errSecAlreadyLoggedIn: OSStatus = -67814
/// Invalid digest algorithm: -67815.
public let errSecInvalidDigestAlgorithm: OSStatus = -67815
/// Invalid CRL group: -67816.
public let errSecInvalidCRLGroup: OSStatus = -67816
/// Certificate cannot operate: -67817.
public let errSecCertificateCannotOperate: OSStatus = -67817
/// Certificate expired: -67818.
public let errSecCertificateExpired: OSStatus = -67818
/// Certificate not valid yet: -67819.
public let errSecCertificateNotValidYet: OSStatus = -67819
/// Certificate revoked: -67820.
public let errSecCertificateRevoked: OSStatus = -67820
/// Certificate suspended: -67821.
public let errSecCertificateSuspended: OSStatus = -67821
/// Insufficient credentials: -67822.
public let errSecInsufficientCredentials: OSStatus = -67822
/// Invalid action: -67823.
public let errSecInvalidAction: OSStatus = -67823
/// Invalid authority: -67824.
public let errSecInvalidAuthority: OSStatus = -67824
/// Verify action failed: -67825.
public let errSecVerifyActionFailed: OSStatus = -67825
