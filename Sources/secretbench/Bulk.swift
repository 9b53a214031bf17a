internal import SecretFile

/// Fresh write, full verify and rotation, against the bare libsodium calls.
func bulk(_ context: Context, _ table: inout Table) throws(BenchError) {
  let small = context.large ? 1_000_000 : 100_000
  try bulk(context, &table, items: small, payload: 60)
  let large = context.large ? 16_384 : 2_048
  try bulk(context, &table, items: large, payload: 65_536)
}

private func bulk(
  _ context: Context, _ table: inout Table, items: Int, payload: Int
) throws(BenchError) {
  let what = payload < 1024 ? "\(items) items of \(payload) bytes" : "\(items) items of \(payload / 1024) KiB"
  let perPage = payload < 1024 ? 400 : 16
  let path = context.scratch.file("bulk")
  let padded = max(64, (payload + 63) / 64 * 64)
  func floor(_ kind: Floor) -> Double { kind.seconds(items: items, payload: padded, recordsPerPage: perPage) }

  let writeFloor = floor(.write)
  let write = try seconds { () throws(BenchError) in
    _ = try makeContainer(context, at: path, items: items, payload: payload)
  }
  row("fresh write", write, writeFloor)

  let verifyFloor = floor(.verify)
  let verify = try benched {
    let opened = try Container.open(at: Path(path), with: context.credentials)
    return try seconds {
      let report = try opened.verify()
      if report.secretsOpened != items {
        throw BenchError("verify opened \(report.secretsOpened) of \(items)")
      }
    }
  }
  row("full verify", verify, verifyFloor)

  let rotateFloor = floor(.rotate)
  let rotate = try benched {
    let opened = try Container.open(at: Path(path), with: context.credentials)
    return try seconds { _ = try opened.rotate() }
  }
  row("rotation", rotate, rotateFloor)
  _ = try run(["/bin/rm", path])

  func row(_ name: String, _ time: Double, _ floor: Double) {
    table.add(
      "\(name), \(what)",
      "\(duration(time)); bare libsodium \(duration(floor)) on \(WorkerThread.processors) cores",
      share: floor / time, atLeast: 0.6)
  }
}
