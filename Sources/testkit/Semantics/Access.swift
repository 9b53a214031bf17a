/// Spec §24: what asks the user, and what the user's answer does.
extension Suite {
  private static let presence: Fields = [("accc", .control("ak", Access.userPresence))]

  mutating func addAccess() {
    addAsking()
    addInterface()
    addBiometry()
    addPasswords()
  }

  private mutating func addAsking() {
    sequence("access_who_asks", "24-1", "Add, attributes, look-up and delete ask nobody; read and update do.")
    {
      $0.add(
        raw: Sequence.app("me", Self.presence + [("v_Data", .secret("secret"))]), Outcome.success.asking(0))
      $0.attributes("me", Outcome.has([("acct", .text("me"))]).asking(0))
      $0.copy(raw: Sequence.app("me"), Outcome.nothing.asking(0))
      $0.copy(raw: Sequence.app("me", [("r_Data", .flag(true))]), Outcome.value(.secret("secret")).asking(1))
      $0.update(raw: Sequence.app("me"), [("v_Data", .secret("new"))], Outcome.success.asking(1))
      $0.update(raw: Sequence.app("me"), [("labl", .text("new"))], Outcome.success.asking(1))
      $0.delete(raw: Sequence.app("me"), Outcome.success.asking(0))
    }
    sequence("access_once_a_call", "24-1", "Two items in one call: the user is asked once.") {
      $0.add("a", Self.presence, secret: "one")
      $0.add("b", Self.presence, secret: "two")
      $0.copy(
        raw: Sequence.app(nil, [("m_Limit", .text("m_LimitAll")), ("r_Data", .flag(true))]),
        Outcome.values([.secret("one"), .secret("two")]).asking(1))
    }
    sequence("access_comes_back", "22-1", "The access control of an item is among its attributes.") {
      $0.add("me", Self.presence)
      $0.attributes("me", .has([("accc", .control("ak", Access.userPresence)), ("pdmn", .text("ak"))]))
      $0.add("you", [("pdmn", .text("ck"))])
      $0.attributes("you", .has([("accc", .control("ck", 0))]))
    }
    for (answer, status) in [
      (Sequence.Answer.cancels, Status.userCanceled), (.fails, .authFailed), (.isAway, .interaction),
    ] {
      sequence(
        "access_user_\(answer.rawValue.lowercased())", "24-2",
        "The user is asked and \(answer.rawValue == "isAway" ? "is away" : answer.rawValue)."
      ) {
        $0.add("me", Self.presence)
        $0.answer(answer)
        $0.copy(raw: Sequence.app("me", [("r_Data", .flag(true))]), Outcome.failing(status).asking(1))
        $0.update("me", [("v_Data", .secret("new"))], status)
        $0.attributes("me", .has([("acct", .text("me"))]))
        $0.answer(.accepts)
        $0.read("me", gives: "secret")
      }
    }
    sequence("access_delete_without_user", "24-1", "An item can be deleted without its user.") {
      $0.add("me", Self.presence)
      $0.answer(.isAway)
      $0.delete("me")
      $0.exists("me", .notFound)
    }
    sequence("access_locked", "24-1 23-1", "While the class is locked nobody is asked.") {
      $0.add("me", Self.presence)
      $0.device(.lock)
      $0.copy(raw: Sequence.app("me", [("r_Data", .flag(true))]), Outcome.failing(.interaction).asking(0))
      $0.device(.unlock)
      $0.read("me", gives: "secret")
    }
    sequence(
      "access_protected_by_update", "26-1 24-1",
      "An update gives an item an access control, and takes it away."
    ) {
      $0.add("me")
      $0.update(raw: Sequence.app("me"), Self.presence, Outcome.success.asking(0))
      $0.copy(raw: Sequence.app("me", [("r_Data", .flag(true))]), Outcome.value(.secret("secret")).asking(1))
      $0.update(raw: Sequence.app("me"), [("pdmn", .text("ak"))], Outcome.success.asking(1))
      $0.copy(raw: Sequence.app("me", [("r_Data", .flag(true))]), Outcome.value(.secret("secret")).asking(0))
    }
  }

  private mutating func addInterface() {
    let fail: Fields = [("u_AuthUI", .text("u_AuthUIF"))]
    let skip: Fields = [("u_AuthUI", .text("u_AuthUIS"))]
    sequence("access_interface_fails", "24-3", "The caller allows no question.") {
      $0.add("me", Self.presence)
      $0.copy(
        raw: Sequence.app("me", fail + [("r_Data", .flag(true))]), Outcome.failing(.interaction).asking(0))
      $0.copy(
        raw: Sequence.app("me", [("u_NoAuthUI", .flag(true)), ("r_Data", .flag(true))]),
        Outcome.failing(.interaction).asking(0))
      $0.copy(
        raw: Sequence.app("me", [("u_AuthUI", .text("u_AuthUIA")), ("r_Data", .flag(true))]),
        Outcome.value(.secret("secret")).asking(1))
      $0.add("free")
      $0.read("free", fail, gives: "secret")
    }
    sequence("access_interface_skips", "24-3", "The caller passes over what would need a question.") {
      $0.add("a", secret: "one")
      $0.add("b", Self.presence, secret: "two")
      $0.copy(
        raw: Sequence.app(nil, skip + [("m_Limit", .text("m_LimitAll")), ("r_Data", .flag(true))]),
        Outcome.values([.secret("one")]).asking(0))
      $0.read("b", skip, .notFound)
      $0.attributes("b", skip, .has([("acct", .text("b"))]))
    }
    sequence("access_skip_elsewhere", "24-3", "Passing over is for look-ups only.") {
      $0.add("me")
      $0.add("you", skip, .parameter)
      $0.update("me", skip, [("labl", .text("x"))], .parameter)
      $0.delete("me", skip, .parameter)
      $0.exists("me", skip)
    }
  }

  // MARK: Biometry

  private mutating func addBiometry() {
    let current: Fields = [("accc", .control("ak", Access.biometryCurrentSet))]
    let any: Fields = [("accc", .control("ak", Access.biometryAny))]
    sequence(
      "biometry_current_set", "24-4", "A new enrolment ends what was bound to the set; it stays listed."
    ) {
      $0.add("me", current)
      $0.read("me", gives: "secret")
      $0.device(.enrolBiometry)
      $0.copy(raw: Sequence.app("me", [("r_Data", .flag(true))]), Outcome.failing(.authFailed).asking(0))
      $0.update("me", [("v_Data", .secret("new"))], .authFailed)
      $0.attributes("me", .has([("acct", .text("me"))]))
      $0.add("me", current, .duplicate)
      $0.delete("me")
      $0.add("me", current, secret: "new")
      $0.read("me", gives: "new")
    }
    sequence("biometry_current_set_removed", "24-4", "Taking all enrolments away ends it too.") {
      $0.add("me", current)
      $0.device(.removeBiometry)
      $0.read("me", .authFailed)
      $0.device(.enrolBiometry)
      $0.read("me", .authFailed)
      $0.exists("me")
    }
    sequence(
      "biometry_current_set_or_passcode", "24-4",
      "A new enrolment ends the way through the set; the passcode still opens, and an update binds anew."
    ) {
      let either = Access.biometryCurrentSet | Access.or | Access.devicePasscode
      $0.add("me", [("accc", .control("ak", either))])
      $0.device(.enrolBiometry)
      $0.copy(raw: Sequence.app("me", [("r_Data", .flag(true))]), Outcome.value(.secret("secret")).asking(1))
      $0.update("me", [("v_Data", .secret("new"))])
      $0.read("me", gives: "new")
    }
    sequence("biometry_any", "24-4", "What any enrolment opens outlives their change.") {
      $0.add("me", any)
      $0.device(.enrolBiometry)
      $0.read("me", gives: "secret")
      $0.device(.removeBiometry)
      $0.read("me", .authFailed)
      $0.device(.enrolBiometry)
      $0.read("me", gives: "secret")
    }
    sequence("biometry_none", "24-5", "Without an enrolment nothing can be bound to one.") {
      $0.device(.removeBiometry)
      $0.add("me", any, .notAvailable)
      $0.add("me", current, .notAvailable)
      $0.add("me")
      $0.update("me", any, .notAvailable)
      $0.read("me", gives: "secret")
    }
    sequence("biometry_or_passcode", "24-4 24-5", "Biometry or passcode: either is enough.") {
      $0.add("me", [("accc", .control("ak", Access.biometryAny | Access.or | Access.devicePasscode))])
      $0.device(.removeBiometry)
      $0.read("me", gives: "secret")
    }
    sequence("biometry_presence_passcode", "24-5", "Presence without an enrolment is the passcode.") {
      $0.device(.removeBiometry)
      $0.add("me", Self.presence)
      $0.read("me", gives: "secret")
    }
    sequence("biometry_presence_none", "24-5", "Presence with neither an enrolment nor a passcode.") {
      $0.device(.removePasscode)
      $0.add("me", Self.presence, .notAvailable)
      $0.add("me", [("accc", .control("ak", Access.devicePasscode))], .notAvailable)
      $0.add("me", [("pdmn", .text("ak"))])
    }
    sequence("biometry_others_stay", "24-4", "A new enrolment ends nothing that was not bound to the set.") {
      $0.add("plain", secret: "one")
      $0.add("present", Self.presence, secret: "two")
      $0.add("bound", [("pdmn", .text("akpu"))], secret: "three")
      $0.device(.enrolBiometry)
      $0.read("plain", gives: "one")
      $0.read("present", gives: "two")
      $0.read("bound", gives: "three")
    }
  }

  // MARK: Application passwords

  private mutating func addPasswords() {
    let own: Fields = [("accc", .control("ak", Access.applicationPassword))]
    sequence("password_of_an_item", "24-6", "An item with a password of its own: missing, right, wrong.") {
      $0.add("me", own, .interaction)
      $0.present("one")
      $0.add("me", own)
      $0.copy(raw: Sequence.app("me", [("r_Data", .flag(true))]), Outcome.value(.secret("secret")).asking(0))
      $0.present("two")
      $0.read("me", .authFailed)
      $0.present(nil)
      $0.read("me", .interaction)
      $0.attributes("me", .has([("acct", .text("me"))]))
      $0.delete("me")
    }
  }
}
