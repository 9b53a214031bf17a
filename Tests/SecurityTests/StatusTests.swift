import Foundation
import Security
import Testing

/// Apple's numbers and raw values.
@Suite struct StatusTests {
  @Test("numbers of a5 and others are Apple's")
  func numbers() {
    let table: [(OSStatus, OSStatus)] = [
      (errSecSuccess, 0), (errSecUnimplemented, -4), (errSecDiskFull, -34), (errSecIO, -36),
      (errSecOpWr, -49),
      (errSecParam, -50), (errSecWrPerm, -61), (errSecAllocate, -108), (errSecUserCanceled, -128),
      (errSecBadReq, -909), (errSecInternalComponent, -2070), (errSecCoreFoundationUnknown, -4960),
      (errSecACLNotSimple, -25240), (errSecTrustNotAvailable, -25245), (errSecUnsupportedFormat, -25256),
      (errSecPkcs12VerifyFailure, -25264), (errSecNotAvailable, -25291), (errSecReadOnly, -25292),
      (errSecAuthFailed, -25293), (errSecNoSuchKeychain, -25294), (errSecInvalidKeychain, -25295),
      (errSecDuplicateItem, -25299), (errSecItemNotFound, -25300), (errSecBufferTooSmall, -25301),
      (errSecDataTooLarge, -25302), (errSecNoSuchAttr, -25303), (errSecInvalidItemRef, -25304),
      (errSecNoSuchClass, -25306), (errSecInteractionNotAllowed, -25308), (errSecReadOnlyAttr, -25309),
      (errSecWrongSecVersion, -25310), (errSecNoStorageModule, -25312), (errSecInteractionRequired, -25315),
      (errSecDataNotAvailable, -25316), (errSecCreateChainFailed, -25318), (errSecInDarkWake, -25320),
      (errSecNotSigner, -26267), (errSecDecode, -26275), (errSecMissingEntitlement, -34018),
      (errSecRestrictedAPI, -34020), (errSecServiceNotAvailable, -67585), (errSecFileTooBig, -67597),
      (errSecHostNameMismatch, -67602), (errSecCRLExpired, -67613), (errSecEndOfData, -67634),
      (errSecTrustSettingDeny, -67654), (errSecInternalError, -67671), (errSecInvalidName, -67689),
      (errSecInvalidValue, -67694), (errSecInvalidACL, -67702), (errSecInvalidKeyRef, -67712),
      (errSecModuleNotLoaded, -67718), (errSecDeviceError, -67727), (errSecInvalidAlgorithm, -67747),
      (errSecMissingAttributeSalt, -67753), (errSecInvalidAttributePrime, -67786),
      (errSecMissingAttributeWrappedKeyFormat, -67805), (errSecVerifyFailed, -67808),
      (errSecCertificateExpired, -67818), (errSecCertificateRevoked, -67820),
      (errSecInvalidCertAuthority, -67826),
      (errSecInvaldCRLAuthority, -67827), (errSecNotTrusted, -67843),
      (errSecInvalidTupleCredendtials, -67852),
      (errSecInvalidEncoding, -67853), (errSecMissingValue, -67871), (errSecTimestampMissing, -67882),
      (errSecTimestampRevocationNotification, -67898), (errSecCertificateDuplicateExtension, -67903),
      (errSecMissingQualifiedCertStatement, -67904),
      (errSecCSUnimplemented, -67072), (errSecCSUnsigned, -67062), (errSecCSNotSupported, -67037),
      (errSecCSSigDBDenied, -67033), (errSecCSRemoteSignerFailed, -66990),
      (errSecMultipleExecSegments, -66995),
      (noErr, 0),
    ]
    for (status, number) in table { #expect(status == number) }
  }

  private func text(_ status: OSStatus) -> String? {
    let message = SecCopyErrorMessageString(status, nil)
    return message as String?
  }

  @Test("every declared code has its number once, and a message that is its own")
  func messages() throws {
    let folder = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../Sources/Security/Status")
      .standardized
    var numbers: [Int32: String] = [:]
    for file in try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil) {
      for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
      where line.hasPrefix("public let errSec") {
        let parts = line.dropFirst("public let errSec".count).split(separator: " ")
        let name = String(parts[0].dropLast())
        let number = try #require(Int32(parts[3]))
        let isSynonym = [
          "DskFull", "InvaldCRLAuthority", "InvalidTupleCredendtials", "CSSigDBDenied", "CSSigDBAccess",
        ].contains(name)
        if !isSynonym { #expect(numbers.updateValue(name, forKey: number) == nil, "\(name)") }
        let message = try #require(text(number))
        #expect(message.hasSuffix(".") && !message.contains("OSStatus"), "\(name)")
        if number <= -66990, !isSynonym {
          let letters = message.filter { $0.isLetter || $0.isNumber }.lowercased()
          #expect(letters == name.lowercased(), "\(name)")
        }
      }
    }
    #expect(numbers.count > 450)
    #expect(Set(numbers.keys.map { text($0) ?? "" }).count > 440)
    #expect(text(-1) == "OSStatus -1")
  }

  @Test("raw values of a5, the protocols and the authentication types are Apple's")
  func rawValues() {
    let table: [(CFString, String)] = [
      (kSecClass, "class"), (kSecClassGenericPassword, "genp"), (kSecClassInternetPassword, "inet"),
      (kSecClassCertificate, "cert"), (kSecClassKey, "keys"), (kSecClassIdentity, "idnt"),
      (kSecAttrAccount, "acct"), (kSecAttrService, "svce"), (kSecAttrAccessGroup, "agrp"),
      (kSecAttrAccessible, "pdmn"), (kSecAttrAccessControl, "accc"), (kSecAttrSynchronizable, "sync"),
      (kSecAttrSynchronizableAny, "syna"), (kSecAttrLabel, "labl"), (kSecAttrDescription, "desc"),
      (kSecAttrComment, "icmt"), (kSecAttrGeneric, "gena"), (kSecAttrCreator, "crtr"), (kSecAttrType, "type"),
      (kSecAttrIsInvisible, "invi"), (kSecAttrIsNegative, "nega"), (kSecAttrCreationDate, "cdat"),
      (kSecAttrModificationDate, "mdat"), (kSecAttrServer, "srvr"), (kSecAttrSecurityDomain, "sdmn"),
      (kSecAttrProtocol, "ptcl"), (kSecAttrAuthenticationType, "atyp"), (kSecAttrPort, "port"),
      (kSecAttrPath, "path"), (kSecAttrAccessibleWhenUnlocked, "ak"),
      (kSecAttrAccessibleAfterFirstUnlock, "ck"),
      (kSecAttrAccessibleAlways, "dk"), (kSecAttrAccessibleWhenUnlockedThisDeviceOnly, "aku"),
      (kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly, "cku"),
      (kSecAttrAccessibleAlwaysThisDeviceOnly, "dku"),
      (kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly, "akpu"), (kSecMatchLimit, "m_Limit"),
      (kSecMatchLimitOne, "m_LimitOne"), (kSecMatchLimitAll, "m_LimitAll"), (kSecMatchItemList, "m_ItemList"),
      (kSecReturnData, "r_Data"), (kSecReturnAttributes, "r_Attributes"), (kSecReturnRef, "r_Ref"),
      (kSecReturnPersistentRef, "r_PersistentRef"), (kSecValueData, "v_Data"), (kSecValueRef, "v_Ref"),
      (kSecValuePersistentRef, "v_PersistentRef"), (kSecUseAuthenticationUI, "u_AuthUI"),
      (kSecUseAuthenticationUIAllow, "u_AuthUIA"), (kSecUseAuthenticationUIFail, "u_AuthUIF"),
      (kSecUseAuthenticationUISkip, "u_AuthUIS"), (kSecUseAuthenticationContext, "u_AuthCtx"),
      (kSecUseOperationPrompt, "u_OpPrompt"), (kSecUseNoAuthenticationUI, "u_NoAuthUI"),
      (kSecUseDataProtectionKeychain, "nleg"), (kSecUseUserIndependentKeychain, "u_SystemKeychain"),
      (kSecAttrProtocolFTP, "ftp "),
      (kSecAttrProtocolFTPAccount, "ftpa"),
      (kSecAttrProtocolHTTP, "http"), (kSecAttrProtocolIRC, "irc "), (kSecAttrProtocolNNTP, "nntp"),
      (kSecAttrProtocolPOP3, "pop3"), (kSecAttrProtocolSMTP, "smtp"), (kSecAttrProtocolSOCKS, "sox "),
      (kSecAttrProtocolIMAP, "imap"), (kSecAttrProtocolLDAP, "ldap"), (kSecAttrProtocolAppleTalk, "atlk"),
      (kSecAttrProtocolAFP, "afp "), (kSecAttrProtocolTelnet, "teln"), (kSecAttrProtocolSSH, "ssh "),
      (kSecAttrProtocolFTPS, "ftps"), (kSecAttrProtocolHTTPS, "htps"), (kSecAttrProtocolHTTPProxy, "htpx"),
      (kSecAttrProtocolHTTPSProxy, "htsx"), (kSecAttrProtocolFTPProxy, "ftpx"), (kSecAttrProtocolSMB, "smb "),
      (kSecAttrProtocolRTSP, "rtsp"), (kSecAttrProtocolRTSPProxy, "rtsx"), (kSecAttrProtocolDAAP, "daap"),
      (kSecAttrProtocolEPPC, "eppc"), (kSecAttrProtocolIPP, "ipp "), (kSecAttrProtocolNNTPS, "ntps"),
      (kSecAttrProtocolLDAPS, "ldps"), (kSecAttrProtocolTelnetS, "tels"), (kSecAttrProtocolIMAPS, "imps"),
      (kSecAttrProtocolIRCS, "ircs"), (kSecAttrProtocolPOP3S, "pops"),
      (kSecAttrAuthenticationTypeNTLM, "ntlm"),
      (kSecAttrAuthenticationTypeMSN, "msna"), (kSecAttrAuthenticationTypeDPA, "dpaa"),
      (kSecAttrAuthenticationTypeRPA, "rpaa"), (kSecAttrAuthenticationTypeHTTPBasic, "http"),
      (kSecAttrAuthenticationTypeHTTPDigest, "httd"), (kSecAttrAuthenticationTypeHTMLForm, "form"),
      (kSecAttrAuthenticationTypeDefault, "dflt"),
    ]
    for (constant, raw) in table { #expect(constant as String == raw) }
  }

  @Test("flags of a5 are Apple's bits")
  func flags() {
    let table: [(SecAccessControlCreateFlags, UInt)] = [
      (.userPresence, 0x1), (.biometryAny, 0x2), (.touchIDAny, 0x2), (.biometryCurrentSet, 0x8),
      (.touchIDCurrentSet, 0x8), (.devicePasscode, 0x10), (.watch, 0x20), (.companion, 0x20), (.or, 0x4000),
      (.and, 0x8000), (.privateKeyUsage, 0x4000_0000), (.applicationPassword, 0x8000_0000),
    ]
    for (flag, bits) in table { #expect(flag.rawValue == bits) }
    let control = SecAccessControlCreateWithFlags(
      nil, kSecAttrAccessibleWhenUnlocked, [.biometryAny, .or, .devicePasscode], nil)
    let constraints = control.flatMap(SecAccessControlGetConstraints) as? [String: Bool]
    #expect(constraints == ["biometryAny": true, "or": true, "devicePasscode": true])
  }

  @Test("random bytes: all of them, and no negative count")
  func random() {
    var bytes = [UInt8](repeating: 0, count: 64)
    #expect(unsafe SecRandomCopyBytes(kSecRandomDefault, bytes.count, &bytes) == errSecSuccess)
    #expect(Set(bytes).count > 16)
    #expect(unsafe SecRandomCopyBytes(nil, -1, &bytes) == errSecParam)
  }

  @Test("Core Foundation's small functions")
  func coreFoundation() throws {
    #expect(CFGetTypeID("x" as CFString) == CFStringGetTypeID())
    #expect(CFGetTypeID(kCFBooleanTrue) == CFBooleanGetTypeID() && CFBooleanGetValue(kCFBooleanTrue))
    #expect(CFGetTypeID(NSNumber(value: 5)) == CFNumberGetTypeID())
    #expect(CFGetTypeID(Data() as CFData) == CFDataGetTypeID())
    #expect(CFGetTypeID([:] as CFDictionary) == CFDictionaryGetTypeID())
    #expect(CFGetTypeID([] as CFArray) == CFArrayGetTypeID())
    #expect(CFEqual("x" as CFString, "x" as CFString) && !CFEqual("x" as CFString, nil) && CFEqual(nil, nil))
    var error: Unmanaged<CFError>?
    _ = unsafe SecAccessControlCreateWithFlags(nil, "none", [], &error)
    let reason = try #require(unsafe error?.takeRetainedValue())
    #expect((CFErrorCopyDescription(reason) as String).contains("unknown protection"))
    #expect((CFErrorCopyUserInfo(reason) as? [String: Any])?.isEmpty == false)
    #expect((reason as any Error).localizedDescription.contains("not valid"))
  }

  @Test("a table that holds its objects weakly, in which wrappers find their instances again")
  func mapTable() {
    let weak = NSMapTable<NSString, NSObject>.strongToWeakObjects()
    var object: NSObject? = NSObject()
    weak.setObject(object, forKey: "a" as NSString)
    #expect(weak.object(forKey: NSString(string: "a")) === object && weak.count == 1)
    object = nil
    #expect(weak.object(forKey: "a" as NSString) == nil && weak.count == 0)
    let strong = NSMapTable<NSString, NSData>.strongToStrongObjects()
    strong.setObject(NSData(data: Data([1])), forKey: "a" as NSString)
    strong.setObject(NSData(data: Data([2])), forKey: "b" as NSString)
    #expect(strong.object(forKey: "a" as NSString) == NSData(data: Data([1])))
    strong.removeObject(forKey: "a" as NSString)
    #expect(strong.object(forKey: "a" as NSString) == nil && strong.count == 1)
    strong.removeAllObjects()
    #expect(strong.count == 0)
  }

  @Test("errors of Core Foundation, made and read")
  func coreFoundationErrors() throws {
    let info: [String: Any] = [
      NSLocalizedFailureReasonErrorKey: "reason", NSLocalizedRecoverySuggestionErrorKey: "advice",
    ]
    let domain = NSOSStatusErrorDomain as CFErrorDomain
    let error = try #require(CFErrorCreate(nil, domain, CFIndex(errSecVerifyFailed), info as CFDictionary))
    #expect(CFErrorGetDomain(error) == domain && CFErrorGetCode(error) == Int(errSecVerifyFailed))
    #expect(CFErrorCopyFailureReason(error) as String? == "reason")
    #expect(CFErrorCopyRecoverySuggestion(error) as String? == "advice")
    let bare = try #require(CFErrorCreate(kCFAllocatorDefault, domain, 1, nil))
    #expect(CFErrorCopyFailureReason(bare) == nil && CFErrorCopyRecoverySuggestion(bare) == nil)
    #expect(String(kCFBundleIdentifierKey) == "CFBundleIdentifier")
  }
}
