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
  private let differing: Differing

  /// A migration of these keys.
  ///
  /// - Parameters:
  ///   - source: The preferences.
  ///   - keys: What is to be moved, and what becomes of it.
  ///   - target: Where it goes.
  ///   - differing: What is done where the secret is there already, with another value.
  public init(
    from source: any KeyValueStore, keys: [Move], to target: any SecretStore, differing: Differing = .keepBoth
  ) {
    self.source = source
    self.keys = keys
    self.target = target
    self.differing = differing
  }

  /// What is done where a secret is there already, with another value than the preference.
  public enum Differing: Sendable, Hashable {
    /// Both stay, and the report says so.
    case keepBoth
    /// The secret counts, and the preference goes with the others. Right for an app that has used the secret since an
    /// earlier run was stopped half-way: a token that was refreshed meanwhile is the newer one.
    case keepSecret
  }

  /// What became of a key.
  public enum Outcome: Sendable, Hashable {
    /// It is a secret now, and no preference any more.
    case moved
    /// The secret that was there already counts, and the preference is removed, as was asked for.
    case superseded
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
    public var isDone: Bool { self == .moved || self == .superseded || self == .nothingThere }
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
    var safe: [(key: Move, value: PreferenceValue, then: Outcome)] = []
    for key in keys {
      switch await copy(key) {
      case .success(let (value, then)): safe.append((key, value, then))
      case .failure(let reason): outcomes[key.preference] = reason.outcome
      }
    }
    let mayRemove = outcomes.values.allSatisfy { $0 == .nothingThere }
    for (key, value, then) in safe {
      outcomes[key.preference] = mayRemove ? remove(key, value, then) : .copied
    }
    return Report(outcomes: outcomes)
  }

  private struct Stopped: Error {
    var outcome: Outcome
    init(_ outcome: Outcome) { self.outcome = outcome }
  }

  /// Puts a value into the secret store and makes sure that it is there. Gives what is to be said once the preference
  /// is removed.
  private func copy(_ key: Move) async -> Result<(PreferenceValue, Outcome), Stopped> {
    do throws(KeyValueError) {
      guard let value = try source.value(named: key.preference) else {
        return .failure(Stopped(.nothingThere))
      }
      guard let data = key.data(value) else { throw KeyValueError(.wrongType, key.preference) }
      return await store(data, key).map { (value, $0) }
    } catch {
      return .failure(Stopped(.preference(error)))
    }
  }

  private func store(_ data: Data, _ key: Move) async -> Result<Outcome, Stopped> {
    do throws(SecretStoreError) {
      if let old = try await target.secret(key.name) {
        if old.data == data { return .success(.moved) }
        return differing == .keepSecret ? .success(.superseded) : .failure(Stopped(.differs))
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
      return .success(.moved)
    } catch {
      return .failure(Stopped(.store(error)))
    }
  }

  /// Takes a value that is safe out of the preferences, if it still is that value.
  private func remove(_ key: Move, _ value: PreferenceValue, _ done: Outcome) -> Outcome {
    do throws(KeyValueError) {
      guard let now = try source.value(named: key.preference) else { return done }
      guard now == value else { return .changedMeanwhile }
      try source.set(nil, named: key.preference)
      guard try source.value(named: key.preference) == nil else {
        throw KeyValueError(.unwritable, key.preference)
      }
      return done
    } catch {
      return .preference(error)
    }
  }
}
