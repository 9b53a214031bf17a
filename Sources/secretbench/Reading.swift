internal import SecretFile

/// The peak memory of reading one large file, to the size of the file. The whole process counts, the search for secrets
/// and the Swift runtime included.
func reading(_ context: Context, _ table: inout Table) throws(BenchError) {
  try reading(
    context, &table, "a JSON file of 14 MB", name: "large.json", size: 14_000_000, head: "{",
    tail: "\"end\":0}"
  ) { number in
    "\"entry \(number)\":{\"id\":\(number),\"name\":\"the name \(number)\",\"on\":true,\"list\":[\"a\",\"b\\n\"],\"part\":\(number).5},"
  }
  try reading(
    context, &table, "an XML plist of 28 MB", name: "large.plist", size: 28_000_000, head: "<plist><array>",
    tail: "</array></plist>"
  ) { number in
    "\n\t<dict>\n\t\t<key>id</key>\n\t\t<integer>\(number)</integer>\n\t\t<key>name</key>\n"
      + "\t\t<string>this &amp; that \(number)</string>\n\t\t<key>on</key>\n\t\t<true/>\n\t</dict>"
  }
}

private func reading(
  _ context: Context, _ table: inout Table, _ what: String, name: String, size: Int, head: String,
  tail: String,
  _ entry: (Int) -> String
) throws(BenchError) {
  let path = context.scratch.file(name)
  var text = Array(head.utf8)
  text.reserveCapacity(size + 1_000)
  var number = 0
  while text.count < size {
    text += entry(number).utf8
    number += 1
  }
  text += tail.utf8
  let bytes = text
  try benched { try writeOutput(Path(path), bytes.span) }
  let scan = try run([context.tool, "scan", "-q", "--progress", "never", path])
  table.add(
    "peak memory of a scan of \(what)", "\(decimal(scan.peakMiB, 1)) MiB, \(duration(scan.wall))",
    ratio: scan.peakMiB * 1_048_576 / Double(bytes.count), atMost: 6)
  _ = try run(["/bin/rm", path])
}
