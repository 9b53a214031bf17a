import SecretFile

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

  /// Runs it with a value on its standard input and returns what it prints.
  func run(_ item: Item, _ value: SecretBuffer) throws(Failure) -> SecretBuffer {
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
              for index in bytes.indices where complaint.count < 4096 { complaint.append(bytes[index]) }
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
    switch ending {
    case .exited(0): return text
    case .exited(let status): throw failure("exit \(status)", complaint, value, text)
    case .signalled(let number): throw failure("ended by signal \(number)", complaint, value, text)
    case .timedOut:
      throw failure("it took longer than \(Count.text(Int(timeout), "second"))", complaint, value, text)
    case .tooMuchOutput: throw failure("it printed more than a secret may have", complaint, value, text)
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

  /// The last line that the command complained with, unless one of the values is in it.
  private func failure(
    _ what: String, _ complaint: [UInt8], _ value: SecretBuffer, _ printed: SecretBuffer
  ) -> Failure {
    let last = complaint.split(separator: 0x0A).last.map(Array.init) ?? []
    var message = what
    if Self.holds(complaint, value) || Self.holds(complaint, SecretInput.withoutNewline(printed)) {
      message += "; its message holds the secret and is not shown"
    } else if !last.isEmpty {
      message += ": " + Escaping.visible(Array(last.prefix(200)))
    }
    return Failure(step: step.rawValue, message: message)
  }

  private static func holds(_ text: [UInt8], _ secret: SecretBuffer) -> Bool {
    secret.withBytes { (secret) in
      guard !secret.isEmpty, text.count >= secret.count else { return false }
      return (0...(text.count - secret.count)).contains { start in
        secret.indices.allSatisfy { text[start + $0] == secret[$0] }
      }
    }
  }
}
