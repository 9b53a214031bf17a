import Foundation
import SecretKit
import Testing

/// The plain store beside the secret one.
@Suite struct KeyValueStoreTests {
  /// Preferences in a suite of their own, removed at the end.
  final class Suite {
    let name = "secretkit.tests.\(UUID().uuidString)"
    let defaults: UserDefaults

    init() throws { defaults = try #require(UserDefaults(suiteName: name)) }
    deinit { defaults.removePersistentDomain(forName: name) }
  }

  /// P-36: true, 1, 1.0 and "1" are four values and stay four.
  @Test func p36TypesAreKept() throws {
    let suite = try Suite()
    let values: [String: PreferenceValue] = [
      "bool": .bool(true), "int": .int(1), "double": .double(1.0), "text": .string("1"),
      "data": .data(Data("1")),
      "date": .date(Date(timeIntervalSince1970: 1)), "list": .array([.bool(true), .int(1), .string("1")]),
      "table": .dictionary(["a": .bool(false), "b": .int(0), "c": .array([])]),
    ]
    for store: any KeyValueStore in [InMemoryKeyValueStore(), UserDefaultsStore(suite.defaults)] {
      for (name, value) in values { try store.set(value, named: name) }
      for (name, value) in values { #expect(try store.value(named: name) == value, "\(name)") }
      #expect(try store.value(for: PreferenceKey<Bool>("bool")) == true)
      #expect(throws: KeyValueError(.wrongType, "int")) { try store.value(for: PreferenceKey<Bool>("int")) }
      #expect(throws: KeyValueError(.wrongType, "bool")) { try store.value(for: PreferenceKey<Int>("bool")) }
      #expect(throws: KeyValueError(.wrongType, "text")) { try store.value(for: PreferenceKey<Int>("text")) }
      #expect(try store.value(for: PreferenceKey<Double>("int")) == 1)
      try store.remove(PreferenceKey<Bool>("bool"))
      #expect(try store.value(named: "bool") == nil)
    }
  }

  @Test func unreadableIsNotAbsent() throws {
    let memory = InMemoryKeyValueStore(["a": .int(1)])
    memory.isUnreadable = true
    #expect(throws: KeyValueError(.unreadable, "a")) { try memory.value(named: "a") }
    let suite = try Suite()
    let defaults = UserDefaultsStore(suite.defaults, isReadable: { false })
    #expect(throws: KeyValueError(.unreadable, "a")) { try defaults.value(named: "a") }
    #expect(throws: KeyValueError(.unwritable, "a")) { try defaults.set(.int(1), named: "a") }
  }

  @Test func depthHasABound() throws {
    var deep: Any = [Any]()
    for _ in 0..<PreferenceValue.maximumDepth { deep = [deep] }
    #expect(PreferenceValue(propertyList: deep) != nil)
    #expect(PreferenceValue(propertyList: [deep]) == nil)
    #expect(PreferenceValue(propertyList: NSObject()) == nil)
  }

  @Test func errorsHoldNoValue() {
    #expect("\(KeyValueError(.wrongType, "name"))" == "wrongType: name")
  }
}
