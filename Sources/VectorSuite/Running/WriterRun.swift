import Files
import SecretCrypto
import SecretFile

/// Gives the library's writer what a vector says, and compares what it writes, bit for bit.
struct WriterRun {
  private let vector: WriterVector
  private let expected: [UInt8]?
  private let base: [UInt8]?
  private let file: Path

  /// - Parameters:
  ///   - expected: The container beside the vector, if there is one.
  ///   - base: The one that it is based on.
  ///   - scratch: A folder for the new file.
  init(_ vector: WriterVector, expected: [UInt8]?, base: [UInt8]?, scratch: Path, name: String) {
    (self.vector, self.expected, self.base) = (vector, expected, base)
    file = scratch.appending(Array("writer-\(name).secretfile".utf8))
  }

  /// Nil if the writer did what the vector says.
  func problem() throws -> String? {
    if let expected, SHA256.hash(expected) != vector.sha256 {
      throw Malformed("the container is not that of sha256")
    }
    do {
      if let base { try write(base) }
      switch vector.operation {
      case .create: try create()
      case .commit: try commit()
      case .compact: try open().compact(options)
      case .rotate: try rotate()
      }
    } catch let error as SecretFileError {
      let isRight = vector.expect == "refused" || vector.expect == error.code.name
      return isRight ? try wrongBytes(base) : "expected \(vector.expect), the writer refused: \(error)"
    }
    switch vector.expect {
    case "ok": return try wrongBytes(expected)
    case "unchanged": return try wrongBytes(base)
    default: return "expected \(vector.expect), the writer wrote"
    }
  }

  /// Nil if the file has these bytes; a writer that refused leaves it as it was.
  private func wrongBytes(_ wanted: [UInt8]?) throws(FileError) -> String? {
    guard let wanted else { return nil }
    let written = try ReadableFile.open(file)
    let bytes = try written.read(at: 0, count: Int(clamping: written.size))
    if bytes == wanted { return nil }
    let place = zip(bytes, wanted).prefix { $0 == $1 }.count
    return "\(bytes.count) bytes, not \(wanted.count); they differ from byte \(place) on"
  }

  private var options: CommitOptions {
    var options = CommitOptions()
    options.fixed = vector.fixed
    return options
  }

  private func write(_ bytes: [UInt8]) throws(FileError) {
    var output = try OutputFile.begin(file)
    try output.write(bytes.span)
    try output.commit()
  }

  private func open() throws -> Container {
    try Container.open(at: file, with: try vector.credentials.credentials())
  }

  private func objects(_ name: String, in fields: Fields, only: Set<String>? = nil) throws -> [Fields] {
    guard fields.has(name) else { return [] }
    return try fields.list(name).map { try Fields($0, name, only: only) }
  }

  // MARK: Operations

  private func create() throws {
    let fields = vector.fields
    var options = CreateOptions(label: fields.has("label") ? try fields.text("label") : nil)
    options.credentials = try vector.credentials.credentials()
    options.fixed = vector.fixed
    let slots = try objects("slots", in: fields, only: WriterParts.slot).map { try WriterParts.slot($0) }
    let items = try objects("items", in: fields, only: WriterParts.item).map {
      try WriterParts.item($0, isNew: true)
    }
    // The order of the caller says nothing; a sink wants that of the names.
    let sorted = try items.map { (identity: try Identity($0.attributes.name), item: $0) }
      .sorted { $0.identity < $1.identity }.map(\.item)
    let protections = items.compactMap(\.protection)
    _ = try Container.create(at: file, slots: slots, options: options, protections: protections) {
      (sink) throws(SecretFileError) in
      for item in sorted {
        let secret = item.secret ?? SecretBuffer(copying: Span())
        var thrown: SecretFileError?
        secret.withBytes { bytes in
          do throws(SecretFileError) {
            try sink.append(
              item.attributes, protection: item.protection ?? Protection(), secret: bytes,
              contentType: item.contentType)
          } catch {
            thrown = error
          }
        }
        if let thrown { throw thrown }
      }
    }
  }

  private func commit() throws {
    let changes = try vector.fields.list("changes").map { try WriterChange($0) }
    var malformed: Malformed?
    try open().update(options) { (transaction) throws(SecretFileError) in
      // The vectors are about what the change writes; who may be asked before it is no part of the format.
      transaction.allowInvalidation()
      for change in changes {
        do {
          try change.apply(to: &transaction)
        } catch let error as SecretFileError {
          throw error
        } catch {
          malformed = error as? Malformed ?? Malformed("\(error)")
          throw SecretFileError(.usage, "a malformed change")
        }
      }
    }
    if let malformed { throw malformed }
  }

  private func rotate() throws {
    let fields = try Fields(
      vector.fields.value("rotation"), "rotation",
      only: ["keepRecipients", "drop", "add", "passphrases", "passwords"])
    var request = RotationRequest(credentials: try vector.credentials.credentials())
    request.fixed = vector.fixed
    request.mayInvalidateItems = true
    if fields.has("keepRecipients") { request.keepRecipients = .all }
    request.drop = Set(
      fields.has("drop") ? try fields.texts("drop").compactMap { SlotID(hexadecimal: $0) } : [])
    request.add = try objects("add", in: fields, only: WriterParts.slot).map { try WriterParts.slot($0) }
    if fields.has("passphrases") {
      let given = try Fields(fields.value("passphrases"), "passphrases")
      for name in given.names {
        guard let id = SlotID(hexadecimal: name) else { throw Malformed("no slotID: \(name)") }
        let new = try Fields(given.value(name), name, only: ["passphrase", "opslimit", "memlimit"])
        request.passphrases[id] = RotationRequest.NewPassphrase(
          try new.secret("passphrase"), cost: try WriterParts.cost(new))
      }
    }
    if fields.has("passwords") {
      let given = try Fields(fields.value("passwords"), "passwords")
      var passwords: [[UInt8]: SecretBuffer] = [:]
      for name in given.names {
        passwords[Hexadecimal.bytes(name) ?? []] = try given.secret(name)
      }
      let known = passwords
      request.itemPassword = { known[$0.identity.bytes] }
    }
    try open().rotate(request)
  }
}

/// One change of a commit.
struct WriterChange {
  private let fields: Fields

  /// The fields of each change.
  private static let kinds: [String: Set<String>] = [
    "label": ["text"], "installation": ["id"], "removeEnrolment": ["slot"], "slotLabel": ["slot", "text"],
    "addSlot": WriterParts.slot, "import": WriterParts.item, "add": WriterParts.item,
    "set": WriterParts.item.subtracting(WriterParts.protection),
    "edit": WriterParts.names.union(["attributes"]), "remove": WriterParts.names,
    "rename": WriterParts.names.union(["to", "password"]),
    "reprotect": WriterParts.names.union(["to", "password"]),
  ]

  init(_ value: VectorJSON) throws(Malformed) {
    let name = try Fields(value, "a change").text("do")
    guard let known = Self.kinds[name] else { throw Malformed("unknown change") }
    fields = try Fields(value, name, only: known.union(["do"]))
  }

  func apply(to transaction: inout Transaction) throws {
    switch try fields.text("do") {
    case "label": transaction.setLabel(try fields.text("text"))
    case "installation": transaction.setInstallation(InstallationID(try fields.bytes("id")))
    case "addSlot": try transaction.addSlot(WriterParts.slot(fields))
    case "removeEnrolment": try transaction.removeEnrolment(slot())
    case "slotLabel": try transaction.setLabel(fields.text("text"), ofSlot: slot())
    case "import": try transaction.recordImport(WriterParts.item(fields, isNew: true))
    case "add": try transaction.add(WriterParts.item(fields, isNew: true))
    case "set":
      var new = try WriterParts.item(fields, isNew: false)
      // What the vector does not say about the password stays.
      if !fields.has("opslimit") { new.passwordCost = try item(transaction).passwordCost ?? .standard }
      try transaction.set(new)
    case "edit":
      var thrown: Malformed?
      try transaction.edit(item(transaction)) { (attributes) in
        do throws(Malformed) { try WriterParts.apply(fields, to: &attributes) } catch { thrown = error }
      }
      if let thrown { throw thrown }
    case "remove": try transaction.remove(item(transaction))
    case "rename":
      let to = try Fields(fields.value("to"), "to", only: WriterParts.names)
      try transaction.rename(
        item(transaction), to: WriterParts.name(fields, instead: to), password: WriterParts.password(fields))
    case "reprotect":
      let to = try Fields(
        fields.value("to"), "to",
        only: ["accessibility", "accessControl", "password", "opslimit", "memlimit"])
      try transaction.reprotect(
        item(transaction), WriterParts.protection(to), password: WriterParts.password(fields),
        newPassword: WriterParts.password(to), cost: to.has("opslimit") ? WriterParts.cost(to) : .standard)
    default: throw Malformed("unknown change")
    }
  }

  private func slot() throws -> SlotID {
    guard let id = SlotID(hexadecimal: try fields.text("slot")) else { throw Malformed("no slotID") }
    return id
  }

  private func item(_ transaction: borrowing Transaction) throws -> Item {
    guard let item = try transaction.item(named: WriterParts.name(fields)) else {
      throw Malformed("there is no such item")
    }
    return item
  }
}
