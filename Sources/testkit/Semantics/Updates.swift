/// Spec §26: what an update changes, and that it changes all or nothing.
extension Suite {
  mutating func addUpdates() {
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
}
