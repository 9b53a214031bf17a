/// How the objects of a binary plist lie in the file: what its trailer says, checked.
struct BinaryLayout: Sendable {
  /// Bytes of an entry of the offset table, 1 to 8.
  var offsetSize: Int
  /// Bytes of a reference to an object, 1 to 8.
  var referenceSize: Int
  /// Objects in the table.
  var objectCount: Int
  /// The number of the outermost object.
  var top: Int
  /// Where the offset table begins.
  var tableOffset: Int
}
