import Migration
import SecretCrypto

/// A source of these bytes.
func source(_ bytes: [UInt8]) -> SecretBuffer { SecretBuffer(copying: bytes.span) }

/// A source of this text in UTF-8.
func source(_ text: String) -> SecretBuffer { source(Array(text.utf8)) }

/// Reads a text in UTF-8.
func read(_ text: String) throws(Refusal) -> Document { try Document.read(source(text)) }

/// Reads bytes.
func read(_ bytes: [UInt8]) throws(Refusal) -> Document { try Document.read(source(bytes)) }

/// Why bytes are not read; `nil` if they are.
func refusal(_ bytes: [UInt8], limits: Limits = .standard) -> Refusal? {
  do throws(Refusal) {
    _ = try Document.read(source(bytes), limits: limits)
    return nil
  } catch {
    return error
  }
}

/// Why a text is not read; `nil` if it is.
func refusal(_ text: String) -> Refusal? { refusal(Array(text.utf8)) }

/// The code of a refusal with its offset, as `code@offset`.
func refused(_ bytes: [UInt8]) -> String {
  guard let refusal = refusal(bytes) else { return "read" }
  return refusal.offset.map { "\(refusal.code)@\($0)" } ?? refusal.code
}

/// The code of a refusal with its offset, as `code@offset`.
func refused(_ text: String) -> String { refused(Array(text.utf8)) }

extension SecretBuffer {
  /// The bytes, for tests whose secrets are made up.
  var bytes: [UInt8] {
    withBytes { span in
      var bytes: [UInt8] = []
      for index in span.indices { bytes.append(span[index]) }
      return bytes
    }
  }

  /// The bytes as text.
  var text: String { String(decoding: bytes, as: UTF8.self) }
}

extension Document {
  /// The content of a node as bytes.
  func content(_ id: NodeID) -> [UInt8] {
    withContent(of: id) { span in
      var bytes: [UInt8] = []
      for index in span.indices { bytes.append(span[index]) }
      return bytes
    }
  }

  /// The only value at a path of keys.
  func value(_ keys: String...) -> NodeID? {
    find(KeyPath(keys.map { .key(Array($0.utf8)) })).first
  }

  /// The whole document as one line: strings in quotes, reals after `r`, data after `d` in hexadecimal, dates
  /// after `@`, UIDs after `#`.
  var outline: String { outline(root) }

  private func outline(_ id: NodeID) -> String {
    let text = String(decoding: content(id), as: UTF8.self)
    switch node(id).kind {
    case .null, .boolean, .integer: return text
    case .real: return "r" + text
    case .date: return "@" + text
    case .uid: return "#" + text
    case .string: return "'" + text + "'"
    case .data: return "d" + hex(content(id))
    case .array: return "[" + children(of: id).map { outline($0.value) }.joined(separator: ",") + "]"
    case .dictionary:
      let entries = children(of: id).map { child in
        (child.key.map { String(decoding: key($0), as: UTF8.self) } ?? "?") + ":" + outline(child.value)
      }
      return "{" + entries.joined(separator: ",") + "}"
    }
  }
}

/// Bytes in lower-case hexadecimal.
func hex(_ bytes: [UInt8]) -> String {
  bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
}

/// A binary plist put together object by object.
struct BinaryMaker {
  var objects: [[UInt8]] = []
  var top = 0
  var offsetSize = 1
  var referenceSize = 1
  var magic = Array("bplist00".utf8)

  /// Adds an object and returns its number.
  @discardableResult
  mutating func add(_ bytes: [UInt8]) -> UInt8 {
    objects.append(bytes)
    return UInt8(objects.count - 1)
  }

  /// Adds an ASCII string of up to 14 characters.
  @discardableResult
  mutating func add(_ text: String) -> UInt8 { add([0x50 | UInt8(text.utf8.count)] + Array(text.utf8)) }

  /// The file.
  func file() -> [UInt8] {
    var out = magic
    var offsets: [Int] = []
    for object in objects {
      offsets.append(out.count)
      out += object
    }
    let table = out.count
    for offset in offsets { out += BinaryMaker.number(offset, offsetSize) }
    out += [0, 0, 0, 0, 0, 0, UInt8(offsetSize), UInt8(referenceSize)]
    for number in [objects.count, top, table] { out += BinaryMaker.number(number, 8) }
    return out
  }

  /// A number, the highest byte first.
  static func number(_ number: Int, _ size: Int) -> [UInt8] {
    (0..<size).map { UInt8(truncatingIfNeeded: number >> (8 * (size - 1 - $0))) }
  }
}

/// The head of an XML property list.
let plistHead = """
  <?xml version="1.0" encoding="UTF-8"?>
  <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
  <plist version="1.0">

  """

/// A whole XML property list around one value.
func plist(_ value: String) -> String { plistHead + value + "\n</plist>\n" }
