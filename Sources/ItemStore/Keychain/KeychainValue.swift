public import SecretCrypto
public import SecretFile

/// A value of a query or of a result: what a face has made of its own types.
public enum KeychainValue: Sendable {
  /// A string.
  case text(String)
  /// Data that is not secret, such as an account or a persistent reference.
  case data([UInt8])
  /// The secret itself.
  case secret(SecretBuffer)
  /// A whole number.
  case number(Int64)
  /// A Boolean.
  case flag(Bool)
  /// A date, in milliseconds since 1970.
  case date(Int64)
  /// A protection, as an access-control object holds it.
  case protection(Protection)
  /// A list.
  case list([KeychainValue])
  /// Something that no key takes.
  case foreign
}

/// What a query or a result is: values by Apple's raw keys (`acct`, `svce`, `v_Data` …).
public typealias KeychainDictionary = [String: KeychainValue]

/// What a call gave back.
public enum KeychainResult: Sendable {
  /// Nothing was asked for.
  case none
  /// One bare value.
  case value(KeychainValue)
  /// Attributes, perhaps with the secret and the persistent reference.
  case dictionary(KeychainDictionary)
  /// One result for every item.
  case list([KeychainResult])
}
