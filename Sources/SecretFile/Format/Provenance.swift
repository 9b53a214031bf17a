/// Where an imported value came from (spec §5).
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

  /// Checks the value of a record's provenance tag; copies it only if `keeping`. Throws `record`.
  package static func parse(_ outer: borrowing TLV, keeping: Bool) throws(FormatError) -> Provenance {
    var provenance = Provenance()
    var reader = TLVReader(try outer.data(), code: outer.code, base: outer.base)
    while let tlv = try reader.next() {
      switch tlv.tag {
      case TLVTag.Provenance.fileName: try tlv.store(&provenance.fileName, if: keeping)
      case TLVTag.Provenance.keyPath: try tlv.store(&provenance.keyPath, if: keeping)
      case TLVTag.Provenance.originalType: try tlv.store(&provenance.originalType, if: keeping)
      case TLVTag.Provenance.inner: try tlv.store(&provenance.inner, if: keeping)
      default: try provenance.unknown.take(tlv, keeping: keeping)
      }
    }
    return provenance
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
