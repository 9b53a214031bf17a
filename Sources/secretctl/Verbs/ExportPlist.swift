import Migration
import SecretFile

/// An XML property list: accounts and their values, with the types that the values had where they came from.
///
/// With `-s` one dictionary of accounts, else a dictionary of services that hold one each.
enum ExportPlist {
  private static let head = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0">

    """

  static func document(_ export: Export) throws(Outcome) -> SecretBuffer {
    var text = SecretText()
    text.append(head)
    let items = export.items.filter { $0.contentType != .none }
    try refuseTwins(items)
    if export.isOneService {
      try accounts(items, export, "", &text)
    } else {
      var services: [(name: [UInt8], items: [Item])] = []
      for item in items {
        if let index = services.firstIndex(where: { $0.name == item.name.service }) {
          services[index].items.append(item)
        } else {
          services.append((item.name.service, [item]))
        }
      }
      text.append("<dict>\n")
      for service in services {
        try key(service.name, "\t", &text)
        try accounts(service.items, export, "\t", &text)
      }
      text.append("</dict>\n")
    }
    text.append("</plist>\n")
    return text.finish()
  }

  private static func refuseTwins(_ items: [Item]) throws(Outcome) {
    var seen: [[[UInt8]]: Item] = [:]
    for item in items {
      guard let other = seen.updateValue(item, forKey: [item.name.service, item.name.account]) else {
        continue
      }
      var outcome = Outcome(
        "ambiguous", .duplicate, "two items of one service and account", hint: "export them apart, with -g")
      outcome.details = [ItemText.name(other), ItemText.name(item)]
      throw outcome
    }
  }

  private static func accounts(
    _ items: [Item], _ export: Export, _ indent: String, _ text: inout SecretText
  ) throws(Outcome) {
    text.append(indent + "<dict>\n")
    for item in items {
      try key(item.name.account, indent + "\t", &text)
      let secret = try export.secret(item)
      text.append(indent + "\t")
      try secret.withBytes { (span) throws(Outcome) in try value(span, item, &text) }
      text.append(0x0A)
    }
    text.append(indent + "</dict>\n")
  }

  private static func key(_ name: [UInt8], _ indent: String, _ text: inout SecretText) throws(Outcome) {
    guard isXML(name.span) else {
      throw Outcome(
        "notText", .refused, "\(Escaping.visible(name)) cannot be a key of a property list",
        hint: "--format json")
    }
    text.append(indent + "<key>")
    append(name.span, &text)
    text.append("</key>\n")
  }

  /// The value as what it was before it was imported; otherwise text as a string and everything else as data.
  private static func value(_ value: Span<UInt8>, _ item: Item, _ text: inout SecretText) throws(Outcome) {
    switch Kind(rawValue: item.attributes.provenance.originalType) {
    case .boolean: text.append(isTrue(value) ? "<true/>" : "<false/>")
    case .integer: element("integer", value, &text)
    case .real: element("real", value, &text)
    case .date: element("date", value, &text)
    case .uid:
      text.append("<dict><key>CF$UID</key>")
      element("integer", value, &text)
      text.append("</dict>")
    case .data: data(value, &text)
    case .string, nil:
      if item.contentType == .text || item.attributes.provenance.originalType == Kind.string.rawValue,
        isXML(value)
      {
        element("string", value, &text)
      } else if item.attributes.provenance.originalType == Kind.string.rawValue {
        throw Outcome(
          "notText", .refused, "\(ItemText.name(item)): XML cannot hold the control characters in it",
          hint: "--format json")
      } else {
        data(value, &text)
      }
    case .null, .array, .dictionary: data(value, &text)
    }
  }

  private static func element(_ name: String, _ value: Span<UInt8>, _ text: inout SecretText) {
    text.append("<\(name)>")
    append(value, &text)
    text.append("</\(name)>")
  }

  private static func data(_ value: Span<UInt8>, _ text: inout SecretText) {
    text.append("<data>")
    text.appendBase64(value)
    text.append("</data>")
  }

  private static func isTrue(_ value: Span<UInt8>) -> Bool {
    value.count == 4 && value[0] == 0x74
  }

  /// UTF-8 without the control characters that XML 1.0 cannot say.
  private static func isXML(_ value: Span<UInt8>) -> Bool {
    UTF8Check.isValid(value)
      && !value.indices.contains { value[$0] < 0x20 && ![0x09, 0x0A, 0x0D].contains(value[$0]) }
  }

  private static func append(_ value: Span<UInt8>, _ text: inout SecretText) {
    for index in value.indices {
      switch value[index] {
      case 0x26: text.append("&amp;")
      case 0x3C: text.append("&lt;")
      case 0x3E: text.append("&gt;")
      // A parser would make a line feed of it.
      case 0x0D: text.append("&#13;")
      default: text.append(value[index])
      }
    }
  }
}
