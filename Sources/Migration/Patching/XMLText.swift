/// Text of ours in XML.
enum XMLText {
  /// The text with the three characters escaped that content cannot hold as they are.
  static func escaped(_ text: String) -> String {
    var out = ""
    for character in text.unicodeScalars {
      switch character {
      case "&": out += "&amp;"
      case "<": out += "&lt;"
      case ">": out += "&gt;"
      default: out.unicodeScalars.append(character)
      }
    }
    return out
  }
}
