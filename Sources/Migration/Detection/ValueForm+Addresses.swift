extension ValueForm {
  /// `8-4-4-4-12` hexadecimal digits, braces allowed.
  package static func isUUID(_ text: Span<UInt8>) -> Bool {
    var start = 0
    var count = text.count
    if count == 38, text[0] == UInt8(ascii: "{"), text[37] == UInt8(ascii: "}") {
      start = 1
      count = 36
    }
    guard count == 36 else { return false }
    for offset in 0..<36 {
      let byte = text[start + offset]
      switch offset {
      case 8, 13, 18, 23: if byte != UInt8(ascii: "-") { return false }
      default: if !ByteSet.hex.contains(byte) { return false }
      }
    }
    return true
  }

  /// Six pairs of hexadecimal digits with `:` or `-` between them.
  static func isHardwareAddress(_ text: Span<UInt8>) -> Bool {
    guard text.count == 17 || text.count == 23 else { return false }
    for index in text.indices {
      let byte = text[index]
      if index % 3 == 2 {
        if byte != UInt8(ascii: ":") && byte != UInt8(ascii: "-") { return false }
      } else if !ByteSet.hex.contains(byte) {
        return false
      }
    }
    return true
  }

  /// Paths, URLs and e-mail addresses.
  static func ofAddress(_ text: Span<UInt8>, _ profile: ValueProfile) -> ValueForm? {
    let first = text[0]
    if first == UInt8(ascii: "~") && text.count > 1 && text[1] == UInt8(ascii: "/") { return .path }
    if first == UInt8(ascii: "/") { return isPath(text, profile) ? .path : nil }
    if ASCII.has("./", in: text) || ASCII.has("../", in: text) { return .path }
    if text.count > 2, text[1] == UInt8(ascii: ":"), text[2] == UInt8(ascii: "\\") { return .path }
    if let scheme = schemeLength(text) {
      if ASCII.hasAnyCase("file:", in: text) { return .path }
      // `data:` and opaque URIs count too; `name:value` without slashes does not.
      return text.count > scheme + 2 && ASCII.has("://", in: text, at: scheme) ? .url : nil
    }
    return isEmail(text, profile) ? .email : nil
  }

  /// The length of a URL's scheme that is followed by a colon.
  static func schemeLength(_ text: Span<UInt8>) -> Int? {
    guard ByteSet.letters.contains(text[0]) else { return nil }
    var end = 1
    while end < text.count, end < 64 {
      let byte = text[end]
      if byte == UInt8(ascii: ":") { return end >= 2 ? end : nil }
      guard
        ByteSet.alphanumeric.contains(byte) || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-")
          || byte == UInt8(ascii: ".")
      else { return nil }
      end += 1
    }
    return nil
  }

  /// Base64 may begin with a slash too: a path's parts read as words or end in a suffix.
  private static func isPath(_ text: Span<UInt8>, _ profile: ValueProfile) -> Bool {
    if text.count == 1 { return true }
    var slashes = 0
    for index in text.indices where text[index] == UInt8(ascii: "/") { slashes += 1 }
    return profile.spaces > 0 || slashes * 40 >= text.count && profile.randomness < .high
  }

  private static func isEmail(_ text: Span<UInt8>, _ profile: ValueProfile) -> Bool {
    guard profile.spaces == 0, text.count <= 254 else { return false }
    var at: Int?
    for index in text.indices where text[index] == UInt8(ascii: "@") {
      if at != nil { return false }
      at = index
    }
    guard let at, at > 0, at < text.count - 4 else { return false }
    var dot = at + 1
    var hasDot = false
    while dot < text.count {
      let byte = text[dot]
      if byte == UInt8(ascii: ".") {
        if dot == at + 1 || dot == text.count - 1 { return false }
        hasDot = true
      } else if !ByteSet.alphanumeric.contains(byte) && byte != UInt8(ascii: "-") {
        return false
      }
      dot += 1
    }
    return hasDot && ByteSet.letters.contains(text[text.count - 1])
  }

  /// `com.example.app`, `TEAMID1234.com.example.app`, `api.example.org:443`, `archive.tar.gz`.
  static func isDottedName(_ text: Span<UInt8>, _ profile: ValueProfile) -> Bool {
    guard profile.spaces == 0, profile.beyondASCII == 0, text.count <= 253 else { return false }
    var labels = 0
    var length = 0
    var lastLetters = 0
    var wordy = 0
    for index in 0...text.count {
      let byte = index < text.count ? text[index] : UInt8(ascii: ".")
      if byte == UInt8(ascii: ".") {
        if length == 0 { return false }
        labels += 1
        if lastLetters == length { wordy += 1 }
        if index < text.count { (length, lastLetters) = (0, 0) }
        continue
      }
      if !ByteSet.alphanumeric.contains(byte), byte != UInt8(ascii: "-"), byte != UInt8(ascii: "_"),
        byte != UInt8(ascii: ":")
      {
        return false
      }
      length += 1
      if ByteSet.letters.contains(byte) { lastLetters += 1 }
    }
    // The last label of a host's name is never a number (RFC 3696 §2); only constants are all capitals.
    guard labels >= 2, profile.lower > 0, length <= 24,
      ByteSet.digits.run(in: text, from: text.count - length) < length
    else {
      return false
    }
    return wordy * 2 >= labels && (profile.readsAsWords || labels >= 3 && profile.randomness < .high)
  }

  /// OpenSSH's public key lines, wallets' extended public keys (BIP-32, SLIP-132), PEM of public things, and base64 of the DER of a public key (RFC 5280 §4.1.2.7, RFC 3279,
  /// RFC 5480, RFC 8410): RSA of 1024 to 4096 bits, DSA, NIST curves, Ed25519 and X25519.
  static func isPublicKey(_ text: Span<UInt8>) -> Bool {
    for start in [
      "ssh-rsa AAAA", "ssh-ed25519 AAAA", "ssh-dss AAAA", "ecdsa-sha2-", "sk-ssh-ed25519", "sk-ecdsa-",
      "-----BEGIN PUBLIC KEY", "-----BEGIN RSA PUBLIC KEY", "-----BEGIN CERTIFICATE",
      "-----BEGIN PGP PUBLIC KEY",
      "-----BEGIN PGP MESSAGE", "-----BEGIN X509 CRL", "MIIBIjANBgkqhkiG9w0BAQEF", "MIICIjANBgkqhkiG9w0BAQEF",
      "MIGfMA0GCSqGSIb3DQEBAQUAA4GN", "MIIBojANBgkqhkiG9w0BAQEF", "MIIBtzCCASwGByqGSM44BAEw",
      "MIIBuDCCASwGByqGSM44BAEw", "MFkwEwYHKoZIzj0CAQ", "MHYwEAYHKoZIzj0CAQ", "MIGbMBAGByqGSM49AgEG",
      "MCowBQYDK2Vw", "MCowBQYDK2Vu", "age1", "npub1", "xpub6", "ypub6", "zpub6", "tpubD", "upub5", "vpub5",
    ] where ASCII.has(start, in: text) {
      return true
    }
    return isCurvePoint(text)
  }

  /// Base64 of a point of P-256 as it is (SEC 1 §2.3.3; RFC 8292 §3.2, the key of web push): 65 bytes of which the first
  /// is 4.
  private static func isCurvePoint(_ text: Span<UInt8>) -> Bool {
    guard text.count == 87 || text.count == 88 && text[87] == UInt8(ascii: "="), text[0] == UInt8(ascii: "B"),
      (UInt8(ascii: "A")...UInt8(ascii: "P")).contains(text[1])
    else { return false }
    return (ByteSet.base64 | ByteSet.base64URL).run(in: text, from: 0) >= 87
  }

  /// An algorithm's name, a separator and as many hexadecimal digits or characters of base64 as its digests have.
  static func isDigest(_ text: Span<UInt8>) -> Bool {
    for (name, size) in [("md5", 16), ("sha1", 20), ("sha256", 32), ("sha384", 48), ("sha512", 64)]
    where text.count > name.utf8.count + size && ASCII.hasAnyCase(name, in: text) {
      let start = name.utf8.count + 1
      switch text[start - 1] {
      case UInt8(ascii: "-"), UInt8(ascii: ":"), UInt8(ascii: "/"), UInt8(ascii: "="): break
      default: continue
      }
      let length = text.count - start
      if length == size * 2 { return ByteSet.hex.run(in: text, from: start) == length }
      let coded = (size * 4 + 2) / 3
      let padded = (size + 2) / 3 * 4
      return (length == coded || length == padded)
        && (ByteSet.base64 | ByteSet(UInt8(ascii: "="))).run(in: text, from: start) == length
    }
    return false
  }

  /// Handles that are printed in apps and web pages by design (Google's and AdMob's documentation; AWS ARNs).
  static func isVendorHandle(_ text: Span<UInt8>) -> Bool {
    for end in [".apps.googleusercontent.com", ".appspot.com", ".firebaseio.com", ".firebaseapp.com"]
    where ASCII.has(end, in: text, at: text.count - end.utf8.count) {
      return true
    }
    for start in [
      "com.googleusercontent.apps.", "ca-app-pub-", "arn:aws:", "urn:", "projects/", "pk_live_", "pk_test_",
      "pk.eyJ",
    ]
    where ASCII.has(start, in: text) {
      return true
    }
    // A device's address for notifications (Firebase Cloud Messaging): an installation's id, `:APA91b` and more.
    for id in [11, 12, 22] where ASCII.has(":APA91b", in: text, at: id) { return true }
    // A device that a pool of users knows: `eu-west-1_` and a UUID (AWS, Amazon Cognito API: DeviceKey).
    if text.count >= 44, text[text.count - 37] == UInt8(ascii: "_"),
      isUUID(text.extracting(text.count - 36..<text.count)),
      (ByteSet.lowerAlphanumeric | ByteSet(UInt8(ascii: "-"))).run(in: text, from: 0) == text.count - 37
    {
      return true
    }
    // Firebase app ids: `1:1234567890:ios:…`
    let number = ByteSet.digits.run(in: text, from: 0)
    guard number > 0, number + 1 < text.count, text[number] == UInt8(ascii: ":") else { return false }
    let project = ByteSet.digits.run(in: text, from: number + 1)
    let platform = number + project + 2
    return project >= 6
      && (ASCII.has("ios:", in: text, at: platform) || ASCII.has("android:", in: text, at: platform)
        || ASCII.has("web:", in: text, at: platform))
  }
}
