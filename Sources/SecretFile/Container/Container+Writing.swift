internal import Files
internal import SecretCrypto

extension Container {
  /// Changes the container: everything that `body` does with the transaction is written at once, or nothing is.
  ///
  /// If the body changes nothing, nothing is written. The body may run twice: at first with what the handle knows,
  /// and once more, under the lock, if another writer has changed the file meanwhile.
  ///
  /// - Throws: what `body` throws; `notProven` if the origin of the file is not proven; `conflict` if the generation
  ///   is not the one of `options`; file errors (`busy`, `noSpace`, `cannotCreate` …), the file being unchanged
  ///   unless the error says ``FileError/isInPlace``; and once a reload has failed, that error again and again: such a handle writes no more.
  @discardableResult
  public func update<R>(
    _ options: CommitOptions = CommitOptions(),
    _ body: (inout Transaction) throws(SecretFileError) -> R
  ) throws(SecretFileError) -> R {
    var known = try snapshotForWriting()
    if let wanted = options.ifGeneration, wanted != known.header.generation {
      try reload()
      known = try snapshotForWriting()
      try Self.checkGeneration(options, known)
    }
    let first = try runWithoutLock(known, options, body)
    if let first, first.draft.isEmpty { return first.result }
    var replacement = try beginReplacement(options)
    let current = try lockedSnapshot(replacement, known)
    var (result, draft): (R, Draft)
    if let first, current === known {
      (result, draft) = first
    } else {
      try Self.checkGeneration(options, current)
      (result, draft) = try Transaction.run(current, options, body)
      if draft.isEmpty {
        advance(to: current)
        return result
      }
    }
    try commit(try draft.finish(), &replacement, opened: draft.opened, nil) {
      (planner) throws(SecretFileError) in
      try planner.update()
    }
    return result
  }

  /// Writes the container in the layout of a fresh one: full segments, no class keys without items. Secrets are
  /// copied as they are. A container that is compact already is not written.
  /// - Throws: as `update`.
  public func compact(
    _ options: CommitOptions = CommitOptions(), progress: ProgressHandler? = nil
  ) throws(SecretFileError) {
    let known = try snapshotForWriting()
    var replacement = try beginReplacement(options)
    let current = try lockedSnapshot(replacement, known)
    try Self.checkGeneration(options, current)
    let draft = try Draft(current, options.fixed)
    draft.dropsUnusedKeys = true
    let input = try draft.finish()
    let plan = try LayoutPlanner(input.context).compact()
    // What is compact already stays unwritten.
    if input.root.keyTable == current.root.keyTable, plan.isCopy(of: current.segments.count) {
      advance(to: current)
      return
    }
    try commit(input, &replacement, opened: draft.opened, progress) { (_) in plan }
  }

  // MARK: Steps

  /// The first run of a body. Nil if it met damage: perhaps somebody wrote into the file, which under the lock will
  /// be seen.
  private func runWithoutLock<R>(
    _ known: Snapshot, _ options: CommitOptions, _ body: (inout Transaction) throws(SecretFileError) -> R
  ) throws(SecretFileError) -> (result: R, draft: Draft)? {
    do throws(SecretFileError) {
      return try Transaction.run(known, options, body)
    } catch {
      guard error.code.isDamage else { throw error }
      return nil
    }
  }

  static func checkGeneration(_ options: CommitOptions, _ snapshot: Snapshot) throws(SecretFileError) {
    guard let wanted = options.ifGeneration, wanted != snapshot.header.generation else { return }
    throw SecretFileError(
      .conflict, "the container is of generation \(snapshot.header.generation), not \(wanted)",
      hint: "look at it anew, then try again")
  }

  /// Locks the file for replacing it.
  func beginReplacement(_ options: CommitOptions) throws(SecretFileError) -> Replacement {
    let wait: LockWait =
      options.waitSeconds > 0 ? .wait(seconds: UInt32(clamping: options.waitSeconds)) : .fail
    return try files { () throws(FileError) in try Replacement.begin(path, waitForLock: wait) }
  }

  /// The version under the lock: the one that is known, or what another writer has made of it.
  func lockedSnapshot(
    _ replacement: borrowing Replacement, _ known: Snapshot
  ) throws(SecretFileError) -> Snapshot {
    let file = replacement.base
    let isKnown = try load { (_, _) throws(SecretFileError) -> Snapshot? in
      guard file.size == known.header.fileLength else { return nil }
      let start = try files { () throws(FileError) in try file.read(at: 0, count: known.headerBytes.count) }
      return start == known.headerBytes ? known : nil
    }
    if let isKnown { return isKnown }
    let current = try load { (access, _) throws(SecretFileError) in try access.open(file, known: known) }
    try Self.checkProven(current)
    return current
  }

  /// Writes, reads back, puts in place, and goes on with the new version.
  @discardableResult
  func commit(
    _ input: CommitInput, _ replacement: inout Replacement, opened: OpenedSlot?, _ progress: ProgressHandler?,
    _ newAccess: Access? = nil, _ layOut: (LayoutPlanner) throws(SecretFileError) -> SegmentPlan
  ) throws(SecretFileError) -> WrittenVersion {
    var input = input
    let planner = LayoutPlanner(input.context)
    let plan = try layOut(planner)
    input.context = planner.context
    let output: TemporaryFile
    do throws(FileError) { output = try replacement.temporary() } catch { throw SecretFileError(error) }
    let version = try Publishing.write(input, plan, to: output, progress: progress)
    let result: Replacement.Result
    do throws(FileError) { result = try replacement.commit() } catch { throw SecretFileError(error) }
    let warnings = result.notes.map { "\($0)" }
    advance(
      to: try Publishing.snapshot(
        version, input, result.file, opened: opened, access.witness, warnings: warnings), newAccess)
    return version
  }
}
