internal import CSodium
internal import SecretFile

/// `verify --structure`, without and with a key, against bare BLAKE2b over as many bytes as the file has.
func structure(_ context: Context, _ table: inout Table) throws(BenchError) {
  let small = context.large ? 1_000_000 : 100_000
  try structure(context, &table, items: small, payload: 60)
  let large = context.large ? 16_384 : 2_048
  try structure(context, &table, items: large, payload: 65_536)
}

private func structure(
  _ context: Context, _ table: inout Table, items: Int, payload: Int
) throws(BenchError) {
  let what = payload < 1024 ? "\(items) items of \(payload) bytes" : "\(items) items of \(payload / 1024) KiB"
  let path = context.scratch.file("structure")
  let container = try makeContainer(context, at: path, items: items, payload: payload)
  let floor = bareHash(container.info.fileSize)
  let keyless = try benched { try seconds { _ = try Container.checkStructure(Path(path)) } }
  table.add(
    "verify --structure, no key, \(what)", detail(keyless), share: floor / keyless, atLeast: 0.7)
  let keyed = try benched {
    let opened = try Container.open(at: Path(path), with: context.credentials)
    return try seconds { _ = try opened.checkLinks() }
  }
  // No goal: pages are opened as well.
  table.add(
    "verify --structure with a key: every link, \(what)", detail(keyed), figure: percent(floor / keyed))
  _ = try run(["/bin/rm", path])

  func detail(_ time: Double) -> String {
    "\(duration(time)); bare BLAKE2b over the file \(duration(floor)) on \(WorkerThread.processors) cores"
  }
}

/// Seconds that bare BLAKE2b takes for so many bytes, shared by all processors; nothing is read.
private func bareHash(_ count: UInt64) -> Double {
  let workers = UInt64(WorkerThread.processors)
  let start = now()
  let threads = (0..<workers).compactMap { worker in
    WorkerThread {
      let share = count * (worker + 1) / workers - count * worker / workers
      let chunk = [UInt8](repeating: 5, count: 1 << 20)
      var digest = [UInt8](repeating: 0, count: 32)
      var done: UInt64 = 0
      while done < share {
        let part = min(UInt64(chunk.count), share - done)
        unsafe crypto_generichash(&digest, 32, chunk, part, nil, 0)
        done += part
      }
      if digest == [] { print("") }
    }
  }
  for thread in threads { thread.join() }
  return now() - start
}
