public import Files
public import SecretCrypto

/// How a container is made.
public struct CreateOptions: Sendable {
  /// A label for people; nil for none.
  public var label: String?
  /// The witness file that remembers the container's state outside it; nil for none.
  public var witness: Path?
  /// Device keys and the like, with which the new container goes on being used.
  public var credentials: Credentials

  /// Fixed inputs, for tests that compare bytes.
  package var fixed: FixedInputs?

  /// No label, no witness.
  public init(label: String? = nil, witness: Path? = nil, credentials: Credentials = Credentials()) {
    self.label = label
    self.witness = witness
    self.credentials = credentials
  }
}

/// How a container is opened.
public struct OpenOptions: Sendable {
  /// The witness file that remembers the container's state outside it; nil for none.
  public var witness: Path?
  /// Take an older or forked container, for as long as the handle lives. The witness goes on remembering what it knew
  /// until something is written through the handle: then this container is the current one.
  public var acceptRollback: Bool
  /// Take a container that was opened through a recipient's slot for genuine, though the witness does not know it.
  public var acceptOrigin: Bool
  /// What deriving keys may cost before it is refused.
  public var costLimit: KDFCost.Ceiling
  /// Only this slot is tried, and judged on its own.
  public var slot: SlotID?

  /// No witness, nothing accepted, the format's own cost limits.
  public init(
    witness: Path? = nil, acceptRollback: Bool = false, acceptOrigin: Bool = false,
    costLimit: KDFCost.Ceiling = .standard, slot: SlotID? = nil
  ) {
    self.witness = witness
    self.acceptRollback = acceptRollback
    self.acceptOrigin = acceptOrigin
    self.costLimit = costLimit
    self.slot = slot
  }
}

/// How a change is committed.
public struct CommitOptions: Sendable {
  /// Refuse (`conflict`) unless the container is of this generation.
  public var ifGeneration: UInt64?
  /// How long to wait for another writer, in seconds; 0 means not at all.
  public var waitSeconds: Int

  /// The time of the commit by another clock than the system's, in milliseconds since 1970. Time still goes forward
  /// from commit to commit.
  package var now: Int64?

  /// Fixed inputs, for tests that compare bytes.
  package var fixed: FixedInputs?

  /// Any generation, and up to 30 seconds for other writers.
  public init(ifGeneration: UInt64? = nil, waitSeconds: Int = 30) {
    self.ifGeneration = ifGeneration
    self.waitSeconds = waitSeconds
  }
}

/// The inputs of a commit that otherwise come from the system. Only tests fix them: a seed used for two
/// different commits breaks the encryption.
package struct FixedInputs: Sendable {
  /// The 32-byte seed (spec "Randomness").
  package var seed: [UInt8]
  /// The time, in milliseconds since 1970.
  package var now: Int64

  package init(seed: [UInt8], now: Int64) {
    self.seed = seed
    self.now = now
  }
}

/// How far a long operation has come.
public struct Progress: Sendable, Hashable {
  /// Items dealt with so far.
  public var itemsDone: Int
  /// All items.
  public var itemsTotal: Int
  /// Bytes of the container dealt with so far.
  public var bytesDone: UInt64
  /// All bytes.
  public var bytesTotal: UInt64
}

/// Called now and then during a long operation, from any thread, never twice at once.
public typealias ProgressHandler = @Sendable (Progress) -> Void
