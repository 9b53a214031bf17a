extension Suite {
  /// Vectors with wrong expectations: a runner that passes one of them is broken.
  func canaries() throws -> [Vector] {
    var birds = Suite()
    try birds.addWrongOutcomes()
    try birds.addWrongValues()
    return birds.vectors
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
}
