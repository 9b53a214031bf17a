// Until the module's Keys arrive.
public struct Credentials: Sendable { public init() {} }
public struct Recipient: Sendable, Hashable { public let publicKey: Bytes32 }
struct State: ~Copyable, Sendable {}
func notYet() -> SecretFileError { SecretFileError(.refused, "not there yet") }
