/// Names of errors (spec §18).
enum ErrorName: String, CaseIterable {
  case framing, version, headerHash, header, length, kdfCost, unlock, copies, root, keyTable, page, record,
    order
  case payload, locked, device, passcode, presence, applicationPassword, invalidated, notProven, rollback,
    fork
  case credential, notFound, notSecretFile
}

enum Operation: String, CaseIterable {
  /// All steps of spec §13.3.
  case verify
  /// Opening alone.
  case open
  /// Opening, then reading the value of one item.
  case read
}

/// Remarks that a runner acts on.
enum Flag: String, CaseIterable {
  /// Options of the opening.
  case acceptRollback, acceptFork, acceptOrigin
  /// What the reader must say of the opening.
  case proven, notProven
  /// What verifying must report without failing.
  case version, invalidated, device, presence, passcode, applicationPassword
}

/// What a program remembers of a container (spec §13.4).
struct Witness {
  var keyEpoch: UInt32
  var generation: UInt64
  var mac: Bytes
  var pin: Bytes
}

/// One vector in the making: a container, how it is opened, and what comes out.
struct Case {
  let name: String
  let description: String
  /// nil for a vector in which all is well.
  let expect: ErrorName?
  let clauses: [String]

  var container: Container
  /// The file, if it is not made from `container`.
  var raw: Bytes?

  var operation = Operation.verify
  var passphrases: [Bytes] = []
  var keyFiles: [String] = [KeyText.keyFile(Keys.keyFile) + "\n"]
  var identities: [String] = []
  var deviceKeys: [String] = []
  var presence: [String] = []
  /// Index in `container.slots` of the one slot to be tried.
  var namedSlot: Int?
  /// Overrides the id of the one slot to be tried.
  var slotID: Bytes?
  /// Index in `container.slots` of the slot that opens.
  var opens: Int? = 0
  var itemPasswords: [(identity: Bytes, password: Bytes)] = []
  var makeWitness: ((Built) -> Witness)?
  /// The item to read.
  var readItem: Bytes?
  /// Items whose values cannot be read, and why.
  var reasons: [Bytes: ErrorName] = [:]
  var flags: [Flag] = []
  /// What only canaries say.
  var hidesLastItem = false
  var wrongPageKey = false

  init(_ name: String, _ description: String, _ expect: ErrorName?, _ clauses: [String]) {
    (self.name, self.description, self.expect, self.clauses) = (name, description, expect, clauses)
    container = Container(seed: hash(Bytes("SecretFile test vector ") + Bytes(name.utf8)))
    container.slots = [Slot(.keyFile(Keys.keyFile))]
    container.items = [Item("mail", "me", "dummy secret")]
  }

  // MARK: Short ways to say what most vectors say

  mutating func edit(_ stage: Stage, _ change: @escaping (inout Bytes) -> Void) {
    container.edits[stage] = change
  }

  /// The container of spec §15.9.
  mutating func makeWorked() {
    container.seed = Bytes(repeating: 0x53, count: 32)
    item { $0.value = Bytes("secret") }
  }

  /// H of that container, as the specification has it.
  static let workedHash = Bytes(hex: "ba9e50a2e775160b1b2ce18b3beeaed42860c2161a4dfb416469aef1d6f5d2c4")

  /// Changes the first item.
  mutating func item(_ change: (inout Item) -> Void) {
    change(&container.items[0])
  }

  mutating func add(_ item: Item, _ change: (inout Item) -> Void = { _ in }) {
    container.items.append(item)
    change(&container.items[container.items.count - 1])
  }

  mutating func slot(_ slot: Slot, _ change: (inout Slot) -> Void = { _ in }) {
    container.slots.append(slot)
    change(&container.slots[container.slots.count - 1])
  }

  /// Changes the first entry of the key table before it is sealed.
  mutating func entry(_ change: @escaping (inout Entry, ContainerKeys, Container) -> Void) {
    container.editEntries = { entries, keys, container in change(&entries[0], keys, container) }
  }

  mutating func segment(_ change: @escaping (inout Segment) -> Void) {
    container.editSegments = { change(&$0[0]) }
  }

  /// A passphrase slot beside the key file.
  mutating func addPassphrase() {
    slot(Slot(.passphrase(Keys.passphrase)))
  }

  mutating func addEnrolment(_ identity: Bytes = Keys.enrolled) {
    slot(Slot(.recipient(identity), role: 1))
  }

  /// The passphrase opens the container, and nothing else is given.
  mutating func openWithPassphrase(_ index: Int = 1) {
    (keyFiles, passphrases, opens) = ([], [Keys.passphrase], index)
  }

  mutating func givePresence(_ identity: Bytes = Keys.enrolled) {
    presence = [KeyText.identity(identity) + "\n"]
  }

  mutating func giveDevice(_ key: Bytes = Keys.device) {
    deviceKeys = [KeyText.device(key) + "\n"]
  }

  /// Puts the first item into a class bound to this device, with the scope that this asks for.
  mutating func bindToDevice(_ accessibility: UInt8 = 9, _ accessControl: UInt32 = 0) {
    item {
      ($0.accessibility, $0.accessControl) = (accessibility, accessControl)
      $0.identity = Identity.generic(Bytes("mail"), Bytes("me"), scope: $0.deviceID)
    }
  }

  /// The operation reads the item of the first record.
  mutating func readFirst() {
    (operation, readItem) = (.read, container.items[0].identity)
  }
}
