import Migration
import SecretFile

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// What to know about a preference file that lies where Apple's systems keep them, told when its values are taken out.
///
/// It goes by the path alone, for the disk of a Mac may be looked at from anywhere.
struct AppleAdvice: Equatable {
  /// What is special about the file.
  let note: String
  /// What to do about it.
  let hint: String

  /// The advice for a file, and for the keys of it whose values are taken out. It goes by where the file really is,
  /// however it was named, and so do the commands.
  static func of(_ named: Path, keys: [[UInt8]]) -> [AppleAdvice] {
    let path = real(named)
    let folders = path.parent.bytes.split(separator: UInt8(ascii: "/")).map {
      String(decoding: $0, as: UTF8.self)
    }
    if contains(["MobileSync", "Backup"], in: folders) { return [backup] }
    guard contains(["Library", "Preferences"], in: folders),
      path.lastComponent.suffix(6).elementsEqual(".plist".utf8)
    else {
      return []
    }
    var advice = [cached(path, folders, keys)]
    if folders.contains("CoreSimulator") {
      advice.append(
        AppleAdvice(
          note: "the file belongs to an app in a simulator",
          hint: "the same app on a device keeps a file of its own: move the secrets inside the app too"))
    } else if contains(["Library", "Containers"], in: folders) || folders.contains("Group Containers") {
      advice.append(
        AppleAdvice(
          note: "the file lies in an app's container, which the system guards",
          hint: "if it cannot be written, allow the terminal Full Disk Access in the system settings"))
    }
    return advice
  }

  /// The absolute path without links; the path as it is if there is none.
  private static func real(_ path: Path) -> Path {
    guard !path.bytes.contains(0) else { return path }
    let name = path.bytes.map { CChar(bitPattern: $0) } + [0]
    let resolved = unsafe name.withUnsafeBufferPointer { bytes -> Path? in
      guard let start = bytes.baseAddress, let found = unsafe realpath(start, nil) else { return nil }
      defer { unsafe free(found) }
      return unsafe Path(bytes: (0..<strlen(found)).map { unsafe UInt8(bitPattern: found[$0]) })
    }
    return resolved ?? path
  }

  private static let backup = AppleAdvice(
    note: "the file is part of a device backup, whose index knows its old content",
    hint:
      "a changed file may not be restored: take the secret out on the device, then back up anew and delete this one"
  )

  /// The preferences daemon keeps what it has read, and writes it back.
  private static func cached(_ path: Path, _ folders: [String], _ keys: [[UInt8]]) -> AppleAdvice {
    let isOwnDomain =
      !folders.contains("Containers") && !folders.contains("CoreSimulator")
      && !folders.contains("Group Containers")
    let domain = isOwnDomain ? path.stem : path.parent.appending(path.stem).bytes
    var hint = "quit the app first; on that Mac, afterwards: "
    if keys.isEmpty {
      hint += "defaults import \(word(domain)) \(word(path.bytes))"
    } else {
      hint += keys.map { "defaults delete \(word(domain)) \(word($0))" }.joined(separator: "; ")
    }
    return AppleAdvice(
      note: "a running Mac keeps preferences in memory (cfprefsd) and may write the old values back",
      hint: hint)
  }

  /// A word of a shell's command line.
  private static func word(_ bytes: [UInt8]) -> String {
    let text = Escaping.visible(bytes)
    let isPlain = bytes.allSatisfy {
      (0x30...0x39).contains($0) || (0x61...0x7A).contains($0 | 0x20)
        || [0x2D, 0x2E, 0x2F, 0x5F].contains($0)
    }
    return isPlain && !bytes.isEmpty
      ? text
      : "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }

  private static func contains(_ pair: [String], in folders: [String]) -> Bool {
    folders.indices.dropLast().contains { folders[$0] == pair[0] && folders[$0 + 1] == pair[1] }
  }
}
