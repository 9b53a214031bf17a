/// What a plan may cost. A file that needs more is made of shared objects or of very long names.
package struct PlanningLimits: Sendable {
  /// Bytes of the chosen values and of their paths, whatever the size of the source; beyond it: `too-much`.
  package var leastBytes = 64 << 20
  /// As many bytes more for each byte of the source. Each value counts as often as it is chosen, for each
  /// becomes an item of its own: a binary plist can refer to one long value from a hundred thousand places.
  package var bytesPerSourceByte = 16
  /// Ways on which values are reached; beyond it: `too-many-paths`.
  package var ways = 1 << 23
  /// Bytes of paths that are looked at, once for each value and once more for each pattern with wildcards;
  /// beyond it: `too-many-paths`.
  package var pathBytes = 1 << 31

  /// The limits that users meet.
  package static let standard = PlanningLimits()

  package init() {}

  /// Bytes that the items of one source may have.
  package func bytes(for sourceBytes: Int) -> Int {
    let (product, isLarge) = sourceBytes.multipliedReportingOverflow(by: bytesPerSourceByte)
    let (sum, isLarger) = product.addingReportingOverflow(leastBytes)
    return isLarge || isLarger ? .max : sum
  }

  /// The chosen values are too many bytes.
  func tooMuch(_ limit: Int, sourceBytes: Int) -> PlanningError {
    PlanningError(
      code: "tooMuch",
      message:
        "the chosen values would become items of more than \(limit) bytes, from a file of \(sourceBytes) bytes",
      hint: "the file refers to the same values many times over: choose those that matter with --only")
  }

  /// The values are reached on too many ways, or their paths are too long.
  var tooManyPaths: PlanningError {
    PlanningError(
      code: "tooManyPaths",
      message:
        "the file's values can be reached on more than \(ways) ways, or on ways whose names are endlessly long",
      hint:
        "shared objects multiply them; leave --only, --except, --all and rules out to let detection choose")
  }
}
