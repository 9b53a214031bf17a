internal import SecretFile

/// One `set` in a container of 100,000 items, against copying that file and making the copy durable.
func setOne(_ context: Context, _ table: inout Table) throws(BenchError) {
  let path = context.scratch.file("set")
  let container = try makeContainer(context, at: path, items: 100_000, payload: 60)
  let copy = context.scratch.file("copy")
  var sets: [Double] = []
  var copies: [Double] = []
  let pool = SecretBuffer(SecretBytes.random(count: 256))
  for round in 0..<9 {
    sets.append(
      try benched {
        try seconds {
          try container.update { (transaction) throws(SecretFileError) in
            _ = try transaction.set(
              NewItem(attributes(5_000 + round), secret: pool.slice(round..<round + 60)))
          }
        }
      })
    copies.append(try run(["/bin/dd", "if=\(path)", "of=\(copy)", "bs=1M", "conv=fsync"]).wall)
  }
  table.add(
    "one set among 100,000",
    "\(duration(median(sets))) to \(duration(median(copies))) for dd with fsync of the file",
    ratio: median(sets) / median(copies), atMost: 3)
  _ = try run(["/bin/rm", path, copy])
}
