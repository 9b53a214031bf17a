/// Spec §21: which items are the same, and what a call means.
extension Suite {
  mutating func addNames() {
    addIdentity()
    addGroups()
    addSynchronizing()
    addReferences()
  }

  private static func internet(_ more: Fields = []) -> Fields {
    [("class", .text("inet")), ("srvr", .text("example.com")), ("acct", .text("me"))] + more
  }

  private mutating func addIdentity() {
    sequence("identity_generic", "21-1", "Each part of a generic password's name makes another item.") {
      $0.entitle("app", "group")
      $0.add("me")
      $0.add("me", .duplicate)
      $0.add("you")
      $0.add(raw: [("class", .text("genp")), ("svce", .text("other")), ("acct", .text("me"))])
      $0.add("me", [("sync", .flag(true))])
      $0.add("me", [("sync", .flag(true))], .duplicate)
      $0.add("me", [("agrp", .text("group"))])
      $0.add("me", [("agrp", .text("group"))], .duplicate)
    }
    sequence("identity_internet", "21-1", "Each part of an internet password's name makes another item.") {
      $0.add(raw: Self.internet())
      for (key, value) in [
        ("sdmn", Value.text("realm")), ("port", .number(8_443)), ("ptcl", .text("htps")),
        ("path", .text("/a")),
        ("atyp", .text("http")), ("sync", .flag(true)),
      ] {
        $0.add(raw: Self.internet([(key, value)]))
        $0.add(raw: Self.internet([(key, value)]), .failing(.duplicate))
      }
      $0.add(raw: [("class", .text("inet")), ("srvr", .text("example.org")), ("acct", .text("me"))])
      $0.copy(
        raw: [
          ("class", .text("inet")), ("srvr", .text("example.com")), ("m_Limit", .text("m_LimitAll")),
          ("r_Attributes", .flag(true)),
        ], .count(6))
    }
    sequence("identity_classes", "21-1", "A generic and an internet password of one account are two items.") {
      $0.add("me")
      $0.add(raw: Self.internet())
      $0.read("me", gives: "secret")
      $0.delete("me")
      $0.copy(raw: Self.internet(), .nothing)
    }
    sequence("identity_other_attributes", "21-2", "No other attribute makes another item.") {
      $0.add("me")
      for (key, value) in [
        ("pdmn", Value.text("ck")), ("labl", .text("l")), ("desc", .text("d")), ("icmt", .text("c")),
        ("gena", .data([1])), ("crtr", .number(1)), ("type", .number(2)), ("invi", .flag(true)),
        ("nega", .flag(true)), ("accc", .control("ak", Access.userPresence)),
      ] {
        $0.add("me", [(key, value)], secret: "another", .duplicate)
      }
      $0.read("me", gives: "secret")
    }
    sequence("identity_absent_is_empty", "21-3", "No account is the empty account.") {
      $0.add(nil)
      $0.add(nil, .duplicate)
      $0.add("", .duplicate)
      $0.attributes("", .has([("acct", .text("")), ("svce", .text("app"))]))
    }
    sequence("identity_type", "21-4", "An account of text and one of the same bytes are one; the type stays.")
    {
      $0.add(raw: Sequence.app(nil, [("acct", .data(Bytes("me")))]))
      $0.add("me", .duplicate)
      $0.attributes("me", .has([("acct", .data(Bytes("me")))]))
      $0.update("me", [("acct", .text("me"))])
      $0.attributes("me", .has([("acct", .text("me"))]))
    }
    sequence("identity_bytes", "21-4", "Case, normal form and bytes that are no text tell names apart.") {
      $0.add("me")
      $0.add("Me")
      $0.add("caf\u{e9}")
      $0.add("cafe\u{301}")
      $0.add(raw: Sequence.app(nil, [("acct", .data([0xff, 0x00]))]))
      $0.attributes(nil, [("m_Limit", .text("m_LimitAll"))], .count(5))
      $0.delete("cafe\u{301}")
      $0.exists("caf\u{e9}")
      $0.copy(
        raw: Sequence.app(nil, [("acct", .data([0xff, 0x00])), ("r_Attributes", .flag(true))]),
        .has([("acct", .data([0xff, 0x00]))]))
    }
    sequence("identity_accessibility_in_query", "21-2", "An accessibility in a query is a filter, no name.") {
      $0.add("me", [("pdmn", .text("ck"))])
      $0.exists("me", [("pdmn", .text("ak"))], .notFound)
      $0.exists("me", [("pdmn", .text("ck"))])
      $0.add("me", [("pdmn", .text("ak"))], .duplicate)
    }
    sequence("identity_default_accessibility", "21-8", "An item without an accessibility is of ak.") {
      $0.add("me")
      $0.attributes("me", .has([("pdmn", .text("ak"))]))
    }
  }

  // MARK: Groups

  private mutating func addGroups() {
    sequence("group_default", "21-5", "The first group is the default; another list changes it.") {
      $0.entitle("one", "two")
      $0.add("a")
      $0.attributes("a", .has([("agrp", .text("one"))]))
      $0.entitle("two", "one")
      $0.add("b")
      $0.attributes("b", .has([("agrp", .text("two"))]))
      $0.read("a", gives: "secret")
    }
    sequence(
      "group_every", "21-5", "Without a group, look-up, update and delete mean every one of the caller's."
    ) {
      $0.entitle("a", "b", "c")
      for group in ["a", "b", "c"] { $0.add("me", [("agrp", .text(group))]) }
      $0.entitle("a", "b")
      $0.attributes("me", [("m_Limit", .text("m_LimitAll"))], .count(2))
      $0.update("me", [("labl", .text("seen"))])
      $0.delete("me")
      $0.exists("me", .notFound)
      $0.entitle("c")
      $0.attributes("me", .has([("agrp", .text("c"))], lacks: ["labl"]))
    }
    sequence("group_foreign", "21-6", "A group that the caller does not have, in each of the four calls.") {
      let foreign: Fields = [("agrp", .text("foreign"))]
      $0.add("me", foreign, .missingEntitlement)
      $0.exists("me", foreign, .missingEntitlement)
      $0.update("me", foreign, [("labl", .text("x"))], .missingEntitlement)
      $0.delete("me", foreign, .missingEntitlement)
      $0.add("me")
      $0.update("me", foreign, .missingEntitlement)
      $0.read("me", gives: "secret")
    }
    sequence("group_none", "21-6", "A caller without any group.") {
      $0.add("me")
      $0.entitle()
      $0.add("you", .missingEntitlement)
      $0.exists("me", .missingEntitlement)
      $0.update("me", [("labl", .text("x"))], .missingEntitlement)
      $0.delete("me", .missingEntitlement)
      $0.entitle("app")
      $0.read("me", gives: "secret")
    }
    sequence("group_token", "21-6", "Nobody writes into the group of tokens, not even with every group.") {
      $0.entitle("app", "*", "com.apple.token")
      $0.add("me", [("agrp", .text("com.apple.token"))], .missingEntitlement)
      $0.add("me", [("agrp", .text("anything"))])
      $0.update("me", [("agrp", .text("com.apple.token"))], .missingEntitlement)
    }
    sequence("group_moved", "26-1 21-5", "An update moves an item into another group of the caller's.") {
      $0.entitle("a", "b")
      $0.add("me")
      $0.update("me", [("agrp", .text("b"))])
      $0.entitle("a")
      $0.exists("me", .notFound)
      $0.entitle("b")
      $0.read("me", gives: "secret")
    }
  }

  // MARK: Synchronising and limits

  private mutating func addSynchronizing() {
    let all: Fields = [("m_Limit", .text("m_LimitAll"))]
    sequence("sync_unsaid", "21-7", "A call that does not speak of synchronising means what does not.") {
      $0.add("me", [("sync", .flag(true))], secret: "synced")
      $0.read("me", .notFound)
      $0.update("me", [("labl", .text("x"))], .notFound)
      $0.delete("me", .notFound)
      $0.read("me", [("sync", .flag(true))], gives: "synced")
      $0.read("me", [("sync", .text("syna"))], gives: "synced")
    }
    sequence("sync_twins", "21-7 21-1", "An item that synchronises, and one of its name that does not.") {
      $0.add("me", [("sync", .flag(true))], secret: "synced")
      $0.add("me", secret: "local")
      $0.read("me", gives: "local")
      $0.read("me", [("sync", .flag(false))], gives: "local")
      $0.copy(
        raw: Sequence.app("me", all + [("sync", .text("syna")), ("r_Data", .flag(true))]),
        .values([.secret("local"), .secret("synced")]))
      $0.attributes("me", .has([("sync", .flag(false))]))
      $0.delete("me", [("sync", .text("syna"))])
      $0.exists("me", [("sync", .text("syna"))], .notFound)
    }
    sequence("sync_changed", "26-1 21-7", "An update that lets an item synchronise, and stops it again.") {
      $0.add("me")
      $0.update("me", [("sync", .flag(true))])
      $0.read("me", .notFound)
      $0.update("me", [("sync", .flag(true))], [("sync", .flag(false))])
      $0.read("me", gives: "secret")
    }
    sequence("sync_changed_onto_twin", "26-2", "An update that would make two items of one name.") {
      $0.add("me", [("sync", .flag(true))], secret: "synced")
      $0.add("me", secret: "local")
      $0.update("me", [("sync", .flag(true))], .duplicate)
      $0.read("me", gives: "local")
    }
    sequence("limit_each_call", "21-9", "A look-up takes one, an update and a delete take all.") {
      for account in ["a", "b", "c"] { $0.add(account) }
      $0.attributes(nil, .has([("svce", .text("app"))]))
      $0.attributes(nil, [("m_Limit", .number(2))], .count(2))
      $0.attributes(nil, [("m_Limit", .number(9))], .count(3))
      $0.update(nil, [("icmt", .text("x"))])
      for account in ["a", "b", "c"] { $0.attributes(account, .has([("icmt", .text("x"))])) }
      $0.delete(nil)
      $0.exists(nil, .notFound)
    }
    sequence("limit_on_delete", "21-9", "A limit on a delete is refused, but for all, which it is anyhow.") {
      $0.add("a")
      $0.add("b")
      $0.delete(nil, [("m_Limit", .text("m_LimitOne"))], .parameter)
      $0.delete(nil, [("m_Limit", .number(1))], .parameter)
      $0.delete(nil, [("m_Limit", .number(2))], .parameter)
      $0.attributes(nil, all, .count(2))
      $0.delete(nil, all)
      $0.exists(nil, .notFound)
    }
    sequence("limit_no_hit", "21-10", "All of nothing is not found, and no empty list.") {
      $0.attributes("me", all, .failing(.notFound))
      $0.add("you")
      $0.attributes("me", all, .failing(.notFound))
      $0.attributes("you", all, .count(1))
    }
  }

  // MARK: References that can be kept

  private mutating func addReferences() {
    sequence("reference_follows", "21-12", "A persistent reference names the item through a renaming.") {
      $0.add(
        raw: Sequence.app("me", [("v_Data", .secret("secret")), ("r_PersistentRef", .flag(true))]), save: "it"
      )
      $0.add("other", secret: "other")
      $0.copy(raw: [("v_PersistentRef", .saved("it")), ("r_Data", .flag(true))], .value(.secret("secret")))
      $0.update(raw: [("v_PersistentRef", .saved("it"))], [("acct", .text("new"))])
      $0.read("new", gives: "secret")
      $0.copy(raw: [("v_PersistentRef", .saved("it")), ("r_Data", .flag(true))], .value(.secret("secret")))
    }
    sequence("reference_ends", "21-12", "A persistent reference ends with its item.") {
      $0.add("me")
      $0.copy(raw: Sequence.app("me", [("r_PersistentRef", .flag(true))]), save: "it")
      $0.delete(raw: [("v_PersistentRef", .saved("it"))])
      $0.add("me")
      $0.copy(raw: [("v_PersistentRef", .saved("it"))], .failing(.notFound))
      $0.delete(raw: [("v_PersistentRef", .saved("it"))], .failing(.notFound))
    }
    sequence("reference_alone", "21-12 25-4", "A persistent reference goes with no other attribute.") {
      $0.add("me")
      $0.copy(raw: Sequence.app("me", [("r_PersistentRef", .flag(true))]), save: "it")
      for (key, value) in [
        ("acct", Value.text("me")), ("sync", .flag(false)), ("pdmn", .text("ak")),
      ] {
        $0.copy(raw: [("v_PersistentRef", .saved("it")), (key, value)], .failing(.parameter))
      }
      $0.copy(raw: [("v_PersistentRef", .saved("it")), ("class", .text("genp"))], .nothing)
      $0.copy(raw: [("v_PersistentRef", .data([1, 2, 3]))], .failing(.parameter))
    }
    sequence(
      "reference_list", "21-13", "A list of persistent references chooses among items, in a look-up only."
    ) {
      for account in ["a", "b", "c"] {
        $0.add(
          raw: Sequence.app(
            account, [("v_Data", .data(Bytes(account.utf8))), ("r_PersistentRef", .flag(true))]),
          save: account)
      }
      $0.copy(
        raw: [
          ("class", .text("genp")), ("m_ItemList", .list([.saved("a"), .saved("c")])),
          ("m_Limit", .text("m_LimitAll")), ("r_Data", .flag(true)),
        ], .values([.secret("a"), .secret("c")]))
      let list: Fields = [("class", .text("genp")), ("m_ItemList", .list([.saved("a")]))]
      $0.update(raw: list, [("labl", .text("x"))], .failing(.parameter))
      $0.delete(raw: list, .failing(.parameter))
      $0.copy(raw: [("class", .text("genp")), ("m_ItemList", .text("a"))], .failing(.parameter))
    }
    sequence(
      "reference_synchronizable", "21-12 21-7", "A persistent reference names an item that synchronises too."
    ) {
      $0.add(
        raw: Sequence.app(
          "me", [("sync", .flag(true)), ("v_Data", .secret("synced")), ("r_PersistentRef", .flag(true))]),
        save: "it")
      $0.copy(raw: [("v_PersistentRef", .saved("it")), ("r_Data", .flag(true))], .value(.secret("synced")))
    }
  }
}
