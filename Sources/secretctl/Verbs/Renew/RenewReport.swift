import SecretFile

/// What a renewal did, without any value.
struct RenewReport {
  let isDryRun: Bool
  let isRollback: Bool
  var planned: [Item] = []
  private var lines: [(name: IdentityParts, action: Renewal.Action, failure: RenewCommand.Failure?)] = []

  init(isDryRun: Bool, isRollback: Bool) {
    self.isDryRun = isDryRun
    self.isRollback = isRollback
  }

  mutating func add(_ jobs: [Renewal.Job]) {
    for job in jobs { lines.append((job.item.name, job.action, job.failure)) }
  }

  /// Whether there is nothing to tell.
  var isEmpty: Bool { planned.isEmpty && lines.isEmpty }

  private var failed: Int { lines.reduce(0) { $0 + ($1.action == .failed ? 1 : 0) } }

  /// Why the run is no success; nil if it is one.
  func outcome(_ path: Path) -> Outcome? {
    guard failed > 0 else { return nil }
    return Outcome(
      "renewal", .failure, "\(path): \(failed) of \(Count.text(lines.count, "item")) failed",
      hint:
        "nothing is lost: a value that was proposed stays as pending, and the same command again, or --pending, "
        + "goes on with it")
  }

  func write(_ console: Console) throws(Outcome) {
    if console.isJSON {
      try console.out.write(json)
      return
    }
    for item in planned {
      try console.out.write("would be \(isRollback ? "rolled back" : "renewed"): \(ItemText.name(item))\n")
    }
    for line in lines {
      var text = "\(words(line.action)): \(ItemText.name(line.name))"
      if let failure = line.failure { text += ": \(failure.step): \(failure.message)" }
      try console.out.write(text + "\n")
    }
    if isEmpty { console.note("nothing to do") }
  }

  /// Says that values changed and no command was told, if that is so.
  func tellUntold(_ options: RenewOptions, _ console: Console) {
    if options.reachesTheServer { return }
    let changed = lines.count { [.renewed, .finished, .rolledBack, .givenUp].contains($0.action) }
    if changed == 0 { return }
    console.note(
      "\(Count.text(changed, "value")): no command was told, so the server does not know",
      hint:
        "--activate COMMAND tells it; get --which previous is the value before, renew --rollback brings it back"
    )
  }

  private func words(_ action: Renewal.Action) -> String {
    switch action {
    case .renewed, .finished, .failed, .skipped: action.rawValue
    case .rolledBack: "rolled back"
    case .givenUp: "pending value given up"
    }
  }

  private var json: [UInt8] {
    var writer = JSONWriter()
    writer.object {
      $0.field("dryRun", isDryRun)
      $0.key("items")
      $0.array { writer in
        for item in planned {
          writer.object {
            ItemJSON.name(item.name, &$0)
            $0.field("action", isRollback ? "rolledBack" : "renewed")
          }
        }
        for line in lines {
          writer.object {
            ItemJSON.name(line.name, &$0)
            $0.field("action", line.action.rawValue)
            if let failure = line.failure {
              $0.field("step", failure.step)
              $0.field("message", failure.message)
            }
          }
        }
      }
      $0.field("failed", Int64(failed))
    }
    writer.raw(0x0A)
    return writer.bytes
  }
}
