package import SecretCrypto

extension Document {
  /// Reads a file under limits of the caller's.
  package static func read(_ source: SecretBuffer, limits: Limits) throws(Refusal) -> Document {
    guard source.count <= limits.sourceBytes else { throw limits.tooLarge(source.count) }
    throw Refusal(
      code: "not-a-preference-file", message: "the file is in no known format", offset: 0, hint: "")
  }
}
