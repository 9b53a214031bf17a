internal import SecretCrypto

/// A framework's store that is a JSON file, known by its content. Its strings often hold JSON again.
public enum JSONStore: String, Hashable, Sendable {
  /// `shared_preferences.json` of Flutter on the desktop: every key begins with `flutter.` (the plugin's own prefix).
  case flutter
  /// `manifest.json` of React Native's AsyncStorage: texts alone, and null for a text of more than 1,024 characters,
  /// which stands in a file of its own beside it, named by the MD5 of its key (RCTAsyncLocalStorage).
  case reactNative = "react-native"
  /// A file of an Electron app: `Local State` with the key that the system's store wraps (`os_crypt`), or what
  /// electron-store writes (`__internal__`).
  case electron
}

extension Document {
  /// The store that the file is; `nil` for one of no framework that is known by its content.
  public var store: JSONStore? {
    let outermost = node(root)
    guard format == .json, outermost.kind == .dictionary, outermost.count > 0 else { return nil }
    let children = children(of: root)
    if isElectron(children) { return .electron }
    let isFlutter = children.allSatisfy { child in
      child.key.map { key in withContent(of: key) { ASCII.has("flutter.", in: $0) } } ?? false
    }
    if isFlutter { return .flutter }
    return isAsyncStorage(children) ? .reactNative : nil
  }

  /// Values of React Native's store that stand in files of their own.
  public var valuesElsewhere: Int {
    store == .reactNative ? children(of: root).count { node($0.value).kind == .null } : 0
  }

  private func isElectron(_ children: Children) -> Bool {
    children.contains { child in
      guard let key = child.key, node(child.value).kind == .dictionary else { return false }
      let inner: String? = withContent(of: key) { name in
        if ASCII.equals("os_crypt", name) { return "encrypted_key" }
        return ASCII.equals("__internal__", name) ? "migrations" : nil
      }
      guard let inner else { return false }
      return self.children(of: child.value).contains { entry in
        entry.key.map { key in withContent(of: key) { ASCII.equals(inner, $0) } } ?? false
      }
    }
  }

  /// Texts alone tell little: one of them is JSON, or stands elsewhere.
  private func isAsyncStorage(_ children: Children) -> Bool {
    var isStore = false
    for child in children {
      switch node(child.value).kind {
      case .null: isStore = true
      case .string:
        isStore =
          isStore
          || withContent(of: child.value) { text in
            guard text.count >= 2 else { return false }
            let ends = (text[0], text[text.count - 1])
            return ends == (0x7B, 0x7D) || ends == (0x5B, 0x5D)
          }
      default: return false
      }
    }
    return isStore
  }
}
