import SecretFile

/// The credentials of a vector: passphrases as bytes, everything else as the texts of files.
struct VectorCredentials: Sendable {
  private var passphrases: [[UInt8]] = []
  private var files: [String: [String]] = [:]
  /// Whether a device key is given.
  var hasDevice: Bool { !(files["deviceKeys"] ?? []).isEmpty }

  init(_ value: VectorJSON) throws(Malformed) {
    let kinds: Set<String> = ["keyFiles", "identities", "deviceKeys", "presence"]
    let fields = try Fields(value, "credentials", only: kinds.union(["passphrases"]))
    if fields.has("passphrases") {
      for text in try fields.texts("passphrases") {
        guard let bytes = Hexadecimal.bytes(text) else { throw Malformed("a passphrase is not hexadecimal") }
        passphrases.append(bytes)
      }
    }
    for kind in kinds.sorted() where fields.has(kind) { files[kind] = try fields.texts(kind) }
  }

  /// The credentials as the library has them.
  /// - Throws: `credential` if one is malformed, as some vectors want it.
  func credentials() throws(SecretFileError) -> Credentials {
    var credentials = Credentials()
    for passphrase in passphrases { try credentials.addPassphrase(passphrase.span) }
    for text in (files["keyFiles"] ?? []) + (files["identities"] ?? []) {
      try credentials.addKeyFile(Array(text.utf8).span)
    }
    for text in files["deviceKeys"] ?? [] { try credentials.addDeviceKey(Array(text.utf8).span) }
    for text in files["presence"] ?? [] { try credentials.addPresence(Array(text.utf8).span) }
    return credentials
  }
}
