public import SecretCrypto

/// Everything at hand that may open a container and its items. Parsed before any file is read, so
/// that a malformed key is told from one that does not fit.
public struct Credentials: Sendable {
  /// A device key and the public name derived from it.
  package struct Device: Sendable {
    package let id: Bytes16
    package let key: SecretBuffer
  }

  /// Passphrases, in NFC.
  public private(set) var passphrases: [SecretBuffer] = []
  /// Keys of key files, 32 bytes each.
  public private(set) var keyFileKeys: [SecretBuffer] = []
  /// X25519 identities that open recipients' slots, 32 bytes each.
  public private(set) var identities: [SecretBuffer] = []
  /// X25519 identities that open enrolments, 32 bytes each.
  public private(set) var presenceIdentities: [SecretBuffer] = []
  package internal(set) var devices: [Device] = []

  /// Nothing.
  public init() {}

  /// Whether nothing here could open a container; device keys and presence alone cannot.
  public var canOpenNothing: Bool { passphrases.isEmpty && keyFileKeys.isEmpty && identities.isEmpty }
  /// The device keys, 32 bytes each.
  public var deviceKeys: [SecretBuffer] { devices.map(\.key) }

  /// Adds the keys of a key file: lines of `SECRETFILE-KEY-1…` and `AGE-SECRET-KEY-1…`, blank
  /// lines, `#` comments (spec §6.2). Throws `credential` for anything else, and adds nothing then.
  public mutating func addKeyFile(_ text: Span<UInt8>) throws(SecretFileError) {
    for (kind, key) in try KeyText.parse(text, allowing: [.keyFile, .identity], "key file") {
      if kind == .keyFile { keyFileKeys.append(key) } else { identities.append(key) }
    }
  }

  /// Adds a key file's key of 32 bytes.
  package mutating func addKeyFileKey(_ key: SecretBuffer) { keyFileKeys.append(key) }

  /// Adds a passphrase: UTF-8 that is brought into NFC and not trimmed (spec §6.1). Throws
  /// `credential` if it is empty or not UTF-8.
  public mutating func addPassphrase(_ utf8: Span<UInt8>) throws(SecretFileError) {
    passphrases.append(try Self.passphrase(utf8))
  }

  /// Adds the device key of a device-key file: one line of `SECRETFILE-DEVICE-1…`. Throws
  /// `credential` for anything else.
  public mutating func addDeviceKey(_ text: Span<UInt8>) throws(SecretFileError) {
    let keys = try KeyText.parse(text, allowing: [.device], "device key")
    guard keys.count == 1 else {
      throw SecretFileError(standard: .credential, "device key: more than one key in it")
    }
    let key = keys[0].key
    devices.append(Device(id: key.withBytes { Derived.deviceID($0) }, key: key))
  }

  /// Adds identities of enrolments: lines of `AGE-SECRET-KEY-1…`. Throws `credential` for anything
  /// else, and adds nothing then.
  public mutating func addPresence(_ text: Span<UInt8>) throws(SecretFileError) {
    presenceIdentities += try KeyText.parse(text, allowing: [.identity], "presence identity").map(\.key)
  }

  /// Adds everything that `other` has, after what is here already.
  public mutating func add(_ other: Credentials) {
    passphrases += other.passphrases
    keyFileKeys += other.keyFileKeys
    identities += other.identities
    presenceIdentities += other.presenceIdentities
    devices += other.devices
  }

  /// A passphrase as slots take it. Throws `credential` if it is empty or not UTF-8.
  package static func passphrase(_ utf8: Span<UInt8>) throws(SecretFileError) -> SecretBuffer {
    guard !utf8.isEmpty else { throw SecretFileError(standard: .credential, "the passphrase is empty") }
    guard let nfc = Normalization.nfc(utf8) else {
      throw SecretFileError(standard: .credential, "the passphrase is not UTF-8")
    }
    return SecretBuffer(nfc)
  }
}

extension Credentials: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// How many of each there are; never what they are.
  public var description: String {
    "Credentials(\(passphrases.count) passphrases, \(keyFileKeys.count) key-file keys, "
      + "\(identities.count) identities, \(devices.count) device keys, "
      + "\(presenceIdentities.count) presence identities)"
  }

  /// The same.
  public var debugDescription: String { description }

  /// A mirror without children.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
