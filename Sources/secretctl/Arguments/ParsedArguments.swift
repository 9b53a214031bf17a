/// What the command line asked for.
package struct ParsedArguments: Sendable, Equatable {
  /// One option as given.
  package struct Entry: Sendable, Equatable {
    package var option: Option
    package var value: [UInt8]?
  }

  /// The verb.
  package var verb: Verb
  /// Options in the order given.
  package var entries: [Entry] = []
  /// Operands in the order given, raw bytes.
  package var operands: [[UInt8]] = []

  /// Whether the verb's work is a change, so that what it writes to stdout is only the report of it.
  package var changesSomething: Bool {
    switch verb {
    case .initialize, .importSources, .set, .edit, .remove, .move, .rotate, .slotAdd, .slotRemove,
      .slotPassphrase, .slotEnrol, .purge, .firstRun, .renew, .compact, .repair, .salvage:
      !has(.dryRun)
    // The key, unless that goes to a file.
    case .keygen: has(.output)
    default: false
    }
  }

  /// Whether the option was given.
  package func has(_ option: Option) -> Bool { entries.contains { $0.option == option } }

  /// The value of an option, as raw bytes.
  package func value(_ option: Option) -> [UInt8]? { entries.first { $0.option == option }?.value }

  /// All values of a repeatable option.
  package func values(_ option: Option) -> [[UInt8]] {
    entries.compactMap { $0.option == option ? $0.value : nil }
  }

  /// The value as text; nil if the option is absent.
  package func text(_ option: Option) throws(Outcome) -> String? {
    guard let bytes = value(option) else { return nil }
    guard UTF8Check.isValid(bytes) else {
      throw .usage("--\(option.spec.name): not UTF-8", hint: "write the text in UTF-8")
    }
    return String(decoding: bytes, as: Unicode.UTF8.self)
  }

  /// The value as a number in decimal; nil if the option is absent.
  package func number(_ option: Option, in range: ClosedRange<Int64>) throws(Outcome) -> Int64? {
    guard let bytes = value(option) else { return nil }
    return try Self.number(bytes, option, range)
  }

  /// The values of a repeatable option as numbers.
  package func numbers(_ option: Option, in range: ClosedRange<Int64>) throws(Outcome) -> [Int64] {
    var numbers: [Int64] = []
    for bytes in values(option) { numbers.append(try Self.number(bytes, option, range)) }
    return numbers
  }

  private static func number(_ bytes: [UInt8], _ option: Option, _ range: ClosedRange<Int64>)
    throws(Outcome) -> Int64
  {
    var cursor = DigitCursor(bytes)
    guard let number = cursor.number(bytes.count), range.contains(number) else {
      throw .usage(
        "--\(option.spec.name) \(Escaping.visible(bytes)): not a number from \(range.lowerBound) to "
          + "\(range.upperBound)", hint: "write it in decimal digits")
    }
    return number
  }

  /// Refuses two options that contradict each other.
  package func exclude(_ first: Option, _ second: Option) throws(Outcome) {
    if has(first), has(second) {
      throw .usage(
        "--\(first.spec.name) and --\(second.spec.name) exclude each other", hint: "give one of the two")
    }
  }
}
