import Migration

/// Places in preference files, in JSON and for people.
enum PlaceText {
  /// `"keyPath":[…]` and `"inner":[…]`: keys are strings, indexes integers, decodings objects.
  static func fields(_ path: KeyPath, _ inner: [InnerStep], _ writer: inout JSONWriter) {
    writer.key("keyPath")
    writer.array { writer in
      for component in path.components {
        switch component {
        case .key(let key): self.key(key, &writer)
        case .index(let index): writer.value(Int64(index))
        }
      }
    }
    writer.key("inner")
    writer.array { writer in
      for step in inner {
        switch step {
        case .decode(let decoding): writer.object { $0.field("decode", decoding.rawValue) }
        case .key(let key): self.key(key, &writer)
        case .index(let index): writer.value(Int64(index))
        }
      }
    }
  }

  /// Without keys that are secrets: `tokens/refresh`, and `tokens/blob > json > refresh` for a part of a value.
  static func words(_ place: Place) -> String {
    let place = place.shown
    var text = place.path.components.isEmpty ? "(the whole file)" : Escaping.visible(place.path.pointer)
    for step in place.inner {
      switch step {
      case .decode(let decoding): text += " > " + decoding.rawValue
      case .key(let key): text += " > " + Escaping.visible(key)
      case .index(let index): text += " > \(index)"
      }
    }
    return text
  }

  /// Keys of documents are UTF-8; keys of what a value holds (a form, a cookie) need not be.
  private static func key(_ key: [UInt8], _ writer: inout JSONWriter) {
    if UTF8Check.isValid(key) {
      writer.value(utf8: key)
    } else {
      writer.value(Escaping.visible(key))
    }
  }
}
