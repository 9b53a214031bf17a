internal import SecretFile

/// A Markdown table with a column for each peer; the first is what the others are compared to.
struct PeerTable {
  private let shell: PeerShell

  init(_ shell: PeerShell, _ peers: [Peer]) {
    self.shell = shell
    let head = ["what"] + peers.map(\.name)
    row(head)
    row(head.map { _ in "---" })
  }

  /// A row of what was counted.
  func add(_ what: String, _ cells: [String]) { row([what] + cells) }

  /// A row of times, and what is left of them without `derivations`.
  func add(_ what: String, _ times: [Double], less derivations: PeerRace.Times) {
    var cells: [String] = []
    for (time, derivation) in zip(times, derivations) {
      if time.isNaN {
        cells.append("left out: longer than a fetch")
        continue
      }
      var cell = duration(time)
      if !cells.isEmpty { cell += " (\(ratio(time / times[0])))" }
      if let derivation {
        let rest = max(0, time - derivation)
        cell += "; without derivation \(duration(rest)) (\(ratio(rest / times[0])))"
      }
      cells.append(cell)
    }
    row([what] + cells)
  }

  /// What the rows mean, the machine and the date.
  func end(_ peers: [Peer]) throws(BenchError) {
    print(
      """

      Medians of runs taken in turn, each from the start of the first program to the end of the last, files in memory
      unless a disk is named; keepassxc-cli among 100,000 ran once. No key is derived but by keepassxc-cli, with the
      cheapest setting that it takes (100 ms): *without derivation* is without what the same costs on an empty
      database, but for the start of the program. The credential of secretctl: `slot add` of another key file, then
      `slot remove` of the first, which is a rotation; of age: `age -d | age -R`; of pass: `pass init`; of
      keepassxc-cli: `db-edit --set-key-file`. pass encrypts item by item: its import and change are those of 50
      items, times 200, and its stores of 1,000 and 100,000 are copies of one file. secretctl imports JSON, age
      encrypts the same file as it is, KeePassXC imports XML with a group for every 1,000. Neither age with jq nor
      pass waits for the disk.
      """)
    let facts = try shell.words(
      #"""
      processor=$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1)
      memory=$(awk '/^MemTotal/ { printf "%.0f GiB", $2 / 1048576 }' /proc/meminfo)
      system=$(. /etc/os-release && echo "$PRETTY_NAME, ")
      echo "${processor:-$(uname -m)}, ${memory:+$memory, }$system$(uname -s), $(date +%F)"
      """#
    ).joined(separator: " ")
    let texts = [
      "age": "age --version", "jq": "jq --version | tr -d 'jq-'",
      "pass": "pass version | grep -o 'v[0-9][0-9.]*' | tr -d v",
      "gpg": "gpg --version | sed -n '1s/.* //p'", "keepassxc-cli": "keepassxc-cli --version",
    ]
    var versions: [String] = []
    for program in peers.flatMap(\.programs) {
      guard let text = texts[program] else { continue }
      versions.append("\(program) " + (try shell.words(text).joined(separator: " ")))
    }
    print("\n\(WorkerThread.processors) cores, \(facts); \(versions.joined(separator: ", ")).")
  }

  private func row(_ cells: [String]) { print("| " + cells.joined(separator: " | ") + " |") }

  private func ratio(_ value: Double) -> String {
    decimal(value, value < 0.1 ? 4 : value < 10 ? 2 : 0) + " ×"
  }
}
