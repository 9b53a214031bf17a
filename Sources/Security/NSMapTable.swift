public import Foundation

/// A table from objects to objects that it holds weakly, or strongly.
///
/// It is Foundation's, which has none on Linux; wrappers of the Keychain find their instances in one again. Keys are
/// compared by `isEqual` and held strongly. Like Foundation's it is not safe to be used by several threads at once.
public final class NSMapTable<KeyType: AnyObject, ObjectType: AnyObject>: NSObject {
  /// A key, compared as objects are.
  private struct Key: Hashable {
    let object: KeyType

    static func == (a: Key, b: Key) -> Bool { CFEqual(a.object, b.object) }

    func hash(into hasher: inout Hasher) {
      if let object = object as? NSObject {
        hasher.combine(object.hash)
      } else {
        hasher.combine(ObjectIdentifier(object))
      }
    }
  }

  private struct Value {
    weak var object: ObjectType?
    /// The same; nil in a table that holds weakly.
    let held: ObjectType?
  }

  private let isWeak: Bool
  private var values: [Key: Value] = [:]

  private init(isWeak: Bool) { self.isWeak = isWeak }

  /// A table that does not keep its objects alive.
  public static func strongToWeakObjects() -> NSMapTable<KeyType, ObjectType> { NSMapTable(isWeak: true) }

  /// A table that keeps its objects alive.
  public static func strongToStrongObjects() -> NSMapTable<KeyType, ObjectType> { NSMapTable(isWeak: false) }

  /// The object of a key; nil if there is none any more.
  public func object(forKey key: KeyType?) -> ObjectType? { key.flatMap { values[Key(object: $0)]?.object } }

  /// Sets the object of a key.
  public func setObject(_ object: ObjectType?, forKey key: KeyType?) {
    // Whoever adds clears up, or the keys of what is gone would stay for ever.
    values = values.filter { $0.value.object != nil }
    guard let key else { return }
    values[Key(object: key)] = object.map { Value(object: $0, held: isWeak ? nil : $0) }
  }

  /// Removes the object of a key.
  public func removeObject(forKey key: KeyType?) {
    if let key { values[Key(object: key)] = nil }
  }

  /// Removes everything.
  public func removeAllObjects() { values = [:] }

  /// How many objects there are.
  public var count: Int { values.values.count { $0.object != nil } }
}
