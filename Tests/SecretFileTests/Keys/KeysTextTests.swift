import SecretCrypto
import SecretFile
import Testing

@Suite struct KeysTextTests {
  @Test func keyFilesOfBothKinds() throws {
    let text = """
      # made today

      \t \(Text.keyFile) \r
      #\(Text.device)
      \(Text.identity)
      \(Text.keyFile)
      """
    let credentials = try Credentials.with(keyFile: text)
    #expect(credentials.keyFileKeys.map(\.plain) == [counting(0), counting(0)])
    #expect(credentials.identities.map(\.plain) == [counting(0)])
    #expect(!credentials.canOpenNothing)
    for text in [Text.keyFile, Text.keyFile + "\n", Text.keyFile + "\r\n\r\n"] {
      #expect(try Credentials.with(keyFile: text).keyFileKeys.count == 1)
    }
  }

  @Test(arguments: [
    "", "\n", "# only a comment\n", "hello", Text.device, Text.recipient, Text.keyFile.lowercased(),
    Text.keyFile + "\n" + "x", String(Text.keyFile.dropLast()), Text.keyFile + "Q",
    Text.keyFile + " # not here", Text.keyFile + "\r" + Text.keyFile, "\u{FEFF}" + Text.keyFile,
    Text.keyFile + "\n\u{0}", Text.keyFile.replacing("QQQS", with: "QQQQ"), "\u{B}" + Text.keyFile,
  ])
  func keyFilesThatAreRefused(_ text: String) {
    var credentials = Credentials()
    #expect(thrown { try credentials.addKeyFile(Array(text.utf8).span) } == .credential)
    #expect(credentials.keyFileKeys.isEmpty && credentials.identities.isEmpty)
  }

  /// Errors name the line, and never what is in it.
  @Test func errorsShowNothing() throws {
    let mistyped = Text.keyFile.replacing("SYQCY", with: "SYQCZ")
    for text in [mistyped, Text.device, "SECRETFILE-KEY-1", String(Text.identity.dropLast(3))] {
      var credentials = Credentials()
      let error = #expect(throws: SecretFileError.self) {
        try credentials.addKeyFile(Array("# one\n\(text)\n".utf8).span)
      }
      let told = try #require(error)
      #expect(told.description.contains("line 2"))
      #expect(!told.description.contains("1Q") && !told.description.contains("QQQSY"))
    }
  }

  @Test func deviceKeys() throws {
    let credentials = try Credentials.with(device: "# laptop\n\(Text.device)\n")
    #expect(credentials.devices.map { $0.id.description } == ["4eb618e181f0de905e8d2a361833dffc"])
    #expect(credentials.deviceKeys.map(\.plain) == [counting(0)])
    #expect(credentials.canOpenNothing)
    for text in [Text.keyFile, Text.identity, "", Text.device + "\n" + Text.device] {
      #expect(thrown { _ = try Credentials.with(device: text) } == .credential)
    }
  }

  @Test func presenceIdentities() throws {
    let credentials = try Credentials.with(presence: "\(Text.identity)\n\(Text.identity)")
    #expect(credentials.presenceIdentities.count == 2 && credentials.identities.isEmpty)
    for text in [Text.keyFile, Text.device, "", Text.identity + "\n" + Text.keyFile] {
      #expect(thrown { _ = try Credentials.with(presence: text) } == .credential)
    }
  }

  @Test func passphrases() throws {
    let credentials = try Credentials.with(passphrases: [" cafe\u{301} ", "a\u{0}b"])
    #expect(credentials.passphrases[0].plain == [0x20, 0x63, 0x61, 0x66, 0xC3, 0xA9, 0x20])
    #expect(credentials.passphrases[1].plain == [0x61, 0, 0x62])
    var other = Credentials()
    #expect(thrown { try other.addPassphrase([UInt8]().span) } == .credential)
    #expect(thrown { try other.addPassphrase([0x61, 0xFF] as [UInt8]) } == .credential)
    other.add(credentials)
    #expect(other.passphrases.count == 2)
  }

  /// The example pair of age's own manual.
  @Test func recipientOfAge() throws {
    let credentials = try Credentials.with(
      keyFile: "AGE-SECRET-KEY-1N9JEPW6DWJ0ZQUDX63F5A03GX8QUW7PXDE39N8UYF82VZ9PC8UFS3M7XA9")
    let recipient = credentials.identities[0].withBytes { Recipient(identity: $0) }
    #expect(recipient.description == "age1lvyvwawkr0mcnnnncaghunadrqkmuf9e6507x9y920xxpp866cnql7dp2z")
    #expect(try Recipient(recipient.description) == recipient)
  }

  @Test func recipients() throws {
    #expect(try Recipient(Text.recipient).publicKey.plain.first == 0x8F)
    for text in ["", Text.recipient.uppercased(), Text.recipient + " ", Text.identity, "age1"] {
      #expect(thrown { _ = try Recipient(text) } == .credential)
    }
    func accepts(_ first: UInt8, _ middle: UInt8, _ last: UInt8) -> Bool {
      let key = [first] + [UInt8](repeating: middle, count: 30) + [last]
      return thrown { _ = try Recipient(publicKey: Bytes32(of: key)) } == nil
    }
    #expect(accepts(9, 0, 0))
    // Small order: 0, 1, p − 1. Not canonical: p, p + 1, 2^255 − 1, the high bit.
    #expect(!accepts(0, 0, 0) && !accepts(1, 0, 0) && !accepts(0xEC, 0xFF, 0x7F))
    #expect(!accepts(0xED, 0xFF, 0x7F) && !accepts(0xEE, 0xFF, 0x7F) && !accepts(0xFF, 0xFF, 0x7F))
    #expect(!accepts(9, 0, 0x80))
    #expect(accepts(0xEB, 0xFF, 0x7F))
  }

  @Test func generatedKeys() throws {
    let (key, device, identity) = (GeneratedKey.keyFile(), GeneratedKey.device(), GeneratedKey.identity())
    var credentials = Credentials()
    try key.text.withBytes { try credentials.addKeyFile($0) }
    try identity.text.withBytes { try credentials.addKeyFile($0) }
    try device.text.withBytes { try credentials.addDeviceKey($0) }
    #expect(credentials.keyFileKeys[0].plain == key.key.plain)
    #expect(credentials.identities[0].plain == identity.key.plain)
    #expect(credentials.deviceKeys[0].plain == device.key.plain)
    #expect(key.text.plain.last == UInt8(ascii: "\n") && key.text.count == 15 + 1 + 58 + 1)
    #expect(GeneratedKey.keyFile().key.plain != key.key.plain)
    #expect(try Recipient(identity.recipient.description) == identity.recipient)
  }

  @Test func descriptionsShowNothing() throws {
    let credentials = try Credentials.with(keyFile: Text.keyFile, passphrases: ["tulip"], device: Text.device)
    var dumped = ""
    dump(credentials, to: &dumped)
    dump(GeneratedKey.keyFile(), to: &dumped)
    let all = dumped + "\(credentials)" + String(reflecting: credentials)
    #expect(!all.contains("tulip") && !all.contains("116") && !all.contains("QQQS"))
    #expect(all.contains("1 passphrases, 1 key-file keys"))
  }
}
