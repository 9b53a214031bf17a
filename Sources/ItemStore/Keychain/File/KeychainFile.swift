public import Files
internal import SecretCrypto
public import SecretFile

/// A keychain in a container file: where it is, and how it is opened and made.
///
/// What opens the file, and what the user of the device has, lies in a folder beside it, named as the file with
/// `.device` after it: whoever has both has everything.
public struct KeychainFile: Sendable, Hashable {
  /// The container.
  public let path: Path

  /// The keychain in this file.
  public init(_ path: Path) { self.path = path }

  /// The folder that stands for the device.
  public var devicePath: Path { Path(bytes: path.bytes + Array(".device".utf8)) }

  var folder: DeviceFolder { DeviceFolder(path: devicePath) }

  /// The keychain of the user: the file that `SECRETFILE_KEYCHAIN` names, otherwise
  /// `$XDG_DATA_HOME/secretctl/keychain.secretfile`. Nil without a home, and if the variable is `:memory:`.
  public static var standard: KeychainFile? {
    if let named = Environment.variable("SECRETFILE_KEYCHAIN") {
      return named.elementsEqual(":memory:".utf8) ? nil : KeychainFile(Path(bytes: named))
    }
    return Environment.folder("XDG_DATA_HOME", otherwise: [".local", "share"])
      .map { KeychainFile($0.appending("keychain.secretfile")) }
  }

  /// Opens the keychain with everything that lies in the folder of the device.
  /// - Throws: as `Container.open`.
  public func open(_ options: OpenOptions = OpenOptions()) throws(SecretFileError) -> Container {
    try Container.open(at: path, with: try folder.credentials(), options: options)
  }

  /// Opens the keychain, and makes it with all its keys if there is none. Never replaces anything.
  /// - Parameter withPasscode: Whether the device of a new keychain has a passcode.
  /// - Throws: as `Container.open` and `Container.create`.
  public func openOrMake(
    withPasscode: Bool = true, _ options: OpenOptions = OpenOptions()
  ) throws(SecretFileError) -> Container {
    do throws(SecretFileError) { return try open(options) } catch {
      guard error.code == .file(.notFound), error.file?.path == path else { throw error }
    }
    do throws(FileError) { try Folder.create(path.parent) } catch { throw SecretFileError(error) }
    try folder.make(withPasscode: withPasscode)
    do throws(SecretFileError) {
      try make(try folder.credentials(), withPasscode: withPasscode)
    } catch {
      // Another process was faster, with the same keys.
      guard error.code == .file(.exists) else { throw error }
    }
    // Opened like any other, so that every factor is at hand.
    return try open(options)
  }

  private func make(_ credentials: Credentials, withPasscode: Bool) throws(SecretFileError) {
    var slots = credentials.keyFileKeys.prefix(1).map { NewSlot(.keyFile($0), label: "this device") }
    if withPasscode, let passcode = credentials.passphrases.first {
      slots.append(.passphrase(passcode, cost: .writerFloor, label: "passcode"))
    }
    if let identity = credentials.presenceIdentities.first {
      slots.append(.enrolment(identity.withBytes { Recipient(identity: $0) }, label: "biometry"))
    }
    // The classes that stay while locked exist from the start: a locked device can then add to all of them.
    _ = try Container.create(
      at: path, slots: slots, options: CreateOptions(label: "keychain", credentials: credentials),
      protections: Self.afterFirstUnlock.map { Protection($0) }
    ) { (_) in }
  }

  /// The classes whose keys stay while the device is locked.
  static let afterFirstUnlock: Set<Accessibility> = [
    .afterFirstUnlock, .afterFirstUnlockThisDeviceOnly, .always, .alwaysThisDeviceOnly,
  ]
}
