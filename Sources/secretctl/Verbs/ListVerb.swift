import SecretFile

/// `list`: attributes, never values.
enum ListVerb {
  static func run(_ arguments: ParsedArguments, _ console: Console) throws(Outcome) -> ExitCode {
    let session = Session(arguments, console)
    let now = Launch.now()
    let query = try ItemNaming.query(arguments, now: now)
    let path = try session.path()
    let opened = try session.open()
    let keys = opened.info.keys
    var listing: any Listing =
      console.isJSON ? JSONListing() : TextListing(now: now, device: opened.info.device)
    try console.out.write(listing.start())
    var stopped: Outcome?
    do throws(SecretFileError) {
      try opened.forEachItem(matching: query) { (item) throws(SecretFileError) in
        let lines = listing.item(item, trouble: Self.trouble(item, keys))
        do throws(Outcome) { try console.out.write(lines) } catch { stopped = error }
        return stopped == nil
      }
    } catch {
      let outcome = Outcome(error, path)
      guard console.isJSON else {
        try console.out.write(listing.end(nil))
        throw outcome
      }
      // One document, whatever happens: what was found, and how far it got.
      try console.out.write(listing.end(outcome))
      try console.out.flush()
      throw outcome
    }
    if let stopped { throw stopped }
    try console.out.write(listing.end(nil))
    return .done
  }

  /// Why nobody can read this item any more, if so.
  private static func trouble(_ item: Item, _ keys: [KeyInfo]) -> Outcome? {
    switch keys.first(where: { $0.id == item.keyID })?.state {
    case .invalidated:
      Outcome(
        "invalidated", .policy, "the enrolments changed since it was stored: it can never be read again",
        hint: "store the secret anew")
    case .newer:
      Outcome(
        "version", .newer, "it needs a factor that this version does not know", hint: "use a newer secretctl")
    default: nil
    }
  }
}

private protocol Listing {
  mutating func start() -> [UInt8]
  mutating func item(_ item: Item, trouble: Outcome?) -> [UInt8]
  mutating func end(_ error: Outcome?) -> [UInt8]
}

private struct TextListing: Listing {
  let now: Int64
  let device: DeviceID?
  var table = TextTable()

  init(now: Int64, device: DeviceID?) {
    self.now = now
    self.device = device
  }

  func start() -> [UInt8] { [] }

  mutating func item(_ item: Item, trouble: Outcome?) -> [UInt8] {
    table.row(ItemText.columns(item, now: now, device: device, trouble: trouble?.code))
  }

  mutating func end(_ error: Outcome?) -> [UInt8] { table.finish() }
}

private struct JSONListing: Listing {
  var writer = JSONWriter()
  var failures: [(Item, Outcome)] = []

  mutating func start() -> [UInt8] {
    writer.open(0x7B)
    writer.key("items")
    writer.open(0x5B)
    return writer.take()
  }

  mutating func item(_ item: Item, trouble: Outcome?) -> [UInt8] {
    if let trouble { failures.append((item, trouble)) }
    writer.object { ItemJSON.fields(item, &$0) }
    return writer.take()
  }

  mutating func end(_ error: Outcome?) -> [UInt8] {
    writer.close(0x5D)
    writer.key("failures")
    writer.array { writer in
      for (item, outcome) in failures {
        writer.object {
          $0.field(item.name.itemClass == .internetPassword ? "server" : "service", bytes: item.name.service)
          $0.field("account", bytes: item.name.account)
          $0.field("code", outcome.code)
          $0.field("message", outcome.message)
        }
      }
    }
    if let error {
      writer.key("error")
      error.write(to: &writer)
    }
    writer.close(0x7D)
    writer.raw(0x0A)
    return writer.take()
  }
}
