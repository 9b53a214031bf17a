import SecretFile

/// Where the tool keeps its own files, and what the environment says about others. Variables name files only.
enum Places {
  /// `$XDG_DATA_HOME/secretctl/device.key`; nil without a home.
  static var deviceKey: Path? {
    Environment.folder("XDG_DATA_HOME", otherwise: [".local", "share"])?.appending("device.key")
  }

  /// `$XDG_STATE_HOME/secretctl/witness`; nil without a home.
  static var witness: Path? {
    Environment.folder("XDG_STATE_HOME", otherwise: [".local", "state"])?.appending("witness")
  }

  /// `$XDG_STATE_HOME/secretctl/renew`, with a lock for each container; nil without a home.
  static var renewals: Path? {
    Environment.folder("XDG_STATE_HOME", otherwise: [".local", "state"])?.appending("renew")
  }

  /// The file that an option names, or its variable of the environment.
  static func file(_ arguments: ParsedArguments, _ option: Option) -> Path? {
    if let value = arguments.value(option) { return Path(bytes: value) }
    return option.spec.environment.flatMap(Launch.environment).map { Path(bytes: $0) }
  }

  /// Where `-o` sends the result; nil without it, and for `-`: stdout.
  static func output(_ arguments: ParsedArguments) -> Path? {
    guard let value = arguments.value(.output), value != [0x2D] else { return nil }
    return Path(bytes: value)
  }
}
