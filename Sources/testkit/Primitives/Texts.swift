/// Spec §6.1, §6.2, §11.
extension Suite {
  static func passphrases() -> PrimitiveFile {
    var file = PrimitiveFile(
      "passphrase", .passphrase, "6.1-1 6.1-2",
      "A passphrase as typed and its Normalization Form C; a reader without one refuses what has a byte above 7f."
    )
    for (typed, form) in Self.normalForms {
      file.add(("passphrase", .string(typed)), ("normalized", .string(form)))
    }
    for text in ["00", "20", "0a", "2070617373"] {
      file.add(("passphrase", .string(text)), ("normalized", .string(text)))
    }
    let long = Bytes(repeating: 0x61, count: 4_096).hex
    file.add(("passphrase", .string(long)), ("normalized", .string(long)))
    for bad in ["", "e9", "c3", "c0af", "eda080", "f4908080", "61ff", "e28228"] {
      file.add(("passphrase", .string(bad)), ("expect", .string("credential")))
    }
    return file
  }

  /// From the Unicode Character Database, by another program.
  private static let normalForms: [(String, String)] = [
    ("616263", "616263"),
    ("65cc81", "c3a9"),
    ("c3a9", "c3a9"),
    ("e284ab", "c385"),
    ("e284a6", "cea9"),
    ("efac81", "efac81"),
    ("e0a598", "e0a495e0a4bc"),
    ("e1ba9bcca3", "e1ba9bcca3"),
    ("cd84", "cc88cc81"),
    ("f09d859e", "f09d8597f09d85a5"),
    ("e18480e185a1e186a8", "eab081"),
    ("eab081", "eab081"),
    ("eab080e186a8", "eab081"),
    ("61cca3cc81", "e1baa1cc81"),
    ("61cc81cca3", "e1baa1cc81"),
    ("e1baa5cca3", "e1baadcc81"),
    ("e0a495e0a4bc", "e0a495e0a4bc"),
    ("e2be9d", "e2be9d"),
    ("f0afa794", "e8b2ab"),
    ("e0bdb3", "e0bdb1e0bdb2"),
    ("71cc87cca3", "71cca3cc87"),
    ("cc80", "cc80"),
    ("e1b88acca3", "e1b88ccc87"),
    ("64cc87cca3", "e1b88dcc87"),
    ("ceb9cc88cc81", "ce90"),
    ("ce90", "ce90"),
    ("e1bfae", "ce85"),
    ("e28080", "e28082"),
    ("c2a078", "c2a078"),
    ("efbca1", "efbca1"),
    ("e381a0", "e381a0"),
    ("e3819fe38299", "e381a0"),
    ("c385", "c385"),
    ("41cc8a", "c385"),
    ("41cd85cc81", "c381cd85"),
    ("65cca7cc81cca3", "c8a9cca3cc81"),
  ]

  private static var parts: [(String, (Bytes) -> String)] {
    [
      ("secretfile-key-", KeyText.keyFile), ("age-secret-key-", KeyText.identity),
      ("secretfile-device-", KeyText.device), ("age", KeyText.recipient),
    ]
  }

  private static let keyBytes = [
    Bytes(from: 0), Bytes(repeating: 0, count: 32), Bytes(repeating: 0xff, count: 32), Bytes(from: 0x80),
    publicKey(Keys.identity),
  ]

  static func keyTexts() -> PrimitiveFile {
    var file = PrimitiveFile("key_text", .keyText, "6.2-2", "Keys and their texts, by human-readable part.")
    for (part, text) in parts {
      // Not every 32 bytes are a recipient.
      for key in part == "age" ? [publicKey(Keys.identity), publicKey(Keys.enrolled)] : keyBytes {
        file.add(("part", .string(part)), ("key", .hex(key)), ("text", .string(text(key))))
      }
    }
    return file
  }

  static func keyTextFaults() -> PrimitiveFile {
    var file = PrimitiveFile("key_text_faults", .keyText, "6.2-2", "Texts that are no key of that part.")
    for (part, text) in parts.dropLast() {
      let good = text(Bytes(from: 0))
      let start = part.count + 1
      let (head, tail) = (String(good.prefix(start)), String(good.dropFirst(start)))
      func encoded(_ key: Bytes, _ lastBits: UInt8 = 0) -> String {
        KeyText.encode(part, key, lastBits: lastBits).uppercased()
      }
      var bad = [good.lowercased(), String(good.dropLast()), good + "Q", String(good.dropFirst())]
      bad.append(head + tail.lowercased())
      bad.append(String(good.dropLast()) + (good.last == "Q" ? "P" : "Q"))
      bad.append(head + "B" + String(tail.dropFirst()))
      bad.append(good.replacing("1", with: "2"))
      bad += [encoded(Bytes(from: 0), 1), encoded(Bytes(from: 0), 8)]
      bad += [encoded(Bytes(from: 0, count: 31)), encoded(Bytes(from: 0, count: 33))]
      bad += [part.uppercased() + "1", "x" + good]
      bad.append(head + String(tail.prefix(5)) + " " + String(tail.dropFirst(5)))
      for text in bad {
        file.add(("part", .string(part)), ("text", .string(text)), ("expect", .string("credential")))
      }
    }
    return file
  }

  private static let names: [Bytes] = [
    [], Bytes("me"), [0], [1], [0, 1, 0], [1, 1, 2], [0xff, 0xfe], [0xc3, 0xa9], [0x65, 0xcc, 0x81],
    Bytes(repeating: 0x61, count: 300),
  ]

  static func identities() -> PrimitiveFile {
    var file = PrimitiveFile(
      "identity", .identity, "11-3 11-4 11-5",
      "Parts and the identity that they make; absent parts are empty.")
    func fields(_ service: Bytes, _ account: Bytes, _ group: Bytes) -> [(String, JSON)] {
      [
        ("class", .number(1)), ("accessGroup", .hex(group)), ("service", .hex(service)),
        ("account", .hex(account)),
      ]
    }
    for name in names {
      for synchronizable in [0, 1] as [UInt8] {
        let identity = Identity.generic(name, Bytes("x"), synchronizable: synchronizable)
        file.cases.append(
          fields(name, Bytes("x"), []) + [
            ("synchronizable", .number(UInt64(synchronizable))), ("identity", .hex(identity)),
          ])
      }
      let scoped = Identity.generic(Bytes("s"), name, group: name, scope: Keys.deviceID)
      file.cases.append(
        fields(Bytes("s"), name, name) + [("scope", .hex(Keys.deviceID)), ("identity", .hex(scoped))])
      file.cases.append(
        fields(Bytes("s"), name, name) + [
          ("companion", .number(2)), ("scope", .hex(Keys.deviceID)),
          ("identity", .hex(Identity.companion(2, of: scoped))),
        ])
    }
    for port in [0, 1, 443, 65_535, 0xffff_ffff] as [UInt32] {
      let identity = Identity.internet(
        "example.org", "me", protocol: "htps", authentication: "form", port: port, path: "/a", domain: "realm"
      )
      file.add(
        ("class", .number(2)), ("server", .hex(Bytes("example.org"))), ("account", .hex(Bytes("me"))),
        ("protocol", .hex(Bytes("htps"))), ("authenticationType", .hex(Bytes("form"))),
        ("port", .number(UInt64(port))), ("path", .hex(Bytes("/a"))),
        ("securityDomain", .hex(Bytes("realm"))), ("identity", .hex(identity)))
    }
    return file
  }

  static func identityFaults() -> PrimitiveFile {
    var file = PrimitiveFile(
      "identity_faults", .identity, "11-1 11-2 11-3 11-4 11-6", "Bytes that are no identity.")
    let good = Identity.generic(Bytes("mail"), Bytes("me"))
    let bad: [Bytes] = [
      [], [0], [4] + good.dropFirst(), [1], Bytes(good.dropLast()), good + [0],
      good + Bytes(from: 0, count: 15),
      good + Bytes(from: 0, count: 17), Bytes(good.dropLast()) + [2], Bytes(good.dropLast()) + [0xff],
      [1, 1, 0, 0, 0, 0, 0], [1, 1, 3, 0, 0, 0, 0], [1, 1, 1], [3], [3, 0] + good, [3, 3] + good,
      [3, 1, 3, 1] + good, [3, 1], [2, 0, 0, 0, 0, 0, 0, 0, 0], [2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
      Identity.generic(Bytes("mail"), Bytes("me"), synchronizable: 1, scope: Keys.deviceID),
      Identity.generic(Bytes("mail"), Bytes(repeating: 0x61, count: 2_049 - 9)),
      Identity.companion(1, of: Identity.generic(Bytes("mail"), Bytes(repeating: 0x61, count: 2_049 - 9))),
    ]
    for bytes in bad { file.add(("identity", .hex(bytes)), ("expect", .string("record"))) }
    return file
  }
}
