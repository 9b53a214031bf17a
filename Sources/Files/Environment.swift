#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// The variables that the process was started with.
package enum Environment {
  /// A variable; nil if it is absent or empty.
  package static func variable(_ name: String) -> [UInt8]? {
    guard let start = unsafe getenv(name), unsafe start.pointee != 0 else { return nil }
    return unsafe UnsafeBufferPointer(start: start, count: strlen(start)).map { UInt8(bitPattern: $0) }
  }

  /// A folder of the program's own below one of XDG's; nil without a home. A variable that does not hold an absolute
  /// path is ignored, as XDG says.
  package static func folder(
    _ variable: String, otherwise: [String], named name: String = "secretctl"
  ) -> Path? {
    if let value = self.variable(variable), value.first == UInt8(ascii: "/") {
      return Path(bytes: value).appending(name)
    }
    guard let home = self.variable("HOME"), home.first == UInt8(ascii: "/") else { return nil }
    return otherwise.reduce(Path(bytes: home)) { $0.appending($1) }.appending(name)
  }
}
