/// Files that are known by their first bytes and refused by name.
enum Recognition {
  private struct Signature {
    var bytes: [UInt8]
    var code: String
    var what: String
    var hint: String

    init(_ text: String, _ code: String, _ what: String, hint: String) {
      bytes = Array(text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) })
      (self.code, self.what, self.hint) = (code, what, hint)
    }
  }

  private static let decrypt = "decrypt it first, then read what comes out"
  private static let unpack = "take the preference file out of it first"

  /// One line a kind of file; the texts are Latin-1, so that a scalar is a byte.
  private static let signatures: [Signature] = [
    Signature(
      "version https://git-lfs.github.com/spec/", "gitLFSPointer",
      "a git-lfs pointer, not the file it stands for", hint: "fetch the file with: git lfs pull"),
    Signature(
      "\0GITCRYPT\0", "gitCrypt", "encrypted by git-crypt",
      hint: "unlock the repository with: git-crypt unlock"),
    Signature(
      "\u{89}SF1\r\n\u{1A}\n", "secretfile", "a SecretFile container already",
      hint: "there is nothing to import from it"),
    Signature("age-encryption.org/", "encrypted", "encrypted by age", hint: decrypt),
    Signature("-----BEGIN AGE ENCRYPTED FILE", "encrypted", "encrypted by age", hint: decrypt),
    Signature("-----BEGIN PGP MESSAGE", "encrypted", "encrypted by OpenPGP", hint: decrypt),
    Signature("Salted__", "encrypted", "encrypted by openssl", hint: decrypt),
    Signature("$ANSIBLE_VAULT;", "encrypted", "an Ansible vault", hint: decrypt),
    Signature(
      "-----BEGIN ", "pem", "a key or a certificate (PEM)", hint: "store it as one item with: secretctl set"),
    Signature("SQLite format 3\0", "sqlite", "an SQLite database", hint: "only preference files are read"),
    Signature("PK\u{03}\u{04}", "archive", "a zip archive", hint: unpack),
    Signature("\u{1F}\u{8B}", "archive", "compressed by gzip", hint: unpack),
    Signature("BZh", "archive", "compressed by bzip2", hint: unpack),
    Signature("\u{FD}7zXZ\0", "archive", "compressed by xz", hint: unpack),
    Signature(
      "0\u{82}", "signed", "a signed message or certificate (DER)",
      hint: "take the property list out with: openssl smime -verify -noverify -inform DER -in FILE"),
  ]

  /// The refusal of a file that begins as one of the known kinds does.
  static func refusal(_ bytes: Span<UInt8>) -> Refusal? {
    if bytes.isEmpty {
      return Refusal(
        code: "emptyFile", message: "the file is empty", offset: 0,
        hint: "there is nothing to read in this file")
    }
    if begins(bytes, Array("ANDROID BACKUP\n".utf8)) { return androidBackup(bytes) }
    for signature in signatures where begins(bytes, signature.bytes) {
      return Refusal(
        code: signature.code, message: "the file is \(signature.what)", offset: 0, hint: signature.hint)
    }
    return nil
  }

  private static func begins(_ bytes: Span<UInt8>, _ prefix: [UInt8]) -> Bool {
    guard bytes.count >= prefix.count else { return false }
    for (index, byte) in prefix.enumerated() where bytes[index] != byte { return false }
    return true
  }

  /// The head of an Android backup has four lines; the last names the encryption.
  private static func androidBackup(_ bytes: Span<UInt8>) -> Refusal {
    var line = 0
    var at = 0
    while at < bytes.count, line < 3 {
      line += bytes[at] == 0x0A ? 1 : 0
      at += 1
    }
    let plain = begins(bytes.extracting(droppingFirst: at), Array("none\n".utf8))
    return plain
      ? Refusal(code: "archive", message: "the file is an Android backup", offset: 0, hint: unpack)
      : Refusal(
        code: "encryptedBackup", message: "the file is an encrypted Android backup", offset: 0, hint: decrypt
      )
  }

  /// The refusal of a file that no reader knows.
  static func unknown(_ bytes: Span<UInt8>) -> Refusal {
    if looksRandom(bytes) {
      return Refusal(
        code: "encrypted", message: "the file looks encrypted or compressed: its bytes are random", offset: 0,
        hint: "if it comes from an encrypted device backup, decrypt the backup first")
    }
    return Refusal(
      code: "notAPreferenceFile", message: "the file is no property list, no JSON and no Android XML",
      offset: 0,
      hint: "only preference files are read: property lists, JSON and Android's SharedPreferences")
  }

  /// Whether two bytes of the file, drawn at random, are equal about as seldom as in random bytes: 1 in 256,
  /// with room for chance in a short file. Text stands near 1 in 16.
  private static func looksRandom(_ bytes: Span<UInt8>) -> Bool {
    let count = min(bytes.count, 1 << 16)
    guard count >= 128 else { return false }
    var times = InlineArray<256, Int>(repeating: 0)
    for index in 0..<count { times[Int(bytes[index])] += 1 }
    var equalPairs = 0
    for byte in times.indices { equalPairs += times[byte] * (times[byte] - 1) }
    return Double(equalPairs) < 0.0065 * Double(count) * Double(count - 1)
  }
}
