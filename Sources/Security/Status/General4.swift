// The general codes of Apple's Security, −67826 to −67904, with Apple's numbers, and the two misspelt ones.

/// Invalid cert authority: -67826.
public let errSecInvalidCertAuthority: OSStatus = -67826
/// Invalid CRL authority: -67827.
public let errSecInvalidCRLAuthority: OSStatus = -67827
/// Invalid CRL encoding: -67828.
public let errSecInvalidCRLEncoding: OSStatus = -67828
/// Invalid CRL type: -67829.
public let errSecInvalidCRLType: OSStatus = -67829
/// Invalid CRL: -67830.
public let errSecInvalidCRL: OSStatus = -67830
/// Invalid form type: -67831.
public let errSecInvalidFormType: OSStatus = -67831
/// Invalid ID: -67832.
public let errSecInvalidID: OSStatus = -67832
/// Invalid identifier: -67833.
public let errSecInvalidIdentifier: OSStatus = -67833
/// Invalid index: -67834.
public let errSecInvalidIndex: OSStatus = -67834
/// Invalid policy identifiers: -67835.
public let errSecInvalidPolicyIdentifiers: OSStatus = -67835
/// Invalid time string: -67836.
public let errSecInvalidTimeString: OSStatus = -67836
/// Invalid reason: -67837.
public let errSecInvalidReason: OSStatus = -67837
/// Invalid request inputs: -67838.
public let errSecInvalidRequestInputs: OSStatus = -67838
/// Invalid response vector: -67839.
public let errSecInvalidResponseVector: OSStatus = -67839
/// Invalid stop on policy: -67840.
public let errSecInvalidStopOnPolicy: OSStatus = -67840
/// Invalid tuple: -67841.
public let errSecInvalidTuple: OSStatus = -67841
/// Multiple values unsupported: -67842.
public let errSecMultipleValuesUnsupported: OSStatus = -67842
/// Not trusted: -67843.
public let errSecNotTrusted: OSStatus = -67843
/// No default authority: -67844.
public let errSecNoDefaultAuthority: OSStatus = -67844
/// Rejected form: -67845.
public let errSecRejectedForm: OSStatus = -67845
/// Request lost: -67846.
public let errSecRequestLost: OSStatus = -67846
/// Request rejected: -67847.
public let errSecRequestRejected: OSStatus = -67847
/// Unsupported address type: -67848.
public let errSecUnsupportedAddressType: OSStatus = -67848
/// Unsupported service: -67849.
public let errSecUnsupportedService: OSStatus = -67849
/// Invalid tuple group: -67850.
public let errSecInvalidTupleGroup: OSStatus = -67850
/// Invalid base AC ls: -67851.
public let errSecInvalidBaseACLs: OSStatus = -67851
/// Invalid tuple credentials: -67852.
public let errSecInvalidTupleCredentials: OSStatus = -67852
/// Invalid encoding: -67853.
public let errSecInvalidEncoding: OSStatus = -67853
/// Invalid validity period: -67854.
public let errSecInvalidValidityPeriod: OSStatus = -67854
/// Invalid requestor: -67855.
public let errSecInvalidRequestor: OSStatus = -67855
/// Request descriptor: -67856.
public let errSecRequestDescriptor: OSStatus = -67856
/// Invalid bundle info: -67857.
public let errSecInvalidBundleInfo: OSStatus = -67857
/// Invalid CRL index: -67858.
public let errSecInvalidCRLIndex: OSStatus = -67858
/// No field values: -67859.
public let errSecNoFieldValues: OSStatus = -67859
/// Unsupported field format: -67860.
public let errSecUnsupportedFieldFormat: OSStatus = -67860
/// Unsupported index info: -67861.
public let errSecUnsupportedIndexInfo: OSStatus = -67861
/// Unsupported locality: -67862.
public let errSecUnsupportedLocality: OSStatus = -67862
/// Unsupported num attributes: -67863.
public let errSecUnsupportedNumAttributes: OSStatus = -67863
/// Unsupported num indexes: -67864.
public let errSecUnsupportedNumIndexes: OSStatus = -67864
/// Unsupported num record types: -67865.
public let errSecUnsupportedNumRecordTypes: OSStatus = -67865
/// Field specified multiple: -67866.
public let errSecFieldSpecifiedMultiple: OSStatus = -67866
/// Incompatible field format: -67867.
public let errSecIncompatibleFieldFormat: OSStatus = -67867
/// Invalid parsing module: -67868.
public let errSecInvalidParsingModule: OSStatus = -67868
/// Database locked: -67869.
public let errSecDatabaseLocked: OSStatus = -67869
/// Datastore is open: -67870.
public let errSecDatastoreIsOpen: OSStatus = -67870
/// Missing value: -67871.
public let errSecMissingValue: OSStatus = -67871
/// Unsupported query limits: -67872.
public let errSecUnsupportedQueryLimits: OSStatus = -67872
/// Unsupported num selection preds: -67873.
public let errSecUnsupportedNumSelectionPreds: OSStatus = -67873
/// Unsupported operator: -67874.
public let errSecUnsupportedOperator: OSStatus = -67874
/// Invalid DB location: -67875.
public let errSecInvalidDBLocation: OSStatus = -67875
/// Invalid access request: -67876.
public let errSecInvalidAccessRequest: OSStatus = -67876
/// Invalid index info: -67877.
public let errSecInvalidIndexInfo: OSStatus = -67877
/// Invalid new owner: -67878.
public let errSecInvalidNewOwner: OSStatus = -67878
/// Invalid modify mode: -67879.
public let errSecInvalidModifyMode: OSStatus = -67879
/// Missing required extension: -67880.
public let errSecMissingRequiredExtension: OSStatus = -67880
/// Extended key usage not critical: -67881.
public let errSecExtendedKeyUsageNotCritical: OSStatus = -67881
/// Timestamp missing: -67882.
public let errSecTimestampMissing: OSStatus = -67882
/// Timestamp invalid: -67883.
public let errSecTimestampInvalid: OSStatus = -67883
/// Timestamp not trusted: -67884.
public let errSecTimestampNotTrusted: OSStatus = -67884
/// Timestamp service not available: -67885.
public let errSecTimestampServiceNotAvailable: OSStatus = -67885
/// Timestamp bad alg: -67886.
public let errSecTimestampBadAlg: OSStatus = -67886
/// Timestamp bad request: -67887.
public let errSecTimestampBadRequest: OSStatus = -67887
/// Timestamp bad data format: -67888.
public let errSecTimestampBadDataFormat: OSStatus = -67888
/// Timestamp time not available: -67889.
public let errSecTimestampTimeNotAvailable: OSStatus = -67889
/// Timestamp unaccepted policy: -67890.
public let errSecTimestampUnacceptedPolicy: OSStatus = -67890
/// Timestamp unaccepted extension: -67891.
public let errSecTimestampUnacceptedExtension: OSStatus = -67891
/// Timestamp add info not available: -67892.
public let errSecTimestampAddInfoNotAvailable: OSStatus = -67892
/// Timestamp system failure: -67893.
public let errSecTimestampSystemFailure: OSStatus = -67893
/// Signing time missing: -67894.
public let errSecSigningTimeMissing: OSStatus = -67894
/// Timestamp rejection: -67895.
public let errSecTimestampRejection: OSStatus = -67895
/// Timestamp waiting: -67896.
public let errSecTimestampWaiting: OSStatus = -67896
/// Timestamp revocation warning: -67897.
public let errSecTimestampRevocationWarning: OSStatus = -67897
/// Timestamp revocation notification: -67898.
public let errSecTimestampRevocationNotification: OSStatus = -67898
/// Certificate policy not allowed: -67899.
public let errSecCertificatePolicyNotAllowed: OSStatus = -67899
/// Certificate name not allowed: -67900.
public let errSecCertificateNameNotAllowed: OSStatus = -67900
/// Certificate validity period too long: -67901.
public let errSecCertificateValidityPeriodTooLong: OSStatus = -67901
/// Certificate is CA: -67902.
public let errSecCertificateIsCA: OSStatus = -67902
/// Certificate duplicate extension: -67903.
public let errSecCertificateDuplicateExtension: OSStatus = -67903
/// Missing qualified cert statement: -67904.
public let errSecMissingQualifiedCertStatement: OSStatus = -67904
/// Invald CRL authority: -67827.
public let errSecInvaldCRLAuthority: OSStatus = -67827
/// Invalid tuple credendtials: -67852.
public let errSecInvalidTupleCredendtials: OSStatus = -67852
