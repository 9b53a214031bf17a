internal import Files
internal import SecretCrypto

extension Container {
  /// Draws new keys and encrypts everything anew, as far as the factors at hand allow; the report tells what was
  /// renewed and what was carried over. Removing a slot or changing a passphrase is a rotation too.
  ///
  /// - Parameters:
  ///   - request: What stays, goes and comes.
  ///   - options: How long to wait for another writer, and of which generation the container must be.
  ///   - progress: Told now and then how far it is.
  ///   - announce: Told before anything is written what will be done; the numbers of items are not counted yet.
  /// - Throws: `refused`, `presence`, `passcode` or `version` with all reasons and the items' names, if something
  ///   would be lost that was not named or a factor is missing; the errors of `update`.
  @discardableResult
  public func rotate(
    _ request: RotationRequest = RotationRequest(), options: CommitOptions = CommitOptions(),
    progress: ProgressHandler? = nil, announce: ((RotationReport) -> Void)? = nil
  ) throws(SecretFileError) -> RotationReport {
    let known = try snapshotForWriting()
    var replacement = try beginReplacement(options)
    let current = try lockedSnapshot(replacement, known)
    try Self.checkGeneration(options, current)
    var access = access
    let rotation = try Rotation(current, request, access, needsCounts: false)
    if let refusal = rotation.refusal { throw refusal }
    announce?(rotation.report)
    let (input, added) = try rotation.seal()
    access.credentials.add(request.credentials)
    for slot in request.add { try access.credentials.add(slot) }
    for new in request.passphrases.values {
      try new.passphrase.withBytes { (bytes) throws(SecretFileError) in
        try access.credentials.addPassphrase(bytes)
      }
    }
    let version = try commit(input, &replacement, opened: rotation.opened(input), progress, access) {
      (planner) throws(SecretFileError) in try planner.rotation()
    }
    var report = rotation.report
    report.addedSlots = added
    report.count(version.counts)
    return report
  }

  /// What `rotate` would do, without doing it. Why it would be refused stands in the report.
  /// - Throws: `notProven`, `notFound`, `kdfCost`, `credential`, damage, file errors.
  public func rotationPlan(_ request: RotationRequest = RotationRequest()) throws(SecretFileError)
    -> RotationReport
  {
    let known = try snapshotForWriting()
    return try Rotation(known, request, access, needsCounts: true).report
  }
}
