extension Option {
  /// How the option is written and what it means.
  package var spec: OptionSpec {
    switch self {
    case .file, .keychain, .identity, .passphraseFile, .passphraseFD, .deviceKey, .presence, .slot, .wait,
      .noWitness,
      .acceptRollback, .acceptOrigin, .acceptCost:
      openingSpec
    case .service, .account, .accessGroup, .itemClass, .server, .port, .path, .protocolName, .synchronizable,
      .accessibility, .accessControl, .label, .comment, .description, .expires, .type, .expired, .boundTo,
      .itemPassphraseFD:
      itemSpec
    case .create, .rules, .only, .except, .onExisting, .again, .planOut, .scrub, .backup, .yes, .keepGoing,
      .format, .includeDeviceBound, .baseline, .writeBaseline, .review:
      migrationSpec
    case .newPassphraseFD, .passphrase, .recipient, .kdf, .keyFile, .x25519, .device, .keepRecipient,
      .dropSlot, .loseItems, .marker, .includeUnstamped, .structure, .html, .explain, .notATest,
      .inPlace, .from:
      keySpec
    case .propose, .generate, .alphabet, .activate, .check, .jobs, .timeout, .rollback, .pendingOnly,
      .olderThan, .which, .dropPrevious:
      renewalSpec
    default: generalSpec
    }
  }

  // MARK: The container and the ways into it

  private var openingSpec: OptionSpec {
    switch self {
    case .file:
      OptionSpec("file", "f", .required("FILE"), "the container").file().environment("SECRETCTL_FILE")
    case .keychain:
      OptionSpec(
        "keychain", nil, .none,
        "the keychain of programs on this system instead of -f FILE: SECRETFILE_KEYCHAIN, else the usual place"
      )
    case .identity:
      OptionSpec(
        "identity", "i", .required("FILE"),
        "key file with lines SECRETFILE-KEY-1… or AGE-SECRET-KEY-1…; - is stdin"
      ).file().repeatable().environment("SECRETCTL_IDENTITY")
    case .passphraseFile:
      OptionSpec(
        "passphrase-file", nil, .required("FILE"), "file with the passphrase; one final newline is dropped"
      )
      .file().repeatable().environment("SECRETCTL_PASSPHRASE_FILE")
    case .passphraseFD:
      OptionSpec("passphrase-fd", nil, .required("N"), "descriptor to read the passphrase from").repeatable()
    case .deviceKey:
      OptionSpec("device-key", nil, .required("FILE"), "device key; made on first need")
        .file().environment("SECRETCTL_DEVICE_KEY")
    case .presence:
      OptionSpec(
        "presence", nil, .required("FILE"), "identity of an enrolment: presence, as a touch would give it"
      )
      .file().repeatable()
    case .slot:
      OptionSpec("slot", nil, .required("ID"), "try this slot only")
    case .wait:
      OptionSpec("wait", nil, .required("SECONDS"), "how long to wait for another writer; 30 unless said")
    case .noWitness:
      OptionSpec("no-witness", nil, .none, "neither look at the witness nor keep one")
    case .acceptRollback:
      OptionSpec(
        "accept-rollback", nil, .none,
        "accept an older or forked file; only a change of it is remembered")
    case .acceptOrigin:
      OptionSpec("accept-origin", nil, .none, "accept a file whose maker is not proven")
    default:
      OptionSpec("accept-kdf-cost", nil, .none, "pay for a key derivation above the limit")
    }
  }

  // MARK: The item

  private var itemSpec: OptionSpec {
    switch self {
    case .service: OptionSpec("service", "s", .required("NAME"), "the item's service")
    case .account: OptionSpec("account", "a", .required("NAME"), "the item's account")
    case .accessGroup: OptionSpec("access-group", "g", .required("NAME"), "the item's access group")
    case .itemClass:
      OptionSpec("class", nil, .required("CLASS"), "generic or internet").oneOf(["generic", "internet"])
    case .server: OptionSpec("server", nil, .required("NAME"), "server of an internet password")
    case .port: OptionSpec("port", nil, .required("N"), "port of an internet password")
    case .path: OptionSpec("path", nil, .required("PATH"), "path of an internet password")
    case .protocolName:
      OptionSpec(
        "protocol", nil, .required("NAME"),
        "protocol of an internet password: https, http, ssh …, or Apple's code for it, such as htps"
      ).words(ProtocolName.all)
    case .synchronizable:
      OptionSpec("synchronizable", nil, .optional("yes|no"), "the item synchronises; as a filter: yes or no")
        .oneOf(["yes", "no"])
    case .accessibility:
      OptionSpec("accessibility", nil, .required("NAME"), "when the item can be read, by Apple's names")
        .words(AccessibilityName.all)
    case .accessControl:
      OptionSpec("access-control", nil, .required("LIST"), "what reading needs, separated by commas")
        .words(AccessControlName.all)
    case .label: OptionSpec("label", nil, .required("TEXT"), "label")
    case .comment: OptionSpec("comment", nil, .required("TEXT"), "comment")
    case .description: OptionSpec("description", nil, .required("TEXT"), "description")
    case .expires:
      OptionSpec("expires", nil, .required("WHEN"), "expiry: 2027-01-31, 2027-01-31T12:00:00Z, 90d, or never")
    case .type: OptionSpec("type", nil, .required("CODE"), "item type: four characters or a number")
    case .expired: OptionSpec("expired", nil, .none, "only items whose expiry is past")
    case .boundTo:
      OptionSpec(
        "bound-to", nil, .required("DEVICE"), "only items bound to the device of this id, or to none")
    default:
      OptionSpec("item-passphrase-fd", nil, .required("N"), "descriptor to read an item's own password from")
        .repeatable()
    }
  }

  // MARK: Scan, import, export

  private var migrationSpec: OptionSpec {
    switch self {
    case .create: OptionSpec("create", nil, .none, "make the container first; takes the options of init")
    case .rules: OptionSpec("rules", nil, .required("FILE"), "rules that choose and name the items").file()
    case .only:
      OptionSpec("only", nil, .required("GLOB"), "take what matches, found to be secret or not").repeatable()
    case .except: OptionSpec("except", nil, .required("GLOB"), "leave out what matches").repeatable()
    case .onExisting:
      OptionSpec(
        "on-existing", nil, .required("WHAT"), "refuse (default), skip or replace an item that differs"
      )
      .oneOf(["refuse", "skip", "replace"])
    case .again:
      OptionSpec("again", nil, .none, "bring back what was imported before and deleted since")
    case .planOut: OptionSpec("plan-out", nil, .required("FILE"), "write the plan as a rules file").file()
    case .scrub:
      OptionSpec(
        "scrub", nil, .optional("placeholder"), "remove what was imported from the source, nothing else"
      )
      .oneOf(["remove", "placeholder"])
    case .backup: OptionSpec("backup", nil, .none, "keep the source beside itself before a scrub: plaintext")
    case .yes: OptionSpec("yes", nil, .none, "ask nothing")
    case .review:
      OptionSpec("review", nil, .none, "ask about every value at the terminal: take, leave, reason")
    case .keepGoing: OptionSpec("keep-going", nil, .none, "go on with the other sources if one is refused")
    case .format: OptionSpec("format", nil, .required("FORMAT"), "form of the output")
    case .baseline:
      OptionSpec("baseline", nil, .required("FILE"), "findings that were accepted and are held back").file()
    case .writeBaseline:
      OptionSpec("write-baseline", nil, .required("FILE"), "accept what is found: write it to this baseline")
        .file()
    default:
      OptionSpec("include-device-bound", nil, .none, "export items that are bound to this device too")
    }
  }

  // MARK: Keys, slots, rotation

  private var keySpec: OptionSpec {
    switch self {
    case .newPassphraseFD:
      OptionSpec("new-passphrase-fd", nil, .required("N"), "descriptor to read the new passphrase from")
    case .passphrase: OptionSpec("passphrase", nil, .none, "a slot that a passphrase opens; asked for twice")
    case .recipient:
      OptionSpec("recipient", "r", .required("RECIPIENT"), "a slot that the holder of this age1… key opens")
        .repeatable()
    case .kdf:
      OptionSpec("kdf", nil, .required("PRESET"), "cost of the passphrase: mobile, default or sensitive")
        .oneOf(["mobile", "default", "sensitive"])
    case .keyFile: OptionSpec("key-file", nil, .required("FILE"), "a slot that this key file opens").file()
    case .x25519: OptionSpec("x25519", nil, .none, "an age identity instead of a key file")
    case .device: OptionSpec("device", nil, .none, "a device key instead of a key file")
    case .keepRecipient:
      OptionSpec(
        "keep-recipient", nil, .required("ID"), "keep this recipient's slot: its id, its age1… key, or all"
      )
      .repeatable()
    case .dropSlot: OptionSpec("drop-slot", nil, .required("ID"), "drop this slot").repeatable()
    case .loseItems: OptionSpec("lose-items", nil, .none, "go on although items become unreadable for ever")
    case .marker:
      OptionSpec("marker", nil, .required("FILE"), "file that disappears with the installation").file()
    case .includeUnstamped:
      OptionSpec("include-unstamped", nil, .none, "purge items that no installation has stamped, too")
    case .from:
      OptionSpec(
        "from", nil, .required("SIDE"),
        "which header counts where the two differ: start or end; not with --in-place"
      )
      .oneOf(["start", "end"])
    case .html: OptionSpec("html", nil, .none, "as one page of HTML, for whoever debugs an implementation")
    case .explain:
      OptionSpec(
        "explain", nil, .required("KEYFILE"),
        "every value on the way through a test container, with these keys: of key files, identities, device keys"
      ).file().repeatable()
    case .notATest:
      OptionSpec("not-a-test", nil, .none, "explain it although it is no test: shows its keys and secrets")
    case .inPlace: OptionSpec("in-place", nil, .none, "replace the file itself, in one step; not with --from")
    default: OptionSpec("structure", nil, .none, "only hashes and links; needs no key")
    }
  }

  // MARK: New values

  private var renewalSpec: OptionSpec {
    switch self {
    case .propose:
      OptionSpec(
        "propose", nil, .required("COMMAND"),
        "command that reads the old value on stdin and prints the new one; one final newline is dropped unless --raw"
      )
    case .dropPrevious:
      OptionSpec(
        "drop-previous", nil, .none,
        "let the value before the last renewal go, although no command says that the server has the one since"
      )
    case .generate: OptionSpec("generate", nil, .required("LENGTH"), "random values of so many characters")
    case .alphabet:
      OptionSpec(
        "alphabet", nil, .required("NAME"),
        "alphanumeric (default), digits, hex, printable, or the characters themselves"
      ).words(SecretGenerator.names)
    case .activate:
      OptionSpec(
        "activate", nil, .required("COMMAND"),
        "command that reads the new value on stdin and tells the server")
    case .check:
      OptionSpec(
        "check", nil, .required("COMMAND"), "command that reads the new value on stdin and tries it out")
    case .jobs: OptionSpec("jobs", nil, .required("N"), "commands at once, 1 to 64; 4 unless said")
    case .timeout:
      OptionSpec("timeout", nil, .required("SECONDS"), "how long one command may take; 60 unless said")
    case .rollback: OptionSpec("rollback", nil, .none, "go back to the previous values")
    case .pendingOnly: OptionSpec("pending", nil, .none, "only finish what was begun")
    case .olderThan:
      OptionSpec(
        "older-than", nil, .required("SPAN"), "values that have not changed for so long: 90d, 12h, 2w, 1y")
    default:
      OptionSpec(
        "which", nil, .required("VALUE"), "current (default), pending or previous: values of a renewal"
      )
      .oneOf(["current", "pending", "previous"])
    }
  }

  // MARK: The rest

  private var generalSpec: OptionSpec {
    switch self {
    case .output: OptionSpec("output", "o", .required("FILE"), "write to this new file, mode 0600").file()
    case .reveal: OptionSpec("reveal", nil, .none, "show the secret on a terminal")
    case .raw: OptionSpec("raw", nil, .none, "a final newline belongs to the value")
    case .addOnly: OptionSpec("add-only", nil, .none, "refuse to replace an item")
    case .ifGeneration:
      OptionSpec("if-generation", nil, .required("N"), "only if the container is still at this generation")
    case .batch:
      OptionSpec("batch", nil, .required("FILE"), "one JSON object a line, all in one commit; - is stdin")
        .file()
    case .valueFD: OptionSpec("value-fd", nil, .required("N"), "descriptor to read the secret from")
    case .valueFile: OptionSpec("value-file", nil, .required("FILE"), "file to read the secret from").file()
    case .empty: OptionSpec("empty", nil, .none, "store an empty secret if there is nothing on the input")
    case .dryRun: OptionSpec("dry-run", nil, .none, "say what would be done, and do nothing")
    case .all: OptionSpec("all", nil, .none, "everything that matches")
    case .map:
      OptionSpec("map", nil, .required("OLD=NEW"), "move items from one access group to another").repeatable()
    case .toService: OptionSpec("to-service", nil, .required("NAME"), "the new service")
    case .toAccount: OptionSpec("to-account", nil, .required("NAME"), "the new account")
    case .toAccessGroup: OptionSpec("to-access-group", nil, .required("NAME"), "the new access group")
    case .json: OptionSpec("json", nil, .none, "one JSON document on stdout")
    case .progress:
      OptionSpec("progress", nil, .required("WHEN"), "auto or never").oneOf(["auto", "never"])
    case .color:
      OptionSpec("color", nil, .required("WHEN"), "auto or never; NO_COLOR is honoured").oneOf([
        "auto", "never",
      ])
    case .quiet: OptionSpec("quiet", "q", .none, "no notes; errors still come")
    case .manual: OptionSpec("man", nil, .none, "the whole manual page as roff")
    default: OptionSpec("help", "h", .none, "help for this verb")
    }
  }
}
