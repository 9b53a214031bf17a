internal import SecretFile

/// One secret out of containers of growing size, the whole process from start to end.
func coldGet(_ context: Context, _ table: inout Table) throws(BenchError) {
  let sizes = [10, 1_000, 100_000] + (context.large ? [1_000_000] : [])
  var smallest: [String]?
  for count in sizes {
    let path = context.scratch.file("cold-\(count)")
    _ = try makeContainer(context, at: path, items: count, payload: 60)
    let middle = count / 2
    let command =
      [
        context.tool, "get", "-q", "--no-witness", "-f", path, "-i", context.keyFile,
      ] + arguments(middle)
    let runs = try inTurn(101, [command, [context.nothing]] + (smallest.map { [$0] } ?? []))
    let get = runs[0]
    let time = median(get.map(\.wall))
    let floor = median(runs[1].map(\.wall))
    table.add(
      "cold get of one of \(count)", "\(duration(time)) to an empty program's \(duration(floor))",
      ratio: time / floor, atMost: 2)
    if count == sizes.last {
      table.add(
        "peak memory of that", "", mebibytes: get.map(\.peakMiB).max() ?? 0, atMost: 24)
    }
    if smallest != nil {
      let least = median(runs[2].map(\.wall))
      table.add("one of \(count) to one of 10", "", ratio: time / least, atMost: 1.5)
      _ = try run(["/bin/rm", path])
    } else {
      smallest = command
    }
  }
}
