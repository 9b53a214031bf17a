/// Spec §25: what is refused whatever is in the store, and faults of the store itself.
extension Suite {
  mutating func addParameters() {
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

  mutating func addFaults() {
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
