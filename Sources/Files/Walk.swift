internal import CSystem

/// How far a walk goes.
package struct WalkBudget: Sendable, Hashable {
  /// Names looked at, in all.
  package var entries: Int
  /// Folders inside folders; also the number of descriptors that are open at once.
  package var depth: Int

  /// A budget; the defaults suit the folder of a user.
  package init(entries: Int = 1_000_000, depth: Int = 64) {
    self.entries = entries
    self.depth = depth
  }
}

/// One thing a walk came across.
package enum WalkEntry: Sendable, Hashable {
  /// A regular file, not opened yet. Open it with `followLinks: false`.
  case file(Path, FileIdentity)
  /// A symbolic link, pipe, socket or device; never followed and never opened.
  case skipped(Path, EntryKind)
  /// A folder that cannot be read or lies too deep, or the end of the budget.
  case problem(FileError)
}

/// The way through a tree of folders.
package enum Walk {
  /// Visits everything below `root`, each folder in the order of the bytes of its names.
  ///
  /// Only `root` itself may be a symbolic link, or a single file. Links inside are reported and not followed, and a folder
  /// that shows up inside itself (a bind mount) is left out, so there is no loop. Problems are reported and the walk goes
  /// on; when the budget is used up it ends with a `tooLarge` problem.
  package static func visit<E: Error>(
    _ root: Path, budget: WalkBudget = WalkBudget(), _ body: (WalkEntry) throws(E) -> Void
  ) throws(E) {
    var walker = Walker(root: root, budget: budget)
    while let entry = walker.next() { try body(entry) }
  }
}
