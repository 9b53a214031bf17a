import Foundation
import Testing

/// Preference files that tests move secrets out of. Every secret in them contains "canary".
enum Samples {
  /// JSON texts inside each other, more of them than a search opens, around a secret; and another one in the open.
  static var deep: String {
    var text = "{\"password\": \"inside-canary-hunter2\"}"
    for _ in 0..<9 {
      let quoted = text.replacingOccurrences(of: "\\", with: "\\\\").replacingOccurrences(
        of: "\"", with: "\\\"")
      text = "{\"k\": \"\(quoted)\"}"
    }
    return String(text.dropLast()) + ", \"password\": \"Xk4!canary-hunter9\"}"
  }

  static let token =
    "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiJjYW5hcnkiLCJpYXQiOjE1MTYyMzkwMjJ9.c2lnbmF0dXJlLWNhbmFyeS0xMjM0NTY"

  /// What the samples hold.
  static var values: [String: Any] {
    [
      "AppleLanguages": ["en"], "userName": "me", "launchCount": 7, "isFirst": true, "ratio": 0.5,
      "lastOpened": Date(timeIntervalSince1970: 1_700_000_000), "accessToken": token,
      "account": ["password": "Xk4!canary-hunter2", "id": 12], "blob": Data([0, 1, 2, 255]),
    ]
  }

  static func plist(_ format: PropertyListSerialization.PropertyListFormat) throws -> Data {
    try PropertyListSerialization.data(fromPropertyList: values, format: format, options: 0)
  }

  /// What another reader than ours makes of a property list.
  static func read(_ plist: Data) throws -> NSDictionary {
    let value = try unsafe PropertyListSerialization.propertyList(from: plist, options: [], format: nil)
    return try #require(value as? NSDictionary)
  }

  static let json = """
    {
      "userName" : "me",
      "accessToken": "\(token)",   
      "numbers": [1, 2.50, 1e3],
      "account": {"password": "Xk4!canary-hunter2", "id": 12}
    }

    """
}

/// Keys that are a secret or have one in them.
enum SecretKeySamples {
  static let random = "Hj89K4canaryEtjE0gFeKD6JIRYzCyKVQETCXi"
  static let keys = [
    random, "last:" + random, "https://bob:hunter3canary@host/", "at postgres://u:hunter7canary@h/d",
    "ghp_0123canaryabcdefABCDEF0123456789zzzz",
    // {"alg":"HS256"}.{"sub":"x"}.
    "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ4In0.canaryQ9x0v7Kk2d8sM1",
  ]
}
