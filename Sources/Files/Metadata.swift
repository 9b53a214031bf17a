internal import CSystem

/// What a replacement could not carry over to the new file. Access was narrowed instead, never widened.
package enum MetadataNote: Sendable, Hashable {
  /// The file belongs to the writer now; only its owner's rights, and those of others where the group had
  /// them too, were kept.
  case owner
  /// The group could not be kept, so the group's rights are gone.
  case group
  /// The access list could not be kept, so only the owner has access.
  case accessList
  /// An extended attribute of this name could not be kept.
  case attribute(name: [UInt8])
}

extension MetadataNote: CustomStringConvertible {
  /// The note for people, without capitals and full stop.
  package var description: String {
    switch self {
    case .owner: "the owner could not be kept; access was narrowed"
    case .group: "the group could not be kept; its access was removed"
    case .accessList: "the access list could not be kept; only the owner has access"
    case .attribute(let name): "the extended attribute \(printable(name)) could not be kept"
    }
  }
}

/// Gives a new file what the one it replaces has: owner, attributes, access list, mode, in this order, so that at
/// no moment anyone may do more with the new file than with the old one.
struct MetadataKeeper {
  let path: Path
  let base: Descriptor
  let copy: Descriptor
  private(set) var notes: [MetadataNote] = []

  init(path: Path, base: Descriptor, copy: Descriptor) {
    self.path = path
    self.base = base
    self.copy = copy
  }

  mutating func keepAll() throws(FileError) {
    let wanted = try base.status(path).access
    let owner = try keepOwner(wanted)
    try keepAttributes()
    let list = owner.complete ? keepAccessList() : dropAccessList()
    let mode = Self.mode(wanted.mode, owner: owner.user, group: owner.group, accessList: list)
    if !list { notes.append(.accessList) }
    let result = csystem_chmod(copy.number, mode)
    guard result >= 0 else { throw FileError(result: Int(result), path, "set the mode of", .creating) }
  }

  /// The mode of the new file. Without its group the file grants the group nothing, and the others nothing that the
  /// group was denied (its members count as others now).
  static func mode(_ mode: UInt32, owner: Bool, group: Bool, accessList: Bool) -> UInt32 {
    guard accessList else { return mode & 0o700 }
    if owner, group { return mode & 0o7777 }
    if group { return mode & 0o777 }
    return (mode & 0o700) | (mode & 0o007 & (mode >> 3))
  }

  // MARK: Owner

  private mutating func keepOwner(
    _ wanted: FileAccess
  ) throws(FileError) -> (user: Bool, group: Bool, complete: Bool) {
    let own = try copy.status(path).access
    var user = own.owner == wanted.owner
    var group = own.group == wanted.group
    if !user || !group, csystem_chown(copy.number, wanted.owner, wanted.group) >= 0 {
      (user, group) = (true, true)
    }
    if !group, csystem_chown(copy.number, .max, wanted.group) >= 0 { group = true }
    if !user { notes.append(.owner) }
    if !group { notes.append(.group) }
    return (user, group, user && group)
  }

  // MARK: Access list

  private static let accessList = "system.posix_acl_access"

  /// Whether the new file's access list is now the old one's.
  private func keepAccessList() -> Bool {
    #if canImport(Darwin)
      return csystem_copy_access_list(base.number, copy.number) >= 0
    #else
      let name = Path(Self.accessList)
      switch Self.read(name, of: base) {
      case .value(let list): return Self.write(list, as: name, to: copy) >= 0
      case .absent: return removeAccessList()
      case .failed: return false
      }
    #endif
  }

  /// Takes away what the folder handed down; true unless the old file had a list, which is lost now.
  private func dropAccessList() -> Bool {
    #if canImport(Darwin)
      return csystem_copy_access_list(base.number, copy.number) >= 0
    #else
      guard case .absent = Self.read(Path(Self.accessList), of: base) else {
        _ = removeAccessList()
        return false
      }
      return removeAccessList()
    #endif
  }

  private func removeAccessList() -> Bool { copy.removeAccessList() }

  // MARK: Extended attributes

  /// Attributes that are the system's statement about the old bytes, or are handled above.
  private static let excluded: Set<[UInt8]> = [
    Array("system.posix_acl_access".utf8), Array("system.posix_acl_default".utf8),
    Array("security.ima".utf8), Array("security.evm".utf8), Array("security.capability".utf8),
  ]

  private mutating func keepAttributes() throws(FileError) {
    for name in try attributeNames() where !Self.excluded.contains(name) {
      let path = Path(bytes: name)
      guard case .value(let value) = Self.read(path, of: base) else {
        notes.append(.attribute(name: name))
        continue
      }
      if case .value(value) = Self.read(path, of: copy) { continue }
      let result = Self.write(value, as: path, to: copy)
      guard result < 0 else { continue }
      if result == -ENOSPC || result == -EDQUOT {
        throw FileError(result: Int(result), self.path, "keep the attributes of", .writing)
      }
      notes.append(.attribute(name: name))
    }
  }

  private func attributeNames() throws(FileError) -> [[UInt8]] {
    // Somebody may add one between the two calls: ask again, a few times.
    for _ in 0..<8 {
      let size = csystem_list_attributes(base.number, nil, 0)
      guard size > 0 else {
        if size == 0 || size == -Int64(ENOTSUP) || size == -Int64(EPERM) { return [] }
        throw FileError(result: Int(size), path, "list the attributes of", .reading)
      }
      var buffer = [UInt8](repeating: 0, count: Int(size))
      let count = unsafe buffer.withUnsafeMutableBytes {
        unsafe csystem_list_attributes(base.number, $0.baseAddress, $0.count)
      }
      if count == -Int64(ERANGE) { continue }
      guard count >= 0 else { throw FileError(result: Int(count), path, "list the attributes of", .reading) }
      return buffer.prefix(Int(count)).split(separator: 0).map { Array($0) }
    }
    throw FileError(.changed, path, "list the attributes of")
  }

  private enum Value {
    case value([UInt8])
    case absent
    case failed
  }

  private static func read(_ name: Path, of file: Descriptor) -> Value {
    for _ in 0..<8 {
      let size = unsafe named(name) { unsafe csystem_get_attribute(file.number, $0, nil, 0) }
      if size == -Int64(absentAttribute) || size == -Int64(ENOTSUP) { return .absent }
      guard size >= 0 else { return .failed }
      // One byte more than needed: a size of zero would only ask for the size again.
      var buffer = [UInt8](repeating: 0, count: Int(size) + 1)
      let count = unsafe buffer.withUnsafeMutableBytes { bytes in
        unsafe named(name) { unsafe csystem_get_attribute(file.number, $0, bytes.baseAddress, bytes.count) }
      }
      if count == -Int64(ERANGE) { continue }
      if count == -Int64(absentAttribute) { return .absent }
      guard count >= 0 else { return .failed }
      return .value(Array(buffer.prefix(Int(count))))
    }
    return .failed
  }

  private static func write(_ value: [UInt8], as name: Path, to file: Descriptor) -> Int32 {
    let result = unsafe value.withUnsafeBytes { bytes in
      unsafe named(name) {
        Int64(unsafe csystem_set_attribute(file.number, $0, bytes.baseAddress, bytes.count))
      }
    }
    return Int32(truncatingIfNeeded: result)
  }

  private static func named(_ name: Path, _ body: (UnsafePointer<CChar>) -> Int64) -> Int64 {
    // A name from the system holds no NUL.
    (try? unsafe withCPath(name, name, body)) ?? -Int64(EINVAL)
  }
}

#if canImport(Darwin)
  private let absentAttribute = ENOATTR
#else
  private let absentAttribute = ENODATA
#endif

extension Descriptor {
  /// Removes an access list, such as one handed down by the folder; true if there is none now.
  func removeAccessList() -> Bool {
    #if canImport(Darwin)
      return true
    #else
      let result = unsafe "system.posix_acl_access".withCString {
        unsafe csystem_remove_attribute(number, $0)
      }
      return result >= 0 || result == -ENODATA || result == -ENOTSUP
    #endif
  }
}
