/// What a path leads to and who may use it, links followed.
package struct PathMode: Sendable {
  /// The permission bits, with set-id and sticky bits.
  package let bits: UInt32
  /// Whether it is a regular file.
  package let isRegular: Bool

  /// Nil if there is nothing, or nothing that this user may examine.
  package init?(of path: Path) {
    guard let found = try? Status.of(path) else { return nil }
    bits = found.access.mode
    isRegular = found.type == .regular
  }
}
