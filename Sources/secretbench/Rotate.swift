internal import SecretFile

/// The rotation of a container by the tool, against copying its file and verifying it; and the memory that it takes.
func rotate(_ context: Context, _ table: inout Table) throws(BenchError) {
  let path = context.scratch.file("rotate")
  let copy = context.scratch.file("rotate-copy")
  _ = try makeContainer(context, at: path, items: 100_000, payload: 60)
  let common = ["-q", "--no-witness", "-f", path, "-i", context.keyFile]
  var rotations: [Double] = []
  var others: [Double] = []
  for _ in 0..<7 {
    let copied = try run(["/bin/cp", path, copy]).wall
    others.append(copied + (try run([context.tool, "verify"] + common).wall))
    rotations.append(try run([context.tool, "rotate"] + common).wall)
  }
  table.add(
    "deep rotation of 100,000 items",
    "\(duration(median(rotations))) to \(duration(median(others))) for cp and a full verify",
    ratio: median(rotations) / median(others), atMost: 5)
  if context.large {
    _ = try run(["/bin/rm", path])
    _ = try makeContainer(context, at: path, items: 1_000_000, payload: 60)
  }
  let items = context.large ? "1,000,000" : "100,000"
  let size = try benched { try Container.inspect(Path(path)).fileSize }
  let peak = try run([context.tool, "rotate"] + common).peakMiB
  table.add(
    "peak memory of a rotation of \(items) items", "a file of \(decimal(Double(size) / 1_048_576, 1)) MiB",
    mebibytes: peak,
    atMost: 64)
  _ = try run(["/bin/rm", "-f", path, copy])
}
