extension Suite {
  /// Vectors with wrong expectations: a runner that passes one of them is broken.
  func canaries() throws -> Suite {
    var birds = Suite()
    try birds.addWrongOutcomes()
    try birds.addWrongValues()
    birds.addWrongCalls()
    return birds
  }

  private mutating func addWrongOutcomes() throws {
    try valid(
      "canary_damage_is_ok", "4.2-13", "Says that a container with a changed mac is in order. It is not."
    ) {
      $0.edit(.mac) { $0.flip(0) }
      $0.opens = nil
    }
    try fault(
      "canary_good_is_refused", .root, "8.1-1", "Says that a container without a fault is refused. It is not."
    ) { _ in }
    try fault("canary_wrong_error", .page, "10.1-1", "Says that a damaged root is a damaged page.") {
      $0.edit(.rootBlob) { $0.flip(-1) }
    }
    try fault("canary_wrong_stage", .unlock, "4.2-12", "Says that a cut file cannot be unlocked.") {
      $0.edit(.file) { $0.removeLast() }
    }
    try valid(
      "canary_copies_are_ok", "4.4-1", "Says that a damaged second root does not matter to verifying."
    ) {
      $0.edit(.file) { $0.flip(-(16 + 244 + 1)) }
    }
    try valid("canary_rollback_is_ok", "13.4-1", "Says that a container older than the witness is in order.")
    {
      $0.operation = .open
      $0.container.generation = 5
      $0.makeWitness = {
        Witness(keyEpoch: 1, generation: 6, mac: hash($0.mac), pin: $0.keys.pin)
      }
    }
    try fault("canary_not_found", .notFound, "13.1-2", "Says that an item which is there cannot be found.") {
      $0.readFirst()
    }
  }

  private mutating func addWrongValues() throws {
    try valid("canary_wrong_value", "12.1-1", "Says that the item has another value than it has.") {
      $0.item { $0.editPlain = { $0.flip(0) } }
    }
    try valid("canary_missing_item", "10.1-3", "Leaves out the second of two items.") {
      $0.add(Item("web", "me"))
      $0.hidesLastItem = true
    }
    try valid("canary_readable", "9.5-4", "Says that an item can be read without its device key.") {
      $0.bindToDevice()
    }
    try valid(
      "canary_wrong_reason", "9.5-4", "Says that an item lacks presence; what it lacks is the device."
    ) {
      $0.bindToDevice()
      $0.reasons[$0.container.items[0].identity] = .presence
    }
    try valid("canary_proven", "13.4-4", "Says that an opening through a recipient's slot is proven.") {
      $0.container.slots = [Slot(.recipient(Keys.identity))]
      ($0.keyFiles, $0.identities) = ([], [KeyText.identity(Keys.identity)])
      $0.flags = [.proven]
    }
    try valid("canary_wrong_key", "4.2-13", "Names another page key than the container has.") {
      $0.wrongPageKey = true
    }
  }

  /// Sequences in which one thing is wrong.
  private mutating func addWrongCalls() {
    sequence("canary_locked_is_readable", "23-1", "Says that a locked item can be read.") {
      $0.add("me")
      $0.device(.lock)
      $0.read("me", gives: "secret")
    }
    sequence("canary_wrong_status", "23-8", "Says that an item which the passcode took along is locked.") {
      $0.add("me", [("pdmn", .text("akpu"))])
      $0.device(.removePasscode)
      $0.read("me", .interaction)
    }
    sequence("canary_duplicate_is_added", "21-1", "Says that an item can be added twice.") {
      $0.add("me")
      $0.add("me")
    }
    sequence("canary_other_secret", "22-1", "Says that an item has another secret than it has.") {
      $0.add("me")
      $0.read("me", gives: "Secret")
    }
    sequence("canary_attribute_lacks", "22-1", "Says that an item has no label; it has one.") {
      $0.add("me", [("labl", .text("l"))])
      $0.attributes("me", .has([("acct", .text("me"))], lacks: ["labl"]))
    }
    sequence("canary_attribute_has", "22-1", "Says that an item has another label than it has.") {
      $0.add("me", [("labl", .text("l"))])
      $0.attributes("me", .has([("acct", .text("me")), ("labl", .text("k"))]))
    }
    sequence("canary_nothing", "22-1", "Says that nothing comes back where a secret does.") {
      $0.add("me")
      $0.copy(raw: Sequence.app("me", [("r_Data", .flag(true))]), .nothing)
    }
    sequence("canary_other_values", "22-1", "Says that one of two secrets in a list is another.") {
      $0.add("a", secret: "one")
      $0.add("b", secret: "two")
      $0.copy(
        raw: Sequence.app(nil, [("m_Limit", .text("m_LimitAll")), ("r_Data", .flag(true))]),
        .values([.secret("one"), .secret("three")]))
    }
    sequence("canary_asks_nobody", "24-1", "Says that nobody is asked.") {
      $0.add("me", [("accc", .control("ak", Access.userPresence))])
      $0.copy(
        raw: Sequence.app("me", [("r_Data", .flag(true))]), Outcome.value(.secret("secret")).asking(0))
    }
    sequence("canary_list_is_shorter", "22-1", "Says that a list is shorter than it is.") {
      $0.add("a")
      $0.add("b")
      $0.attributes(nil, [("m_Limit", .text("m_LimitAll"))], .count(1))
    }
    sequence(
      "canary_container_only", "23-10", "Is wrong of a container alone, where a store in memory differs."
    ) {
      $0.add("me")
      $0.device(.restart)
      $0.delete("me")
    }
  }
}
