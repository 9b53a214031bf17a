import Files
import Foundation
import SecretCrypto
import SecretFile
import Testing

/// Small containers with one damage each: never accepted, never a crash, and the error of the right stage.
///
/// SECRETFILE_FULL_SWEEPS=1 tries every bit and many more bytes to insert.
@Suite struct ContainerSweepTests {
  static let isFull = ProcessInfo.processInfo.environment["SECRETFILE_FULL_SWEEPS"] == "1"

  /// What verifying says: the name of an error, or "accepted".
  static func verify(_ subject: SweepSubject, _ path: Path, withPassword: Bool = true) -> String {
    do throws(SecretFileError) {
      let password = withPassword ? subject.password : nil
      let container = try Container.open(at: path, with: subject.credentials)
      let report = try container.verify(passwords: { _ in password })
      return report.records == subject.names.count ? "accepted" : "accepted, without some records"
    } catch {
      return error.code.name
    }
  }

  /// Tells the first few failures of a sweep, not all of them.
  struct Findings {
    private var count = 0
    mutating func check(_ found: String, _ wanted: String, _ what: @autoclosure () -> String) {
      if found == wanted { return }
      count += 1
      if count <= 8 { Issue.record("\(what()): \(found), not \(wanted)") }
    }
  }

  @Test(arguments: SweepSubject.Kind.allCases)
  func undamaged(_ kind: SweepSubject.Kind) throws {
    let subject = try SweepSubject(kind)
    let folder = try SweepFolder()
    try folder.write(subject.bytes)
    #expect(Self.verify(subject, folder.path) == "accepted")
    #expect(Self.verify(subject, folder.path, withPassword: false) == "accepted")
    #expect(subject.page.count >= 296 && (subject.page.count - 40) % 256 == 0)
    #expect(
      subject.bytes.count == subject.copies + subject.headerLength + subject.rootLength + 16)
  }

  /// Every byte, one bit of it.
  @Test(arguments: SweepSubject.Kind.allCases)
  func bitsFlipped(_ kind: SweepSubject.Kind) throws {
    let subject = try SweepSubject(kind)
    let folder = try SweepFolder()
    try folder.write(subject.bytes)
    let handle = try folder.handle()
    var findings = Findings()
    for offset in subject.bytes.indices {
      for bit in Self.isFull ? Array(0..<8) : [(offset &* 5 + offset / 8) % 8] {
        var start = Array(subject.bytes.prefix(16))
        let changed = subject.bytes[offset] ^ (1 << bit)
        if offset < 16 { start[offset] = changed }
        try Self.write(changed, handle, at: offset)
        var damage = Damage(subject.bytes, at: offset)
        damage.start = start[...]
        // The item's own password costs a derivation, which no damage before the copies comes to.
        let found = Self.verify(subject, folder.path, withPassword: offset < subject.copies)
        findings.check(found, damage.expected(subject), "bit \(bit) of byte \(offset)")
        try Self.write(subject.bytes[offset], handle, at: offset)
      }
    }
    #expect(Self.verify(subject, folder.path) == "accepted")
  }

  private static func write(_ byte: UInt8, _ handle: FileHandle, at offset: Int) throws {
    try handle.seek(toOffset: UInt64(offset))
    try handle.write(contentsOf: Data([byte]))
  }

  /// Cut at every length, at the end and at the start.
  @Test(arguments: SweepSubject.Kind.allCases)
  func cut(_ kind: SweepSubject.Kind) throws {
    let subject = try SweepSubject(kind)
    let folder = try SweepFolder()
    try folder.write(subject.bytes)
    let handle = try folder.handle()
    var findings = Findings()
    for length in subject.bytes.indices.reversed() {
      try handle.truncate(atOffset: UInt64(length))
      let damage = Damage(Array(subject.bytes[..<length]), at: length)
      findings.check(Self.verify(subject, folder.path), damage.expected(subject), "\(length) bytes")
    }
    let step = Self.isFull ? 1 : 3
    for start in 1...subject.bytes.count
    where start % step == 0 || start + subject.headerLength + 64 > subject.bytes.count {
      let bytes = Array(subject.bytes[start...])
      try folder.write(bytes)
      let damage = Damage(bytes, of: subject.bytes)
      findings.check(
        Self.verify(subject, folder.path), damage.expected(subject), "without the first \(start)")
    }
  }

  /// A byte too many at every position, the ends included, or two.
  @Test(arguments: SweepSubject.Kind.allCases)
  func inserted(_ kind: SweepSubject.Kind) throws {
    let subject = try SweepSubject(kind)
    let folder = try SweepFolder()
    var findings = Findings()
    for offset in 0...subject.bytes.count {
      for added in Self.additions(subject, offset) {
        var bytes = subject.bytes
        bytes.insert(contentsOf: added, at: offset)
        try folder.write(bytes)
        let damage = Damage(bytes, of: subject.bytes, from: offset)
        let found = Self.verify(subject, folder.path)
        findings.check(found, damage.expected(subject), "\(added) before byte \(offset)")
      }
    }
  }

  private static func additions(_ subject: SweepSubject, _ offset: Int) -> [[UInt8]] {
    let neighbour = offset == 0 ? subject.bytes[0] : subject.bytes[offset - 1]
    let all: [[UInt8]] = [[0x00], [0x0A], [neighbour], [0x0D], [0xFF], [0x89], [0x53], [0x01], [0x00, 0x00]]
    let isEdge = offset <= 16 || offset == subject.bytes.count
    return isFull || isEdge ? all : [all[offset % 3]]
  }

  /// A byte too few at every position, or more.
  @Test(arguments: SweepSubject.Kind.allCases)
  func deleted(_ kind: SweepSubject.Kind) throws {
    let subject = try SweepSubject(kind)
    let folder = try SweepFolder()
    var findings = Findings()
    for offset in subject.bytes.indices {
      for count in Self.isFull || offset < 16 ? [1, 2, 4, 256] : [1]
      where offset + count <= subject.bytes.count {
        var bytes = subject.bytes
        bytes.removeSubrange(offset..<(offset + count))
        try folder.write(bytes)
        let damage = Damage(bytes, of: subject.bytes, from: offset)
        let found = Self.verify(subject, folder.path)
        findings.check(found, damage.expected(subject), "\(count) bytes from \(offset) on missing")
      }
    }
  }

  /// Damage stays where it is: everything else can be read.
  @Test(arguments: SweepSubject.Kind.allCases)
  func damageElsewhere(_ kind: SweepSubject.Kind) throws {
    let subject = try SweepSubject(kind)
    let folder = try SweepFolder()
    for (index, payload) in subject.payloads.enumerated() {
      for offset in stride(from: payload.lowerBound, to: payload.upperBound, by: 37) {
        var bytes = subject.bytes
        bytes[offset] ^= 0x10
        try folder.write(bytes)
        let wrong = try Self.unreadable(subject, folder.path, "payload")
        #expect(wrong == [subject.names[index]], "byte \(offset)")
      }
    }
    for offset in stride(from: subject.copies, to: subject.bytes.count, by: 97) {
      var bytes = subject.bytes
      bytes[offset] ^= 0x10
      try folder.write(bytes)
      #expect(try Self.unreadable(subject, folder.path, "payload").isEmpty, "byte \(offset)")
    }
  }

  /// The items whose secrets cannot be read because of that error. What lacks a factor or a password does not count.
  private static func unreadable(_ subject: SweepSubject, _ path: Path, _ code: String) throws -> [String] {
    let container = try Container.open(at: path, with: subject.credentials)
    let items = try container.items()
    #expect(items.map { String(decoding: $0.name.account, as: UTF8.self) } == subject.names)
    return try items.filter { (item) in
      do throws(SecretFileError) {
        _ = try container.secret(of: item)
        return false
      } catch {
        if error.code == .passcode || error.code == .applicationPassword { return false }
        if error.code.name != code { throw error }
        return true
      }
    }.map { String(decoding: $0.name.account, as: UTF8.self) }
  }
}
