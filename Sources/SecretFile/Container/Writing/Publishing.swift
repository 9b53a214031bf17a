internal import Files
internal import SecretCrypto

/// What takes a new version's place: a replacement of the old file, or a new file.
enum Publishing {
  /// Writes a version into the temporary file and reads it back.
  static func write(
    _ input: CommitInput, _ plan: SegmentPlan, to output: TemporaryFile,
    progress: ProgressHandler?
  ) throws(SecretFileError) -> WrittenVersion {
    var writer = VersionWriter(input.context, output: output, header: input.header, root: input.root)
    let version = try writer.write(plan, progress: progress)
    try check(version, input, output)
    return version
  }

  /// Reads a written version back.
  static func check(
    _ version: WrittenVersion, _ input: CommitInput, _ output: TemporaryFile
  ) throws(SecretFileError) {
    let file = try files { () throws(FileError) in try output.readable() }
    let readBack = try ReadBack(
      version, file, base: input.context.base, masterKeys: input.context.masterKeys, chainKeys: input.keys)
    try readBack.check(nil)
  }

  /// The snapshot of a version that has just been put in place, and the witness of it.
  static func snapshot(
    _ version: WrittenVersion, _ input: CommitInput, _ file: ReadableFile, opened: OpenedSlot?,
    _ witness: WitnessKeeper, warnings: [String] = []
  ) throws(SecretFileError) -> Snapshot {
    let keyTable = try format { () throws(FormatError) in
      try KeyTable.parse(version.root.keyTable.span, keyEpoch: version.header.keyEpoch)
    }
    let masterKeys = input.context.masterKeys
    let state = Witness(version.header, pin: masterKeys.pin)
    // Whoever builds on a state that the witness spoke against has decided for it.
    let warning = witness.write(
      version.header.containerID, state, accepting: input.context.base?.isAccepted ?? false)
    return Snapshot(
      file: file, headerBytes: version.headerBytes, header: version.header, root: version.root,
      keyTable: keyTable,
      masterKeys: masterKeys, chainKeys: input.keys, opened: opened, isProven: true,
      warnings: warnings + (warning.map { [$0] } ?? []),
      inheriting: input.context.base.flatMap { $0.isLocked ? $0 : nil })
  }
}
