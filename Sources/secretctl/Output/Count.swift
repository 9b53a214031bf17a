/// Numbers of things, for people.
package enum Count {
  /// `1 item`, `2 items`.
  package static func text(_ count: Int, _ thing: String) -> String {
    "\(count) \(thing)" + (count == 1 ? "" : "s")
  }
}
