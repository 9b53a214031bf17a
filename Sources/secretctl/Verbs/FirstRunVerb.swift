import ItemStore
import SecretFile

/// `first-run`: the safe purge after an installation.
enum FirstRunVerb {
  static func run(_ arguments: ParsedArguments, _ console: Console) throws(Outcome) -> ExitCode {
    let session = Session(arguments, console)
    let path = try session.path()
    guard let marker = arguments.value(.marker) else {
      throw .usage(
        "first-run needs --marker FILE", hint: "a file in a place that the system removes with the app")
    }
    guard let service = arguments.value(.service) else {
      throw .usage("first-run needs -s SERVICE", hint: "the service whose items an earlier installation left")
    }
    var firstRun = FirstRun(
      marker: Path(bytes: marker), service: service, accessGroup: arguments.value(.accessGroup) ?? [])
    firstRun.includesUnstamped = arguments.has(.includeUnstamped)
    firstRun.includesSynchronizable = ItemNaming.synchronizable(arguments) == true
    firstRun.commit = try Commits.options(arguments)
    let opened = try session.open()
    let report: FirstRun.Report
    do throws(FirstRun.Failure) {
      report = try arguments.has(.dryRun) ? firstRun.dryRun(on: opened) : firstRun.run(on: opened)
    } catch {
      throw outcome(error, path)
    }
    try console.isJSON
      ? json(report, arguments.has(.dryRun), console) : text(report, arguments.has(.dryRun), console)
    return .done
  }

  private static func outcome(_ failure: FirstRun.Failure, _ path: Path) -> Outcome {
    switch failure {
    case .marker(let error):
      Outcome(
        "marker", .inputOutput,
        "\(error.description): whether this is a first run is not known; nothing was purged",
        hint: "make the marker readable and run it again; a damaged marker may be removed only on purpose")
    case .file(let error): Outcome(error)
    case .container(let error): Outcome(error, path)
    }
  }

  private static func text(_ report: FirstRun.Report, _ isDryRun: Bool, _ console: Console) throws(Outcome) {
    if report.before == .done {
      console.note("not a first run: nothing to do")
      return
    }
    for item in report.purged { try console.out.write(ItemText.name(item) + "\n") }
    try console.out.write("\(report.purged.count) \(isDryRun ? "would be purged" : "purged")\n")
    if report.unstamped > 0 {
      console.note(
        "\(report.unstamped) kept: no installation has stamped them",
        hint: "if an earlier installation left them, --include-unstamped")
    }
  }

  private static func json(_ report: FirstRun.Report, _ isDryRun: Bool, _ console: Console) throws(Outcome) {
    var writer = JSONWriter()
    writer.object {
      $0.field("marker", report.before.rawValue)
      $0.field("dryRun", isDryRun)
      if let installation = report.installation { $0.field("installation", installation.description) }
      $0.field("count", Int64(report.purged.count))
      $0.field("unstampedKept", Int64(report.unstamped))
      $0.key("purged")
      $0.array { writer in
        for item in report.purged { writer.object { ItemJSON.fields(item, &$0) } }
      }
    }
    writer.raw(0x0A)
    try console.out.write(writer.bytes)
  }
}
