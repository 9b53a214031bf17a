// Until the module's Keys arrive.
struct State: ~Copyable, Sendable {}
func notYet() -> SecretFileError { SecretFileError(.refused, "not there yet") }
