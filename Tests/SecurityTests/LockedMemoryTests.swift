// Looks into the container for the keys that it searches for, which only a debug build allows.
#if DEBUG && canImport(Glibc)
  import Files
  import Foundation
  import Glibc
  import ItemStore
  import SecretCrypto
  @testable import SecretFile
  import Security
  import Testing

  /// What is in the memory of a process while the device is locked, seen byte by byte.
  @Suite struct LockedMemoryTests {
    @Test("while locked no page of the process holds the master key or the class key of WhenUnlocked")
    func keysAreGone() async {
      await #expect(processExitsWith: .success) {
        let bench = Bench(.file)
        try bench { (device) throws in
          add("ak")
          add("ck", [kSecAttrAccessible: kSecAttrAccessibleAfterFirstUnlock])
          let wanted = try Wanted(bench.path)
          #expect(secret("ak").text == "secret" && secret("ck").text == "secret")
          #expect(Memory.holds(wanted.master) && Memory.holds(wanted.whenUnlocked), "or the search is blind")
          #expect(Memory.holds(wanted.afterFirstUnlock))

          device.lock()
          #expect(secret("ck").text == "secret")
          #expect(secret("ak").status == errSecInteractionNotAllowed)
          #expect(!Memory.holds(wanted.master))
          #expect(!Memory.holds(wanted.whenUnlocked))
          #expect(Memory.holds(wanted.afterFirstUnlock))

          device.unlock()
          #expect(secret("ak").text == "secret")
          #expect(Memory.holds(wanted.whenUnlocked))

          device.restart()
          #expect(secret("ck").status == errSecInteractionNotAllowed)
          for key in [wanted.master, wanted.whenUnlocked, wanted.afterFirstUnlock] {
            #expect(!Memory.holds(key))
          }
        }
      }
    }
  }

  /// The keys that are searched for. Kept in a disguise, so that the search does not find itself.
  private struct Wanted {
    let master: [UInt8]
    let whenUnlocked: [UInt8]
    let afterFirstUnlock: [UInt8]

    init(_ path: Path) throws {
      let container = try Container.open(
        at: path, with: try Credentials(keyFileAt: Path(bytes: path.bytes + Array(".device/key".utf8))))
      let snapshot = container.snapshot
      func key(_ accessibility: Accessibility) throws -> [UInt8] {
        let entry = try #require(
          snapshot.keyTable.entries.first {
            $0.accessibility == accessibility && $0.accessControl.isEmpty
          })
        return Self.disguised(try snapshot.classKey(entry.keyID))
      }
      master = Self.disguised(try #require(snapshot.chainKeys.master))
      whenUnlocked = try key(.whenUnlocked)
      afterFirstUnlock = try key(.afterFirstUnlock)
    }

    private static func disguised(_ key: SecretBuffer) -> [UInt8] {
      key.withBytes { bytes in bytes.indices.map { bytes[$0] ^ Memory.disguise } }
    }
  }

  /// The memory of this process.
  private enum Memory {
    static let disguise: UInt8 = 0xA5

    /// Whether the bytes, or either half of them, stand anywhere in memory that can be written.
    static func holds(_ disguised: [UInt8]) -> Bool {
      // Not `String(contentsOfFile:)`, which takes the first page of a file without a size.
      guard let list = FileHandle(forReadingAtPath: "/proc/self/maps") else { return false }
      let maps = String(decoding: list.readDataToEndOfFile(), as: UTF8.self)
      let half = disguised.count / 2
      for line in maps.split(separator: "\n") {
        let fields = line.split(separator: " ", maxSplits: 2)
        let ends = fields[0].split(separator: "-").compactMap { UInt(String($0), radix: 16) }
        guard fields[1].hasPrefix("rw"), ends.count == 2,
          let start = unsafe UnsafeRawPointer(bitPattern: ends[0])
        else { continue }
        let area = unsafe UnsafeRawBufferPointer(start: start, count: Int(ends[1] - ends[0]))
        for part in [disguised[..<half], disguised[half...]] where unsafe holds(area, Array(part)) {
          return true
        }
      }
      return false
    }

    private static func holds(_ area: UnsafeRawBufferPointer, _ part: [UInt8]) -> Bool {
      guard var place = area.baseAddress else { return false }
      let end = unsafe place + area.count
      let first = Int32(part[0] ^ disguise)
      while unsafe end - place >= part.count, let hit = unsafe memchr(place, first, end - place) {
        let found = UnsafeRawPointer(hit)
        if unsafe end - found >= part.count, unsafe isSame(found, part) { return true }
        unsafe place = found + 1
      }
      return false
    }

    private static func isSame(_ place: UnsafeRawPointer, _ part: [UInt8]) -> Bool {
      for index in part.indices
      where unsafe place.load(fromByteOffset: index, as: UInt8.self) ^ disguise != part[index] {
        return false
      }
      return true
    }
  }
#endif
