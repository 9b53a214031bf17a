/// Names one node of a ``Document``.
///
/// An object that a binary plist refers to from several places is one node with one id.
public struct NodeID: Hashable, Sendable {
  /// The place in the document's flat array of nodes.
  package let index: Int32

  package init(_ index: Int) { self.index = Int32(truncatingIfNeeded: index) }
}

/// What a value is. The spelling is the name that provenance and JSON output use.
public enum Kind: String, Hashable, Sendable, BitwiseCopyable {
  /// JSON's `null`, or the null object of a binary plist.
  case null
  /// True or false.
  case boolean
  /// A whole number that fits `Int64` or `UInt64`; in a binary property list one of 128 bits.
  case integer
  /// Any other number, kept as written.
  case real
  /// Text.
  case string
  /// Bytes.
  case data
  /// A moment, in seconds since 2001-01-01 00:00:00 UTC.
  case date
  /// A keyed archive's reference to one of its objects.
  case uid
  /// A list, or a set in the order of the file.
  case array
  /// Keys and values in the order of the source, duplicate keys included.
  case dictionary

  /// Whether values of this kind have children.
  public var isContainer: Bool { self == .array || self == .dictionary }
}

/// A small description of one value. The value itself stays in guarded memory and is lent by
/// ``Document/withContent(of:_:)``.
public struct Node: Hashable, Sendable {
  /// What the value is.
  public let kind: Kind
  /// The bytes of the source that spell the value: tags, quotes and markers included, and for a binary
  /// plist the object without the objects it refers to.
  public let range: Range<Int>
  /// Elements of an array, entries of a dictionary, zero for every other kind.
  public let count: Int
}

/// One element of an array (no key) or one entry of a dictionary.
public struct Child: Hashable, Sendable {
  /// The string node of the key; `nil` in an array.
  public let key: NodeID?
  /// The value.
  public let value: NodeID
}
