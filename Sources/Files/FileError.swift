internal import CSystem

/// What went wrong with a file: the kind of failure, the file and the step it happened in.
public struct FileError: Error, Sendable, Hashable {
  /// The kinds of failure that a caller can tell apart. The raw values are stable names.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// Nothing of that name, or a folder on the way to it is missing.
    case notFound
    /// It exists, but this user may not read it.
    case unreadable
    /// A folder, device, socket or pipe where a regular file is wanted.
    case notRegular
    /// The file has several names; replacing one would leave the others with the old content.
    case hardLinked
    /// More symbolic links than anyone means, or one that leads to itself.
    case symlinkLoop
    /// A new file was wanted and the name is taken.
    case exists
    /// The folder is missing or read-only, or this user may not write there.
    case cannotCreate
    /// The disk or the quota is full, or the process may not write files of this size (`ulimit -f`).
    case noSpace
    /// The device or the system failed.
    case inputOutput
    /// Another writer holds the lock.
    case busy
    /// Somebody changed or replaced the file meanwhile, without the lock.
    case changed
    /// Larger than the caller accepts.
    case tooLarge
    /// The file ends before the bytes that were asked for.
    case truncated
    /// The content is not what this program writes there.
    case malformed
    /// The reader at the other end of a pipe is gone.
    case closedPipe
  }

  /// What kind of failure it is.
  public let kind: Kind
  /// The file or folder, as the caller named it where possible.
  public let path: Path
  /// What was being done, as a verb: "open", "write", "rename".
  public let operation: String
  /// The system's error number, 0 if the failure is not the system's.
  public let errno: Int32
  /// Whether the new content stands under the name all the same, whole: what failed is a step after that, and all
  /// that is in doubt is whether a power cut would undo it.
  public let isInPlace: Bool

  /// An error of a known kind.
  public init(
    _ kind: Kind, _ path: Path, _ operation: StaticString, errno: Int32 = 0, isInPlace: Bool = false
  ) {
    self.kind = kind
    self.path = path
    self.operation = operation.description
    self.errno = errno
    self.isInPlace = isInPlace
  }
}

extension FileError: CustomStringConvertible {
  /// One line: the step, the file, the cause. No full stop, no capital.
  public var description: String { "cannot \(operation) \(path): \(reason)" }

  /// The cause alone.
  public var reason: String {
    switch kind {
    case .notRegular: "not a regular file"
    case .hardLinked: "the file has several hard links"
    case .symlinkLoop: "too many symbolic links"
    case .exists: "the file exists already"
    case .busy: "in use by another writer"
    case .changed: "the file was changed by another program meanwhile"
    case .tooLarge: "larger than the limit"
    case .truncated: "the file is shorter than expected"
    case .malformed: "the content is damaged or of another kind"
    case .noSpace where errno == EFBIG: "the file size limit of this process is reached"
    case .cannotCreate where errno == EBUSY: "it is a mount point, so it cannot be replaced"
    case .notFound, .unreadable, .cannotCreate, .noSpace, .inputOutput, .closedPipe:
      errno == 0 ? Self.words(for: kind) : Self.lowerCased(systemText(errno))
    }
  }

  /// Without the capital at its beginning, unless it begins an abbreviation.
  private static func lowerCased(_ text: String) -> String {
    let second = text.utf8.dropFirst().first ?? 0
    guard (0x61...0x7A).contains(second) || second == 0x20 else { return text }
    return text.prefix(1).lowercased() + text.dropFirst()
  }

  private static func words(for kind: Kind) -> String {
    switch kind {
    case .notFound: "no such file"
    case .unreadable: "permission denied"
    case .cannotCreate: "the folder does not accept new files"
    case .noSpace: "no space left"
    case .closedPipe: "the reader is gone"
    default: "input/output error"
    }
  }
}

extension FileError {
  /// What a call was for; the same error number means different things in reading and in making files.
  enum Purpose {
    case reading, writing, creating, locking
  }

  /// The error for a negative result of a `csystem_` call.
  init(
    result: Int, _ path: Path, _ operation: StaticString, _ purpose: Purpose, isInPlace: Bool = false
  ) {
    let number = Int32(truncatingIfNeeded: -result)
    self.init(Self.kind(of: number, purpose), path, operation, errno: number, isInPlace: isInPlace)
  }

  static func kind(of number: Int32, _ purpose: Purpose) -> Kind {
    switch number {
    case ENOSPC, EDQUOT, EFBIG: .noSpace
    case ELOOP: .symlinkLoop
    case EISDIR, ENXIO, ENODEV: .notRegular
    case EPIPE: .closedPipe
    case EOVERFLOW: .tooLarge
    case EEXIST: .exists
    case EROFS: .cannotCreate
    case EWOULDBLOCK where purpose == .locking: .busy
    case ENOENT, ENOTDIR, ENAMETOOLONG, EINVAL:
      switch purpose {
      case .creating: .cannotCreate
      case .reading where number != EINVAL: .notFound
      default: .inputOutput
      }
    case EACCES, EPERM: purpose == .reading ? .unreadable : .cannotCreate
    case EBUSY, ETXTBSY: purpose == .reading ? .inputOutput : .cannotCreate
    default: .inputOutput
    }
  }
}

/// The system's words for an error number.
func systemText(_ number: Int32) -> String {
  let text = unsafe [UInt8](unsafeUninitializedCapacity: 256) { buffer, count in
    unsafe buffer.initialize(repeating: 0)
    unsafe buffer.withMemoryRebound(to: CChar.self) {
      unsafe csystem_describe_error(number, $0.baseAddress, $0.count)
    }
    count = unsafe buffer.firstIndex(of: 0) ?? 0
  }
  return String(decoding: text, as: UTF8.self)
}
