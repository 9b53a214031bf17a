import SecretCrypto
import SecretFile

/// Opens single slots and single entries of a key table.
struct WrapRun {
  private let fields: Fields
  private let containerID: Bytes16
  private let keyEpoch: UInt32

  init(_ fields: Fields) throws(Malformed) {
    self.fields = fields
    let id = try Self.key(fields, "containerID", 16)
    containerID = Bytes16(id.span, at: 0)
    keyEpoch = try fields.integer("keyEpoch")
  }

  private static func key(_ fields: Fields, _ name: String, _ count: Int = 32) throws(Malformed) -> [UInt8] {
    let bytes = try fields.bytes(name)
    try Malformed.unless(bytes.count == count, "\(name) is not of \(count) bytes")
    return bytes
  }

  private func buffer(_ name: String) throws(Malformed) -> SecretBuffer? {
    guard fields.has(name) else { return nil }
    let key = try Self.key(fields, name)
    return SecretBuffer(copying: key.span)
  }

  // MARK: Slots

  /// A slot in a header of its own. An enrolment stands there beside a slot that nobody can open.
  func slot() throws -> String? {
    let bytes = try fields.bytes("slot")
    var reader = Reader(bytes.span, code: .header)
    let slot = try Slot.parse(&reader)
    let other = Slot(kind: 9, role: SlotRole.master, slotID: Bytes8(), body: [])
    let isEnrolment = slot.role == SlotRole.presence
    let header = Header(
      containerID: containerID, keyEpoch: keyEpoch, generation: 1, fileLength: 0, rootLength: 296,
      rootLink: Bytes32(), slots: isEnrolment ? [other, slot] : [slot])
    var out = Writer()
    try header.encode(into: &out)
    let covered = Array(out.bytes[Header.macCoveredRange(out.bytes.count)])
    let master = try fields.optionalBytes("masterKey") ?? [UInt8](repeating: 0, count: 32)
    let key = SecretBuffer(derive(master.span, KeyLabel.header, containerID.span))
    let mac = key.withBytes { Bytes32(Hash.blake2b256(covered.span, key: $0)) }
    let headerBytes = covered + [UInt8](copying: mac.span)
    let opener = SlotOpener(try Header.parse(headerBytes.span), headerBytes: headerBytes)
    let credentials = try credentials(slot)
    if isEnrolment { return try enrolment(opener.presenceKey(credentials)) }
    return try PrimitiveRun.refusal(fields) { () throws(SecretFileError) in
      let opened = try opener.open(credentials)
      let passcode = opened.passcode?.hexadecimal
      guard passcode == (try? fields.bytes("passcodeKey")).map({ Hexadecimal.text($0) }) else {
        throw SecretFileError(.usage, "another passcode key")
      }
    }
  }

  private func enrolment(_ key: SecretBuffer?) throws -> String? {
    let wanted = try fields.optionalBytes("presenceKey").map { Hexadecimal.text($0) }
    return key?.hexadecimal == wanted ? nil : "another presence key, or none"
  }

  private func credentials(_ slot: Slot) throws -> Credentials {
    let secret = try fields.bytes("secret")
    var credentials = Credentials()
    switch slot.kind {
    case SlotKind.passphrase: try credentials.addPassphrase(secret.span)
    case SlotKind.keyFile: try credentials.addKeyFile(KeyText.line(secret.span, .keyFile))
    default:
      try credentials.addKeyFile(KeyText.line(secret.span, .identity))
      try credentials.addPresence(KeyText.line(secret.span, .identity))
    }
    return credentials
  }

  // MARK: Entries of a key table

  /// An entry, opened with the factors that are given.
  func chain() throws -> String? {
    let entry = try fields.bytes("entry")
    guard let master = try buffer("masterKey") else { throw Malformed("no masterKey") }
    var credentials = Credentials()
    if fields.has("deviceKey") {
      let device = try Self.key(fields, "deviceKey")
      try credentials.addDeviceKey(KeyText.line(device.span, .device))
    }
    let keys = ChainKeys(
      containerID: containerID, keyEpoch: keyEpoch, master: master, devices: credentials.devices,
      presence: try buffer("presenceKey"), passcode: try buffer("passcodeKey"),
      presenceSet: try fields.optionalBytes("set").map { Bytes8($0.span, at: 0) })
    var classKey: String?
    let problem = try PrimitiveRun.refusal(fields) { () throws(SecretFileError) in
      let table: KeyTable
      do throws(FormatError) {
        table = try KeyTable.parse(entry.span, keyEpoch: keyEpoch)
      } catch {
        throw SecretFileError(error)
      }
      guard let one = table.entry(ByteOrder.little(entry.span, 2, as: UInt32.self)) else { return }
      classKey = try keys.unwrap(one).hexadecimal
    }
    if let problem { return problem }
    return classKey == (try fields.optionalBytes("classKey").map { Hexadecimal.text($0) })
      ? nil : "another class key"
  }
}
