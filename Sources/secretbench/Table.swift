/// The rows of the table that a run prints.
struct Table {
  private var rows: [[String]] = []
  /// Whether every row met its goal.
  private(set) var allMet = true

  /// A row with a measured ratio and the bound it must keep.
  mutating func add(_ what: String, _ detail: String, ratio: Double, atMost bound: Double) {
    add(what, detail, figure: times(ratio), goal: "≤ \(times(bound))", met: ratio <= bound)
  }

  /// A row with a measured share of the floor and the bound it must reach.
  mutating func add(_ what: String, _ detail: String, share: Double, atLeast bound: Double) {
    add(what, detail, figure: percent(share), goal: "≥ \(percent(bound))", met: share >= bound)
  }

  /// A row with a size in MiB and the bound it must keep.
  mutating func add(_ what: String, _ detail: String, mebibytes: Double, atMost bound: Double) {
    add(
      what, detail, figure: "\(decimal(mebibytes, 1)) MiB", goal: "≤ \(decimal(bound, 0)) MiB",
      met: mebibytes <= bound)
  }

  /// A row that only tells.
  mutating func add(_ what: String, _ detail: String, figure: String) {
    append([what, detail, figure, "", ""])
  }

  private mutating func add(_ what: String, _ detail: String, figure: String, goal: String, met: Bool) {
    if !met { allMet = false }
    append([what, detail, figure, goal, met ? "yes" : "NO"])
  }

  private mutating func append(_ row: [String]) {
    rows.append(row)
    print("| " + row.joined(separator: " | ") + " |")
  }

  /// Prints the head of the table.
  func begin() {
    print("| what | measured | figure | goal | met |")
    print("| --- | --- | --- | --- | --- |")
  }
}

/// A number with so many digits after the point.
func decimal(_ value: Double, _ digits: Int) -> String {
  if !value.isFinite { return "-" }
  var scale = 1.0
  for _ in 0..<digits { scale *= 10 }
  let scaled = Int((value * scale).rounded())
  if digits == 0 { return "\(scaled)" }
  var fraction = "\(scaled % Int(scale))"
  while fraction.count < digits { fraction = "0" + fraction }
  return "\(scaled / Int(scale)).\(fraction)"
}

/// "1.23 ×"
func times(_ ratio: Double) -> String { decimal(ratio, 2) + " ×" }

/// "67 %"
func percent(_ share: Double) -> String { decimal(share * 100, 0) + " %" }

/// A duration in the unit that suits it.
func duration(_ seconds: Double) -> String {
  seconds < 1 ? decimal(seconds * 1000, 2) + " ms" : decimal(seconds, 2) + " s"
}
