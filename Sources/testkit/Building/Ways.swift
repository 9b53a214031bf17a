/// A slot of the header (spec §4.3).
struct Slot {
  enum Way {
    /// The passphrase as typed.
    case passphrase(Bytes)
    case keyFile(Bytes)
    /// The X25519 identity whose public key is the recipient.
    case recipient(Bytes)
    case unknown(UInt16, body: Bytes)
  }

  var way: Way
  var role: UInt8 = 0
  var flags: UInt8 = 0
  var opslimit: UInt32 = 1
  var memlimit: UInt32 = 8
  var id: Bytes?
  var label = Bytes()

  /// Stands for the output of Argon2id where computing it would cost too much.
  var stretched: Bytes?
  /// Seals another key than the container's.
  var sealedKey: Bytes?
  /// Seals under an associated keyEpoch that is not the container's.
  var sealedEpoch: UInt32?
  /// A point in place of the ephemeral public key.
  var ephemeralPoint: Bytes?
  /// Changes the associated data of the first blob.
  var editAssociated: ((inout Bytes) -> Void)?
  /// Changes the bytes of the sealed body.
  var editBody: ((inout Bytes) -> Void)?

  init(_ way: Way, role: UInt8 = 0) {
    self.way = way
    self.role = role
  }

  var kind: UInt16 {
    switch way {
    case .passphrase: 1
    case .keyFile: 2
    case .recipient: 3
    case .unknown(let kind, _): kind
    }
  }

  var recipient: Bytes? {
    if case .recipient(let identity) = way { publicKey(identity) } else { nil }
  }
}

/// A record and its payload (spec §10.2, §12). What is nil is as a writer would have it.
struct Item {
  var identity: Bytes
  var value: Bytes
  var contentType: UInt8 = 1
  var accessibility: UInt8 = 6
  var accessControl: UInt32 = 0
  /// The device key of a class bound to a device.
  var device = Keys.device
  var password: Bytes?
  var passwordCost: (opslimit: UInt32, memlimit: UInt32) = (1, 8)
  var created: Int64 = Keys.time
  var modified: Int64 = Keys.time
  var revision: UInt32 = 1
  var payloadRevision: UInt32 = 1
  var tags: [Tag] = []

  var id: Bytes?
  var keyID: UInt32?
  var payloadLength: UInt32?
  /// Overrides whether tag 1 is written.
  var hasPasswordTag: Bool?
  /// Changes the sealed form of the payload's padded plaintext, then the blob before and after it is linked.
  var editPlain: ((inout Bytes) -> Void)?
  var editBlob: ((inout Bytes) -> Void)?
  var editLinked: ((inout Bytes) -> Void)?
  /// Seals the payload as that of another item.
  var sealedID: Bytes?
  /// Changes the payload's associated data.
  var editAssociated: ((inout Bytes) -> Void)?
  /// Changes the record's bytes after the length field.
  var editRecord: ((inout Bytes) -> Void)?
  /// Changes the record's bytes, its length field included.
  var editCounted: ((inout Bytes) -> Void)?

  init(_ identity: Bytes, _ value: StaticString = "dummy value") {
    self.identity = identity
    self.value = Bytes(value)
  }

  /// A generic password.
  init(_ service: StaticString, _ account: StaticString, _ value: StaticString = "dummy value") {
    self.init(Identity.generic(Bytes(service), Bytes(account)), value)
  }

  var deviceID: Bytes { accessibility >= 9 ? derived(device, "device", [], 16) : [] }
}

/// Encodings of identities (spec §11).
enum Identity {
  static func part(_ bytes: Bytes) -> Bytes {
    bytes.flatMap { $0 == 0 ? [1, 1] : $0 == 1 ? [1, 2] : [$0] } + [0]
  }

  static func generic(
    _ service: Bytes, _ account: Bytes, group: Bytes = [], synchronizable: UInt8 = 0, scope: Bytes = []
  ) -> Bytes {
    [1] + part(group) + part(service) + part(account) + [synchronizable] + scope
  }

  static func internet(
    _ server: StaticString, _ account: StaticString, protocol name: StaticString,
    authentication: StaticString = "",
    port: UInt32 = 0, path: StaticString = "", domain: StaticString = "", synchronizable: UInt8 = 0
  ) -> Bytes {
    [2] + part([]) + part(Bytes(server)) + part(Bytes(account)) + part(Bytes(name))
      + part(Bytes(authentication))
      + Bytes(port, 4).reversed() + part(Bytes(path)) + part(Bytes(domain)) + [synchronizable]
  }

  static func companion(_ kind: UInt8, of identity: Bytes) -> Bytes { [3, kind] + identity }
}

/// The credentials of all vectors. They protect nothing.
enum Keys {
  static let keyFile = Bytes(from: 0x00)
  static let otherKeyFile = Bytes(from: 0x20)
  static let identity = Bytes(from: 0x40)
  static let otherIdentity = Bytes(from: 0x60)
  static let enrolled = Bytes(from: 0x80)
  static let alsoEnrolled = Bytes(from: 0xa0)
  static let device = Bytes(from: 0xc0)
  static let otherDevice = Bytes(from: 0xe0)
  static let passphrase = Bytes("correct horse")
  static let otherPassphrase = Bytes("battery staple")

  static let time: Int64 = 1_700_000_000_000
  static var deviceID: Bytes { derived(device, "device", [], 16) }
  static var otherDeviceID: Bytes { derived(otherDevice, "device", [], 16) }
}

/// Bits of accessControl (spec §9.1).
enum Access {
  static let userPresence: UInt32 = 1
  static let biometryAny: UInt32 = 1 << 1
  static let biometryCurrentSet: UInt32 = 1 << 3
  static let devicePasscode: UInt32 = 1 << 4
  static let or: UInt32 = 1 << 14
  static let and: UInt32 = 1 << 15
  static let privateKeyUsage: UInt32 = 1 << 30
  static let applicationPassword: UInt32 = 1 << 31
}
