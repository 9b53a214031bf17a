/// The format of a preference file, found by its content, never by its name.
public enum SourceFormat: String, Hashable, Sendable {
  /// `bplist00`: Apple's binary property list.
  case binaryPlist = "binary-plist"
  /// Apple's XML property list, in UTF-8 or, with a byte order mark, in UTF-16 or UTF-32.
  case xmlPlist = "xml-plist"
  /// The property list of NeXTSTEP and OpenStep, `{ key = value; }`, in UTF-8 or, with a byte order mark, in UTF-16 or
  /// UTF-32; also a strings file, and with the typed values of GNUstep.
  case openStep = "openstep-plist"
  /// Android's SharedPreferences: `<map>` of typed values with their names.
  case androidXML = "android-xml"
  /// JSON as RFC 8259 has it.
  case json
  /// JSON with comments, in which a comma may also follow the last entry.
  case jsonc
}
