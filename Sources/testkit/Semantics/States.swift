/// Spec §23: what each call answers in each state of the device.
extension Suite {
  /// A row of the table of classes: what a call that needs the class key answers while the device is locked, and before
  /// the first unlock.
  private struct ClassRow {
    let accessibility: String
    let locked: Status
    let restarted: Status
  }

  private static let classes = [
    ClassRow(accessibility: "ak", locked: .interaction, restarted: .interaction),
    ClassRow(accessibility: "ck", locked: .success, restarted: .interaction),
    ClassRow(accessibility: "dk", locked: .success, restarted: .success),
    ClassRow(accessibility: "aku", locked: .interaction, restarted: .interaction),
    ClassRow(accessibility: "cku", locked: .success, restarted: .interaction),
    ClassRow(accessibility: "dku", locked: .success, restarted: .success),
    ClassRow(accessibility: "akpu", locked: .interaction, restarted: .interaction),
  ]

  mutating func addStates() {
    for row in Self.classes {
      addReading(row)
      addWriting(row)
    }
    addLists()
    addOrderOfChecks()
    addPasscode()
  }

  private static func outcome(_ status: Status) -> Outcome {
    status == .success ? .value(.secret("secret")) : .failing(status)
  }

  private mutating func addReading(_ row: ClassRow) {
    let name = row.accessibility
    let more: Fields = [("pdmn", .text(name))]
    sequence("state_read_\(name)", "23-1 23-10", "Reading the secret of an item of \(name) in each state.") {
      $0.add("me", more)
      $0.device(.lock)
      $0.copy(raw: Sequence.app("me", [("r_Data", .flag(true))]), Self.outcome(row.locked))
      $0.device(.restart)
      $0.copy(
        raw: Sequence.app("me", [("r_Data", .flag(true))]), Self.outcome(row.restarted),
        onContainer: .failing(.interaction))
      $0.device(.lock)
      $0.copy(
        raw: Sequence.app("me", [("r_Data", .flag(true))]), Self.outcome(row.restarted),
        onContainer: .failing(.interaction))
      $0.device(.unlock)
      $0.read("me", gives: "secret")
    }
    sequence(
      "state_attributes_\(name)", "23-2 23-10",
      "Attributes, and whether the item is there, for an item of \(name) in each state."
    ) {
      let found = Outcome.has([("acct", .text("me")), ("pdmn", .text(name))], lacks: ["v_Data"])
      $0.add("me", more)
      $0.device(.restart)
      $0.attributes(
        "me", row.restarted == .success ? found : .failing(row.restarted),
        onContainer: .failing(.interaction))
      $0.exists("me", row.restarted, onContainer: .interaction)
      $0.device(.unlock)
      $0.attributes("me", found)
      $0.device(.lock)
      $0.attributes("me", found)
      $0.exists("me")
    }
  }

  private mutating func addWriting(_ row: ClassRow) {
    let name = row.accessibility
    let more: Fields = [("pdmn", .text(name))]
    sequence("state_add_\(name)", "23-5 23-10", "Adding an item of \(name) in each state.") {
      $0.exists("locked", .notFound)
      $0.device(.lock)
      $0.add("locked", more, row.locked)
      $0.device(.restart)
      $0.add("restarted", more, row.restarted, onContainer: .interaction)
      $0.device(.unlock)
      $0.add("unlocked", more)
      $0.add("unlocked", more, .duplicate)
    }
    sequence(
      "state_duplicate_\(name)", "23-9", "Adding an item that is there already while \(name) may be locked."
    ) {
      $0.add("me", more)
      $0.device(.lock)
      $0.add("me", more, row.locked == .success ? .duplicate : row.locked)
      $0.device(.unlock)
      $0.add("me", more, .duplicate)
    }
    sequence("state_update_\(name)", "23-6 23-10", "Updating an item of \(name) in each state.") {
      let label: Fields = [("labl", .text("new"))]
      $0.add("me", more)
      $0.device(.lock)
      $0.update("me", label, row.locked)
      $0.device(.restart)
      $0.update("me", label, row.restarted, onContainer: .interaction)
      $0.device(.unlock)
      $0.update("me", label)
      $0.read("me", gives: "secret")
    }
    sequence("state_delete_\(name)", "23-7 23-10", "Deleting items of \(name) in each state.") {
      for account in ["a", "b", "c"] { $0.add(account, more) }
      $0.device(.lock)
      $0.delete("a")
      $0.delete("a", .notFound)
      $0.device(.restart)
      $0.delete("b", onContainer: .interaction)
      $0.device(.unlock)
      $0.delete("c")
      $0.exists("c", .notFound)
    }
  }

  // MARK: Several items, and none

  private mutating func addLists() {
    let all: Fields = [("m_Limit", .text("m_LimitAll"))]
    sequence("state_absent", "23-3 23-10", "An item that is not there, in each state.") {
      $0.read("me", .notFound)
      $0.device(.lock)
      $0.read("me", .notFound)
      $0.update("me", [("labl", .text("x"))], .notFound)
      $0.delete("me", .notFound)
      $0.device(.restart)
      $0.read("me", .notFound, onContainer: .failing(.interaction))
      $0.update("me", [("labl", .text("x"))], .notFound, onContainer: .interaction)
      $0.delete("me", .notFound, onContainer: .interaction)
    }
    sequence("state_list_one_locked", "23-4", "All secrets, one of which cannot be had: none is given.") {
      $0.add("a", [("pdmn", .text("ck"))], secret: "one")
      $0.add("b", secret: "two")
      $0.copy(
        raw: Sequence.app(nil, all + [("r_Data", .flag(true))]), .values([.secret("one"), .secret("two")]))
      $0.device(.lock)
      $0.copy(raw: Sequence.app(nil, all + [("r_Data", .flag(true))]), .failing(.interaction))
      $0.attributes(nil, all, .count(2))
      $0.read("a", gives: "one")
    }
    sequence("state_list_restarted", "23-4 23-10", "All attributes, before the first unlock.") {
      $0.add("a", [("pdmn", .text("dk"))])
      $0.add("b", [("pdmn", .text("ck"))])
      $0.device(.restart)
      $0.attributes(nil, all, .failing(.interaction))
      $0.attributes("a", .has([("acct", .text("a"))]), onContainer: .failing(.interaction))
    }
    sequence("state_lock_before_first_unlock", "23-1", "Locking a device that was not unlocked yet.") {
      $0.add("me", [("pdmn", .text("ck"))])
      $0.device(.restart)
      $0.device(.lock)
      $0.read("me", .interaction)
      $0.device(.unlock)
      $0.device(.lock)
      $0.read("me", gives: "secret")
    }
    sequence("state_update_many", "23-6", "An update of two items, one of which is locked, changes none.") {
      $0.add("a", [("pdmn", .text("ck"))])
      $0.add("b")
      $0.device(.lock)
      $0.update(nil, [("labl", .text("new"))], .interaction)
      $0.attributes("a", .has([("acct", .text("a"))], lacks: ["labl"]))
      $0.device(.unlock)
      $0.attributes("b", .has([("acct", .text("b"))], lacks: ["labl"]))
    }
    sequence("state_update_to_locked", "23-6", "An update into a class that is locked, and out of one.") {
      $0.add("a", [("pdmn", .text("ck"))])
      $0.add("b")
      $0.device(.lock)
      $0.update("a", [("pdmn", .text("ak"))], .interaction)
      $0.update("b", [("pdmn", .text("ck"))], .interaction)
      $0.update("a", [("pdmn", .text("cku"))])
      $0.device(.unlock)
      $0.update("a", [("pdmn", .text("ak"))])
      $0.attributes("a", .has([("pdmn", .text("ak"))]))
    }
  }

  private mutating func addOrderOfChecks() {
    sequence(
      "state_order_of_checks", "23-9 25-1 21-6", "One add with four faults, which are taken away one by one."
    ) {
      let control = ("accc", Value.control("ak", Access.userPresence))
      let sync = ("sync", Value.flag(true))
      let foreign = ("agrp", Value.text("foreign"))
      $0.add("me")
      $0.device(.lock)
      $0.add("me", [control, sync, foreign], .parameter)
      $0.add("me", [control, foreign], .missingEntitlement)
      $0.add("me", [control], .interaction)
      $0.device(.unlock)
      $0.add("me", [control], .duplicate)
    }
  }

  // MARK: The passcode

  private mutating func addPasscode() {
    let bound: Fields = [("pdmn", .text("akpu"))]
    sequence("passcode_removed", "23-8", "Removing the passcode ends items of akpu for good, and no others.")
    {
      $0.add("me", bound)
      $0.add("other")
      $0.device(.removePasscode)
      $0.read("me", .notFound)
      $0.add("me", bound, .notAvailable)
      $0.device(.setPasscode)
      $0.read("me", .notFound)
      $0.add("me", bound, secret: "new")
      $0.read("me", gives: "new")
      $0.read("other", gives: "secret")
    }
    sequence("passcode_removed_and_set", "23-8", "The passcode is removed and set again between two calls.") {
      $0.add("me", bound)
      $0.device(.removePasscode)
      $0.device(.setPasscode)
      $0.read("me", .notFound)
      $0.delete("me", .notFound)
    }
    sequence(
      "passcode_removed_control", "24-7",
      "What needs a passcode that is gone cannot be had; a container has lost it for good."
    ) {
      let passcode = Access.devicePasscode
      let either = Access.biometryCurrentSet | Access.or | passcode
      $0.add("me", [("accc", .control("ak", passcode))])
      $0.add("you", [("accc", .control("ak", either))])
      $0.device(.removePasscode)
      $0.exists("me", onContainer: .notFound)
      $0.read("me", .authFailed, onContainer: .failing(.notFound))
      $0.read("you", .authFailed)
      $0.exists("you")
      $0.device(.setPasscode)
      $0.copy(
        raw: Sequence.app("me", [("r_Data", .flag(true))]), .value(.secret("secret")),
        onContainer: .failing(.notFound))
      $0.copy(
        raw: Sequence.app("you", [("r_Data", .flag(true))]), .value(.secret("secret")),
        onContainer: .failing(.authFailed))
    }
    sequence("passcode_changed", "23-8", "Another passcode takes the place of the old one: nothing ends.") {
      $0.add("me", bound)
      $0.device(.setPasscode)
      $0.read("me", gives: "secret")
    }
    sequence("passcode_update_into", "23-8 23-6", "An update into akpu needs a passcode.") {
      $0.add("me")
      $0.device(.removePasscode)
      $0.update("me", bound, .notAvailable)
      $0.read("me", gives: "secret")
      $0.device(.setPasscode)
      $0.update("me", bound)
      $0.attributes("me", .has([("pdmn", .text("akpu"))]))
    }
    sequence("passcode_update_out", "23-8", "An item that has left akpu outlives the passcode.") {
      $0.add("me", bound)
      $0.update("me", [("pdmn", .text("aku"))])
      $0.device(.removePasscode)
      $0.read("me", gives: "secret")
    }
    sequence(
      "passcode_none_is_never_locked", "23-10", "A container on a device without a passcode is never locked."
    ) {
      $0.exists("me", .notFound)
      $0.device(.removePasscode)
      $0.add("me")
      $0.device(.lock)
      $0.read("me", .interaction, onContainer: .value(.secret("secret")))
      $0.device(.unlock)
      $0.read("me", gives: "secret")
    }
  }
}
