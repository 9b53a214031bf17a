extension ItemAttributes {
  /// Checks a record's TLVs; copies them only if `keeping`, so that a check allocates nothing.
  /// The name stays as it is given. Throws `record`.
  package static func parse(
    _ bytes: Span<UInt8>, base: Int, name: IdentityParts, keeping: Bool
  ) throws(FormatError) -> ItemAttributes {
    var result = ItemAttributes(name)
    var reader = TLVReader(bytes, code: .record, base: base)
    while let tlv = try reader.next() {
      switch tlv.tag {
      case TLVTag.Record.applicationPassword: result.applicationPassword = try .parse(tlv)
      case TLVTag.Record.label: try tlv.store(&result.label, if: keeping)
      case TLVTag.Record.description: try tlv.store(&result.itemDescription, if: keeping)
      case TLVTag.Record.comment: try tlv.store(&result.comment, if: keeping)
      case TLVTag.Record.generic:
        let data = try tlv.data()
        if keeping { result.generic = [UInt8](copying: data) }
      case TLVTag.Record.creator: result.creator = try tlv.u32()
      case TLVTag.Record.type: result.type = try tlv.u32()
      case TLVTag.Record.invisible: result.isInvisible = try tlv.bool()
      case TLVTag.Record.negative: result.isNegative = try tlv.bool()
      case TLVTag.Record.provenance: result.provenance = try .parse(tlv, keeping: keeping)
      case TLVTag.Record.installation: result.installation = try tlv.fixed()
      case TLVTag.Record.expires: result.expires = try tlv.i64()
      case TLVTag.Record.rotated: result.rotated = try tlv.i64()
      case TLVTag.Record.userAttributes: result.userAttributes = try .parse(tlv, keeping: keeping)
      case TLVTag.Record.dataParts:
        result.dataParts = DataParts(rawValue: try tlv.u32())
        guard result.dataParts.rawValue <= 7 else { throw tlv.error("unknown bits of text types") }
      default: try result.unknown.take(tlv, keeping: keeping)
      }
    }
    return result
  }

  /// The TLVs, without the name.
  package func encode(into out: inout Writer) {
    var tlv = TLVWriter(keeping: unknown)
    if let applicationPassword {
      tlv.nested(TLVTag.Record.applicationPassword, &out) { applicationPassword.encode(into: &$0) }
    }
    tlv.text(TLVTag.Record.label, label, &out)
    tlv.text(TLVTag.Record.description, itemDescription, &out)
    tlv.text(TLVTag.Record.comment, comment, &out)
    tlv.data(TLVTag.Record.generic, generic, &out)
    tlv.u32(TLVTag.Record.creator, creator, &out)
    tlv.u32(TLVTag.Record.type, type, &out)
    tlv.bool(TLVTag.Record.invisible, isInvisible, &out)
    tlv.bool(TLVTag.Record.negative, isNegative, &out)
    if !provenance.isEmpty {
      tlv.nested(TLVTag.Record.provenance, &out) { provenance.encode(into: &$0) }
    }
    tlv.fixed(TLVTag.Record.installation, installation, &out)
    tlv.i64(TLVTag.Record.expires, expires, &out)
    tlv.i64(TLVTag.Record.rotated, rotated, &out)
    if !userAttributes.isEmpty {
      tlv.nested(TLVTag.Record.userAttributes, &out) { userAttributes.encode(into: &$0) }
    }
    tlv.u32(TLVTag.Record.dataParts, dataParts.rawValue, &out)
    tlv.finish(&out)
  }
}

extension TLV {
  /// Checks a text and copies it if asked.
  func store(_ text: inout String, if keeping: Bool) throws(FormatError) {
    let utf8 = try self.text()
    if keeping { text = String(copying: utf8) }
  }
}
