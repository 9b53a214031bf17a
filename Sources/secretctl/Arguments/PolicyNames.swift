/// The names of accessibilities as the command line and JSON write them.
package enum AccessibilityName {
  /// Long name, Apple's short form, and class number.
  private static let table: [(name: String, short: String, number: UInt8)] = [
    ("whenUnlocked", "ak", 6),
    ("afterFirstUnlock", "ck", 7),
    ("always", "dk", 8),
    ("whenUnlockedThisDeviceOnly", "aku", 9),
    ("afterFirstUnlockThisDeviceOnly", "cku", 10),
    ("alwaysThisDeviceOnly", "dku", 11),
    ("whenPasscodeSetThisDeviceOnly", "akpu", 12),
  ]

  /// The long names.
  package static var all: [String] { table.map(\.name) }

  /// The class number that a name or short form stands for.
  package static func number(_ text: [UInt8]) throws(Outcome) -> UInt8 {
    // Apple's constants are called kSecAttrAccessibleWhenUnlocked and so on.
    let prefix = Array("kSecAttrAccessible".utf8)
    let isConstant = text.starts(with: prefix) && text.count > prefix.count
    let name = isConstant ? [text[prefix.count] | 0x20] + text.dropFirst(prefix.count + 1) : text
    for row in table where row.name.utf8.elementsEqual(name) || row.short.utf8.elementsEqual(text) {
      return row.number
    }
    throw .usage(
      "--accessibility \(Escaping.visible(text)): no such accessibility",
      hint: Suggestion.nearest(to: text, among: all.map { Array($0.utf8) }).map { "did you mean \($0)?" }
        ?? "one of \(all.joined(separator: ", "))")
  }

  /// The long name of a class number.
  package static func name(_ number: UInt8) -> String {
    table.first { $0.number == number }?.name ?? "class \(number)"
  }
}

/// The names of access control flags as the command line and JSON write them.
package enum AccessControlName {
  private static let table: [(name: String, bit: UInt32)] = [
    ("userPresence", 1 << 0),
    ("biometryAny", 1 << 1),
    ("biometryCurrentSet", 1 << 3),
    ("devicePasscode", 1 << 4),
    ("or", 1 << 14),
    ("and", 1 << 15),
    ("privateKeyUsage", 1 << 30),
    ("applicationPassword", 1 << 31),
  ]

  /// The names.
  package static var all: [String] { table.map(\.name) }

  /// The flags of a list with commas; an empty list, or `none`, is no flags.
  package static func flags(_ text: [UInt8]) throws(Outcome) -> UInt32 {
    if text.isEmpty || text.elementsEqual("none".utf8) { return 0 }
    let flags = try union(text)
    try checkOperators(flags)
    return flags
  }

  /// Refuses `or` and `and` where there are not two conditions for them to join.
  package static func checkOperators(_ flags: UInt32) throws(Outcome) {
    // Both together are refused with what the Keychain says of them.
    if flags & (1 << 14 | 1 << 15) == 1 << 14 | 1 << 15 { return }
    for (name, bit) in table where bit == 1 << 14 || bit == 1 << 15 {
      let conditions = flags & ~(1 << 14 | 1 << 15 | 1 << 30)
      if flags & bit != 0, conditions.nonzeroBitCount < 2 {
        throw .usage(
          "--access-control: \(name) joins two conditions",
          hint: "name both, such as biometryAny,devicePasscode,\(name), or leave \(name) out")
      }
    }
  }

  /// The flags of a list with commas, whether they make sense together or not.
  package static func union(_ text: [UInt8]) throws(Outcome) -> UInt32 {
    var flags: UInt32 = 0
    for word in text.split(separator: 0x2C, omittingEmptySubsequences: false) {
      guard let row = table.first(where: { $0.name.utf8.elementsEqual(word) }) else {
        throw .usage(
          "--access-control: no flag \(Escaping.visible(Array(word)))",
          hint: Suggestion.nearest(to: Array(word), among: all.map { Array($0.utf8) })
            .map { "did you mean \($0)?" } ?? "flags are \(all.joined(separator: ", "))")
      }
      flags |= row.bit
    }
    return flags
  }

  /// The names of the flags that are set; unknown bits as numbers.
  package static func names(_ flags: UInt32) -> [String] {
    var rest = flags
    var names: [String] = []
    for row in table where rest & row.bit != 0 {
      names.append(row.name)
      rest &= ~row.bit
    }
    if rest != 0 { names.append("0x" + String(rest, radix: 16)) }
    return names
  }
}

/// Four-character codes: item types, creators, protocols.
package enum FourCharacterCode {
  /// Four characters, or a number in decimal.
  package static func parse(_ text: [UInt8], _ option: String) throws(Outcome) -> UInt32 {
    var cursor = DigitCursor(text)
    if let number = cursor.number(text.count), let code = UInt32(exactly: number) { return code }
    guard text.count == 4, text.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) else {
      throw .usage(
        "--\(option) \(Escaping.visible(text)): neither four characters nor a number",
        hint: "four characters of ASCII, such as note, or a number in decimal")
    }
    return text.reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// Four characters if they are printable ASCII, else a number in decimal.
  package static func text(_ code: UInt32) -> String {
    let bytes = [24, 16, 8, 0].map { (shift: UInt32) in UInt8(truncatingIfNeeded: code >> shift) }
    guard bytes.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }), !bytes.allSatisfy({ (0x30...0x39).contains($0) })
    else { return code.description }
    return String(decoding: bytes, as: Unicode.UTF8.self)
  }
}

/// Protocols of internet passwords: the names that people use, and Apple's codes, which the items have.
package enum ProtocolName {
  private static let table: [(name: String, code: String)] = [
    ("https", "htps"), ("http", "http"), ("ftp", "ftp "), ("ftps", "ftps"), ("ssh", "ssh "), ("smb", "smb "),
    ("afp", "afp "), ("imap", "imap"), ("imaps", "imps"), ("pop3", "pop3"), ("pop3s", "pops"),
    ("smtp", "smtp"),
    ("ldap", "ldap"), ("ldaps", "ldps"), ("telnet", "teln"), ("telnets", "tels"), ("irc", "irc "),
    ("ircs", "ircs"), ("nntp", "nntp"), ("nntps", "ntps"), ("socks", "sox "), ("rtsp", "rtsp"),
    ("daap", "daap"),
    ("eppc", "eppc"), ("ipp", "ipp "), ("appletalk", "atlk"), ("ftp-account", "ftpa"), ("http-proxy", "htpx"),
    ("https-proxy", "htsx"), ("ftp-proxy", "ftpx"), ("rtsp-proxy", "rtsx"), ("cvs", "cvsp"), ("svn", "svn "),
  ]

  /// The names of people.
  package static let all = table.map(\.name)

  /// The code for a name or a code, in upper or lower case and without the spaces that fill it up; empty for none.
  package static func code(_ text: [UInt8]) throws(Outcome) -> [UInt8] {
    if text.isEmpty { return [] }
    if let code = known(text) { return code }
    throw .usage(
      "--protocol \(Escaping.visible(text)): not known",
      hint: Suggestion.nearest(to: text, among: all.map { Array($0.utf8) }).map { "did you mean \($0)?" }
        ?? "one of \(all.joined(separator: ", ")), or Apple's code for it")
  }

  /// The code for what is known; what is not stays as it is, for what other programs have stored.
  package static func lenient(_ text: [UInt8]) -> [UInt8] { known(text) ?? text }

  private static func known(_ text: [UInt8]) -> [UInt8]? {
    let word = text.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    let row =
      table.first { $0.name.utf8.elementsEqual(word) }
      ?? table.first { $0.code.utf8.elementsEqual(word) || $0.code.utf8.elementsEqual(word + [0x20]) }
    return row.map { Array($0.code.utf8) }
  }
}
