import SecretFile

import enum Migration.Disclosure

/// One of the commands of `renew`, run for one item.
struct RenewCommand: Sendable {
  /// What the command is for; its variable `SECRETCTL_STEP`.
  enum Step: String, Sendable {
    case propose, activate, check
  }

  let step: Step
  let line: [UInt8]
  let timeout: Int64

  /// Why a command did not do what it was to do.
  struct Failure: Error {
    var step: String
    var message: String
  }

  /// More bytes of complaint than these are not looked through.
  private static let longestComplaint = 1 << 16

  /// Runs it with a value on its standard input and returns what it prints. `others` are the further values of the item,
  /// which no message may hold either.
  func run(_ item: Item, _ value: SecretBuffer, _ others: [SecretBuffer]) throws(Failure) -> SecretBuffer {
    let child = Child(line, variables: variables(item), timeout: timeout)
    var memory = SecretBytes(count: 1 << 16)
    var printed = SecretAppender()
    var complaint: [UInt8] = []
    let ending: Child.Ending
    do throws(FileError) {
      ending = try memory.withMutableBytes { (buffer) throws(FileError) in
        try value.withBytes { (input) throws(FileError) in
          try child.run(input: input, buffer: &buffer) { (stream, bytes) in
            if stream == .errors {
              // One more than can be looked through shows that there was more.
              for index in bytes.indices where complaint.count <= Self.longestComplaint {
                complaint.append(bytes[index])
              }
              return true
            }
            // What only tells the server has nothing to say here, and may say something secret.
            guard step == .propose else { return true }
            guard printed.count + bytes.count <= SecretInput.longestSecret + 1 else { return false }
            printed.append(bytes)
            return true
          }
        }
      }
    } catch {
      throw Failure(step: step.rawValue, message: error.description)
    }
    let text = printed.finish()
    let values = [value, SecretInput.withoutNewline(text)] + others
    switch ending {
    case .exited(0): return text
    case .exited(let status): throw failure("exit \(status)", complaint, values)
    case .signalled(let number): throw failure("ended by signal \(number)", complaint, values)
    case .timedOut:
      throw failure("it took longer than \(Count.text(Int(timeout), "second"))", complaint, values)
    case .tooMuchOutput: throw failure("it printed more than a secret may have", complaint, values)
    }
  }

  /// What the command may know of the item: its name, nothing secret.
  private func variables(_ item: Item) -> [[UInt8]] {
    [
      Array("SECRETCTL_STEP=\(step.rawValue)".utf8),
      Array("SECRETCTL_ITEM_SERVICE=".utf8) + item.name.service,
      Array("SECRETCTL_ITEM_ACCOUNT=".utf8) + item.name.account,
      Array("SECRETCTL_ITEM_GROUP=".utf8) + item.name.accessGroup,
      Array("SECRETCTL_ITEM_ID=\(item.id)".utf8),
    ]
  }

  /// Whether one of the values may be in a text: as it is or encoded, in other letters (upper or lower), or backwards.
  private static func gives(_ text: [UInt8], _ values: [SecretBuffer]) -> Bool {
    if Disclosure.gives(text.span, values) { return true }
    let folded = text.map(lower)
    var others: [SecretBuffer] = []
    for value in values {
      others.append(lower(value, isReversed: false))
      others.append(lower(value, isReversed: true))
    }
    return Disclosure.gives(folded.span, others)
  }

  private static func lower(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }

  /// A value in lower case, from its front or its back.
  private static func lower(_ value: SecretBuffer, isReversed: Bool) -> SecretBuffer {
    var copy = SecretBytes(count: value.count)
    value.withBytes { (bytes) in
      copy.withMutableBytes { (target) in
        for index in bytes.indices {
          target[index] = lower(bytes[isReversed ? bytes.count - 1 - index : index])
        }
      }
    }
    return SecretBuffer(copy)
  }

  /// The last line that the command complained with, unless one of the values may be in what it said.
  private func failure(_ what: String, _ complaint: [UInt8], _ values: [SecretBuffer]) -> Failure {
    let last = complaint.split(separator: 0x0A).last.map(Array.init) ?? []
    var message = what
    if complaint.count > Self.longestComplaint {
      message += "; its message is too long to be searched for the secret and is not shown"
    } else if Self.gives(complaint, values) {
      message += "; its message holds the secret and is not shown"
    } else if !last.isEmpty {
      message += ": " + Escaping.visible(Array(last.prefix(200)))
    }
    return Failure(step: step.rawValue, message: message)
  }
}
