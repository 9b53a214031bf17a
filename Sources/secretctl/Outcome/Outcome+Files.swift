package import SecretFile

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension Outcome {
  /// A failure of the file system.
  package init(_ error: FileError) {
    self.init(error.kind.rawValue, Self.exit(of: error.kind), error.description, hint: Self.hint(error))
  }

  private static func exit(of kind: FileError.Kind) -> ExitCode {
    switch kind {
    case .notFound: .noInput
    case .notRegular, .hardLinked, .symlinkLoop, .tooLarge, .malformed: .refused
    case .exists, .cannotCreate: .cannotCreate
    case .unreadable, .noSpace, .inputOutput, .truncated, .closedPipe: .inputOutput
    case .busy, .changed: .busy
    }
  }

  private static func hint(_ error: FileError) -> String {
    if error.isInPlace {
      return "the new file is in place and whole; only a power cut soon after could still undo that"
    }
    return switch error.kind {
    case .notFound: "check the name and the folder"
    case .unreadable: "ask the owner of the file for the right to read it"
    case .notRegular: "name the file itself, not a folder or a device"
    case .hardLinked:
      "replacing it would leave its other names with the old content: make it a file with one name"
    case .symlinkLoop: "name the file itself instead of the link"
    case .exists: "nothing is overwritten: choose another name or move the file away"
    case .cannotCreate: cannotCreate(error)
    case .noSpace: "make room and try again; \(error.path) is as it was"
    case .inputOutput:
      error.errno == EBADF
        ? "redirect it to or from something that is open" : "check the disk and the connection to it"
    case .busy: "wait for the other program and try again"
    case .changed: "another program wrote the file without its lock: try again"
    case .tooLarge: "name another file"
    case .truncated: "another program is writing it, or it is cut short: try again with a whole one"
    case .malformed:
      "if nobody can say why, move it away: it is made anew; --no-witness goes on without a witness"
    case .closedPipe: "read the output to its end"
    }
  }

  /// What stands in the way of a new file, as the system's error number tells it.
  private static func cannotCreate(_ error: FileError) -> String {
    let folder = error.path.parent
    return switch error.errno {
    case EROFS: "its file system is read-only: use a copy on one that is not"
    case EACCES, EPERM: "this user may not write in the folder \(folder): use another one, or change its mode"
    case ENOENT, ENOTDIR: "make the folder \(folder) first"
    case ENAMETOOLONG: "choose a shorter name"
    case EBUSY, ETXTBSY: "name a file that is neither a mount point nor a running program"
    default: "the folder \(folder) must exist and accept new files"
    }
  }
}
