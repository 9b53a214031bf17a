extension Document {
  /// Whether the file is an archive of NSKeyedArchiver: a property list whose values refer to each other by
  /// UID. It is read as the property list that it is.
  public var isKeyedArchive: Bool {
    guard format == .binaryPlist || format == .xmlPlist,
      let archiver = find(KeyPath(keys: "$archiver")).first,
      let objects = find(KeyPath(keys: "$objects")).first, find(KeyPath(keys: "$top")).count == 1
    else { return false }
    return node(objects).kind == .array && node(archiver).kind == .string
      && content(of: archiver, equals: Array("NSKeyedArchiver".utf8))
  }
}
