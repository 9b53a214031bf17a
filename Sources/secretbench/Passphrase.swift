internal import SecretFile

/// Opening with a passphrase, against the bare derivation and two empty processes.
func passphrase(_ context: Context, _ table: inout Table) throws(BenchError) {
  let secret: [UInt8] = Array("correct horse battery staple".utf8)
  let file = context.scratch.file("passphrase")
  let path = context.scratch.file("with-passphrase")
  let container = try benched {
    try writeOutput(Path(file), secret.span)
    let slot = NewSlot(.passphrase(SecretBuffer(copying: secret.span), cost: .standard))
    return try Container.create(at: Path(path), slots: [slot], options: CreateOptions())
  }
  try fill(container, items: 10, payload: 60)
  let command =
    [
      context.tool, "get", "-q", "--no-witness", "-f", path, "--passphrase-file", file,
    ] + arguments(3)
  let salt = [UInt8](repeating: 1, count: PasswordHash.saltSize)
  var opened: [Double] = []
  var floors: [Double] = []
  for _ in 0..<7 {
    opened.append(try run(command).wall)
    let derivation = try benched {
      try seconds { _ = try PasswordHash.argon2id(secret.span, salt: salt.span, cost: .standard) }
    }
    let empty = try run([context.nothing]).wall
    floors.append(derivation + 2 * empty)
  }
  table.add(
    "open with a passphrase, 256 MiB and 3 passes",
    "\(duration(median(opened))) to \(duration(median(floors))) for bare Argon2id and two empty programs",
    ratio: median(opened) / median(floors), atMost: 1.05)
}
