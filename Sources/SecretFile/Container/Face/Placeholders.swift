struct State: ~Copyable, Sendable {}
func notYet() -> SecretFileError { SecretFileError(.refused, "not there yet") }
