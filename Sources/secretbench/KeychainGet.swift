internal import ItemStore
internal import SecretFile

/// One secret out of an open file keychain, by the call of `SecItemCopyMatching`, against reading, checking and opening
/// that payload alone with its page in memory.
func keychainGet(_ context: Context, _ table: inout Table) throws(BenchError) {
  let count = 10_000
  let path = Path(context.scratch.file("keychain"))
  let container = try benched { try KeychainFile(path).openOrMake(withPasscode: false) }
  try fill(container, items: count, payload: 60)
  let keychain = Keychain.inFile(path)
  let items = try benched { try container.items() }
  var calls: [Double] = []
  var payloads: [Double] = []
  // Within one page, so that it is in memory; a round is many calls, as one is shorter than the clock is exact.
  let indexes = Array(5_000..<5_100)
  for round in 0..<31 {
    let call = try benched {
      try seconds {
        for index in indexes {
          let name = attributes(index).name
          _ = try keychain.copyMatching([
            "class": .text("genp"), "svce": .data(name.service), "acct": .data(name.account),
            "r_Data": .flag(true),
          ])
        }
      }
    }
    let payload = try benched {
      try seconds {
        for index in indexes { _ = try container.secret(of: items[index]) }
      }
    }
    // The first round brings the pages in.
    if round == 0 { continue }
    calls.append(call / Double(indexes.count))
    payloads.append(payload / Double(indexes.count))
  }
  table.add(
    "one secret of an open file keychain of \(count)",
    "\(duration(median(calls))) to \(duration(median(payloads))) for pread, link and opening of the payload",
    ratio: median(calls) / median(payloads), atMost: 3)
  _ = try run(["/bin/rm", "-r", "\(path)", "\(KeychainFile(path).devicePath)"])
}
