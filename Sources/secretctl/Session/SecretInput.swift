import SecretFile

/// Secrets on their way in: from a descriptor, a file, stdin or a person. Never from an argument.
enum SecretInput {
  /// The longest passphrase or key file, in bytes.
  static let longestPassphrase = 65_536
  /// The longest secret of an item: the format's limit on a payload, and a newline.
  static let longestSecret = 64 << 20

  /// Everything that a descriptor has.
  static func descriptor(_ number: Int32, limit: Int, what: String, _ console: Console) throws(Outcome)
    -> SecretBuffer
  {
    if number == 0 { try console.claimStdin(for: what) }
    guard Launch.isOpen(number) else {
      throw .usage("\(what): descriptor \(number) is not open", hint: "redirect it: \(number)<FILE")
    }
    return try Streams.readAll(number, limit: limit, what: what)
  }

  /// A key or passphrase in a file; others who could read it are told of.
  static func key(_ path: Path, what: String, _ console: Console) throws(Outcome) -> SecretBuffer {
    try file(path, limit: longestPassphrase, what: what, console, warnsOfReaders: true)
  }

  /// Everything in a file; `-` is stdin. What is no regular file (`<(command)`, `/dev/fd/3`) is read to its end.
  static func file(
    _ path: Path, limit: Int, what: String, _ console: Console, warnsOfReaders: Bool = false
  ) throws(Outcome) -> SecretBuffer {
    if path.bytes == [0x2D] { return try descriptor(0, limit: limit, what: what, console) }
    do throws(FileError) {
      let file = try ReadableFile.open(path)
      if warnsOfReaders { Readers.warn(file.access.mode, path, console) }
      guard let count = Int(exactly: file.size), count <= limit else {
        throw FileError(.tooLarge, path, "read")
      }
      return try SecretBuffer(count: count) { (bytes) throws(FileError) in try file.read(at: 0, into: &bytes)
      }
    } catch {
      if error.kind == .tooLarge { throw tooLarge("\(path): \(what)", limit) }
      guard error.kind == .notRegular else { throw Outcome(error) }
    }
    let stream = try files { () throws(FileError) in try SmallFile.open(path) }
    return try stream.withDescriptor { (descriptor) throws(Outcome) in
      try Streams.readAll(descriptor, limit: limit, what: "\(path): \(what)")
    }
  }

  /// Whether there is anything under this name that could be read or complained about.
  static func exists(_ path: Path) -> Bool {
    do throws(FileError) {
      _ = try ReadableFile.open(path)
      return true
    } catch {
      return error.kind != .notFound
    }
  }

  /// More than is taken.
  static func tooLarge(_ what: String, _ limit: Int) -> Outcome {
    // A secret may have a newline more than the format's limit, which is the one to name.
    let most = limit == longestSecret + 1 ? longestSecret : limit
    return Outcome(
      "tooLarge", .refused, "\(what) is longer than \(ProgressLine.grouped(UInt64(most))) bytes",
      hint: "is it the right file? nothing longer is taken")
  }

  /// A passphrase as it stands in a file: exactly one newline at the end is not part of it.
  static func withoutNewline(_ text: SecretBuffer) -> SecretBuffer {
    text.withBytes { span in
      guard let last = span.indices.last, span[last] == 0x0A else { return text }
      return text.slice(0..<last)
    }
  }

  // MARK: Asking

  /// Asks for a secret; without a terminal there is nobody to ask.
  static func ask(_ what: String, options: String) throws(Outcome) -> SecretBuffer {
    try terminal(for: what, options).askHidden(what + ": ")
  }

  /// Asks twice for a new secret; empty only where that is allowed.
  static func askTwice(_ what: String, options: String, allowEmpty: Bool = false, emptyHint: String? = nil)
    throws(Outcome) -> SecretBuffer
  {
    let terminal = try terminal(for: what, options)
    let first = try terminal.askHidden(what + ": ")
    if first.count == 0, !allowEmpty {
      throw .usage(
        "\(what): empty", hint: emptyHint ?? "type at least one character, or press Ctrl-C to give up")
    }
    let second = try terminal.askHidden(what + ", again: ")
    let isSame = first.withBytes { first in second.withBytes { constantTimeEqual(first, $0) } }
    guard isSame else { throw Outcome("mismatch", .failure, "the two do not match", hint: "try again") }
    return first
  }

  private static func terminal(for what: String, _ options: String) throws(Outcome) -> Terminal {
    guard let terminal = Terminal() else {
      throw Outcome(
        "noTerminal", .usage, "\(what) is needed, and there is no terminal to ask on", hint: "give \(options)"
      )
    }
    return terminal
  }
}
