internal import Files
internal import SecretCrypto

/// What is remembered of a container outside of it (spec "Witness and origin"): 76 bytes, by containerID.
struct Witness: Sendable, Equatable {
  var keyEpoch: UInt32
  var generation: UInt64
  var mac: Bytes32
  var pin: Bytes32

  /// What is to be remembered of a container in this state.
  init(_ header: Header, pin: Bytes32) {
    keyEpoch = header.keyEpoch
    generation = header.generation
    mac = header.mac
    self.pin = pin
  }

  /// The entry as it is stored; nil if it is malformed.
  init?(_ bytes: [UInt8]) {
    guard bytes.count == 76 else { return nil }
    let span = bytes.span
    keyEpoch = ByteOrder.little(span, 0, as: UInt32.self)
    generation = ByteOrder.little(span, 4, as: UInt64.self)
    mac = Bytes32(span, at: 12)
    pin = Bytes32(span, at: 44)
  }

  /// The entry as it is stored.
  var encoded: [UInt8] {
    var out = Writer(capacity: 76)
    out.u32(keyEpoch)
    out.u64(generation)
    out.append(mac)
    out.append(pin)
    return out.bytes
  }

  /// Whether this state may take the place of `other` without anybody's consent.
  fileprivate func follows(_ other: Witness) -> Bool {
    if keyEpoch < other.keyEpoch || generation < other.generation { return false }
    return generation > other.generation || mac == other.mac
  }

  /// Step 9 of reading.
  /// - Throws: `rollback`, `fork`.
  func checkCounters(_ header: Header) throws(SecretFileError) {
    if header.keyEpoch < keyEpoch || header.generation < generation {
      throw SecretFileError(
        standard: .rollback,
        "older than what was seen before: epoch \(header.keyEpoch), generation \(header.generation) instead of "
          + "\(keyEpoch), \(generation)")
    }
    if header.generation == generation && header.mac != mac { throw Self.fork(header) }
  }

  /// Step 10a of reading.
  /// - Throws: `fork`.
  func checkPrevious(_ header: Header, _ root: Root) throws(SecretFileError) {
    guard header.generation == generation + 1, root.previousMAC != mac else { return }
    throw Self.fork(header)
  }

  /// Whether this witness lets a container pass.
  func allows(_ header: Header, _ root: Root) -> Bool {
    do throws(SecretFileError) {
      try checkCounters(header)
      try checkPrevious(header, root)
      return true
    } catch {
      return false
    }
  }

  private static func fork(_ header: Header) -> SecretFileError {
    SecretFileError(
      standard: .fork,
      "generation \(header.generation) does not follow what was seen before: two lines of history")
  }
}

/// The witness file that an opening was told of.
struct WitnessKeeper: Sendable {
  private let store: WitnessStore?

  /// A keeper of that file; nil keeps nothing.
  init(_ path: Path?) { store = path.map { WitnessStore($0) } }

  /// What is remembered of a container.
  /// - Throws: file errors, also for a witness file that is damaged.
  func read(_ id: Bytes16) throws(SecretFileError) -> Witness? {
    guard let store else { return nil }
    let bytes = try files { () throws(FileError) in try store.read(id: id.bytes) }
    guard let bytes else { return nil }
    guard let witness = Witness(bytes) else {
      let error = FileError(.malformed, store.path, "read the witness")
      throw SecretFileError(
        .file(.malformed), error.description, hint: "remove the witness file", file: error)
    }
    return witness
  }

  /// Remembers a state; returns a warning if that fails.
  ///
  /// A writer may have remembered a newer state since this one was read, so the decision falls under the store's lock:
  /// the witness is only ever raised, unless a commit was made on an older or forked state that the user `accepts`.
  func write(_ id: Bytes16, _ witness: Witness, accepting accepts: Bool = false) -> String? {
    guard let store else { return nil }
    do throws(FileError) {
      try store.update(id: id.bytes) { (old) in
        if !accepts, let old = old.flatMap({ Witness($0) }), !witness.follows(old) { return nil }
        return witness.encoded
      }
      return nil
    } catch {
      return "the witness was not updated: \(error.description)"
    }
  }
}
