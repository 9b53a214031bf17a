/// The annotated container of the specification, between two markers of its text.
enum Example {
  private static let begin = "<!-- example:begin -->\n"
  private static let end = "<!-- example:end -->\n"

  static func write(to path: String) throws {
    let old = try text(of: path)
    try Disk.write(Bytes(try replaced(in: old, path).utf8), to: path)
  }

  static func check(_ path: String) throws {
    let old = try text(of: path)
    guard try replaced(in: old, path) == old else {
      throw Problem("the example in \(path) is not the generated one: run `testkit example \(path)`", 1)
    }
  }

  private static func text(of path: String) throws -> String {
    guard let text = String(validating: try Disk.read(path), as: UTF8.self) else {
      throw Problem("\(path) is not UTF-8", 65)
    }
    return text
  }

  private static func replaced(in text: String, _ path: String) throws -> String {
    let before = text.split(separator: begin, omittingEmptySubsequences: false)
    guard before.count == 2 else { throw Problem("\(path) has not one marker \(begin)", 65) }
    let after = before[1].split(separator: end, omittingEmptySubsequences: false)
    guard after.count == 2 else { throw Problem("\(path) has not one marker \(end)", 65) }
    return "\(before[0])\(begin)\(try content())\(end)\(after[1])"
  }

  /// The smallest valid container that has an item.
  private static func content() throws -> String {
    var made = Case("valid_worked", "", nil, [])
    made.makeWorked()
    let built = try made.container.build()
    let item = built.items[0]
    return """
      The container of 15.9, `testvectors/container/valid_worked.secretfile`. Left the offset, then the bytes, then what they are.

      The file:

      ```
      \(file(built))```

      The root, decrypted; offsets are those of the plaintext:

      ```
      \(root(built))```

      The page, decrypted:

      ```
      \(page(built))```

      The payload, decrypted, is the value and zeros up to 64 bytes:

      ```
      \(payload(item))```

      """
  }

  private static func file(_ built: Built) -> String {
    var dump = Dump(built.bytes)
    dump.take(8, "magic")
    dump.take(2, "version")
    dump.take(2, "suite")
    dump.take(4, "headerLength \(built.header.count)")
    dump.take(16, "containerID")
    dump.take(4, "keyEpoch")
    dump.take(8, "generation")
    dump.take(8, "fileLength \(grouped(built.bytes.count))")
    dump.take(4, "rootLength \(built.root.count)")
    dump.take(32, "rootLink: H of the root blob")
    dump.take(2, "slotCount")
    dump.take(2, "reserved")
    dump.take(2, "slot: kind, a key file")
    dump.take(1, "role: master key")
    dump.take(1, "flags")
    dump.take(8, "slotID")
    dump.take(4, "bodyLength 72")
    blob(&dump, 72, "the master key")
    dump.take(32, "headerHash: H of bytes 0 to 179")
    dump.take(32, "mac: of bytes 0 to 211")
    blob(&dump, built.root.count, "the root")
    blob(&dump, Int(built.segments[0].pageLength), "the page of the segment")
    blob(&dump, Int(built.segments[0].payloadBytes), "the payload of its record")
    dump.skip(built.root.count, "the root again")
    dump.skip(built.header.count, "the header again")
    dump.take(8, "trailer: fileLength")
    dump.take(4, "headerLength")
    dump.take(4, "end of a container")
    return dump.text
  }

  private static func blob(_ dump: inout Dump, _ count: Int, _ what: String) {
    dump.take(24, "blob of \(what): nonce")
    dump.take(count - 40, "ciphertext")
    dump.take(16, "tag")
  }

  private static func root(_ built: Built) -> String {
    var dump = Dump(built.rootPlain)
    let length = dump.number(4)
    dump.take(4, "contentLength \(length)")
    tag(&dump, "created")
    dump.take(8, date)
    tag(&dump, "modified")
    dump.take(8, "the same")
    tag(&dump, "itemCount")
    dump.take(4, "1")
    tag(&dump, "slotNotes")
    dump.take(8, "slotID")
    dump.take(2, "length of the note")
    tag(&dump, "created")
    dump.take(8, date)
    tag(&dump, "keyTable")
    dump.take(2, "length of the entry")
    dump.take(4, "keyID")
    dump.take(1, "accessibility WhenUnlocked")
    dump.take(4, "accessControl")
    dump.take(4, "sinceEpoch")
    dump.take(32, "check")
    dump.take(1, "chainCount")
    dump.take(1, "factorCount")
    blob(&dump, 72, "the class key")
    tag(&dump, "segmentTable")
    let identity = dump.number(2)
    dump.take(2, "length of the first identity")
    dump.take(identity, "first identity")
    dump.take(4, "recordCount")
    dump.take(4, "pageLength \(dump.number(4))")
    dump.take(4, "payloadBytes \(dump.number(4))")
    dump.take(32, "page link: H of the page's blob")
    dump.skip(dump.left, "\(dump.left) zeros: padding")
    return dump.text
  }

  private static let date = "2023-11-14T22:13:20Z"

  private static func tag(_ dump: inout Dump, _ name: String) {
    dump.take(2, "tag \(dump.number(2)), \(name)")
    dump.take(4, "length \(dump.number(4))")
  }

  private static func page(_ built: Built) -> String {
    var dump = Dump(built.pagePlains[0])
    dump.take(4, "contentLength \(dump.number(4))")
    dump.take(2, "record: length \(dump.number(2))")
    dump.take(16, "itemID")
    dump.take(4, "keyID")
    dump.take(8, "created")
    dump.take(8, "modified")
    dump.take(4, "revision")
    dump.take(4, "payloadRevision")
    dump.take(1, "contentType: text")
    dump.take(4, "payloadLength \(dump.number(4))")
    dump.take(32, "payload link: H of the payload's blob")
    let identity = dump.number(2)
    dump.take(2, "length of the identity")
    dump.take(identity, "generic, group \"\", \"mail\", \"me\"")
    dump.skip(dump.left, "\(dump.left) zeros: padding")
    return dump.text
  }

  private static func payload(_ item: Item) -> String {
    var dump = Dump(item.value.padded(to: paddedLength(item.value.count)))
    dump.take(item.value.count, "\"secret\"")
    dump.skip(dump.left, "\(dump.left) zeros: padding")
    return dump.text
  }

  private static func grouped(_ number: Int) -> String {
    number < 1_000 ? "\(number)" : "\(number / 1_000),\(String("\(number % 1_000 + 1_000)".dropFirst()))"
  }
}
