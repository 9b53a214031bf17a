// The general codes of Apple's Security, −67667 to −67747, with Apple's numbers.

/// Not initialized: -67667.
public let errSecNotInitialized: OSStatus = -67667
/// Invalid handle usage: -67668.
public let errSecInvalidHandleUsage: OSStatus = -67668
/// PVC referent not found: -67669.
public let errSecPVCReferentNotFound: OSStatus = -67669
/// Function integrity fail: -67670.
public let errSecFunctionIntegrityFail: OSStatus = -67670
/// Internal error: -67671.
public let errSecInternalError: OSStatus = -67671
/// Memory error: -67672.
public let errSecMemoryError: OSStatus = -67672
/// Invalid data: -67673.
public let errSecInvalidData: OSStatus = -67673
/// MDS error: -67674.
public let errSecMDSError: OSStatus = -67674
/// Invalid pointer: -67675.
public let errSecInvalidPointer: OSStatus = -67675
/// Self check failed: -67676.
public let errSecSelfCheckFailed: OSStatus = -67676
/// Function failed: -67677.
public let errSecFunctionFailed: OSStatus = -67677
/// Module manifest verify failed: -67678.
public let errSecModuleManifestVerifyFailed: OSStatus = -67678
/// Invalid GUID: -67679.
public let errSecInvalidGUID: OSStatus = -67679
/// Invalid handle: -67680.
public let errSecInvalidHandle: OSStatus = -67680
/// Invalid DB list: -67681.
public let errSecInvalidDBList: OSStatus = -67681
/// Invalid passthrough ID: -67682.
public let errSecInvalidPassthroughID: OSStatus = -67682
/// Invalid network address: -67683.
public let errSecInvalidNetworkAddress: OSStatus = -67683
/// CRL already signed: -67684.
public let errSecCRLAlreadySigned: OSStatus = -67684
/// Invalid number of fields: -67685.
public let errSecInvalidNumberOfFields: OSStatus = -67685
/// Verification failure: -67686.
public let errSecVerificationFailure: OSStatus = -67686
/// Unknown tag: -67687.
public let errSecUnknownTag: OSStatus = -67687
/// Invalid signature: -67688.
public let errSecInvalidSignature: OSStatus = -67688
/// Invalid name: -67689.
public let errSecInvalidName: OSStatus = -67689
/// Invalid certificate ref: -67690.
public let errSecInvalidCertificateRef: OSStatus = -67690
/// Invalid certificate group: -67691.
public let errSecInvalidCertificateGroup: OSStatus = -67691
/// Tag not found: -67692.
public let errSecTagNotFound: OSStatus = -67692
/// Invalid query: -67693.
public let errSecInvalidQuery: OSStatus = -67693
/// Invalid value: -67694.
public let errSecInvalidValue: OSStatus = -67694
/// Callback failed: -67695.
public let errSecCallbackFailed: OSStatus = -67695
/// ACL delete failed: -67696.
public let errSecACLDeleteFailed: OSStatus = -67696
/// ACL replace failed: -67697.
public let errSecACLReplaceFailed: OSStatus = -67697
/// ACL add failed: -67698.
public let errSecACLAddFailed: OSStatus = -67698
/// ACL change failed: -67699.
public let errSecACLChangeFailed: OSStatus = -67699
/// Invalid access credentials: -67700.
public let errSecInvalidAccessCredentials: OSStatus = -67700
/// Invalid record: -67701.
public let errSecInvalidRecord: OSStatus = -67701
/// Invalid ACL: -67702.
public let errSecInvalidACL: OSStatus = -67702
/// Invalid sample value: -67703.
public let errSecInvalidSampleValue: OSStatus = -67703
/// Incompatible version: -67704.
public let errSecIncompatibleVersion: OSStatus = -67704
/// Privilege not granted: -67705.
public let errSecPrivilegeNotGranted: OSStatus = -67705
/// Invalid scope: -67706.
public let errSecInvalidScope: OSStatus = -67706
/// PVC already configured: -67707.
public let errSecPVCAlreadyConfigured: OSStatus = -67707
/// Invalid PVC: -67708.
public let errSecInvalidPVC: OSStatus = -67708
/// EMM load failed: -67709.
public let errSecEMMLoadFailed: OSStatus = -67709
/// EMM unload failed: -67710.
public let errSecEMMUnloadFailed: OSStatus = -67710
/// Addin load failed: -67711.
public let errSecAddinLoadFailed: OSStatus = -67711
/// Invalid key ref: -67712.
public let errSecInvalidKeyRef: OSStatus = -67712
/// Invalid key hierarchy: -67713.
public let errSecInvalidKeyHierarchy: OSStatus = -67713
/// Addin unload failed: -67714.
public let errSecAddinUnloadFailed: OSStatus = -67714
/// Library reference not found: -67715.
public let errSecLibraryReferenceNotFound: OSStatus = -67715
/// Invalid addin function table: -67716.
public let errSecInvalidAddinFunctionTable: OSStatus = -67716
/// Invalid service mask: -67717.
public let errSecInvalidServiceMask: OSStatus = -67717
/// Module not loaded: -67718.
public let errSecModuleNotLoaded: OSStatus = -67718
/// Invalid sub service ID: -67719.
public let errSecInvalidSubServiceID: OSStatus = -67719
/// Attribute not in context: -67720.
public let errSecAttributeNotInContext: OSStatus = -67720
/// Module manager initialize failed: -67721.
public let errSecModuleManagerInitializeFailed: OSStatus = -67721
/// Module manager not found: -67722.
public let errSecModuleManagerNotFound: OSStatus = -67722
/// Event notification callback not found: -67723.
public let errSecEventNotificationCallbackNotFound: OSStatus = -67723
/// Input length error: -67724.
public let errSecInputLengthError: OSStatus = -67724
/// Output length error: -67725.
public let errSecOutputLengthError: OSStatus = -67725
/// Privilege not supported: -67726.
public let errSecPrivilegeNotSupported: OSStatus = -67726
/// Device error: -67727.
public let errSecDeviceError: OSStatus = -67727
/// Attach handle busy: -67728.
public let errSecAttachHandleBusy: OSStatus = -67728
/// Not logged in: -67729.
public let errSecNotLoggedIn: OSStatus = -67729
/// Algorithm mismatch: -67730.
public let errSecAlgorithmMismatch: OSStatus = -67730
/// Key usage incorrect: -67731.
public let errSecKeyUsageIncorrect: OSStatus = -67731
/// Key blob type incorrect: -67732.
public let errSecKeyBlobTypeIncorrect: OSStatus = -67732
/// Key header inconsistent: -67733.
public let errSecKeyHeaderInconsistent: OSStatus = -67733
/// Unsupported key format: -67734.
public let errSecUnsupportedKeyFormat: OSStatus = -67734
/// Unsupported key size: -67735.
public let errSecUnsupportedKeySize: OSStatus = -67735
/// Invalid key usage mask: -67736.
public let errSecInvalidKeyUsageMask: OSStatus = -67736
/// Unsupported key usage mask: -67737.
public let errSecUnsupportedKeyUsageMask: OSStatus = -67737
/// Invalid key attribute mask: -67738.
public let errSecInvalidKeyAttributeMask: OSStatus = -67738
/// Unsupported key attribute mask: -67739.
public let errSecUnsupportedKeyAttributeMask: OSStatus = -67739
/// Invalid key label: -67740.
public let errSecInvalidKeyLabel: OSStatus = -67740
/// Unsupported key label: -67741.
public let errSecUnsupportedKeyLabel: OSStatus = -67741
/// Invalid key format: -67742.
public let errSecInvalidKeyFormat: OSStatus = -67742
/// Unsupported vector of buffers: -67743.
public let errSecUnsupportedVectorOfBuffers: OSStatus = -67743
/// Invalid input vector: -67744.
public let errSecInvalidInputVector: OSStatus = -67744
/// Invalid output vector: -67745.
public let errSecInvalidOutputVector: OSStatus = -67745
/// Invalid context: -67746.
public let errSecInvalidContext: OSStatus = -67746
/// Invalid algorithm: -67747.
public let errSecInvalidAlgorithm: OSStatus = -67747
