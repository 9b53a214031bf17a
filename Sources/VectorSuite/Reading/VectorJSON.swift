import Migration
import SecretCrypto

/// A JSON value of a vector file. Vectors are public, so texts are ordinary strings.
enum VectorJSON {
  case null
  case bool(Bool)
  /// A whole number; vectors have no others.
  case number(UInt64)
  /// A whole number below zero.
  case negative(Int64)
  case text(String)
  case list([VectorJSON])
  case object([String: VectorJSON])

  /// Values inside each other at most.
  private static let depth = 16

  /// Reads a file, which must be JSON without comments, fractions or a key that stands twice.
  init(_ bytes: [UInt8]) throws(Malformed) {
    let document: Document
    do throws(Refusal) {
      document = try Document.read(SecretBuffer(copying: bytes.span))
    } catch {
      throw Malformed("not JSON: \(error.message)")
    }
    guard document.format == .json else { throw Malformed("not JSON") }
    self = try VectorJSON(document, document.root, Self.depth)
  }

  private init(_ document: Document, _ id: NodeID, _ depth: Int) throws(Malformed) {
    guard depth > 0 else { throw Malformed("values are nested too deeply") }
    switch document.node(id).kind {
    case .null: self = .null
    case .boolean: self = .bool(document.boolean(of: id) ?? false)
    case .integer:
      let number = document.integer(of: id)
      if let positive = number.flatMap({ UInt64(exactly: $0) }) {
        self = .number(positive)
      } else if let negative = number.flatMap({ Int64(exactly: $0) }) {
        self = .negative(negative)
      } else {
        throw Malformed("a number below -2^63 or above 2^64")
      }
    case .string: self = .text(Self.text(document, id))
    case .array:
      var values: [VectorJSON] = []
      for child in document.children(of: id) {
        values.append(try VectorJSON(document, child.value, depth - 1))
      }
      self = .list(values)
    case .dictionary:
      var fields: [String: VectorJSON] = [:]
      for child in document.children(of: id) {
        let key = child.key.map { Self.text(document, $0) } ?? ""
        guard fields[key] == nil else { throw Malformed("\(key) stands twice in one object") }
        fields[key] = try VectorJSON(document, child.value, depth - 1)
      }
      self = .object(fields)
    default: throw Malformed("a number that is not whole")
    }
  }

  private static func text(_ document: Document, _ id: NodeID) -> String {
    String(decoding: document.key(id), as: UTF8.self)
  }
}
