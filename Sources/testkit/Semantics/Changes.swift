/// Spec §22, §25, §26: what comes back, what is refused, and what an update does.
extension Suite {
  mutating func addChanges() {
    addResults()
    addDates()
    addUpdates()
    addParameters()
    addFaults()
  }

  private mutating func addResults() {
    let data = ("r_Data", Value.flag(true))
    let attributes = ("r_Attributes", Value.flag(true))
    let reference = ("r_PersistentRef", Value.flag(true))
    sequence("result_keys", "22-1", "Nothing, one bare value, a dictionary: as many as were asked for.") {
      $0.add("me")
      $0.exists("me")
      $0.exists("me", [("r_Data", .flag(false))])
      $0.read("me", gives: "secret")
      $0.attributes(
        "me",
        .has(
          [("class", .text("genp")), ("svce", .text("app")), ("acct", .text("me"))],
          lacks: ["v_Data", "v_PersistentRef"]))
      $0.copy(raw: Sequence.app("me", [reference]), save: "it")
      $0.copy(
        raw: Sequence.app("me", [data, attributes, reference]),
        .has([("acct", .text("me")), ("v_Data", .secret("secret")), ("v_PersistentRef", .saved("it"))]))
      $0.copy(
        raw: Sequence.app("me", [data, reference]),
        .has([("v_Data", .secret("secret")), ("v_PersistentRef", .saved("it"))], lacks: ["acct"]))
    }
    sequence("result_lists", "22-1", "With a limit above one, a list of the same.") {
      $0.add("a", secret: "one")
      $0.add("b", secret: "two")
      let all = ("m_Limit", Value.text("m_LimitAll"))
      $0.copy(raw: Sequence.app(nil, [all, data]), .values([.secret("one"), .secret("two")]))
      $0.copy(raw: Sequence.app(nil, [all, reference]), .count(2))
      $0.copy(raw: Sequence.app(nil, [all, attributes, data]), .count(2))
      $0.copy(raw: Sequence.app(nil, [all]), .nothing)
    }
    sequence("result_of_add", "22-1", "An add gives back what it is asked for.") {
      $0.add(
        raw: Sequence.app("me", [("v_Data", .secret("secret")), attributes]),
        .has([("acct", .text("me")), ("pdmn", .text("ak"))], lacks: ["v_Data"]))
      $0.add(raw: Sequence.app("you", [("v_Data", .secret("secret")), data]), .value(.secret("secret")))
      $0.add(raw: Sequence.app("he", [("v_Data", .secret("secret"))]), .nothing)
    }
    sequence("result_on_update", "22-2", "An update gives nothing back, and may not be asked to.") {
      $0.add("me")
      for key in ["r_Data", "r_Attributes", "r_PersistentRef"] {
        $0.update("me", [(key, .flag(true))], [("labl", .text("x"))], .parameter)
        $0.update("me", [(key, .flag(true))], .parameter)
      }
    }
    sequence(
      "result_without_data", "22-3", "An item without a secret, which is not one with an empty secret."
    ) {
      $0.add(raw: Sequence.app("me"))
      $0.copy(raw: Sequence.app("me", [data]), .nothing)
      $0.copy(raw: Sequence.app("me", [data, attributes]), .has([("acct", .text("me"))], lacks: ["v_Data"]))
      $0.update("me", [("v_Data", .data([]))])
      $0.copy(raw: Sequence.app("me", [data]), .value(.data([])))
    }
    sequence("result_empty_secret", "22-3", "The empty secret is a secret.") {
      $0.add("me", secret: "")
      $0.read("me", gives: "")
      $0.copy(raw: Sequence.app("me", [data, attributes]), .has([("v_Data", .data([]))]))
    }
    sequence("result_attributes", "22-1", "Every attribute of a generic password comes back as it was given.")
    {
      let given: Fields = [
        ("labl", .text("l")), ("desc", .text("d")), ("icmt", .text("c")), ("gena", .data([1, 0, 2])),
        ("crtr", .number(1_836_280_171)), ("type", .number(7)), ("invi", .flag(true)), ("nega", .flag(true)),
        ("pdmn", .text("cku")),
      ]
      $0.add("me", given)
      $0.attributes("me", .has(given))
      $0.exists("me", [("labl", .text("l")), ("crtr", .number(1_836_280_171))])
      $0.exists("me", [("labl", .text("other"))], .notFound)
      $0.exists("me", [("gena", .data([1, 0, 3]))], .notFound)
    }
    sequence(
      "result_absent", "22-1 21-3", "Parts of a name that nobody gave come back, other attributes do not."
    ) {
      $0.add(raw: [("class", .text("inet"))])
      $0.copy(
        raw: [("class", .text("inet")), ("r_Attributes", .flag(true))],
        .has(
          [
            ("srvr", .text("")), ("acct", .text("")), ("sdmn", .text("")), ("atyp", .text("")),
            ("path", .text("")), ("port", .number(0)), ("ptcl", .number(0)), ("agrp", .text("app")),
            ("sync", .flag(false)), ("pdmn", .text("ak")), ("accc", .control("ak", 0)),
          ], lacks: ["labl", "desc", "icmt", "crtr", "type", "invi", "nega"]))
      $0.add("me", [("labl", .text("")), ("gena", .data([])), ("crtr", .number(0)), ("invi", .flag(false))])
      $0.attributes(
        "me", .has([("acct", .text("me"))], lacks: ["labl", "desc", "gena", "crtr", "type", "invi"]))
    }
    sequence("result_internet", "22-1", "Every attribute of an internet password's name comes back.") {
      let given: Fields = [
        ("srvr", .text("example.com")), ("acct", .text("me")), ("sdmn", .text("realm")),
        ("port", .number(8_443)),
        ("ptcl", .text("htps")), ("path", .text("/a")), ("atyp", .text("http")),
      ]
      $0.add(raw: [("class", .text("inet"))] + given)
      $0.copy(raw: [("class", .text("inet")), ("r_Attributes", .flag(true))], .has(given))
    }
  }

  private mutating func addDates() {
    let start: UInt64 = 4_000_000_000_000
    func dates(_ created: UInt64, _ modified: UInt64) -> Outcome {
      .has([("cdat", .date(created)), ("mdat", .date(modified))])
    }
    sequence("date_of_add", "21-11", "An add is dated by the clock; it cannot be dated back.") {
      $0.clock(start)
      $0.add("me", [("cdat", .date(0)), ("mdat", .date(0))])
      $0.attributes("me", dates(start, start))
      $0.exists("me", [("cdat", .date(start))])
      $0.exists("me", [("cdat", .date(0))], .notFound)
    }
    sequence("date_of_update", "21-11", "An update is later than what it changes, whatever the clock says.") {
      let change: Fields = [("v_Data", .secret("new"))]
      $0.clock(start)
      $0.add("me")
      $0.update("me", change)
      $0.attributes("me", dates(start, start + 1))
      $0.clock(start - 60_000)
      $0.update("me", [("v_Data", .secret("newer"))])
      $0.attributes("me", dates(start, start + 2))
      $0.clock(start + 60_000)
      $0.update("me", [("v_Data", .secret("newest"))])
      $0.attributes("me", dates(start, start + 60_000))
    }
    sequence("date_of_reading", "21-11", "Reading changes no date.") {
      $0.clock(start)
      $0.add("me")
      $0.clock(start + 1_000)
      $0.read("me", gives: "secret")
      $0.attributes("me", dates(start, start))
    }
  }

  // MARK: Updates

  private mutating func addUpdates() {
    sequence("update_everything", "26-1", "An update may change every attribute of the class, the name too.")
    {
      $0.entitle("a", "b")
      let changes: Fields = [
        ("acct", .text("you")), ("svce", .text("other")), ("agrp", .text("b")), ("sync", .flag(true)),
        ("pdmn", .text("ck")), ("labl", .text("l")), ("desc", .text("d")), ("icmt", .text("c")),
        ("gena", .data([7])), ("invi", .flag(true)), ("nega", .flag(true)), ("crtr", .number(3)),
        ("type", .number(4)), ("v_Data", .secret("new")),
      ]
      $0.add("me")
      $0.update("me", changes)
      $0.exists("me", .notFound)
      $0.copy(
        raw: [
          ("class", .text("genp")), ("svce", .text("other")), ("sync", .flag(true)),
          ("r_Attributes", .flag(true)),
          ("r_Data", .flag(true)),
        ], .has(changes))
    }
    sequence("update_rest_stays", "26-1", "What an update does not name stays.") {
      $0.add("me", [("labl", .text("l")), ("icmt", .text("c")), ("pdmn", .text("ck"))])
      $0.update("me", [("labl", .text("new"))])
      $0.attributes("me", .has([("labl", .text("new")), ("icmt", .text("c")), ("pdmn", .text("ck"))]))
      $0.read("me", gives: "secret")
    }
    sequence("update_name_taken", "26-2", "A name that is taken: the update is refused.") {
      $0.add("a", secret: "one")
      $0.add("b", secret: "two")
      $0.update("a", [("acct", .text("b"))], .duplicate)
      $0.read("a", gives: "one")
      $0.read("b", gives: "two")
      $0.update("a", [("acct", .text("a"))])
    }
    sequence("update_rolls_back", "26-2 27-1", "Many items under one new name: nothing of it happens.") {
      for account in ["a", "b", "c"] { $0.add(account) }
      $0.update(nil, [("acct", .text("z")), ("labl", .text("changed"))], .duplicate)
      for account in ["a", "b", "c"] {
        $0.attributes(account, .has([("acct", .text(account))], lacks: ["labl"]))
      }
      $0.exists("z", .notFound)
    }
    sequence("update_no_match", "26-3", "Nothing to update.") {
      $0.update("me", [("labl", .text("x"))], .notFound)
      $0.exists("me", .notFound)
    }
    sequence("update_refused_keys", "26-4", "Keys that no change has; one that is passed over.") {
      $0.add("me")
      for key in ["m_Limit", "m_ItemList", "v_Ref", "v_PersistentRef", "ggrp"] {
        $0.update("me", [(key, .text("x"))], .parameter)
      }
      for key in ["u_AuthUI", "nope"] { $0.update("me", [(key, .text("x"))], .noSuchAttribute) }
      $0.update("me", [("srvr", .text("x"))], .noSuchAttribute)
      $0.update("me", [("musr", .data([]))])
      $0.read("me", gives: "secret")
    }
    sequence(
      "update_two_protections", "25-1", "Accessibility and access control that contradict each other."
    ) {
      let control = ("accc", Value.control("ck", Access.userPresence))
      $0.add("me")
      $0.update("me", [control, ("pdmn", .text("ak"))], .parameter)
      $0.add("you", [control, ("pdmn", .text("ak"))], .parameter)
      $0.update("me", [control, ("pdmn", .text("ck"))])
      $0.attributes("me", .has([control, ("pdmn", .text("ck"))]))
    }
    sequence(
      "update_delete_then_add", "21-1 26-3", "Deleted and added again: another item, no trace of the old."
    ) {
      $0.add("me", [("labl", .text("old"))], secret: "old")
      $0.delete("me")
      $0.read("me", .notFound)
      $0.update("me", [("labl", .text("x"))], .notFound)
      $0.add("me", secret: "new")
      $0.copy(
        raw: Sequence.app("me", [("r_Attributes", .flag(true)), ("r_Data", .flag(true))]),
        .has([("v_Data", .secret("new"))], lacks: ["labl"]))
    }
  }

  // MARK: What is refused

  private mutating func addParameters() {
    sequence("parameter_class", "25-2", "No class, a class of another type, an unknown one.") {
      let label: Fields = [("labl", .text("x"))]
      for (given, status) in [
        ([("acct", .text("me"))] as Fields, Status.parameter), ([("class", .number(5))], .parameter),
        ([("class", .text("nope"))], .noSuchClass),
      ] {
        $0.add(raw: given, .failing(status))
        $0.copy(raw: given, .failing(status))
        $0.update(raw: given, label, .failing(status))
        $0.delete(raw: given, .failing(status))
      }
    }
    sequence("parameter_other_class", "25-3", "Attributes of another class, and unknown ones.") {
      for (key, value) in [
        ("srvr", Value.text("x")), ("port", .number(1)), ("sdmn", .text("x")), ("nope", .text("x")),
      ] {
        $0.add("me", [(key, value)], .noSuchAttribute)
        $0.exists("me", [(key, value)], .noSuchAttribute)
        $0.delete("me", [(key, value)], .noSuchAttribute)
      }
      $0.add(raw: [("class", .text("inet")), ("svce", .text("x"))], .failing(.noSuchAttribute))
      $0.add(raw: [("class", .text("inet")), ("gena", .data([1]))], .failing(.noSuchAttribute))
    }
    sequence("parameter_wrong_type", "25-3", "Values of a type that the attribute does not have.") {
      for (key, value) in [
        ("acct", Value.number(1)), ("svce", .flag(true)), ("agrp", .number(1)), ("labl", .data([1])),
        ("gena", .number(1)), ("crtr", .text("x")), ("invi", .data([1])), ("cdat", .text("x")),
        ("v_Data", .text("x")), ("pdmn", .number(1)), ("accc", .text("ak")), ("sync", .data([1])),
        ("r_Data", .data([1])), ("crtr", .number(4_294_967_296)), ("crtr", .number(-1)),
      ] {
        $0.add(raw: Sequence.app("me").filter { $0.0 != key } + [(key, value)], .failing(.parameter))
      }
      $0.exists("me", .notFound)
    }
    sequence("parameter_limit", "25-3", "Limits that are none.") {
      $0.add("me")
      for value in [Value.number(0), .number(-1), .text("x"), .flag(true)] {
        $0.exists("me", [("m_Limit", value)], .parameter)
      }
    }
    sequence(
      "parameter_accessibility", "25-3", "Accessibilities that are none, the private one of Apple's too."
    ) {
      for name in ["f", "", "AK", "akp", "whenUnlocked"] { $0.add("me", [("pdmn", .text(name))], .parameter) }
    }
    sequence("parameter_sync_and_control", "25-1", "Synchronising and an access control exclude each other.")
    {
      $0.add("me", [("sync", .flag(true)), ("accc", .control("ak", Access.userPresence))], .parameter)
      $0.exists("me", [("sync", .text("syna"))], .notFound)
      $0.add("me", [("accc", .control("ak", Access.userPresence))])
      $0.update("me", [("sync", .flag(true))], .parameter)
      $0.read("me", gives: "secret")
    }
    sequence("parameter_sync_and_device", "25-1", "Synchronising and ThisDeviceOnly exclude each other.") {
      for name in ["aku", "cku", "dku", "akpu"] {
        $0.add("me", [("sync", .flag(true)), ("pdmn", .text(name))], .parameter)
        $0.add(name, [("pdmn", .text(name))])
        $0.update(name, [("sync", .flag(true))], .parameter)
      }
      for name in ["ak", "ck", "dk"] {
        $0.add(name, [("sync", .flag(true)), ("pdmn", .text(name))])
        $0.update(name, [("sync", .flag(true))], [("pdmn", .text("aku"))], .parameter)
      }
    }
    sequence("parameter_flags", "25-1", "Access-control flags that exclude each other.") {
      for flags in [
        Access.or | Access.and | Access.biometryAny | Access.devicePasscode,
        Access.biometryAny | Access.biometryCurrentSet, Access.userPresence | Access.biometryAny,
        Access.userPresence | Access.devicePasscode, Access.userPresence | Access.or, 4,
      ] {
        $0.add("me", [("accc", .control("ak", flags))], .parameter)
      }
      for (name, flags) in [
        ("a", Access.biometryAny | Access.or | Access.devicePasscode),
        ("b", Access.biometryCurrentSet | Access.and | Access.devicePasscode),
        ("c", Access.biometryAny | Access.devicePasscode), ("d", Access.devicePasscode),
        ("e", Access.userPresence | Access.privateKeyUsage),
      ] {
        $0.add(name, [("accc", .control("ak", flags))])
        $0.read(name, gives: "secret")
      }
    }
  }

  // MARK: Faults

  private mutating func addFaults() {
    sequence("fault_in_each_call", "27-1", "A call that fails before it begins has changed nothing.") {
      $0.add("me")
      $0.fault("add", .io)
      $0.add("you", .io)
      $0.exists("you", .notFound)
      $0.fault("update", .io)
      $0.update("me", [("v_Data", .secret("new"))], .io)
      $0.read("me", gives: "secret")
      $0.fault("copyMatching", .notAvailable)
      $0.read("me", .notAvailable)
      $0.fault("delete", .io)
      $0.delete("me", .io)
      $0.read("me", gives: "secret")
    }
    sequence(
      "fault_between_delete_and_add", "27-1", "Delete, then an add that fails: why a set must be an update."
    ) {
      $0.add("me", secret: "old")
      $0.delete("me")
      $0.fault("add", .io)
      $0.add("me", secret: "new", .io)
      $0.read("me", .notFound)
      $0.add("me", secret: "new")
      $0.read("me", gives: "new")
    }
    sequence("fault_lock_between_calls", "27-1 23-6", "The device is locked between a look-up and an update.")
    {
      $0.add("me", secret: "old")
      $0.read("me", gives: "old")
      $0.device(.lock)
      $0.update("me", [("v_Data", .secret("new"))], .interaction)
      $0.device(.unlock)
      $0.read("me", gives: "old")
    }
  }
}
