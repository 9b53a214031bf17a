internal import SecretFile

/// The peers' times for the same jobs, taken in turn so that a drifting machine treats them alike.
struct PeerRace {
  private let scratch: ScratchFolder
  private let disk: ScratchFolder
  private let shell: PeerShell
  private let peers: [Peer]
  private let value: String

  /// Seconds for each peer; none if it derives no key.
  typealias Times = [Double?]

  init(_ context: Context, _ shell: PeerShell, _ peers: [Peer]) throws(BenchError) {
    scratch = context.scratch
    disk = context.disk
    self.shell = shell
    self.peers = peers
    value = scratch.file("value")
    let line = Array((DummyItems.value(123_456) + "\n").utf8)
    let path = Path(value)
    try benched { try writeOutput(path, line.span) }
    for count in [0, 1_000, 10_000, 100_000] + peers.compactMap(\.sample) {
      try DummyItems.write(count, base: source(count))
    }
  }

  /// What a job costs on an empty store, without the start of the program; none if no key is derived.
  struct Derivation {
    var open: Times = []
    var make: Times = []
    var add: Times = []
    var change: Times = []
  }

  /// Measures what the peers that derive a key at every opening spend on that.
  func derivations() throws(BenchError) -> Derivation {
    var costs = Derivation()
    for (index, peer) in peers.enumerated() {
      guard let idle = peer.idle, let open = peer.open else {
        costs.open.append(nil)
        costs.make.append(nil)
        costs.add.append(nil)
        costs.change.append(nil)
        continue
      }
      let store = store(index, 0)
      var runs: [[Double]] = [[], [], [], [], []]
      for round in 0..<5 {
        runs[0].append(try shell(idle))
        runs[1].append(try shell(peer.make, store, source(0)))
        runs[2].append(try shell(open, store))
        runs[3].append(try shell(peer.add, store, "g000/new\(round)", value))
        runs[4].append(try shell(peer.change, store))
        try shell("rm -r \"$1\"", store)
      }
      let times = runs.map(median).map { $0 - median(runs[0]) }
      costs.make.append(times[1])
      costs.open.append(times[2])
      costs.add.append(times[3])
      costs.change.append(times[4])
    }
    return costs
  }

  /// Making a store of 10,000 items, and then changing its credential.
  func imports() throws(BenchError) -> (filling: [Double], change: [Double]) {
    var filling = peers.map { _ in [Double]() }
    var change = filling
    for round in 0..<3 {
      for (index, peer) in peers.enumerated() where round == 0 || peer.sample == nil {
        let (count, store) = (peer.sample ?? 10_000, store(index, 10_000))
        let scale = 10_000 / Double(count)
        filling[index].append(try shell(peer.make, store, source(count)) * scale)
        change[index].append(try shell(peer.change, store) * scale)
        try shell("rm -r \"$1\"", store)
      }
    }
    return (filling.map(median), change.map(median))
  }

  /// Makes a store of `count` items for each.
  func fill(_ count: Int) throws(BenchError) {
    for (index, peer) in peers.enumerated() {
      try shell(peer.fill ?? peer.make, store(index, count), source(count))
      // What is timed from here on has to give the right secret.
      let known = peer.fillsWithCopies ? 0 : count / 2
      try shell(
        "secret=$(\(peer.fetch)) && [ \"$secret\" = \"$(sed -n \"$4\" \"$3.txt\" | cut -d ' ' -f 2)\" ]",
        store(index, count), DummyItems.name(count / 2), source(count), "\(known + 1)p")
    }
  }

  /// One secret out of a store of `count` items.
  func fetch(_ count: Int) throws(BenchError) -> [Double] {
    try inTurn(9, of: count) { (index, peer, round) throws(BenchError) in
      try shell(peer.fetch, store(index, count), DummyItems.name(count / 2 + round))
    }
  }

  /// One more secret in a store of `count` items; not a number for those that are slow with so many.
  func add(_ count: Int) throws(BenchError) -> [Double] {
    try inTurn(5, of: count) { (index, peer, round) throws(BenchError) in
      // A minute more, and what it would show the fetch has shown.
      count >= peer.slowFrom ? .nan : try shell(peer.add, store(index, count), "g000/new\(round)", value)
    }
  }

  /// As ``add(_:)``, in stores that are moved to a disk.
  func addOnDisk(_ count: Int) throws(BenchError) -> [Double] {
    for index in peers.indices { try shell("mv \"$1\" \"$2\"", store(index, count), onDisk(index)) }
    return try inTurn(5, of: count) { (index, peer, round) throws(BenchError) in
      try shell(peer.add, onDisk(index), "g000/newer\(round)", value)
    }
  }

  private func inTurn(
    _ rounds: Int, of count: Int, _ body: (Int, Peer, Int) throws(BenchError) -> Double
  ) throws(BenchError) -> [Double] {
    var runs = peers.map { _ in [Double]() }
    for round in 0...rounds {
      for (index, peer) in peers.enumerated() {
        // Where one run takes a minute, there is one.
        let isSlow = count >= peer.slowFrom
        if isSlow && round > 0 { continue }
        let time = try body(index, peer, round)
        if round > 0 || isSlow { runs[index].append(time) }
      }
    }
    return runs.map(median)
  }

  private func source(_ count: Int) -> String { scratch.file("items-\(count)") }

  private func store(_ index: Int, _ count: Int) -> String { scratch.file("store-\(index)-\(count)") }

  private func onDisk(_ index: Int) -> String { disk.file("store-\(index)") }
}
