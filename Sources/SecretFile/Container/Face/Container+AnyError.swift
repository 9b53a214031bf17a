extension Container {
  /// Changes the container, in a body that may throw errors of its own: then nothing is written, and the error is
  /// passed on as it is.
  ///
  /// This is `update` for closures that do not spell out `throws(SecretFileError)`. Everything else is as there:
  /// what the body does is written at once or not at all, and the body may run twice.
  ///
  /// ```swift
  /// try container.update { change in
  ///   guard let old = try change.item(named: name) else { throw Missing() }
  ///   try change.remove(old)
  ///   try change.add(new)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - options: How the change is committed.
  ///   - body: Makes the change. It should do nothing but read and change the transaction.
  /// - Throws: what `body` throws; otherwise ``SecretFileError``, as the typed form.
  @discardableResult
  public func update<R>(
    _ options: CommitOptions = CommitOptions(), _ body: (inout Transaction) throws -> R
  ) throws -> R {
    var foreign: (any Error)?
    do throws(SecretFileError) {
      return try update(options) { (transaction) throws(SecretFileError) in
        do {
          return try body(&transaction)
        } catch let error as SecretFileError {
          throw error
        } catch {
          foreign = error
          throw SecretFileError(.refused, "the change was given up")
        }
      }
    } catch {
      throw foreign ?? error
    }
  }

  /// Calls a body that may throw errors of its own with each item that matches, in the order of their names, until
  /// it returns false.
  ///
  /// - Parameters:
  ///   - query: Which items are meant.
  ///   - body: Looks at an item, and says whether to go on.
  /// - Throws: what `body` throws; otherwise ``SecretFileError``, as the typed form.
  public func forEachItem(
    matching query: ItemQuery = ItemQuery(), _ body: (Item) throws -> Bool
  ) throws {
    var foreign: (any Error)?
    try forEachItem(matching: query) { (item) throws(SecretFileError) in
      do {
        return try body(item)
      } catch {
        foreign = error
        return false
      }
    }
    if let foreign { throw foreign }
  }
}
