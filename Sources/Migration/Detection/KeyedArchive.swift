/// The names of a keyed archive's objects: `$objects` is a flat list, the names are in the dictionaries that
/// refer to it (NSKeyedArchiver; the layout of Foundation's archives).
struct KeyedArchive {
  /// The array under `$objects`.
  let objects: NodeID
  /// For each object the key that refers to it first; `nil` if none does.
  private var names: [NodeID?]
  /// Links that may still be followed. Archivers write each object once; a made-up archive may list one
  /// dictionary a million times.
  private var budget: Int
  /// Whether all names were found within the budget.
  private(set) var isComplete = true

  /// Recognises an archive; `nil` if the document's root is none.
  init?(_ document: Document) {
    let root = document.node(document.root)
    guard root.kind == .dictionary, root.count >= 3, root.count <= 8 else { return nil }
    var objects: NodeID?
    var isArchive = false
    for child in document.children(of: document.root) {
      guard let key = child.key else { continue }
      document.withContent(of: key) { name in
        if ASCII.has("$archiver", in: name), name.count == 9 { isArchive = true }
        if ASCII.has("$objects", in: name), name.count == 8 { objects = child.value }
      }
    }
    guard isArchive, let objects, document.node(objects).kind == .array else { return nil }
    self.objects = objects
    names = Array(repeating: nil, count: document.node(objects).count)
    budget = 4 * document.links.count
    nameObjects(document)
    nameElements(document)
  }

  /// The key that refers to the object with this index.
  func name(of object: Int) -> NodeID? { object < names.count ? names[object] : nil }

  /// Whether a container's children may be looked at.
  private mutating func follow(_ children: Int) -> Bool {
    guard children <= budget else {
      isComplete = false
      return false
    }
    budget -= children
    return true
  }

  private func reference(_ id: NodeID, _ document: Document) -> Int? {
    guard document.node(id).kind == .uid, let number = document.integer(of: id), number > 0,
      number < names.count
    else { return nil }
    return Int(number)
  }

  /// Instance variables: `{ token: UID 4, $class: UID 9 }`.
  private mutating func nameObjects(_ document: Document) {
    for object in document.children(of: objects) where document.node(object.value).kind == .dictionary {
      guard follow(document.node(object.value).count) else { return }
      for child in document.children(of: object.value) {
        guard let key = child.key, let target = reference(child.value, document), names[target] == nil else {
          continue
        }
        let isStructure = document.withContent(of: key) { name in
          ASCII.has("$class", in: name) || ASCII.has("NS.", in: name)
        }
        if !isStructure { names[target] = key }
      }
    }
  }

  /// Dictionaries (`NS.keys` and `NS.objects` side by side) name their values; arrays and sets (`NS.objects`
  /// alone) pass their own name on.
  private mutating func nameElements(_ document: Document) {
    for (index, object) in document.children(of: objects).enumerated()
    where document.node(object.value).kind == .dictionary {
      guard follow(document.node(object.value).count) else { return }
      var keys: NodeID?
      var values: NodeID?
      for child in document.children(of: object.value) {
        guard let key = child.key else { continue }
        document.withContent(of: key) { name in
          if ASCII.has("NS.keys", in: name) { keys = child.value }
          if ASCII.has("NS.objects", in: name) { values = child.value }
        }
      }
      guard let values, document.node(values).kind == .array else { continue }
      guard follow(document.node(values).count) else { return }
      let keyList = keys.flatMap { document.node($0).kind == .array ? document.children(of: $0) : nil }
      for (position, value) in document.children(of: values).enumerated() {
        guard let target = reference(value.value, document), names[target] == nil else { continue }
        if let keyList {
          guard position < keyList.count, let key = reference(keyList[position].value, document) else {
            continue
          }
          let keyObject = document.children(of: objects)[key].value
          if document.node(keyObject).kind == .string { names[target] = keyObject }
        } else {
          names[target] = names[index]
        }
      }
    }
  }
}
