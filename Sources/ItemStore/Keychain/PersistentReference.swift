internal import SecretCrypto
internal import SecretFile

/// A reference that can be stored: the class's four characters and the item's id, 20 bytes.
///
/// It names the item through every update, renames too, and no other item after the item is gone.
struct PersistentReference: Hashable {
  var itemClass: ItemClass
  var id: ItemID

  init(_ itemClass: ItemClass, _ id: ItemID) {
    self.itemClass = itemClass
    self.id = id
  }

  /// - Throws: `parameter` for anything that is no reference.
  init(_ value: KeychainValue) throws(ItemStatus) {
    guard case .data(let bytes) = value, bytes.count == 20, let id = ItemID(Array(bytes[4...])) else {
      throw .parameter
    }
    let name = bytes[..<4]
    guard
      let found = [ItemClass.genericPassword, .internetPassword].first(where: {
        ItemKey.name(of: $0).utf8.elementsEqual(name)
      })
    else { throw .parameter }
    self.init(found, id)
  }

  /// The 20 bytes.
  var value: KeychainValue { .data(Array(ItemKey.name(of: itemClass).utf8) + id.bytes) }
}
