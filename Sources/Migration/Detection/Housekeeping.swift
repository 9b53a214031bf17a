/// Keys that frameworks write into every preference file. Under them, a name alone proves nothing.
enum Housekeeping {
  /// Beginnings that are followed by a capital and a small letter, as in `NSWindow`, `SUFeedURL`.
  private static let prefixes = ["NS", "SU", "CK", "WK", "PK", "QL", "UI"]

  /// Beginnings of whole families: AppKit and WebKit, CloudKit, Google's and Microsoft's libraries, Xcode, iCloud.
  private static let families = [
    "Apple", "WebKit", "WebDatabase", "kCK", "GULAppDelegate", "google_app_measurement", "/google/", "DVT",
    "IDE",
    "MSAppCenter", "PFUbiquity", "com.apple.", "INNext", "_UI", "FIRInstall", "firebase", "com.firebase",
    "com.google.firebase", "crashlytics", "com.crashlytics", "AKLast", "METADATA",
  ]

  private static let beginnings = ByteSet("NSCWPQUAkG/DIMcf_g")

  /// Whether a key belongs to a framework.
  static func contains(_ name: Span<UInt8>) -> Bool {
    guard let first = name.isEmpty ? nil : name[0], beginnings.contains(first) else { return false }
    for family in families where ASCII.has(family, in: name) { return true }
    guard name.count >= 4, ByteSet.upper.contains(name[2]), !ByteSet.upper.contains(name[3]) else {
      return false
    }
    for prefix in prefixes where ASCII.has(prefix, in: name) { return true }
    return false
  }
}
