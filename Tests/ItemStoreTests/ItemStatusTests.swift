import ItemStore
import SecretFile
import Testing

@Suite struct ItemStatusTests {
  /// Apple's published numbers.
  @Test(
    arguments: [
      (ItemStatus.success, 0), (.unimplemented, -4), (.io, -36), (.parameter, -50), (.allocate, -108),
      (.userCanceled, -128), (.notAvailable, -25291), (.readOnly, -25292), (.authenticationFailed, -25293),
      (.duplicateItem, -25299), (.itemNotFound, -25300), (.dataTooLarge, -25302), (.noSuchAttribute, -25303),
      (.noSuchClass, -25306), (.interactionNotAllowed, -25308), (.wrongVersion, -25310),
      (.dataNotAvailable, -25316),
      (.decode, -26275), (.internalError, -26276), (.missingEntitlement, -34018),
    ] as [(ItemStatus, Int32)])
  func numbersAreApples(_ status: ItemStatus, _ number: Int32) {
    #expect(status.rawValue == number)
    #expect(!status.message.hasPrefix("OSStatus"))
  }

  @Test(
    arguments: [
      (.notFound, -25300), (.duplicate, -25299), (.usage, -50), (.unlock, -25293), (.invalidated, -25293),
      (.presence, -25308), (.locked, -25308), (.device, -25316), (.version, -25310), (.payload, -26275),
      (.headerHash, -26275), (.rollback, -25291), (.tooLarge, -25302), (.file(.notFound), -25291),
      (.file(.unreadable), -36),
      (.file(.noSpace), -36), (.file(.cannotCreate), -25292),
    ] as [(SecretFileError.Code, Int32)])
  func whatAContainerSays(_ code: SecretFileError.Code, _ number: Int32) {
    #expect(ItemStatus(SecretFileError(code, "x")).rawValue == number)
  }

  /// An item that cannot be read is never one that is not there.
  @Test func onlyAbsenceIsAbsence() {
    let others: [SecretFileError.Code] = [
      .framing, .version, .headerHash, .kdfCost, .unlock, .root, .keyTable, .page, .record, .order, .payload,
      .locked,
      .device, .passcode, .presence, .applicationPassword, .invalidated, .notProven, .rollback, .fork,
      .notSecretFile, .file(.notFound), .file(.unreadable), .file(.busy),
    ]
    for code in others { #expect(ItemStatus(SecretFileError(code, "x")) != .itemNotFound, "\(code)") }
  }

  @Test func unknownNumbersKeepTheirNumber() {
    #expect(ItemStatus(rawValue: -12345).description == "OSStatus -12345 (-12345)")
    #expect(
      ItemStatus.itemNotFound.description == "The specified item could not be found in the keychain. (-25300)"
    )
  }
}

@Suite struct ProtectionRulesTests {
  private func refused(
    _ accessibility: Accessibility, _ control: AccessControl, sync: Bool = false
  ) -> ItemStatus? {
    do {
      try ProtectionRules.check(accessibility, control, isSynchronizable: sync)
      return nil
    } catch {
      return error.status
    }
  }

  @Test(arguments: Accessibility.allCases, [false, true])
  func deviceBoundItemsDoNotSynchronise(_ accessibility: Accessibility, _ sync: Bool) {
    let expected: ItemStatus? = sync && accessibility.rawValue >= 9 ? .parameter : nil
    #expect(refused(accessibility, [], sync: sync) == expected)
  }

  @Test func accessControlDoesNotSynchronise() {
    #expect(refused(.whenUnlocked, .userPresence, sync: true) == .parameter)
    #expect(refused(.whenUnlocked, .applicationPassword, sync: true) == .parameter)
    #expect(refused(.whenUnlocked, .userPresence) == nil)
  }

  @Test func flagsThatExcludeEachOther() {
    for control in [
      [.or, .and, .biometryAny], [.biometryAny, .biometryCurrentSet], [.userPresence, .devicePasscode],
      [.userPresence, .biometryAny], [.userPresence, .or], [AccessControl(rawValue: 4)],
      [AccessControl(rawValue: 32)],
    ] as [AccessControl] {
      #expect(refused(.whenUnlocked, control) == .parameter, "\(control)")
    }
    for control in [
      [], [.userPresence, .applicationPassword], [.biometryAny, .devicePasscode, .or], .devicePasscode,
      [.biometryCurrentSet, .devicePasscode, .and], [.biometryAny, .devicePasscode],
      [.userPresence, .privateKeyUsage],
    ] as [AccessControl] {
      #expect(refused(.whenUnlocked, control) == nil, "\(control)")
    }
  }

  @Test func theMessageNamesBothAttributes() {
    #expect(throws: ProtectionConflict.self) {
      try ProtectionRules.check(.whenUnlockedThisDeviceOnly, [], isSynchronizable: true)
    }
    do {
      try ProtectionRules.check(.whenUnlockedThisDeviceOnly, [], isSynchronizable: true)
    } catch {
      #expect(
        error.message.contains("synchronizable") && error.message.contains("whenUnlockedThisDeviceOnly"))
    }
  }
}
