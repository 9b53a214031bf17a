internal import SecretFile

/// Makes a container of `count` items of `payload` bytes each, in one go; the names look like real ones.
func makeContainer(
  _ context: Context, at path: String, items count: Int, payload: Int
) throws(BenchError) -> Container {
  let key = context.key
  // One stretch of random bytes; every item's secret is a window of it.
  let pool = SecretBuffer(SecretBytes.random(count: payload + 4096))
  return try benched {
    try Container.create(at: Path(path), slots: [NewSlot(.keyFile(key))]) { (sink) throws(SecretFileError) in
      try pool.withBytes { (bytes) throws(SecretFileError) in
        for index in 0..<count {
          let offset = index % 4096
          try sink.append(attributes(index), secret: bytes.extracting(offset..<(offset + payload)))
        }
      }
    }
  }
}

/// Adds `count` items in one commit.
func fill(_ container: Container, items count: Int, payload: Int) throws(BenchError) {
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

/// How the tool is asked for the item with this number.
func arguments(_ index: Int) -> [String] {
  let name = attributes(index).name
  return [
    "-s", String(decoding: name.service, as: UTF8.self), "-a", String(decoding: name.account, as: UTF8.self),
  ]
}

/// The name of the item with this number; names ascend with the numbers.
func attributes(_ index: Int) -> ItemAttributes {
  var service = serviceTemplate
  var account = accountTemplate
  write(index / 1000, over: &service, upTo: service.count)
  write(index, over: &account, upTo: "user00000000".utf8.count)
  return ItemAttributes(IdentityParts(service: service, account: account))
}

private let serviceTemplate = Array("com.example.app00000".utf8)
private let accountTemplate = Array("user00000000@example.com".utf8)

/// Writes a number's digits over the zeros that end there.
private func write(_ number: Int, over text: inout [UInt8], upTo end: Int) {
  var rest = number
  var place = end
  while rest > 0 {
    place -= 1
    text[place] = UInt8(ascii: "0") + UInt8(rest % 10)
    rest /= 10
  }
}
