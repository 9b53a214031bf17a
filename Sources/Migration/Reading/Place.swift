/// How bytes inside a value are to be read on.
public enum Decoding: String, Hashable, Sendable {
  /// A JSON text.
  case json
  /// A property list in any of its formats.
  case plist
  /// An archive of NSKeyedArchiver.
  case nskeyedarchiver
  /// Base64.
  case base64
  /// A form-encoded body: `a=1&b=2`.
  case form
  /// A cookie header.
  case cookie
  /// A header line such as `Authorization: Bearer …`.
  case header
  /// A URL with user information or a query.
  case url
}

/// One step from a value to what is hidden inside it.
public enum InnerStep: Hashable, Sendable {
  /// Read the bytes in hand in this way.
  case decode(Decoding)
  /// Into a dictionary, by the key's UTF-8.
  case key([UInt8])
  /// Into an array, counted from zero.
  case index(Int)
}

/// A place in a file: the value that the file itself holds, and the way on inside that value.
public struct Place: Hashable, Sendable {
  /// The value in the file.
  public var path: KeyPath
  /// The way on inside the value; empty when the value itself is meant.
  public var inner: [InnerStep]

  /// Makes a place.
  public init(_ path: KeyPath, inner: [InnerStep] = []) {
    self.path = path
    self.inner = inner
  }
}
