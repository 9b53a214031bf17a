import Foundation
import Migration
import Testing

/// Stores of frameworks that are JSON files.
@Suite struct JSONStoreTests {
  @Test(
    "known by their content, never by their name",
    arguments: [
      (
        #"{"flutter.theme": "dark", "flutter.n": 1, "flutter.on": true, "flutter.l": ["a"]}"#,
        JSONStore.flutter
      ),
      (#"{"flutter.theme": "dark", "theme": "dark"}"#, nil),
      (#"{"@app:user": "{\"id\": 1}", "lang": "en"}"#, .reactNative),
      (#"{"persist:root": null, "a": "b"}"#, .reactNative),
      (#"{"@app:user": "{\"id\": 1}", "n": 5}"#, nil), (#"{"lang": "en", "theme": "dark"}"#, nil),
      (#"{"os_crypt": {"encrypted_key": "RFBBUEk="}, "browser": {}}"#, .electron),
      (#"{"window": {"x": 1}, "__internal__": {"migrations": {"version": "1.2.0"}}}"#, .electron),
      (#"{"os_crypt": {"other": 1}, "__internal__": 1}"#, nil), ("{}", nil), ("[]", nil), ("[{}]", nil),
      ("// c\n{\"flutter.a\": 1}", nil),
    ])
  func names(text: String, expected: JSONStore?) throws {
    #expect(try read(text).store == expected)
  }

  @Test func aPropertyListIsNoJSONStore() throws {
    #expect(try read("<plist><dict><key>flutter.a</key><true/></dict></plist>").store == nil)
  }

  @Test func valuesElsewhereAreCounted() throws {
    #expect(try read(#"{"a": null, "b": null, "c": "[]"}"#).valuesElsewhere == 2)
    #expect(try read(#"{"a": null, "b": null, "c": 1}"#).valuesElsewhere == 0)
  }
}
