import SecretCrypto
import SecretFile

/// Runs the cases of one file of primitives.
struct PrimitiveRun {
  let vector: PrimitiveVector

  /// Nil if every case comes out as it says, else what the first one that does not gave.
  func problem() throws -> String? {
    for fields in vector.cases {
      if let problem = try problem(fields) { return "case \(try fields.number("id")): \(problem)" }
    }
    return nil
  }

  private func problem(_ fields: Fields) throws -> String? {
    switch vector.kind {
    case .derive: try derive(fields)
    case .padding:
      Padding.padded(try fields.integer("length")) == (try fields.integer("padded"))
        ? nil : "another padded length"
    case .frame: try frame(fields)
    case .identity: try identity(fields)
    case .keyText: try keyText(fields)
    case .passphrase: try passphrase(fields)
    case .argon2id: try argon2id(fields)
    case .cost: try cost(fields)
    case .x25519: try sharedSecret(fields)
    case .slot: try WrapRun(fields).slot()
    case .chain: try WrapRun(fields).chain()
    case .chainTable: try chainTable(fields)
    case .mac: try mac(fields)
    }
  }

  /// Nil if a case that is to be refused was refused with its error.
  static func refusal(_ fields: Fields, _ body: () throws(SecretFileError) -> Void) throws -> String? {
    let wanted = fields.has("expect") ? try Names.error(fields.text("expect"), "expect") : "ok"
    do throws(SecretFileError) {
      try body()
    } catch {
      return error.code.name == wanted ? nil : "expected \(wanted), got \(error)"
    }
    return wanted == "ok" ? nil : "expected \(wanted), it was accepted"
  }

  // MARK: Hashes and lengths

  private static let labels: [StaticString] = [
    KeyLabel.header, KeyLabel.root, KeyLabel.page, KeyLabel.pin, KeyLabel.classWrap, KeyLabel.check,
    KeyLabel.item, KeyLabel.journal, KeyLabel.factor, KeyLabel.device, KeyLabel.passcodeCheck,
    KeyLabel.presenceCheck, KeyLabel.slotPassphrase, KeyLabel.slotPasscode, KeyLabel.slotKeyFile,
    KeyLabel.slotX25519, KeyLabel.Seed.container, KeyLabel.Seed.commit, KeyLabel.Seed.master,
    KeyLabel.Seed.passcode, KeyLabel.Seed.presence, KeyLabel.Seed.journal, KeyLabel.Seed.slotID,
    KeyLabel.Seed.slotSalt, KeyLabel.Seed.slotEphemeral, KeyLabel.Seed.slotNonce, KeyLabel.Seed.classKey,
    KeyLabel.Seed.wrapNonce, KeyLabel.Seed.itemID, KeyLabel.Seed.itemSalt, KeyLabel.Seed.payloadNonce,
    KeyLabel.Seed.pageNonce, KeyLabel.Seed.rootNonce,
  ]

  private func derive(_ fields: Fields) throws -> String? {
    let name = try fields.text("label")
    guard let label = Self.labels.first(where: { "\($0)" == name }) else { return "no such label" }
    let (key, context) = (try fields.bytes("key"), try fields.bytes("context"))
    let out = SecretBuffer(SecretCrypto.derive(key.span, label, context.span))
    return out.hexadecimal == Hexadecimal.text(try fields.bytes("out")) ? nil : "another value"
  }

  private func frame(_ fields: Fields) throws -> String? {
    let content = [UInt8](repeating: 0, count: try fields.integer("contentLength"))
    return Plaintext.framed(content.span).count == (try fields.integer("plaintextLength"))
      ? nil : "another length"
  }

  private func mac(_ fields: Fields) throws -> String? {
    let header = try fields.bytes("header")
    let master = try fields.bytes("masterKey")
    guard header.count >= 32 else { throw Malformed("header is too short") }
    let headerHash = Bytes32(Hash.blake2b256(header.span))
    guard "\(headerHash)" == Hexadecimal.text(try fields.bytes("headerHash")) else {
      return "another headerHash"
    }
    let id = Array(header[16..<32])
    let key = SecretBuffer(SecretCrypto.derive(master.span, KeyLabel.header, id.span))
    let covered = header + [UInt8](copying: headerHash.span)
    let mac = key.withBytes { Bytes32(Hash.blake2b256(covered.span, key: $0)) }
    return "\(mac)" == Hexadecimal.text(try fields.bytes("mac")) ? nil : "another mac"
  }

  // MARK: Texts

  private func identity(_ fields: Fields) throws -> String? {
    let bytes = try fields.bytes("identity")
    if fields.has("expect") {
      return try Self.refusal(fields) { () throws(SecretFileError) in
        do throws(FormatError) { _ = try Identity.parse(bytes.span) } catch { throw SecretFileError(error) }
      }
    }
    func part(_ name: String) throws -> [UInt8] { try fields.optionalBytes(name) ?? [] }
    func number(_ name: String) throws -> UInt32 { fields.has(name) ? try fields.integer(name) : 0 }
    let itemClass = try number("class")
    var parts = IdentityParts(
      service: try part(itemClass == 2 ? "server" : "service"), account: try part("account"),
      accessGroup: try part("accessGroup"),
      isSynchronizable: try number("synchronizable") == 1,
      scope: try fields.optionalBytes("scope").map { Bytes16($0.span, at: 0) })
    if itemClass == 2 {
      parts.itemClass = .internetPassword
      (parts.protocolName, parts.authenticationType) = (try part("protocol"), try part("authenticationType"))
      (parts.path, parts.securityDomain) = (try part("path"), try part("securityDomain"))
      parts.port = try number("port")
    }
    var made = try Identity(parts)
    if let kind = CompanionKind(rawValue: UInt8(clamping: try number("companion"))) {
      made = made.companion(kind)
    }
    if made.bytes != bytes { return "another identity" }
    return try Identity.parse(bytes.span).parts == parts ? nil : "other parts"
  }

  private func keyText(_ fields: Fields) throws -> String? {
    let part = try fields.text("part")
    let text = Array(try fields.text("text").utf8)
    let letters: Bech32.LetterCase = part == "age" ? .lower : .upper
    guard !fields.has("expect") else {
      _ = try fields.text("expect")
      return Bech32.decodePublic(text.span, hrp: part, letters) == nil ? nil : "it was taken for a key"
    }
    let bytes = try fields.bytes("key")
    guard bytes.count == 32 else { throw Malformed("key is not of 32 bytes") }
    let key = Bytes32(bytes.span, at: 0)
    guard Bech32.encodePublic(key, hrp: part, letters).utf8.elementsEqual(text) else { return "another text" }
    return Bech32.decodePublic(text.span, hrp: part, letters) == key ? nil : "another key"
  }

  private func passphrase(_ fields: Fields) throws -> String? {
    let typed = try fields.bytes("passphrase")
    if fields.has("expect") {
      return try Self.refusal(fields) { () throws(SecretFileError) in
        var credentials = Credentials()
        try credentials.addPassphrase(typed.span)
      }
    }
    guard let form = Normalization.nfc(typed.span) else { return "it was refused" }
    return SecretBuffer(form).hexadecimal == Hexadecimal.text(try fields.bytes("normalized"))
      ? nil : "another normal form"
  }

  // MARK: Keys

  private func argon2id(_ fields: Fields) throws -> String? {
    let (password, salt) = (try fields.bytes("password"), try fields.bytes("salt"))
    let out = try PasswordHash.argon2id(
      password.span, salt: salt.span, opslimit: fields.integer("opslimit"),
      memlimitKiB: fields.integer("memlimit"), ceiling: .standard)
    return SecretBuffer(out).hexadecimal == Hexadecimal.text(try fields.bytes("out")) ? nil : "another value"
  }

  private func cost(_ fields: Fields) throws -> String? {
    var sum: UInt64 = 0
    var isAllowed = true
    for value in try fields.list("slots") {
      guard case .list(let pair) = value, case .number(let opslimit)? = pair.first,
        case .number(let memlimit)? = pair.last, pair.count == 2
      else { throw Malformed("a slot is not two numbers") }
      let cost = KDFCost(opslimit: UInt32(clamping: opslimit), memlimitKiB: UInt32(clamping: memlimit))
      for _ in 0..<(try fields.number("passphrases")) where isAllowed {
        do throws(CryptoError) {
          try KDFCost.Ceiling.standard.check(cost, adding: &sum)
        } catch {
          isAllowed = false
        }
      }
    }
    let wanted = try fields.text("expect")
    return (isAllowed ? "ok" : "kdfCost") == wanted ? nil : "expected \(wanted)"
  }

  private func sharedSecret(_ fields: Fields) throws -> String? {
    let (scalar, point) = (try fields.bytes("scalar"), try fields.bytes("point"))
    var shared: String?
    if let secret = X25519.sharedSecret(scalar: scalar.span, point: point.span) {
      shared = SecretBuffer(secret).hexadecimal
    }
    return shared == (try fields.optionalBytes("shared").map { Hexadecimal.text($0) })
      ? nil : "another secret"
  }

  private func chainTable(_ fields: Fields) throws -> String? {
    guard let accessibility = Accessibility(rawValue: try fields.integer("accessibility")) else {
      throw Malformed("no such accessibility")
    }
    let control = AccessControl(rawValue: try fields.integer("accessControl"))
    let wanted = try fields.list("chains").map { value throws(Malformed) -> FactorSet in
      guard case .list(let kinds) = value else { throw Malformed("a chain is no list") }
      return kinds.reduce(into: FactorSet()) { set, kind in
        if case .number(let kind) = kind { set.insert(FactorSet(rawValue: 1 << UInt8(clamping: kind - 1))) }
      }
    }
    return ChainTable.chains(accessibility, control) == wanted ? nil : "other chains"
  }
}
