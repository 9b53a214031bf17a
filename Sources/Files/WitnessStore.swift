/// A file that remembers, per container, what was last seen of it, so that an older state put in its place is noticed.
///
/// This is bytes only: what an entry means is not known here. One file serves all containers of a user; it is 0600, and
/// replaced atomically under its own lock.
///
///     secretfile-witness 1
///     <id in hexadecimal> <entry in hexadecimal>     ascending by id
///     end <number of entries>
package struct WitnessStore: Sendable {
  /// Where the file is.
  package let path: Path

  /// The longest id and the longest entry, in bytes.
  package static let maximumLength = 1_024
  /// The largest file, in bytes.
  package static let maximumSize = 16 << 20

  /// The store at `path`; the file is made by the first write.
  package init(_ path: Path) { self.path = path }

  /// The entry of `id`, nil if there is none, or no file yet.
  /// - Throws: `malformed` if it is not a witness file or damaged; `tooLarge`, `unreadable`, `notRegular`,
  ///   `inputOutput`.
  package func read(id: [UInt8]) throws(FileError) -> [UInt8]? {
    let file: ReadableFile
    do throws(FileError) {
      file = try ReadableFile.open(path)
    } catch {
      guard error.kind == .notFound else { throw error }
      return nil
    }
    guard let size = Int(exactly: file.size), size <= Self.maximumSize else {
      throw FileError(.tooLarge, path, "read")
    }
    return try parse(try file.read(at: 0, count: size)).first { $0.id == id }?.entry
  }

  /// Sets the entry of `id`.
  /// - Throws: as ``update(id:waitForLock:_:)``.
  package func write(
    id: [UInt8], entry: [UInt8], waitForLock wait: LockWait = .wait(seconds: 10)
  ) throws(FileError) {
    try update(id: id, waitForLock: wait) { _ in entry }
  }

  /// Changes the entry of `id` under the lock: `change` gets the current one, nil for none, and returns the new one, or
  /// nil to leave it. It may be asked twice. Missing folders are made, 0700.
  /// - Throws: `malformed`, `tooLarge`, `busy`, `changed`, `cannotCreate`, `notRegular`, `hardLinked`, `noSpace`,
  ///   `inputOutput`.
  package func update(
    id: [UInt8], waitForLock wait: LockWait = .wait(seconds: 10), _ change: ([UInt8]?) -> [UInt8]?
  ) throws(FileError) {
    guard !id.isEmpty, id.count <= Self.maximumLength else { throw FileError(.malformed, path, "write") }
    try Folder.create(path.parent)
    try replaceOrCreate(path, waitForLock: wait, limit: Self.maximumSize, access: .ownerOnly) {
      (content) throws(FileError) in
      var entries = try content.map { (bytes) throws(FileError) in try parse(bytes) } ?? []
      let place = entries.firstIndex { !$0.id.lexicographicallyPrecedes(id) } ?? entries.count
      let old = place < entries.count && entries[place].id == id ? entries[place].entry : nil
      guard let entry = change(old), entry != old else { return nil }
      guard !entry.isEmpty, entry.count <= Self.maximumLength else {
        throw FileError(.malformed, path, "write")
      }
      entries.replaceSubrange(place..<(old == nil ? place : place + 1), with: [(id, entry)])
      let new = Self.encode(entries)
      guard new.count <= Self.maximumSize else { throw FileError(.tooLarge, path, "write") }
      return new
    }
  }

  // MARK: The text

  private static let title = Array("secretfile-witness 1".utf8)

  // An array and no dictionary: setting up the first dictionary of a process takes a tenth of a millisecond, and every
  // opening of a container reads this file.
  private typealias Entries = [(id: [UInt8], entry: [UInt8])]

  private static func encode(_ entries: Entries) -> [UInt8] {
    var text = title + [newline]
    for (id, entry) in entries {
      text += hexadecimal(id) + [space] + hexadecimal(entry) + [newline]
    }
    return text + Array("end \(entries.count)".utf8) + [newline]
  }

  private func parse(_ text: [UInt8]) throws(FileError) -> Entries {
    let damaged = FileError(.malformed, path, "read")
    var lines = text.split(separator: Self.newline, omittingEmptySubsequences: false)
    // The text ends with a newline, so the last piece is empty.
    guard lines.count >= 3, lines.removeLast().isEmpty, lines.removeFirst().elementsEqual(Self.title),
      lines.removeLast().elementsEqual("end \(lines.count)".utf8)
    else { throw damaged }
    var entries: Entries = []
    var last: [UInt8] = []
    for line in lines {
      let parts = line.split(separator: Self.space, omittingEmptySubsequences: false)
      guard parts.count == 2, let id = Self.bytes(parts[0]), let entry = Self.bytes(parts[1]),
        last.lexicographicallyPrecedes(id)
      else { throw damaged }
      entries.append((id, entry))
      last = id
    }
    return entries
  }

  private static let newline = UInt8(ascii: "\n")
  private static let space = UInt8(ascii: " ")
  private static let alphabet = Array("0123456789abcdef".utf8)

  private static func hexadecimal(_ bytes: [UInt8]) -> [UInt8] {
    bytes.flatMap { [alphabet[Int($0 >> 4)], alphabet[Int($0 & 15)]] }
  }

  /// At least one byte, at most ``maximumLength``, in lower case.
  private static func bytes(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    guard !text.isEmpty, text.count % 2 == 0, text.count <= 2 * maximumLength else { return nil }
    var bytes: [UInt8] = []
    for index in stride(from: text.startIndex, to: text.endIndex, by: 2) {
      guard let high = alphabet.firstIndex(of: text[index]),
        let low = alphabet.firstIndex(of: text[index + 1])
      else { return nil }
      bytes.append(UInt8(high << 4 | low))
    }
    return bytes
  }
}
