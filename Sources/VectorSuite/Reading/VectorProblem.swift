/// A vector, or the folder of them, is itself wrong: never a pass, not even of a canary.
package struct Malformed: Error, Sendable, CustomStringConvertible {
  /// What is wrong, without the file.
  package var description: String

  /// A vector that is wrong in this way.
  package init(_ description: String) { self.description = description }

  /// Throws unless a condition holds.
  static func unless(_ condition: Bool, _ description: @autoclosure () -> String) throws(Malformed) {
    guard condition else { throw Malformed(description()) }
  }
}
