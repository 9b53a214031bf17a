import Migration
import SecretFile

/// Asks a person about every value of the plan, one key each.
struct ImportReview: ~Copyable {
  private let terminal: Terminal
  private let total: Int
  private var asked = 0
  private var takesRest = false

  /// Goes through the plans; what is not wanted leaves them.
  static func run(_ sources: inout [ImportSource]) throws(Outcome) {
    guard let terminal = Terminal() else {
      throw .usage(
        "--review asks at a terminal, and there is none",
        hint: "choose with --only, --except or --rules instead")
    }
    let total = sources.reduce(0) { $0 + ($1.plan?.items.count ?? 0) }
    guard total > 0 else { return }
    var review = ImportReview(terminal: terminal, total: total)
    for index in sources.indices {
      guard var plan = sources[index].plan else { continue }
      var left: Set<Place> = []
      for item in plan.items where try !review.takes(item, sources[index].path) {
        left.insert(Place(item.path, inner: item.inner))
      }
      plan.leave("left in the review") { left.contains(Place($0.path, inner: $0.inner)) }
      sources[index].plan = plan
    }
  }

  private init(terminal: consuming Terminal, total: Int) {
    self.terminal = terminal
    self.total = total
  }

  private mutating func takes(_ item: PlanItem, _ path: Path) throws(Outcome) -> Bool {
    asked += 1
    guard !takesRest else { return true }
    let words = PlaceText.words(Place(item.path, inner: item.inner))
    let what = "\(path): \(words)" + Self.kind(item)
    while true {
      switch try terminal.key("[\(asked)/\(total)] \(what)? t take, l leave, r reason, a all, q quit: ") {
      case UInt8(ascii: "t"), UInt8(ascii: "T"), UInt8(ascii: "y"), UInt8(ascii: "Y"):
        terminal.say("take   \(what)")
        return true
      case UInt8(ascii: "l"), UInt8(ascii: "L"), UInt8(ascii: "n"), UInt8(ascii: "N"):
        terminal.say("leave  \(what)")
        return false
      case UInt8(ascii: "r"), UInt8(ascii: "R"), UInt8(ascii: "?"):
        for line in Self.reasons(item) { terminal.say("  " + line) }
      case UInt8(ascii: "a"), UInt8(ascii: "A"):
        takesRest = true
        terminal.say("take   \(what), and all that follow")
        return true
      case UInt8(ascii: "q"), UInt8(ascii: "Q"), nil:
        throw Outcome("cancelled", .failure, "nothing was imported", hint: "--dry-run shows what would be")
      default: break
      }
    }
  }

  private static func kind(_ item: PlanItem) -> String {
    guard case .detected(let findings) = item.reason, let first = findings.first else { return "" }
    return ", \(first.kind.title) (\(Int((first.confidence * 100).rounded())) %)"
  }

  private static func reasons(_ item: PlanItem) -> [String] {
    switch item.reason {
    case .detected(let findings): findings.map { Escaping.visible($0.reason) }
    case .rule(let number): ["rule \(number + 1) of the rules file chooses it"]
    case .pattern(let pattern): ["--only \(Escaping.visible(pattern)) fits it"]
    case .everything: ["--all takes everything"]
    }
  }
}
