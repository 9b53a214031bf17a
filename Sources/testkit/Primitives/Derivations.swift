/// Spec §5.1, §12.1, §8.1, §4.2.
extension PrimitiveFile {
  static let labels: [StaticString] = [
    "header", "root", "page", "pin", "class", "check", "item", "journal", "factor", "device",
    "passcode check", "presence check", "slot passphrase", "slot passcode", "slot keyfile", "slot x25519",
    "seed container", "seed commit", "seed master", "seed passcode", "seed presence", "seed journal",
    "seed slotID", "seed slot salt", "seed slot ephemeral", "seed slot nonce", "seed class key",
    "seed wrap nonce", "seed itemID", "seed item salt", "seed payload nonce", "seed page nonce",
    "seed root nonce",
  ]
}

extension Suite {
  static func derivations() -> PrimitiveFile {
    var file = PrimitiveFile(
      "derive", .derive, "14.1-1", "Every label with contexts of several lengths; out has all 32 bytes.")
    for (index, label) in PrimitiveFile.labels.enumerated() {
      for count in [0, 20, 48] {
        let key = Bytes(from: UInt8(index))
        let context = Bytes(from: UInt8(index + 100), count: count)
        file.add(
          ("key", .hex(key)), ("label", .string("\(label)")), ("context", .hex(context)),
          ("out", .hex(derived(key, label, context))))
      }
    }
    return file
  }

  static func paddings() -> PrimitiveFile {
    var file = PrimitiveFile("padding", .padding, "12.1-3", "payloadLength and padded(payloadLength).")
    var lengths: Set<Int> = [0, 1, 2, 100, 1_000_000, 67_108_863, 67_108_864]
    for power in 6...26 {
      for near in -1...1 { lengths.insert(min(67_108_864, 1 << power + near)) }
    }
    for length in lengths.sorted() {
      file.add(("length", .number(UInt64(length))), ("padded", .number(UInt64(paddedLength(length)))))
    }
    return file
  }

  static func frames() -> PrimitiveFile {
    var file = PrimitiveFile(
      "frame", .frame, "8.1-2 10.1-2", "Lengths of a content and of its framed plaintext.")
    for length in [0, 1, 251, 252, 253, 254, 255, 256, 507, 508, 509, 65_276, 65_277, 65_535, 65_536] {
      let plain = framed(Bytes(repeating: 0, count: length)).count
      file.add(("contentLength", .number(UInt64(length))), ("plaintextLength", .number(UInt64(plain))))
    }
    return file
  }

  static func argon2ids() throws -> PrimitiveFile {
    var file = PrimitiveFile(
      "argon2id", .argon2id, "6.1-3 12.2-1", "Argon2id version 1.3, one lane, 32 bytes; memlimit is in KiB.")
    let passwords = [Bytes("a"), Bytes("correct horse"), [0], Bytes(from: 0, count: 200)]
    for (index, password) in passwords.enumerated() {
      for (opslimit, memlimit) in [(1, 8), (1, 9), (2, 16), (3, 64), (16, 8)] as [(UInt32, UInt32)] {
        let salt = Bytes(from: UInt8(index), count: 16)
        let out = try argon2id(password, salt: salt, opslimit: opslimit, memlimit: memlimit)
        file.add(
          ("password", .hex(password)), ("salt", .hex(salt)), ("opslimit", .number(UInt64(opslimit))),
          ("memlimit", .number(UInt64(memlimit))), ("out", .hex(out)))
      }
    }
    return file
  }

  static func costs() -> PrimitiveFile {
    var file = PrimitiveFile(
      "cost", .cost, "6.5-1 3-1",
      "Passphrase slots, each an opslimit and a memlimit, and how many passphrases are given: allowed or not. "
        + "Nothing is to be derived.")
    func add(_ slots: [(UInt64, UInt64)], _ passphrases: UInt64 = 1) {
      let each = slots.allSatisfy { $0.0 <= 16 && $0.1 <= 1_048_576 }
      let sum = slots.reduce(UInt128(0)) { $0 + UInt128($1.0) * UInt128($1.1) } * UInt128(passphrases)
      let isFree = passphrases == 0 || slots.isEmpty
      file.add(
        ("slots", .list(slots.map { .list([.number($0.0), .number($0.1)]) })),
        ("passphrases", .number(passphrases)),
        ("expect", .string(isFree || each && sum <= 33_554_432 ? "ok" : "kdfCost")))
    }
    for opslimit in [1, 2, 15, 16, 17, 0xffff_ffff] as [UInt64] {
      for memlimit in [8, 19_456, 1_048_575, 1_048_576, 1_048_577, 0xffff_ffff] as [UInt64] {
        add([(opslimit, memlimit)])
      }
    }
    add([(17, 8)], 0)
    add([])
    add([(16, 1_048_576)], 2)
    add([(16, 1_048_576)], 3)
    add([(16, 1_048_576), (16, 1_048_576)])
    add([(16, 1_048_576), (16, 1_048_576), (1, 8)])
    add([(1, 8), (17, 8)])
    add([(1, 1_048_576)], 32)
    add([(1, 1_048_576)], 33)
    return file
  }

  static func sharedSecrets() -> PrimitiveFile {
    var file = PrimitiveFile("x25519", .x25519, "6.3-1", "A scalar, a point, and the shared secret or null.")
    let points = [
      "0000000000000000000000000000000000000000000000000000000000000000",
      "0100000000000000000000000000000000000000000000000000000000000000",
      "e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800",
      "5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157",
      "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
      "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
      "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
      "f6ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
      "0900000000000000000000000000000000000000000000000000000000000080",
      "0900000000000000000000000000000000000000000000000000000000000000",
    ].map { Bytes(hex: $0) }
    for point in points + [publicKey(Keys.identity), publicKey(Keys.otherIdentity)] {
      for scalar in [Keys.enrolled, Bytes(repeating: 0xff, count: 32)] {
        let shared = sharedSecret(scalar, point)
        file.add(
          ("scalar", .hex(scalar)), ("point", .hex(point)),
          ("shared", shared.allSatisfy { $0 == 0 } ? .null : .hex(shared)))
      }
    }
    return file
  }

  static func macs() throws -> PrimitiveFile {
    var file = PrimitiveFile(
      "header_mac", .mac, "4.2-6 4.2-13", "The header up to headerHash, then headerHash and mac.")
    for number in 0..<8 {
      var container = Container(seed: hash(Bytes("mac") + Bytes(number, 1)))
      container.slots = (0...number).map { Slot(.keyFile(Bytes(from: UInt8($0)))) }
      let built = try container.build()
      file.add(
        ("header", .hex(Bytes(built.header.dropLast(64)))), ("masterKey", .hex(built.keys.master)),
        ("headerHash", .hex(built.headerHash)), ("mac", .hex(built.mac)))
    }
    return file
  }
}
