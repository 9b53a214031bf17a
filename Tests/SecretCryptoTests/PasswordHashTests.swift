import SecretCrypto
import Testing

@Suite struct PasswordHashTests {
  private let salt = [UInt8]("somesaltsomesalt".utf8)

  private func argon2id(
    _ password: [UInt8], _ salt: [UInt8], passes: UInt32, kibibytes: UInt32
  ) throws(CryptoError) -> [UInt8] {
    array(
      try PasswordHash.argon2id(password.span, salt: salt.span, opslimit: passes, memlimitKiB: kibibytes))
  }

  /// Values of the reference implementation, one lane:
  /// `printf password | argon2 somesaltsomesalt -id -v 13 -p 1 -l 32 -t 2 -k 64 -r`, or for passwords and salts
  /// that a shell cannot pass, `argon2.low_level.hash_secret_raw(password, salt, passes, kibibytes, 1, 32,
  /// Type.ID, 0x13)` of Python's argon2-cffi.
  @Test func knownAnswers() throws {
    let password = [UInt8]("password".utf8)
    #expect(
      try argon2id(password, salt, passes: 1, kibibytes: 8)
        == hex("05b6ca8f8038b683887ad4916533858b49cb52040126c134f4c6e9d8711b8c09"))
    #expect(
      try argon2id(password, salt, passes: 2, kibibytes: 64)
        == hex("1a98fba8e6394425c9bdc333a9c750aaf811df070f5fb4a5788e1cf4db5793a1"))
    #expect(
      try argon2id([], [UInt8](repeating: 0, count: 16), passes: 1, kibibytes: 8)
        == hex("cfa0d2d242da6703d311d7eefc922e39cc60c9f4ec93a67d20995be541a06be4"))
    #expect(
      try argon2id([UInt8]("p\u{E4}ss".utf8), counting(16), passes: 3, kibibytes: 1024)
        == hex("83d211c84e949029e824f07f9bd93b40e3ba3f8e8abf4aecd00e56e6f564c42b"))
    #expect(
      try argon2id(counting(256), counting(16), passes: 2, kibibytes: 19 << 10)
        == hex("834b18638a3a8deabd57a9e3583e796c8738695f04b23a9e983154b6892a7d09"))
  }

  /// RFC 9106, section 5.3, by the reference in these tests; then the reference against this module on one
  /// lane. Together they tie the module to the published value.
  @Test func publishedAnswer() throws {
    let published = ReferenceArgon2id(
      lanes: 4, memory: 32, passes: 3, secret: [UInt8](repeating: 3, count: 8),
      associated: [UInt8](repeating: 4, count: 12))
    #expect(
      published.hash([UInt8](repeating: 1, count: 32), salt: [UInt8](repeating: 2, count: 16))
        == hex("0d640df58d78766c08c037a34a8b53c9d01ef0452d75b65eb52520e96b01e659"))

    for (memory, passes) in [(8, 1), (32, 3), (37, 2), (600, 2)] as [(UInt32, UInt32)] {
      #expect(
        try argon2id(counting(32), salt, passes: passes, kibibytes: memory)
          == ReferenceArgon2id(memory: memory, passes: passes).hash(counting(32), salt: salt),
        "\(memory) KiB, \(passes) passes")
    }
  }

  @Test func presetsAndFloor() {
    #expect(KDFCost.mobile == KDFCost(opslimit: 3, memlimitKiB: 65_536))
    #expect(KDFCost.standard == KDFCost(opslimit: 3, memlimitKiB: 262_144))
    #expect(KDFCost.sensitive == KDFCost(opslimit: 4, memlimitKiB: 1_048_576))
    #expect(KDFCost.writerFloor == KDFCost(opslimit: 2, memlimitKiB: 19_456))
    for preset in [KDFCost.mobile, .standard, .sensitive] {
      #expect(preset.reaches(.writerFloor))
      #expect(throws: Never.self) { try KDFCost.Ceiling.standard.check(preset) }
    }
    #expect(!KDFCost(opslimit: 1, memlimitKiB: 1 << 20).reaches(.writerFloor))
    #expect(!KDFCost(opslimit: 16, memlimitKiB: 19_455).reaches(.writerFloor))
  }

  @Test func ceilingOfOneHash() throws(CryptoError) {
    let ceiling = KDFCost.Ceiling.standard
    try ceiling.check(KDFCost(opslimit: 16, memlimitKiB: 1 << 20))
    #expect(throws: CryptoError.tooCostly(.passes, asked: 17, allowed: 16)) {
      try ceiling.check(KDFCost(opslimit: 17, memlimitKiB: 8))
    }
    #expect(throws: CryptoError.tooCostly(.memory, asked: 1_048_577, allowed: 1_048_576)) {
      try ceiling.check(KDFCost(opslimit: 1, memlimitKiB: 1_048_577))
    }
    #expect(throws: CryptoError.tooCostly(.passes, asked: 4_294_967_295, allowed: 16)) {
      try ceiling.check(KDFCost(opslimit: .max, memlimitKiB: .max))
    }
  }

  /// 2^25 KiB·passes in all: two of 16 passes over 1 GiB, and not a KiB more.
  @Test func ceilingOfAllHashes() throws(CryptoError) {
    let ceiling = KDFCost.Ceiling.standard
    var sum: UInt64 = 0
    for _ in 0..<2 { try ceiling.check(KDFCost(opslimit: 16, memlimitKiB: 1 << 20), adding: &sum) }
    #expect(sum == 33_554_432)
    #expect(throws: CryptoError.tooCostly(.total, asked: 33_554_440, allowed: 33_554_432)) {
      try ceiling.check(KDFCost(opslimit: 1, memlimitKiB: 8), adding: &sum)
    }
    var nearlyAll = UInt64.max - 1
    let unbounded = KDFCost.Ceiling(opslimit: .max, memlimitKiB: .max, total: .max - 1)
    #expect(throws: CryptoError.tooCostly(.total, asked: .max, allowed: .max - 1)) {
      try unbounded.check(.standard, adding: &nearlyAll)
    }
  }

  /// The ceiling is checked before anything is paid, and can be raised.
  @Test func costOfAHash() throws {
    #expect(throws: CryptoError.tooCostly(.passes, asked: 17, allowed: 16)) {
      _ = try argon2id([1], salt, passes: 17, kibibytes: 8)
    }
    #expect(throws: CryptoError.tooCostly(.memory, asked: 4_294_967_295, allowed: 1_048_576)) {
      _ = try argon2id([1], salt, passes: 1, kibibytes: .max)
    }
    let raised = try PasswordHash.argon2id(
      [1].span, salt: salt.span, opslimit: 17, memlimitKiB: 8,
      ceiling: KDFCost.Ceiling(opslimit: 17, memlimitKiB: 8, total: 136))
    #expect(array(raised) == ReferenceArgon2id(memory: 8, passes: 17).hash([1], salt: salt))
    #expect(throws: CryptoError.invalidCost(KDFCost(opslimit: 0, memlimitKiB: 8))) {
      _ = try argon2id([1], salt, passes: 0, kibibytes: 8)
    }
    #expect(throws: CryptoError.invalidCost(KDFCost(opslimit: 1, memlimitKiB: 7))) {
      _ = try argon2id([1], salt, passes: 1, kibibytes: 7)
    }
  }
}
