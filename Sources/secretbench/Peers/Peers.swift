/// `secretctl` beside other ways to keep secrets, as a Markdown table with a column for each that is installed.
func peers(_ context: Context) throws(BenchError) {
  let shell = try PeerShell(context)
  let peers = Peer.all.filter { $0.programs.allSatisfy(shell.has) }
  defer {
    for peer in peers {
      if let finish = peer.finish { _ = try? shell(finish) }
    }
  }
  for peer in peers { try shell(peer.prepare) }
  let race = try PeerRace(context, shell, peers)
  let survival = try PeerSurvival(context, shell)
  let table = PeerTable(shell, peers)
  let derivation = try race.derivations()
  try race.fill(1_000)
  table.add("fetch one of 1,000", try race.fetch(1_000), less: derivation.open)
  try race.fill(100_000)
  table.add("fetch one of 100,000", try race.fetch(100_000), less: derivation.open)
  let (filling, change) = try race.imports()
  table.add("import 10,000", filling, less: derivation.make)
  table.add("change the credential of 10,000", change, less: derivation.change)
  table.add("set one among 1,000", try race.add(1_000), less: derivation.add)
  table.add("set one among 1,000, on a disk", try race.addOnDisk(1_000), less: derivation.add)
  table.add("set one among 100,000", try race.add(100_000), less: derivation.add)
  var cells: [String] = []
  for peer in peers { cells.append(try survival.writers(peer)) }
  table.add(PeerSurvival.writersRow, cells)
  cells = []
  for peer in peers { cells.append(try survival.fullDisk(peer)) }
  table.add(PeerSurvival.fullDiskRow, cells)
  try table.end(peers)
  for peer in Peer.all where !peers.contains(where: { $0.name == peer.name }) {
    print("\nSkipped: \(peer.name), which needs \(peer.programs.joined(separator: ", ")) on the PATH.")
  }
}
