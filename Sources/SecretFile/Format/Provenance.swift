/// Where an imported value came from (spec §10.3).
public struct Provenance: Sendable {
  /// Name of the preference file.
  public var fileName = ""
  /// Key path in the file.
  public var keyPath = ""
  /// Type the value had there.
  public var originalType = ""
  /// Path inside a value that held other values.
  public var inner = ""
  package var unknown = UnknownTLVs()

  /// Nothing known.
  public init() {}

  /// Whether there is anything to keep.
  public var isEmpty: Bool {
    fileName.isEmpty && keyPath.isEmpty && originalType.isEmpty && inner.isEmpty && unknown.isEmpty
  }

  /// Reads the value of a record's provenance tag. Throws `record`.
  package static func parse(_ outer: borrowing TLV) throws(FormatError) -> Provenance {
    var provenance = Provenance()
    var reader = TLVReader(try outer.data(), code: outer.code, base: outer.base)
    while let tlv = try reader.next() {
      switch tlv.tag {
      case TLVTag.Provenance.fileName: provenance.fileName = try tlv.string()
      case TLVTag.Provenance.keyPath: provenance.keyPath = try tlv.string()
      case TLVTag.Provenance.originalType: provenance.originalType = try tlv.string()
      case TLVTag.Provenance.inner: provenance.inner = try tlv.string()
      default: try provenance.unknown.take(tlv)
      }
    }
    return provenance
  }

  /// Checks the value of a record's provenance tag exactly as `parse` does, without copying anything.
  package static func check(_ outer: borrowing TLV) throws(FormatError) {
    var reader = TLVReader(try outer.data(), code: outer.code, base: outer.base)
    while let tlv = try reader.next() {
      switch tlv.tag {
      case TLVTag.Provenance.fileName...TLVTag.Provenance.inner: try tlv.checkText()
      default: try UnknownTLVs.check(tlv)
      }
    }
  }

  package func encode(into out: inout Writer) {
    var tlv = TLVWriter(keeping: unknown)
    tlv.text(TLVTag.Provenance.fileName, fileName, &out)
    tlv.text(TLVTag.Provenance.keyPath, keyPath, &out)
    tlv.text(TLVTag.Provenance.originalType, originalType, &out)
    tlv.text(TLVTag.Provenance.inner, inner, &out)
    tlv.finish(&out)
  }
}

extension Provenance: Equatable {
  /// Bytewise.
  public static func == (a: Provenance, b: Provenance) -> Bool {
    sameText(a.fileName, b.fileName) && sameText(a.keyPath, b.keyPath)
      && sameText(a.originalType, b.originalType) && sameText(a.inner, b.inner) && a.unknown == b.unknown
  }
}
