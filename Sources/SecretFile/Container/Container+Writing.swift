extension Container {
  /// Changes the container: everything that `body` does with the transaction is written at once, or nothing is.
  ///
  /// If the body changes nothing, nothing is written. The body may run twice: at first with what the handle knows,
  /// and once more, under the lock, if another writer has changed the file meanwhile.
  ///
  /// - Throws: what `body` throws; `notProven` if the origin of the file is not proven; `conflict` if the generation
  ///   is not the one of `options`; file errors (`busy`, `noSpace`, `cannotCreate` …), the file being unchanged; and
  ///   once a reload has failed, that error again and again: such a handle writes no more.
  public func update<R>(
    _ options: CommitOptions = CommitOptions(),
    _ body: (inout Transaction) throws(SecretFileError) -> R
  ) throws(SecretFileError) -> R {
    throw notYet()
  }

  /// Draws new keys and encrypts everything anew, as far as the factors at hand allow; the report tells what was
  /// renewed and what was carried over. Removing a slot or changing a passphrase is a rotation too.
  ///
  /// - Throws: `refused` with the reasons and the items' names, if something would be lost that was not named; the
  ///   errors of `update`.
  public func rotate(
    _ request: RotationRequest = RotationRequest(), progress: ProgressHandler? = nil
  ) throws(SecretFileError) -> RotationReport {
    throw notYet()
  }

  /// What `rotate` would do, without doing it. Why it would be refused stands in the report.
  public func rotationPlan(_ request: RotationRequest = RotationRequest()) throws(SecretFileError)
    -> RotationReport
  {
    throw notYet()
  }

  /// Writes the container in the layout of a fresh one: full segments, no class keys without items. Secrets are
  /// copied as they are.
  /// - Throws: as `update`.
  public func compact(
    _ options: CommitOptions = CommitOptions(), progress: ProgressHandler? = nil
  ) throws(SecretFileError) {
    throw notYet()
  }
}
