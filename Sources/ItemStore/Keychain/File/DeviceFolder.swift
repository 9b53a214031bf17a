internal import Files
internal import SecretCrypto
internal import SecretFile

/// The folder beside a file keychain that stands for the device: what opens the container, and what the user has.
///
/// Whoever has this folder has the device: it must not travel with the container.
struct DeviceFolder: Sendable {
  let path: Path

  /// What lies in it, each in a file of its own, 0600.
  enum Secret: String {
    /// A key file that opens the container.
    case key
    /// The device key, to which ThisDeviceOnly items are bound.
    case device = "device.key"
    /// Identities of enrolments: the user's finger or face.
    case presence = "presence.key"
    /// The passcode, as a passphrase.
    case passcode
  }

  func path(of secret: Secret) -> Path { path.appending(secret.rawValue) }

  /// Makes a secret, unless it is there already.
  func make(_ secret: Secret) throws(SecretFileError) {
    let generated: GeneratedKey =
      switch secret {
      case .key, .passcode: .keyFile()
      case .device: .device()
      case .presence: .identity()
      }
    do throws(SecretFileError) {
      try generated.write(to: path(of: secret))
    } catch {
      // Another process was faster; its secret is the device's.
      guard error.code == .file(.exists) else { throw error }
    }
  }

  /// Makes what is missing.
  func make(withPasscode: Bool) throws(SecretFileError) {
    do throws(FileError) { try Folder.create(path) } catch { throw SecretFileError(error) }
    for secret in [.key, .device, .presence] as [Secret] { try make(secret) }
    if withPasscode { try make(.passcode) }
  }

  /// Everything that is there.
  func credentials() throws(SecretFileError) -> Credentials {
    var credentials = Credentials()
    try Self.unlessAbsent { () throws(SecretFileError) in
      try credentials.addKeyFile(at: path(of: .key))
    }
    try Self.unlessAbsent { () throws(SecretFileError) in
      try credentials.addDeviceKey(at: path(of: .device))
    }
    try Self.unlessAbsent { () throws(SecretFileError) in
      try credentials.addPresence(at: path(of: .presence))
    }
    if let passcode = try passcode() { try credentials.addPassphrase(passcode) }
    return credentials
  }

  /// The passcode, without the line's end; nil if there is none.
  func passcode() throws(SecretFileError) -> SecretBuffer? {
    var count = 0
    do throws(FileError) {
      let memory = try SecretBuffer(count: 4096) { (bytes) throws(FileError) in
        count = try SmallFile.read(path(of: .passcode), into: &bytes)
        if count > 0, bytes[count - 1] == 0x0A { count -= 1 }
      }
      return memory.slice(0..<count)
    } catch {
      if error.kind == .notFound { return nil }
      throw SecretFileError(error)
    }
  }

  /// Another finger: its identity goes before those that are there, which stay until the container has taken it up.
  func addPresence() throws(SecretFileError) -> Recipient {
    let new = GeneratedKey.identity()
    var old = 0
    do throws(FileError) {
      let text = try SecretBuffer(count: 4096) { (bytes) throws(FileError) in
        new.text.withBytes { line in
          for index in line.indices { bytes[index] = line[index] }
        }
        var rest = bytes._mutatingExtracting(new.text.count..<bytes.count)
        old = try SmallFile.read(path(of: .presence), into: &rest)
      }
      // Today's and the one before: enough to finish what was interrupted.
      let kept = text.slice(0..<min(new.text.count + old, 2 * new.text.count))
      try kept.withBytes { (bytes) throws(FileError) in
        try writeOutput(path(of: .presence), bytes, overwriting: true)
      }
    } catch {
      throw SecretFileError(error)
    }
    return new.recipient
  }

  private static func unlessAbsent(_ body: () throws(SecretFileError) -> Void) throws(SecretFileError) {
    do throws(SecretFileError) { try body() } catch {
      guard error.code == .file(.notFound) else { throw error }
    }
  }
}
