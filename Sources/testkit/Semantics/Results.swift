/// Spec §22: what comes back, in which form, and the dates of an item.
extension Suite {
  mutating func addResults() {
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

  mutating func addDates() {
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
}
