internal import CSystem

/// A moment as the file system keeps it.
package struct Timestamp: Sendable, Hashable, Comparable {
  /// Since 1970-01-01T00:00:00Z.
  package let seconds: Int64
  /// 0…999,999,999.
  package let nanoseconds: Int64

  /// A moment from its two parts.
  package init(seconds: Int64, nanoseconds: Int64) {
    self.seconds = seconds
    self.nanoseconds = nanoseconds
  }

  /// Whether `left` is earlier.
  package static func < (left: Timestamp, right: Timestamp) -> Bool {
    (left.seconds, left.nanoseconds) < (right.seconds, right.nanoseconds)
  }
}

/// Which file it is and which state of it: equal identities mean that nobody wrote to the file in between,
/// nor changed its mode, owner or attributes.
package struct FileIdentity: Sendable, Hashable {
  /// The file system.
  package let device: UInt64
  /// The file in it.
  package let inode: UInt64
  /// In bytes.
  package let size: UInt64
  /// When the content changed last.
  package let modified: Timestamp
  /// When anything about the file changed last; no program can set it.
  package let changed: Timestamp

  /// The same file, whatever happened to its content.
  package func isSameFile(as other: FileIdentity) -> Bool { device == other.device && inode == other.inode }
}

/// When a file was read and written last.
package struct FileTimes: Sendable, Hashable {
  /// When it was read last, as far as the file system records that.
  package let accessed: Timestamp
  /// When its content was written last.
  package let modified: Timestamp

  /// Times of one's own choice.
  package init(accessed: Timestamp, modified: Timestamp) {
    self.accessed = accessed
    self.modified = modified
  }
}

/// Who may do what with a file.
package struct FileAccess: Sendable, Hashable {
  /// The permission bits, `0o7777` at most.
  package let mode: UInt32
  /// User id.
  package let owner: UInt32
  /// Group id.
  package let group: UInt32

  /// Whether anyone but the owner may read or write it by the permission bits.
  package var isOpenToOthers: Bool { mode & 0o066 != 0 }
}

/// What stands under a name in a folder.
package enum EntryKind: String, Sendable, Hashable {
  case regular, folder, symbolicLink, pipe, socket, device, unknown

  init(mode: UInt32) {
    switch mode & UInt32(S_IFMT) {
    case UInt32(S_IFREG): self = .regular
    case UInt32(S_IFDIR): self = .folder
    case UInt32(S_IFLNK): self = .symbolicLink
    case UInt32(S_IFIFO): self = .pipe
    case UInt32(S_IFSOCK): self = .socket
    case UInt32(S_IFCHR), UInt32(S_IFBLK): self = .device
    default: self = .unknown
    }
  }
}
