internal import SecretFile

/// A scan of a folder, against grep for ten fixed strings in it.
func scanning(_ context: Context, _ table: inout Table) throws(BenchError) {
  let folder = context.scratch.file("preferences")
  let count = 10_000
  var files = PreferenceFiles()
  try files.make(count, below: folder)
  // None of them is there: grep, which stops at the first hit when nobody reads its output, has to read everything.
  let strings = [
    "ghp_", "xoxb-", "AKIA", "glpat-", "sk_live_", "hooks.slack.com", "BEGIN RSA PRIVATE KEY", "SG.", "npm_",
    "ya29.",
  ]
  let grep = ["/usr/bin/env", "grep", "-rF"] + strings.flatMap { ["-e", $0] } + [folder]
  let scan = [context.tool, "scan", "--progress", "never", "-q", folder]
  let (scans, greps) = try pairs(7, scan, grep, accepting: [0, 1, 10])
  let (left, right) = (median(scans.map(\.wall)), median(greps.map(\.wall)))
  table.add(
    "scan of \(count) preference files", "\(duration(left)) to grep's \(duration(right)) for ten strings",
    ratio: left / right, atMost: 4)
  _ = try run(["/bin/rm", "-r", folder])
}
