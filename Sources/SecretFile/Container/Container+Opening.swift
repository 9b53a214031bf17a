public import Files

extension Container {
  /// Makes a new container; never replaces a file.
  ///
  /// - Parameters:
  ///   - path: Where; nothing may be there yet.
  ///   - slots: The ways in, at least one that is not an enrolment.
  /// - Throws: `file(.exists)` and other file errors; `usage` for slots that contradict each other; `kdfCost` for a
  ///   passphrase slot cheaper than 19 MiB and 2 passes; `credential` for an empty passphrase.
  public static func create(
    at path: Path, slots: [NewSlot], options: CreateOptions = CreateOptions()
  ) throws(SecretFileError) -> Container {
    throw notYet()
  }

  /// Opens a container.
  ///
  /// - Throws: the format's errors in the order of the specification (`notSecretFile`, `framing`, `version`,
  ///   `headerHash`, `header`, `length`, `kdfCost`, `unlock`, `rollback`, `fork`, `root`, `keyTable`); file errors.
  ///   Damage is reported only after a second look, because a writer may have put a new file in place meanwhile.
  public static func open(
    at path: Path, with credentials: Credentials, options: OpenOptions = OpenOptions()
  ) throws(SecretFileError) -> Container {
    throw notYet()
  }

  /// Looks at the file anew: what other writers did since becomes visible.
  public func reload() throws(SecretFileError) {
    throw notYet()
  }

  /// What the container says about itself, as this handle sees it.
  public var info: ContainerInfo { get throws(SecretFileError) { throw notYet() } }

  /// What can be seen of a file without any key. What is damaged is told in `problems`, as far as one can go on.
  /// - Throws: `notSecretFile`, `framing`, `version`, `headerHash`, `header` and file errors, where nothing can be
  ///   told apart.
  public static func inspect(_ path: Path) throws(SecretFileError) -> Inspection {
    throw notYet()
  }
}
