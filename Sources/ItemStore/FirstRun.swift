public import SecretFile

/// The safe purge on first run: what an earlier installation left goes, and never anything else.
///
/// A marker file that disappears with the installation tells whether this is the first run. The order makes the
/// result the same wherever it is killed and run again: the marker is written as *pending* with the new
/// installation's id, durably; the purge and the id in the container are one commit; the marker is written as *done*.
/// Every later write is stamped with that id by the container.
public struct FirstRun: Sendable {
  /// The marker file.
  public var marker: Path
  /// The service of the items.
  public var service: [UInt8]
  /// The access group of the items; empty is the group without a name.
  public var accessGroup: [UInt8]
  /// Whether items that no installation has stamped go too.
  public var includesUnstamped = false
  /// Whether synchronising items go too; their removal reaches other devices.
  public var includesSynchronizable = false
  /// How the purge is committed, for instance how long another writer is waited for.
  public var commit = CommitOptions()

  /// A first run of one service in one access group: stamped, local items.
  public init(marker: Path, service: [UInt8], accessGroup: [UInt8] = []) {
    self.marker = marker
    self.service = service
    self.accessGroup = accessGroup
  }

  /// What the marker said before.
  public enum Before: String, Sendable, Hashable {
    /// This is a fresh installation.
    case absent
    /// An earlier first run was interrupted.
    case pending
    /// The first run has happened: nothing to do.
    case done
  }

  /// What a first run did, or with a dry run would do.
  public struct Report: Sendable {
    /// What the marker said.
    public var before: Before
    /// The items that went.
    public var purged: [Item]
    /// Items in scope that stay because no installation has stamped them.
    public var unstamped: Int
    /// The installation that stamps what is written from now on; nil in a dry run that would draw a new one.
    public var installation: InstallationID?
  }

  /// Why a first run did not happen, or not to its end. Running it again is always right.
  public enum Failure: Error, Sendable, Hashable {
    /// Whether this is a first run is not known. Nothing was purged.
    case marker(FileError)
    /// The marker cannot be written.
    case file(FileError)
    /// The container cannot be changed.
    case container(SecretFileError)
  }

  // MARK: Running

  /// Purges if this is a first run.
  public func run(on container: Container) throws(Failure) -> Report {
    let keeper = FirstRunMarkerFile(marker)
    let (before, installation) = try keeper.begin()
    guard before != .done else {
      return Report(before: before, purged: [], unstamped: 0, installation: installation)
    }
    let (purged, unstamped) = try purge(container, for: installation)
    try keeper.write(FirstRunMarker(.done, installation))
    return Report(before: before, purged: purged, unstamped: unstamped, installation: installation)
  }

  /// What `run` would do. Nothing is written.
  public func dryRun(on container: Container) throws(Failure) -> Report {
    let marker = try FirstRunMarkerFile(marker).read()
    if let marker, marker.state == .done {
      return Report(before: .done, purged: [], unstamped: 0, installation: marker.installation)
    }
    let (gone, unstamped) = try preview(container, for: marker?.installation)
    return Report(
      before: marker == nil ? .absent : .pending, purged: gone, unstamped: unstamped,
      installation: marker?.installation)
  }

  // MARK: Purging

  /// One commit: what another installation stamped goes, and the container gets this installation's id.
  package func purge(
    _ container: Container, for installation: InstallationID
  ) throws(Failure) -> (gone: [Item], unstamped: Int) {
    do throws(SecretFileError) {
      return try container.update(commit) { (transaction) throws(SecretFileError) -> ([Item], Int) in
        // The commit has happened already: what was written since is this installation's.
        if transaction.info.installation == installation { return ([], 0) }
        let (gone, unstamped) = choose(try transaction.items(matching: scope), installation)
        for item in gone { try transaction.remove(item) }
        transaction.setInstallation(installation)
        return (gone, unstamped)
      }
    } catch {
      throw .container(error)
    }
  }

  /// What `purge` would remove. Without an id yet, every stamp is another installation's.
  package func preview(
    _ container: Container, for installation: InstallationID?
  ) throws(Failure) -> (gone: [Item], unstamped: Int) {
    if let installation, container.info.installation == installation { return ([], 0) }
    do throws(SecretFileError) {
      return choose(try container.items(matching: scope), installation)
    } catch {
      throw .container(error)
    }
  }

  /// Every item of the service and group, whatever its accessibility.
  private var scope: ItemQuery {
    var query = ItemQuery()
    query.itemClass = .genericPassword
    query.service = service
    query.accessGroup = accessGroup
    query.isSynchronizable = includesSynchronizable ? nil : false
    return query
  }

  private func choose(_ items: [Item], _ installation: InstallationID?) -> (gone: [Item], unstamped: Int) {
    var gone: [Item] = []
    var unstamped = 0
    for item in items {
      if let stamp = item.attributes.installation {
        if stamp != installation { gone.append(item) }
      } else if includesUnstamped {
        gone.append(item)
      } else {
        unstamped += 1
      }
    }
    return (gone, unstamped)
  }
}
