public import SecretCrypto

extension Container {
  /// The identities of all items that have a companion of this kind. Reads only the pages that hold companions.
  /// - Throws: `page`, `record`, `order`, file errors.
  public func identities(with kind: CompanionKind) throws(SecretFileError) -> Set<Identity> {
    try withSecondLook { (snapshot) throws(SecretFileError) in
      var found: Set<Identity> = []
      let prefix: [UInt8] = [Identity.Class.companion, kind.rawValue]
      for segment in (snapshot.segments.locate(prefix.span) ?? 0)..<snapshot.segments.count {
        let page = try snapshot.page(segment)
        for index in 0..<page.count {
          let identity = page.record(index).identity
          guard identity.count > 2, identity[0] == prefix[0], identity[1] == prefix[1] else {
            // In order: behind the last one of the kind there are no more.
            if identity[0] > prefix[0] || identity[0] == prefix[0] && identity[1] > prefix[1] { return found }
            continue
          }
          found.insert(Identity(checked: [UInt8](copying: identity)).item)
        }
      }
      return found
    }
  }

  /// The pending or the previous value of an item; nil if it has none.
  /// - Throws: as ``secret(of:password:)``.
  public func companion(
    _ kind: CompanionKind, of item: Item, password: SecretBuffer? = nil
  ) throws(SecretFileError) -> SecretBytes? {
    let costLimit = access.costLimit
    return try withSecondLook { (snapshot) throws(SecretFileError) in
      guard let place = try snapshot.find(item.identity.companion(kind)) else { return nil }
      return try SecretFileError.naming(item.name) { () throws(SecretFileError) in
        try PayloadReader(snapshot, costLimit: costLimit).read(place, password: password)
      }
    }
  }
}
