/// The canonical text of a number, a date or a boolean, on the stack: it may be a secret PIN.
struct ScalarText {
  private var storage = InlineArray<64, UInt8>(repeating: 0)
  private(set) var count = 0

  /// The text, UTF-8.
  var bytes: Span<UInt8> {
    @_lifetime(borrow self)
    borrowing get { storage.span.extracting(0..<count) }
  }

  /// Appends one byte; what does not fit is dropped, and no scalar's text is that long.
  mutating func append(_ byte: UInt8) {
    guard count < 64 else { return }
    storage[count] = byte
    count += 1
  }

  /// Appends text of ours, or the digits of a number that is no secret.
  mutating func append(_ text: some StringProtocol) {
    for byte in text.utf8 { append(byte) }
  }

  /// Appends a number in decimal, with zeros in front up to a width.
  mutating func append(decimal number: Int128, width: Int = 1) {
    if number < 0 { append(UInt8(ascii: "-")) }
    var rest = number.magnitude
    var digits = InlineArray<40, UInt8>(repeating: 0)
    var used = 0
    repeat {
      digits[used] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
      used += 1
    } while rest > 0 || used < min(width, 40)
    while used > 0 {
      used -= 1
      append(digits[used])
      digits[used] = 0
    }
  }

  /// Forgets the text.
  mutating func wipe() {
    for index in storage.indices { storage[index] = 0 }
    count = 0
  }
}
