internal import SecretFile

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

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
  // The floor is measured before and after what stands on it, because the machine's speed drifts.
  func timed(_ kind: Floor, _ body: () throws(BenchError) -> Double) throws(BenchError) -> (Double, Double) {
    func floor() -> Double { kind.seconds(items: items, payload: padded, recordsPerPage: perPage) }
    let before = floor()
    let time = try body()
    return (time, (before + floor()) / 2)
  }

  let (write, writeFloor) = try timed(.write) { () throws(BenchError) in
    try seconds { () throws(BenchError) in
      _ = try makeContainer(context, at: path, items: items, payload: payload)
    }
  }
  let size = try benched {
    try Container.open(at: Path(path), with: context.credentials).info.fileSize
  }
  let io = try BareIO(context.scratch.file("io"), bytes: size)
  row("fresh write", write, writeFloor, io.write + io.read)

  let (verify, verifyFloor) = try timed(.verify) { () throws(BenchError) in
    try benched {
      let opened = try Container.open(at: Path(path), with: context.credentials)
      return try seconds {
        let report = try opened.verify()
        if report.secretsOpened != items {
          throw BenchError("verify opened \(report.secretsOpened) of \(items)")
        }
      }
    }
  }
  row("full verify", verify, verifyFloor, io.read)

  let (rotate, rotateFloor) = try timed(.rotate) { () throws(BenchError) in
    try benched {
      let opened = try Container.open(at: Path(path), with: context.credentials)
      return try seconds { _ = try opened.rotate() }
    }
  }
  row("rotation", rotate, rotateFloor, io.read + io.write + io.read)
  _ = try run(["/bin/rm", path])

  // What the system needs to move the bytes is no work of this program: it stands apart, as if shared by all cores.
  func row(_ name: String, _ time: Double, _ floor: Double, _ io: Double) {
    let apart = io / Double(WorkerThread.processors)
    table.add(
      "\(name), \(what)",
      "\(duration(time)), \(duration(apart)) of it reads and writes; bare libsodium \(duration(floor)) on "
        + "\(WorkerThread.processors) cores",
      share: floor / (time - apart), atLeast: 0.6)
  }
}

/// Seconds that one thread takes to write so many bytes to a new file in pieces of 1 MiB, and to read them.
private struct BareIO {
  var write = 0.0
  var read = 0.0

  init(_ path: String, bytes: UInt64) throws(BenchError) {
    let file = unsafe open(path, O_RDWR | O_CREAT | O_TRUNC, 0o600)
    if file < 0 { throw BenchError("\(path): cannot be made") }
    defer {
      close(file)
      unsafe unlink(path)
    }
    var piece = [UInt8](repeating: 8, count: 1 << 20)
    var isWhole = true
    for reads in [false, true] {
      let start = now()
      var offset: UInt64 = 0
      while offset < bytes {
        let count = Int(min(UInt64(piece.count), bytes - offset))
        let done =
          reads
          ? unsafe pread(file, &piece, count, off_t(offset))
          : unsafe pwrite(file, piece, count, off_t(offset))
        isWhole = isWhole && done == count
        offset += UInt64(count)
      }
      if reads { read = now() - start } else { write = now() - start }
    }
    if !isWhole { throw BenchError("\(path): not all bytes could be written and read") }
  }
}
