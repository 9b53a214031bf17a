import Migration
import SecretFile

/// An XML property list: the values in the shape and with the types that they had in the file they were imported from.
///
/// With `-s` what that file's outermost dictionary or array was, else a dictionary of services that hold one each.
enum ExportPlist {
  private static let head = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0">

    """

  static func document(_ export: Export, _ console: Console) throws(Outcome) -> SecretBuffer {
    var text = SecretText()
    text.append(head)
    let items = export.items.filter { $0.contentType != .none }
    try refuseTwins(items)
    if export.isOneService {
      try values(items, export, "", &text, console)
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
        try values(service.items, export, "\t", &text, console)
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

  /// A container on the way down.
  private struct Frame {
    let node: Int
    let isArray: Bool
    let indent: String
    var next = 0
    var tag: String { isArray ? "array" : "dict" }
  }

  private static func values(
    _ items: [Item], _ export: Export, _ indent: String, _ text: inout SecretText, _ console: Console
  ) throws(Outcome) {
    let tree = try ExportTree(items)
    var frames = [Frame(node: 0, isArray: tree.nodes[0].isArray, indent: indent)]
    text.append(indent + "<\(frames[0].tag)>\n")
    while let frame = frames.last {
      guard frame.next < tree.nodes[frame.node].children.count else {
        text.append(frame.indent + "</\(frame.tag)>\n")
        frames.removeLast()
        continue
      }
      frames[frames.count - 1].next += 1
      let (component, node) = tree.nodes[frame.node].children[frame.next]
      let inner = frame.indent + "\t"
      if !frame.isArray {
        switch component {
        case .key(let name): try key(name, inner, &text)
        case .index(let index): try key(Array(String(index).utf8), inner, &text)
        }
      }
      guard let item = tree.nodes[node].item else {
        frames.append(Frame(node: node, isArray: tree.nodes[node].isArray, indent: inner))
        text.append(inner + "<\(frames[frames.count - 1].tag)>\n")
        continue
      }
      let secret = try export.secret(item)
      text.append(inner)
      let isCut = try secret.withBytes { (span) throws(Outcome) in
        try ExportPlistValue(item).append(span, to: &text)
      }
      text.append(0x0A)
      if isCut {
        console.note(
          "\(ItemText.name(item)): XML has no fractions of a second, the date is cut to whole ones",
          hint: "--format json has all of it")
      }
    }
  }

  private static func key(_ name: [UInt8], _ indent: String, _ text: inout SecretText) throws(Outcome) {
    guard ExportPlistValue.isXML(name.span) else {
      throw Outcome(
        "notText", .refused, "\(Escaping.visible(name)) cannot be a key of a property list",
        hint: "--format json")
    }
    text.append(indent + "<key>")
    ExportPlistValue.appendText(name.span, &text)
    text.append("</key>\n")
  }
}
