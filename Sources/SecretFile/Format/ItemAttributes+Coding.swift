extension ItemAttributes {
  /// Checks a record's TLVs and copies them; the name stays as it is given. Throws `record`.
  package static func parse(
    _ bytes: Span<UInt8>, base: Int, name: IdentityParts
  ) throws(FormatError) -> ItemAttributes {
    var result = ItemAttributes(name)
    var reader = TLVReader(bytes, code: .record, base: base)
    while let tlv = try reader.next() {
      switch tlv.tag {
      case TLVTag.Record.applicationPassword: result.applicationPassword = try .parse(tlv)
      case TLVTag.Record.label: result.label = try tlv.string()
      case TLVTag.Record.description: result.itemDescription = try tlv.string()
      case TLVTag.Record.comment: result.comment = try tlv.string()
      case TLVTag.Record.generic:
        result.generic = [UInt8](copying: try tlv.data())
      case TLVTag.Record.creator: result.creator = try tlv.u32()
      case TLVTag.Record.type: result.type = try tlv.u32()
      case TLVTag.Record.invisible: result.isInvisible = try tlv.bool()
      case TLVTag.Record.negative: result.isNegative = try tlv.bool()
      case TLVTag.Record.provenance: result.provenance = try .parse(tlv)
      case TLVTag.Record.installation: result.installation = try tlv.fixed()
      case TLVTag.Record.expires: result.expires = try tlv.i64()
      case TLVTag.Record.rotated: result.rotated = try tlv.i64()
      case TLVTag.Record.userAttributes: result.userAttributes = try .parse(tlv)
      case TLVTag.Record.dataParts:
        result.dataParts = try .parse(tlv)
      default: try result.unknown.take(tlv)
      }
    }
    return result
  }

  /// Checks a record's TLVs exactly as `parse` does, without copying or allocating anything. Returns
  /// whether there are password parameters. Throws `record`.
  package static func check(_ bytes: Span<UInt8>, base: Int) throws(FormatError) -> Bool {
    var hasPassword = false
    var reader = TLVReader(bytes, code: .record, base: base)
    while let tlv = try reader.next() {
      switch tlv.tag {
      case TLVTag.Record.applicationPassword:
        _ = try PasswordParameters.parse(tlv)
        hasPassword = true
      case TLVTag.Record.label, TLVTag.Record.description, TLVTag.Record.comment: try tlv.checkText()
      case TLVTag.Record.generic: _ = try tlv.data()
      case TLVTag.Record.creator, TLVTag.Record.type: _ = try tlv.u32()
      case TLVTag.Record.invisible, TLVTag.Record.negative: _ = try tlv.bool()
      case TLVTag.Record.provenance: try Provenance.check(tlv)
      case TLVTag.Record.installation: _ = try tlv.fixed(as: Bytes16.self)
      case TLVTag.Record.expires, TLVTag.Record.rotated: _ = try tlv.i64()
      case TLVTag.Record.userAttributes: try UserAttributes.check(tlv)
      case TLVTag.Record.dataParts: _ = try DataParts.parse(tlv)
      default: try UnknownTLVs.check(tlv)
      }
    }
    return hasPassword
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
    tlv.data(TLVTag.Record.generic, generic.span, &out)
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

extension DataParts {
  /// Throws `record` for bits that do not exist.
  fileprivate static func parse(_ tlv: borrowing TLV) throws(FormatError) -> DataParts {
    let parts = DataParts(rawValue: try tlv.u32())
    guard parts.isKnown else { throw tlv.error("unknown bits of text types") }
    return parts
  }

  package var isKnown: Bool { rawValue <= 7 }
}
