internal import SecretFile

/// Makes a container of `count` items of `payload` bytes each; the names look like real ones.
func makeContainer(
  _ context: Context, at path: String, items count: Int, payload: Int
) throws(BenchError) -> Container {
  let key = context.key
  let container = try benched {
    try Container.create(at: Path(path), slots: [NewSlot(.keyFile(key))], options: CreateOptions())
  }
  if count > 0 { try fill(container, items: count, payload: payload) }
  return container
}

/// Adds `count` items in one commit.
func fill(_ container: Container, items count: Int, payload: Int) throws(BenchError) {
  // One stretch of random bytes; every item's secret is a window of it.
  let pool = SecretBuffer(SecretBytes.random(count: payload + 4096))
  try benched {
    try container.update { (transaction) throws(SecretFileError) in
      for index in 0..<count {
        let offset = index % 4096
        try transaction.add(NewItem(attributes(index), secret: pool.slice(offset..<offset + payload)))
      }
    }
  }
}

/// The name of the item with this number.
func attributes(_ index: Int) -> ItemAttributes {
  let service = Array("com.example.app\(index % 997)".utf8)
  return ItemAttributes(IdentityParts(service: service, account: Array("user\(index)@example.com".utf8)))
}
