/// Every option of the tool. The table in `Option+Spec.swift` says how each is written and what it means; the
/// parser, the help, the manual and the shell completions are all made from it.
package enum Option: UInt8, CaseIterable, Sendable {
  // The container and the ways into it.
  case file, keychain, identity, passphraseFile, passphraseFD, deviceKey, presence, slot
  case wait, noWitness, acceptRollback, acceptOrigin, acceptCost
  // The item.
  case service, account, accessGroup, itemClass, server, port, path, protocolName, synchronizable
  case accessibility, accessControl, label, comment, description, expires, type, expired, boundTo
  case itemPassphraseFD
  // Making a container and its slots.
  case newPassphraseFD, passphrase, recipient, kdf, keyFile, x25519, device
  // Secrets in and out.
  case output, reveal, raw, addOnly, ifGeneration, batch, valueFD, valueFile, empty
  // Changing and removing.
  case dryRun, all, map, toService, toAccount, toAccessGroup
  // Import, scan, export.
  case create, rules, only, except, onExisting, again, planOut, scrub, backup, yes, keepGoing
  case format, includeDeviceBound, baseline, writeBaseline, review
  // Rotation and first run.
  case keepRecipient, dropSlot, loseItems, marker, includeUnstamped
  // Checking.
  case structure, html, explain, notATest, inPlace, from
  // New values.
  case propose, generate, alphabet, activate, check, jobs, timeout, rollback, pendingOnly, olderThan, which
  case dropPrevious
  // Manners.
  case json, progress, color, quiet, help, manual
}

/// How an option is written and what it means.
package struct OptionSpec: Sendable {
  /// How an option takes its value.
  package enum Value: Sendable, Equatable {
    /// No value.
    case none
    /// A value is needed; this is its name in the help.
    case required(String)
    /// A value may follow after `=`.
    case optional(String)
  }

  /// What a shell can complete for the value.
  package enum Completion: Sendable, Equatable {
    case nothing
    case file
    case words([String])
  }

  /// Long name without the dashes.
  package var name: String
  /// Short letter.
  package var short: UInt8?
  /// Whether and how it takes a value.
  package var value: Value
  /// One line for the help.
  package var help: String
  /// What may complete the value.
  package var completion: Completion = .nothing
  /// Whether it may be given several times.
  package var isRepeatable = false
  /// Whether the words of the completion are the only values allowed.
  package var isClosed = false
  /// The environment variable that stands in for it; it names a file and never holds a secret.
  package var environment: String?

  /// A spec from its parts.
  init(_ name: String, _ short: Character? = nil, _ value: Value = .none, _ help: String) {
    self.name = name
    self.short = short?.asciiValue
    self.value = value
    self.help = help
  }

  func repeatable() -> OptionSpec { with { $0.isRepeatable = true } }
  func environment(_ name: String) -> OptionSpec { with { $0.environment = name } }
  func file() -> OptionSpec { with { $0.completion = .file } }
  func words(_ words: [String]) -> OptionSpec { with { $0.completion = .words(words) } }
  func oneOf(_ words: [String]) -> OptionSpec {
    with {
      $0.completion = .words(words)
      $0.isClosed = true
    }
  }

  private func with(_ change: (inout OptionSpec) -> Void) -> OptionSpec {
    var copy = self
    change(&copy)
    return copy
  }
}
