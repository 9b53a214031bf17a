import SecretFile

extension NewSlot {
  /// Whether the same credential opens both.
  func isSame(as other: NewSlot) -> Bool {
    switch (way, other.way) {
    case (.passphrase(let a, _), .passphrase(let b, _)): Self.isSamePassphrase(a, b)
    case (.keyFile(let a), .keyFile(let b)): Self.isSame(a, b)
    case (.recipient(let a), .recipient(let b)), (.enrolment(let a), .enrolment(let b)): a == b
    default: false
    }
  }

  /// What opens it, for messages.
  var words: String {
    switch way {
    case .passphrase: "passphrase"
    case .keyFile: "key of a key file"
    case .recipient, .enrolment: "recipient"
    }
  }

  /// The recipient, if it is a recipient's slot.
  var recipientText: String? {
    switch way {
    case .recipient(let recipient), .enrolment(let recipient): "\(recipient)"
    case .passphrase, .keyFile: nil
    }
  }

  /// What opens it; nothing for a recipient's slot, whose identity is not known.
  var credentials: Credentials {
    get throws(SecretFileError) {
      var credentials = Credentials()
      switch way {
      case .passphrase(let passphrase, _): try CredentialReader.add(passphrase, to: &credentials)
      case .keyFile(let key): credentials.addKeyFileKey(key)
      case .recipient, .enrolment: break
      }
      return credentials
    }
  }

  /// As slots take them: in NFC. What is no passphrase at all is refused elsewhere.
  private static func isSamePassphrase(_ a: SecretBuffer, _ b: SecretBuffer) -> Bool {
    func normalized(_ text: SecretBuffer) -> SecretBuffer {
      (try? text.withBytes { (span) throws(SecretFileError) in try Credentials.passphrase(span) }) ?? text
    }
    return isSame(normalized(a), normalized(b))
  }

  private static func isSame(_ a: SecretBuffer, _ b: SecretBuffer) -> Bool {
    a.withBytes { a in b.withBytes { constantTimeEqual(a, $0) } }
  }
}
