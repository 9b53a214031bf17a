import SecretFile

/// Lines of `NAME='value'` that a shell can read.
enum ExportEnvironment {
  static func document(_ export: Export) throws(Outcome) -> SecretBuffer {
    var text = SecretText()
    var names: [String: Item] = [:]
    for item in export.items where item.contentType != .none {
      let name = variable(item.name.account)
      if let other = names.updateValue(item, forKey: name) {
        var outcome = Outcome(
          "ambiguous", .duplicate, "two items would both be \(name)", hint: "export them apart, with -s or -a"
        )
        outcome.details = [ItemText.name(other), ItemText.name(item)]
        throw outcome
      }
      text.append(name + "='")
      let secret = try export.secret(item)
      try secret.withBytes { (span) throws(Outcome) in try append(span, item, to: &text) }
      text.append("'\n")
    }
    return text.finish()
  }

  /// `tokens/refreshToken` becomes `TOKENS_REFRESHTOKEN`; what cannot begin a name gets an underscore.
  static func variable(_ account: [UInt8]) -> String {
    var name: [UInt8] = []
    for byte in account {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x5F: name.append(byte)
      case 0x61...0x7A: name.append(byte - 0x20)
      default: name.append(0x5F)
      }
    }
    if name.first.map({ (0x30...0x39).contains($0) }) ?? true { name.insert(0x5F, at: 0) }
    return String(decoding: name, as: Unicode.UTF8.self)
  }

  private static func append(_ value: Span<UInt8>, _ item: Item, to text: inout SecretText) throws(Outcome) {
    guard UTF8Check.isValid(value), !value.indices.contains(where: { value[$0] == 0 }) else {
      throw Outcome(
        "notText", .refused, "\(ItemText.name(item)): the value is not text, which a variable must be",
        hint: "--format json or plist")
    }
    for index in value.indices {
      if value[index] == 0x27 { text.append("'\\''") } else { text.append(value[index]) }
    }
  }
}
