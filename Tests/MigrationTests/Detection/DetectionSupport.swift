import Foundation
import Migration
import SecretCrypto
import Testing

/// A document of the text's format.
func parsed(_ text: String) throws -> Document { try parsed(Array(text.utf8)) }

/// A document of the bytes' format.
func parsed(_ bytes: [UInt8]) throws -> Document { try Document.read(SecretBuffer(copying: bytes.span)) }

/// A binary property list, written by Foundation.
func binaryPlist(_ value: Any) throws -> [UInt8] {
  Array(try PropertyListSerialization.data(fromPropertyList: value, format: .binary, options: 0))
}

/// A keyed archive, written by Foundation.
func archive(_ value: Any) throws -> Data {
  try NSKeyedArchiver.archivedData(withRootObject: value, requiringSecureCoding: false)
}

/// A finding in short: path, way in, kind.
struct Short: Hashable, CustomStringConvertible {
  let path: String
  let inner: [InnerStep]
  let kind: SecretKind

  init(_ path: String, _ kind: SecretKind, inner: [InnerStep] = []) {
    self.path = path
    self.kind = kind
    self.inner = inner
  }

  init(_ finding: Finding) { self.init(finding.place.path.pointer, finding.kind, inner: finding.place.inner) }

  var description: String { "\(path) \(inner) \(kind)" }
}

/// A key step.
func key(_ name: String) -> InnerStep { .key(Array(name.utf8)) }

/// What is found in a document.
func found(_ document: Document) -> [Short] { document.findings().list.map(Short.init) }

/// What is found in a dictionary with one entry.
func found(_ name: String, _ value: String) throws -> [Short] {
  let json = try JSONSerialization.data(withJSONObject: [name: value])
  return found(try parsed(Array(json)))
}

/// Calls `body` with a text's bytes.
func spanning<R>(_ text: String, _ body: (Span<UInt8>) -> R) -> R {
  let bytes = Array(text.utf8)
  return body(bytes.span)
}

/// Text that looks random and is the same in every run.
struct Dice: RandomNumberGenerator {
  private var state: UInt64 = 0x9E37_79B9_7F4A_7C15

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }

  mutating func text(_ alphabet: String, _ count: Int) -> String {
    let letters = Array(alphabet)
    return String((0..<count).map { _ in letters[Int(next() % UInt64(letters.count))] })
  }
}
