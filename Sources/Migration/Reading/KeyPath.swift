/// Where a value stands in a document: the keys and indexes from the root down.
///
/// The text form joins the components with `/`; inside a component `~` is written `~0` and `/` is written
/// `~1`, as in JSON Pointer. A top-level key without these characters is therefore simply the key.
public struct KeyPath: Hashable, Sendable {
  /// One step down.
  public enum Component: Hashable, Sendable {
    /// Into a dictionary, by the key's UTF-8.
    case key([UInt8])
    /// Into an array, counted from zero.
    case index(Int)
  }

  /// The steps from the root; empty for the root itself.
  public var components: [Component]

  /// Makes a path of steps.
  public init(_ components: [Component] = []) { self.components = components }

  /// Makes a path of keys, for callers that have text.
  public init(keys: String...) { components = keys.map { .key(Array($0.utf8)) } }

  /// The path of a text form. Indexes become keys, which patterns do not tell apart.
  public init(pointer: String) {
    components = pointer.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map {
      .key(KeyPath.unescaped($0))
    }
  }

  /// A component without its escapes.
  static func unescaped(_ part: some Sequence<UInt8>) -> [UInt8] {
    var key: [UInt8] = []
    var escaped = false
    for byte in part {
      if escaped {
        key.append(byte == UInt8(ascii: "1") ? UInt8(ascii: "/") : UInt8(ascii: "~"))
        escaped = false
      } else if byte == UInt8(ascii: "~") {
        escaped = true
      } else {
        key.append(byte)
      }
    }
    return key
  }

  /// This path with one more step.
  public func appending(_ component: Component) -> KeyPath { KeyPath(components + [component]) }

  /// The text form as bytes; keys that are not UTF-8 cannot occur, every reader checks them.
  public var pointerBytes: [UInt8] {
    var out: [UInt8] = []
    for (position, component) in components.enumerated() {
      if position > 0 { out.append(UInt8(ascii: "/")) }
      component.appendEscaped(to: &out)
    }
    return out
  }

  /// The text form, as the account of an imported item has it.
  public var pointer: String { String(decoding: pointerBytes, as: UTF8.self) }
}

extension KeyPath.Component {
  /// Appends the component's text form.
  func appendEscaped(to out: inout [UInt8]) {
    switch self {
    case .index(let number): out += String(number).utf8
    case .key(let bytes):
      for byte in bytes {
        switch byte {
        case UInt8(ascii: "~"): out += [UInt8(ascii: "~"), UInt8(ascii: "0")]
        case UInt8(ascii: "/"): out += [UInt8(ascii: "~"), UInt8(ascii: "1")]
        default: out.append(byte)
        }
      }
    }
  }
}

extension KeyPath: CustomStringConvertible {
  /// The text form for people: ``shown``, with control characters escaped, so that a hostile key cannot write to a
  /// terminal.
  public var description: String {
    var out = ""
    for scalar in shown.pointer.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator:
        out += "\\u{" + String(scalar.value, radix: 16) + "}"
      default: out.unicodeScalars.append(scalar)
      }
    }
    return out
  }
}
