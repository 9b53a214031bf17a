package import SecretFile

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

  private static func hint(_ error: FileError) -> String? {
    if error.isInPlace {
      return "the new file is in place and whole; only a power cut soon after could still undo that"
    }
    return switch error.kind {
    case .notFound: "check the name and the folder"
    case .unreadable: "ask the owner of the file for the right to read it"
    case .hardLinked:
      "replacing it would leave its other names with the old content: make it a file with one name"
    case .exists: "nothing is overwritten: choose another name or move the file away"
    case .cannotCreate: "the folder must exist and accept new files"
    case .noSpace: "make room and try again; \(error.path) is as it was"
    case .busy: "wait for the other program and try again"
    case .changed: "another program wrote the file without its lock: try again"
    case .notRegular, .symlinkLoop, .inputOutput, .tooLarge, .truncated, .malformed, .closedPipe: nil
    }
  }
}
