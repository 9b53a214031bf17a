#if os(Linux)
  import CSystem
  import Files
  import Foundation
  import Testing

  /// An access list as Linux stores it: version 2, then tag, permissions, id.
  private func accessList(_ entries: (tag: UInt16, permissions: UInt16, id: UInt32)...) -> [UInt8] {
    var bytes: [UInt8] = [2, 0, 0, 0]
    for entry in entries {
      for value in [entry.tag, entry.permissions] { bytes += [UInt8(value & 0xff), UInt8(value >> 8)] }
      for shift in stride(from: 0, to: 32, by: 8) { bytes.append(UInt8(entry.id >> UInt32(shift) & 0xff)) }
    }
    return bytes
  }

  /// u::rw-, u:1234:rw-, g::r--, m::rw-, o::---
  private let listForUser1234 = accessList(
    (0x01, 6, .max), (0x02, 6, 1_234), (0x04, 4, .max), (0x10, 6, .max), (0x20, 0, .max))

  private func setAttribute(_ path: String, _ name: String, _ value: [UInt8]) -> Bool {
    unsafe setxattr(path, name, value, value.count, 0) == 0
  }

  private func attribute(_ path: String, _ name: String) -> [UInt8]? {
    var value = [UInt8](repeating: 0, count: 1_024)
    let count = unsafe getxattr(path, name, &value, value.count)
    return count < 0 ? nil : Array(value.prefix(count))
  }

  @Suite struct MetadataTests {
    let scratch: Scratch
    init() throws { scratch = try Scratch() }

    @discardableResult
    private func replace(
      _ name: String, times: Replacement.Times = .new, access: Replacement.Access = .keep,
      kind: TemporaryFile.Kind = .unnamedIfPossible
    ) throws -> [MetadataNote] {
      var replacement = try Replacement.begin(scratch.path(name), temporary: kind)
      try replacement.write(Array("new".utf8).span)
      let notes = try replacement.commit(times: times, access: access).notes
      #expect(try scratch.text(name) == "new")
      return notes
    }

    @Test(arguments: [0o600, 0o640, 0o644, 0o660, 0o604, 0o755, 0o2640, 0o4700] as [mode_t])
    func theModeIsKept(mode: mode_t) throws {
      try scratch.write("x", to: "f", mode: mode)
      #expect(try replace("f") == [])
      #expect(try scratch.mode("f") == UInt32(mode))
    }

    @Test func aReadOnlyFileIsItsOwnersDecision() throws {
      try scratch.write("x", to: "f", mode: 0o400)
      if Machine.isRoot {
        #expect(try replace("f") == [])
      } else {
        #expect(
          kind { () throws(FileError) in _ = try Replacement.begin(scratch.path("f")) } == .cannotCreate)
      }
      #expect(try scratch.mode("f") == 0o400)
    }

    @Test(.enabled(if: Machine.isRoot, "only root may give files away"))
    func theOwnerIsKept() throws {
      try scratch.write("x", to: "f", mode: 0o640)
      try #require(unsafe chown(scratch.path("f"), 1_234, 5_678) == 0)
      for kind in ReplacementTests.kinds {
        #expect(try replace("f", kind: kind) == [])
        #expect(try scratch.facts("f").st_uid == 1_234)
        #expect(try scratch.facts("f").st_gid == 5_678)
        #expect(try scratch.mode("f") == 0o640)
      }
    }

    @Test func onlyTheOwnerWhereThatIsAsked() throws {
      try scratch.write("x", to: "f", mode: 0o666)
      #expect(try replace("f", access: .ownerOnly) == [])
      #expect(try scratch.mode("f") == 0o600)
    }

    @Test func attributesAreKept() throws {
      try scratch.write("x", to: "f", mode: 0o600)
      try #require(setAttribute(scratch.path("f"), "user.comment", Array("hello".utf8)))
      try #require(setAttribute(scratch.path("f"), "user.empty", []))
      if Machine.isRoot { try #require(unsafe chmod(scratch.path("f"), 0o400) == 0) }
      #expect(try replace("f") == [])
      #expect(attribute(scratch.path("f"), "user.comment") == Array("hello".utf8))
      #expect(attribute(scratch.path("f"), "user.empty") == [])
      #expect(attribute(scratch.path("f"), "system.posix_acl_access") == nil)
    }

    @Test func theAccessListIsKept() throws {
      try scratch.write("x", to: "f", mode: 0o640)
      try #require(setAttribute(scratch.path("f"), "system.posix_acl_access", listForUser1234))
      #expect(try replace("f") == [])
      #expect(attribute(scratch.path("f"), "system.posix_acl_access") == listForUser1234)
      #expect(try scratch.mode("f") == 0o660)  // The group bits show the list's mask.
    }

    @Test func theFoldersListDoesNotWiden() throws {
      try scratch.write("x", to: "f", mode: 0o660)
      try #require(setAttribute(scratch.folder, "system.posix_acl_default", listForUser1234))
      try scratch.write("x", to: "inherits")
      try #require(attribute(scratch.path("inherits"), "system.posix_acl_access") != nil)
      for kind in ReplacementTests.kinds {
        #expect(try replace("f", kind: kind) == [])
        #expect(attribute(scratch.path("f"), "system.posix_acl_access") == nil)
        #expect(try scratch.mode("f") == 0o660)
      }
      try writeOutput(scratch.path("g"), [1].span)
      #expect(attribute(scratch.path("g"), "system.posix_acl_access") == nil)
      #expect(try scratch.mode("g") == 0o600)
    }

    @Test func timesAreKeptOrNew() throws {
      let old = [timespec(tv_sec: 1_000_000, tv_nsec: 123_456_789), timespec(tv_sec: 2_000_000, tv_nsec: 1)]
      try scratch.write("x", to: "f")
      try #require(unsafe utimensat(AT_FDCWD, scratch.path("f"), old, 0) == 0)
      #expect(try replace("f", times: .keep) == [])
      var facts = try scratch.facts("f")
      #expect(facts.st_mtim.tv_sec == 2_000_000 && facts.st_mtim.tv_nsec == 1)
      try #require(unsafe utimensat(AT_FDCWD, scratch.path("f"), old, 0) == 0)
      let times = try ReadableFile.open(scratch.path("f")).times
      #expect(times.accessed == Timestamp(seconds: 1_000_000, nanoseconds: 123_456_789))
      try replace("f", times: .set(FileTimes(accessed: times.modified, modified: times.accessed)))
      // Only now, because reading the text has touched the access time.
      facts = try scratch.facts("f")
      #expect(facts.st_mtim.tv_sec == 1_000_000 && facts.st_mtim.tv_nsec == 123_456_789)
      try replace("f", times: .new)
      #expect(try scratch.facts("f").st_mtim.tv_sec > 1_700_000_000)
    }

    /// The file of another user in a shared folder, replaced by somebody who may not give files away: whatever is not
    /// certain to be as narrow as before is dropped.
    @Test(
      .enabled(if: Machine.isRoot, "needs root to become somebody else"),
      arguments: [(0o666, 0o606), (0o646, 0o604), (0o626, 0o602), (0o606, 0o600), (0o607, 0o600)])
    func withoutTheOwnerAccessIsNarrowed(mode: Int, kept: Int) async throws {
      try #require(unsafe chmod(scratch.folder, 0o777) == 0)
      try scratch.write("x", to: "f", mode: mode_t(mode))
      let path: String = scratch.path("f")
      await #expect(processExitsWith: .success) { [path = path as String] in
        try #require(setgid(65_534) == 0 && setuid(65_534) == 0)
        var replacement = try Replacement.begin(Path(path))
        try replacement.write([1].span)
        #expect(try replacement.commit().notes == [.owner, .group])
      }
      #expect(try scratch.facts("f").st_uid == 65_534)
      #expect(try scratch.facts("f").st_gid == 65_534)
      #expect(try scratch.mode("f") == UInt32(kept))
    }

    @Test(.enabled(if: Machine.isRoot, "needs root to become somebody else"))
    func withoutTheOwnerTheListIsDropped() async throws {
      try #require(unsafe chmod(scratch.folder, 0o777) == 0)
      try scratch.write("x", to: "f", mode: 0o666)
      // u::rw-, u:1234:---, g::rw-, m::rw-, o::rw-
      let list = accessList(
        (0x01, 6, .max), (0x02, 0, 1_234), (0x04, 6, .max), (0x10, 6, .max), (0x20, 6, .max))
      try #require(setAttribute(scratch.path("f"), "system.posix_acl_access", list))
      let path: String = scratch.path("f")
      await #expect(processExitsWith: .success) { [path = path as String] in
        try #require(setgid(65_534) == 0 && setuid(65_534) == 0)
        var replacement = try Replacement.begin(Path(path))
        try replacement.write([1].span)
        #expect(try replacement.commit().notes == [.owner, .group, .accessList])
      }
      #expect(try scratch.mode("f") == 0o600)
      #expect(attribute(scratch.path("f"), "system.posix_acl_access") == nil)
    }

    @Test(.enabled(if: Machine.isRoot, "needs root to become somebody else"))
    func attributesThatCannotBeKeptAreNamed() async throws {
      try scratch.write("x", to: "f", mode: 0o600)
      try #require(unsafe chmod(scratch.folder, 0o777) == 0)
      try #require(unsafe chown(scratch.path("f"), 65_534, 65_534) == 0)
      // Readable by anybody, to be set by root alone.
      try #require(setAttribute(scratch.path("f"), "security.secretfile", [1]))
      let path: String = scratch.path("f")
      await #expect(processExitsWith: .success) { [path = path as String] in
        try #require(setgid(65_534) == 0 && setuid(65_534) == 0)
        var replacement = try Replacement.begin(Path(path))
        try replacement.write([1].span)
        let notes = try replacement.commit().notes
        #expect(notes == [.attribute(name: Array("security.secretfile".utf8))])
        #expect(notes.first?.description == "the extended attribute security.secretfile could not be kept")
      }
      #expect(try scratch.mode("f") == 0o600)
    }
  }
#endif
