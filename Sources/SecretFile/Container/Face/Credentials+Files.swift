public import Files
internal import SecretCrypto

extension Credentials {
  /// The keys in a key file, which is read straight into guarded memory.
  /// - Throws: `credential` if it holds anything but keys, blank lines and comments; file errors.
  public init(keyFileAt path: Path) throws(SecretFileError) {
    self.init()
    try addKeyFile(at: path)
  }

  /// Adds the keys in a key file.
  /// - Throws: `credential` if it holds anything but keys, blank lines and comments; file errors. Nothing is added
  ///   then.
  public mutating func addKeyFile(at path: Path) throws(SecretFileError) {
    try Self.read(path) { (text) throws(SecretFileError) in try addKeyFile(text) }
  }

  /// Adds the device key in a file.
  /// - Throws: `credential` if it holds anything but one device key; file errors.
  public mutating func addDeviceKey(at path: Path) throws(SecretFileError) {
    try Self.read(path) { (text) throws(SecretFileError) in try addDeviceKey(text) }
  }

  /// Adds the identities of enrolments in a file.
  /// - Throws: `credential` if it holds anything but identities, blank lines and comments; file errors. Nothing is
  ///   added then.
  public mutating func addPresence(at path: Path) throws(SecretFileError) {
    try Self.read(path) { (text) throws(SecretFileError) in try addPresence(text) }
  }

  /// Lends the text of a small file; errors about the text name the file.
  private static func read(
    _ path: Path, _ body: (SecretBuffer) throws(SecretFileError) -> Void
  ) throws(SecretFileError) {
    var count = 0
    let memory = try files { () throws(FileError) in
      try SecretBuffer(count: longestFile) { (bytes) throws(FileError) in
        count = try SmallFile.read(path, into: &bytes)
      }
    }
    do throws(SecretFileError) {
      try body(memory.slice(0..<count))
    } catch {
      throw SecretFileError(error.code, "\(path): \(error.message)", hint: error.hint)
    }
  }

  /// In bytes; enough for hundreds of keys.
  private static let longestFile = 65_536
}
