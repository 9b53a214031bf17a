import SecretFile

/// One line as it is typed without echo: backspace takes the last character, Ctrl-U and Ctrl-W everything,
/// Return ends it, Ctrl-D on an empty line gives up. Everything else is part of the answer.
struct LineEditor: ~Copyable {
  /// Whether the line goes on.
  enum Step {
    case more, done, cancelled
  }

  private var line: SecretBytes
  private var count = 0

  /// Whether the first key ends it.
  private let isOneKey: Bool

  /// An empty line; what goes beyond the capacity is dropped, and `isOverfull` says so.
  init(capacity: Int, isOneKey: Bool = false) {
    line = SecretBytes(count: capacity)
    self.isOneKey = isOneKey
  }

  /// Whether more was typed than there is room for: the line is not what was meant then, and no answer.
  private(set) var isOverfull = false

  /// Takes one typed byte.
  mutating func take(_ byte: UInt8) -> Step {
    switch byte {
    case 0x0A, 0x0D: return .done
    case 0x04:
      return count == 0 ? .cancelled : .more
    case 0x08, 0x7F: erase()
    case 0x15, 0x17:
      count = 0
      isOverfull = false
    default:
      if count == line.count {
        isOverfull = true
        return .more
      }
      let end = count
      line.withMutableBytes { $0[end] = byte }
      count = end + 1
      if isOneKey { return .done }
    }
    return .more
  }

  /// The line, in guarded memory of its own length.
  consuming func finish() -> SecretBuffer {
    let count = count
    return line.withBytes { SecretBuffer(copying: $0.extracting(0..<count)) }
  }

  /// Takes a whole UTF-8 character away.
  private mutating func erase() {
    var end = count
    line.withBytes { span in
      while end > 0 {
        end -= 1
        if span[end] & 0xC0 != 0x80 { break }
      }
    }
    count = end
  }
}
