internal import Foundation

/// Moves an app's own tokens out of its preferences, at launch.
///
/// ```swift
/// let migrator = PreferencesMigrator(
///   from: UserDefaultsStore(), keys: [.move(PreferenceKey<String>("accessToken"), to: .accessToken)], to: store)
/// let report = await migrator.run()
/// ```
///
/// Each value is written, read back and compared. Only when all of them are safe do they leave the preferences, one by
/// one, each still being the value that was moved. Killed anywhere, run again or failing anywhere, no value is lost: it is
/// in one place or in both. A secret that is there already is never overwritten.
public struct PreferencesMigrator: Sendable {
  private let source: any KeyValueStore
  private let keys: [Move]
  private let target: any SecretStore

  /// A migration of these keys.
  public init(from source: any KeyValueStore, keys: [Move], to target: any SecretStore) {
    self.source = source
    self.keys = keys
    self.target = target
  }

  /// What became of a key.
  public enum Outcome: Sendable, Hashable {
    /// It is a secret now, and no preference any more.
    case moved
    /// There is no such preference; nothing to do, as after an earlier run.
    case nothingThere
    /// It is safe in the secret store and stays in the preferences, because another key failed.
    case copied
    /// A secret of that name is there already, with another value. Both stay as they are.
    case differs
    /// The preference was changed while it was being moved; it stays.
    case changedMeanwhile
    /// The preference cannot be read, is of another type, or cannot be removed; it stays.
    case preference(KeyValueError)
    /// The secret store refused, or did not give back what was written; the preference stays.
    case store(SecretStoreError)

    /// Whether nothing is left to do for the key.
    public var isDone: Bool { self == .moved || self == .nothingThere }
  }

  /// What became of all keys.
  public struct Report: Sendable, Hashable {
    /// By the names of the preferences.
    public var outcomes: [String: Outcome]

    /// Whether no token is left among the preferences.
    public var isComplete: Bool { outcomes.values.allSatisfy(\.isDone) }
  }

  /// Moves what is there to be moved.
  @discardableResult
  public func run() async -> Report {
    var outcomes: [String: Outcome] = [:]
    var safe: [(Move, PreferenceValue)] = []
    for key in keys {
      switch await copy(key) {
      case .success(let value): safe.append((key, value))
      case .failure(let reason): outcomes[key.preference] = reason.outcome
      }
    }
    let mayRemove = outcomes.values.allSatisfy { $0 == .nothingThere }
    for (key, value) in safe {
      outcomes[key.preference] = mayRemove ? remove(key, value) : .copied
    }
    return Report(outcomes: outcomes)
  }

  private struct Stopped: Error {
    var outcome: Outcome
    init(_ outcome: Outcome) { self.outcome = outcome }
  }

  /// Puts a value into the secret store and makes sure that it is there.
  private func copy(_ key: Move) async -> Result<PreferenceValue, Stopped> {
    do throws(KeyValueError) {
      guard let value = try source.value(named: key.preference) else {
        return .failure(Stopped(.nothingThere))
      }
      guard let data = key.data(value) else { throw KeyValueError(.wrongType, key.preference) }
      return await store(data, key).map { value }
    } catch {
      return .failure(Stopped(.preference(error)))
    }
  }

  private func store(_ data: Data, _ key: Move) async -> Result<Void, Stopped> {
    do throws(SecretStoreError) {
      if let old = try await target.secret(key.name) {
        return old.data == data ? .success(()) : .failure(Stopped(.differs))
      }
      do throws(SecretStoreError) {
        try await target.add(data, for: key.name, policy: key.policy)
      } catch {
        // Somebody else is running the same migration; what counts is what is there.
        guard error.code == .duplicate else { throw error }
      }
      guard let back = try await target.secret(key.name) else {
        throw SecretStoreError(.notVerified, item: key.name)
      }
      guard back.data == data else { throw SecretStoreError(.notVerified, item: key.name) }
      return .success(())
    } catch {
      return .failure(Stopped(.store(error)))
    }
  }

  /// Takes a value that is safe out of the preferences, if it still is that value.
  private func remove(_ key: Move, _ value: PreferenceValue) -> Outcome {
    do throws(KeyValueError) {
      guard let now = try source.value(named: key.preference) else { return .moved }
      guard now == value else { return .changedMeanwhile }
      try source.set(nil, named: key.preference)
      guard try source.value(named: key.preference) == nil else {
        throw KeyValueError(.unwritable, key.preference)
      }
      return .moved
    } catch {
      return .preference(error)
    }
  }
}
