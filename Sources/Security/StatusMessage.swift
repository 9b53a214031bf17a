// The names are Apple's.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

internal import ItemStore

/// The message of a status.
///
/// - Parameter reserved: nil.
/// - Returns: a sentence for people; for a number that is no code, one that names it.
public func SecCopyErrorMessageString(_ status: OSStatus, _ reserved: UnsafeMutableRawPointer?) -> CFString? {
  NSString(string: StatusMessage.text(status))
}

/// Messages by status.
enum StatusMessage {
  /// The sentence of the Keychain's own codes; for the others, the code's name in words.
  static func text(_ status: OSStatus) -> String {
    let known = ItemStatus(rawValue: status)
    if known.hasMessage { return known.message }
    return name(status).map { words($0) + "." } ?? "OSStatus \(status)"
  }

  /// The name of a code without its prefix.
  private static func name(_ status: OSStatus) -> String? {
    let (index, overflow) = (-67585).subtractingReportingOverflow(Int(status))
    if !overflow, StatusNames.general.indices.contains(index) { return String(StatusNames.general[index]) }
    let (place, tooFar) = Int(status).subtractingReportingOverflow(-67072)
    if !tooFar, StatusNames.codeSigning.indices.contains(place), StatusNames.codeSigning[place] != "-" {
      return String(StatusNames.codeSigning[place])
    }
    return StatusNames.others[status]
  }

  /// A name in camel case as words: `CRLNotFound` is "CRL not found".
  static func words(_ name: String) -> String {
    var words: [String] = []
    var word = ""
    let letters = Array(name)
    for (index, letter) in letters.enumerated() {
      let next = index + 1 < letters.count ? letters[index + 1] : nil
      let startsWord =
        letter.isUppercase && !word.isEmpty && (word.last?.isUppercase == false || next?.isLowercase == true)
      if startsWord {
        words.append(word)
        word = ""
      }
      word.append(letter)
    }
    words.append(word)
    let plain = words.enumerated().map { index, word in
      index == 0 || (word.count > 1 && word.allSatisfy(\.isUppercase)) ? word : word.lowercased()
    }
    return plain.joined(separator: " ")
  }
}
