/// Groups of options that several verbs share.
private let opening: [Option] = [
  .file, .identity, .passphraseFile, .passphraseFD, .deviceKey, .slot, .acceptCost, .noWitness,
  .acceptRollback, .acceptOrigin,
]
private let selection: [Option] = [
  .service, .account, .accessGroup, .itemClass, .server, .port, .path, .protocolName, .synchronizable,
  .accessibility, .label, .comment, .type, .expired, .boundTo,
]
private let manners: [Option] = [.json, .progress, .color, .quiet, .help]
private let making: [Option] = [.passphrase, .newPassphraseFD, .recipient, .kdf]
private let writing: [Option] = [.wait]
private let factors: [Option] = [.presence, .itemPassphraseFD]

extension Verb {
  /// What the help says about it, and what the parser lets through.
  package var spec: VerbSpec {
    switch self {
    case .keygen, .initialize, .rotate, .slotList, .slotAdd, .slotRemove, .slotPassphrase, .slotEnrol: keySpec
    case .scan, .importSources, .export: migrationSpec
    case .list, .get, .set, .edit, .remove, .move, .purge, .firstRun, .renew: itemSpec
    case .verify, .audit, .inspect, .compact, .repair, .salvage, .vectorsCheck, .completions, .help: fileSpec
    default: missingSpec
    }
  }

  // MARK: Keys and slots

  private var keySpec: VerbSpec {
    switch self {
    case .keygen:
      VerbSpec("make a key file")
        .options([.output, .x25519, .device] + manners)
        .details(
          "Writes a new key file to FILE, or to stdout if that is no terminal, and the public part to stderr. "
            + "--json needs -o FILE: the document tells the public part, the key goes to the file alone.",
          "With --x25519 it is an age identity, whose recipient others can seal to.")
    case .initialize:
      VerbSpec("make a container")
        .options(
          [.file, .identity] + making + [.passphraseFile, .passphraseFD, .label, .noWitness] + manners
        )
        .details(
          "Every way in that is given becomes a slot: --passphrase, -i and -r, repeatable and mixable. Any one "
            + "of them opens the container.",
          "Never overwrites a file.")
    case .rotate:
      VerbSpec("new keys, everything encrypted again")
        .options(
          opening + writing + factors + [
            .keepRecipient, .dropSlot, .newPassphraseFD, .kdf, .loseItems, .dryRun,
          ] + manners
        )
        .details(
          "Says what will be renewed, carried over and dropped before it begins. Interrupted anywhere, the old container "
            + "or the new one is there.",
          "A passphrase or key file slot stays if its secret is given, a recipient's if --keep-recipient names "
            + "it, and any other must be named by --drop-slot: nothing is dropped that was not named. At a terminal the "
            + "passphrases and key files of the slots that would be lost are asked for, and whether their recipients stay."
        )
    case .slotList:
      VerbSpec("the ways in").options(opening + manners)
    case .slotAdd:
      VerbSpec("add a way in")
        .options(opening + writing + making + [.keyFile, .label] + manners)
        .details("Adds one slot for each of --passphrase, --key-file and -r.")
    case .slotRemove:
      VerbSpec("remove a way in: a rotation")
        .taking("ID…", 1...64)
        .options(opening + writing + factors + [.keepRecipient, .dropSlot, .loseItems, .dryRun] + manners)
        .details(
          "Removing a slot draws new keys and encrypts everything again, so every other slot must be kept or "
            + "dropped by name, as with rotate. Whoever copied the file before keeps that copy.",
          "An enrolment goes without a rotation, and as with slot enrol, items that nobody could read afterwards are a reason "
            + "to refuse, unless --lose-items. So is it with rotate.")
    case .slotPassphrase:
      VerbSpec("change a passphrase: a rotation")
        .options(
          opening + writing + factors + [
            .newPassphraseFD, .kdf, .keepRecipient, .dropSlot, .loseItems, .dryRun,
          ] + manners
        )
        .details("The slot that the old passphrase opens takes the new one, asked for twice.")
    default:
      VerbSpec("enrol a presence: an age1… key whose holder stands for a touch")
        .taking("RECIPIENT", 1...1)
        .options(opening + writing + [.presence, .label, .loseItems] + manners)
        .details(
          "Any change of the enrolments draws a new presence key; items under biometryCurrentSet can never be "
            + "read again after it. It is refused while there are such items, unless --lose-items.")
    }
  }

  // MARK: Migration

  private var migrationSpec: VerbSpec {
    switch self {
    case .scan:
      VerbSpec("find plaintext secrets in preference files")
        .taking("PATH…", 1...Int.max).formats("text", "json", "sarif", "html")
        .options([.format, .baseline, .writeBaseline] + manners)
        .details(
          "Reads preference files and folders, needs no container, and ends with 10 if it found any.",
          "Formats, told by content: Apple's property lists (binary, XML, OpenStep and strings files), JSON with or "
            + "without comments, and Android's SharedPreferences.",
          "In a folder it reads what begins as preference files do, whatever their names; those of a kind that is "
            + "not read are named. Links, pipes, sockets and devices are never opened.",
          "--write-baseline accepts what is found, and --baseline holds it back from then on: by key path, rule and a "
            + "keyed digest of the value, so that a changed value is found again. The key stands in the file: a weak "
            + "password can be guessed from it.")
    case .importSources:
      VerbSpec("move secrets from preference files into the container")
        .taking("SOURCE…", 1...Int.max)
        .options(
          opening + [.keychain] + writing + [.create] + making + [
            .rules, .only, .except, .all, .onExisting, .again, .scrub, .backup, .keepGoing, .dryRun, .planOut,
            .yes, .review,
            .service, .accessGroup, .accessibility, .accessControl, .synchronizable, .label,
            .itemPassphraseFD,
          ] + [.presence] + manners
        )
        .details(
          "Without --only, --all or --rules it takes what it detects. The service is the file's name without "
            + "its extension, the account the path to the value, its parts joined with /.",
          "All items are committed in one write and read back from disk; only then, with --scrub, the values "
            + "that are now in the container disappear from the source, and every other byte stays.",
          "Before a scrub a person at a terminal sees the plan and is asked, unless --yes; without a terminal "
            + "nothing is asked, and --scrub alone is enough. A value that also stands at a place that was not "
            + "chosen stays there and is named.",
          "With --review every value is asked about, one key each: t takes it, l leaves it, r shows the reason, a takes "
            + "all that follow, q ends without importing anything.",
          "A rule with inner takes a part of a value, such as one field of a JSON text; a scrub takes out that "
            + "part alone. A rule that fits no value of any source is named in a note.",
          "With --create the container is made if it is not there; if it is, the options of init have to name "
            + "ways in that it has.",
          "SOURCE - is stdin, which has no name for the service: "
            + "defaults export APP - | secretctl import -s APP -")
    default:
      VerbSpec("give secrets back as plain text")
        .formats("json", "plist", "env")
        .options(
          opening + [.keychain] + factors + selection + [.format, .output, .includeDeviceBound, .reveal]
            + manners
        )
        .details(
          "Items bound to this device stay out and are named, unless --include-device-bound; so do items with a password of "
            + "their own that was not given. Where nothing is left, it is refused: exit 23. A filter that matches nothing "
            + "is exit 44, and no file is made.",
          "With --format plist what was imported has the place and the type that it had in its file; elements of "
            + "an array that are not in the container leave no gap.")
    }
  }

  // MARK: Items

  private var itemSpec: VerbSpec {
    switch self {
    case .list:
      VerbSpec("list items, never their values").options(opening + [.keychain] + selection + manners)
    case .get:
      VerbSpec("print one secret, raw")
        .options(
          opening + [.keychain] + factors + selection + [.output, .reveal, .all, .which] + manners
        )
        .details(
          "Writes exactly the secret to a pipe or to -o FILE, and to a terminal only with --reveal. "
            + "With --json several items may match if --all is given: one opening, one document. Those with a password of "
            + "their own that was not given stay out and are named.",
          "--which previous is the value before the last renewal, --which pending one that is not promoted yet."
        )
    case .set:
      VerbSpec("add or replace an item")
        .options(
          opening + writing + [.presence, .itemPassphraseFD, .kdf] + [
            .service, .account, .accessGroup, .itemClass, .server, .port, .path, .protocolName,
            .synchronizable,
            .accessibility, .accessControl, .label, .comment, .description, .expires, .type, .raw, .valueFD,
            .valueFile, .empty, .addOnly, .batch, .ifGeneration,
          ] + manners
        )
        .details(
          "The secret comes from stdin, a descriptor or a file, one final newline dropped unless --raw; on a "
            + "terminal it is asked for twice. Attributes stay as they are unless given; an unchanged value "
            + "writes nothing. An empty secret is refused unless --empty: of a command in a pipe that failed, nothing "
            + "else is seen.",
          "--batch takes one JSON object a line with service, account, value or valueBase64, and the other "
            + "attributes by the names that list --json gives.")
    case .edit:
      VerbSpec("change attributes of an item")
        .options(
          opening + writing + factors + [
            .kdf, .service, .account, .accessGroup, .itemClass, .server, .port, .path, .protocolName,
            .synchronizable,
            .accessibility, .accessControl, .label, .comment, .description, .expires, .type, .boundTo,
            .dryRun,
          ] + manners
        )
        .details(
          "Names select the item; --label, --comment, --description, --expires, --type, --accessibility, "
            + "--access-control and --synchronizable change it. An empty text removes the attribute. To rename, "
            + "see mv.")
    case .remove:
      VerbSpec("remove an item").options(opening + writing + selection + [.all, .dryRun] + manners)
        .details("Says how many were removed; none is no error. More than one needs --all.")
    case .move:
      VerbSpec("rename items or move them to another access group")
        .options(
          opening + writing + factors + selection + [
            .toService, .toAccount, .toAccessGroup, .map, .all, .dryRun,
          ] + manners
        )
        .details(
          "A name that is taken stops everything: nothing is changed. --map OLD=NEW moves every item of the "
            + "access group OLD that the other options select.")
    case .purge:
      VerbSpec("remove every item that matches").options(
        opening + writing + selection + [.all, .dryRun, .yes] + manners
      )
      .details(
        "Without a filter it needs --all. At a terminal it shows what would go and asks, unless --yes; without a terminal "
          + "nothing is asked.")
    case .renew:
      VerbSpec("new values for secrets, known to the server before the old ones go")
        .options(
          opening + writing + factors + selection + [
            .olderThan, .all, .propose, .raw, .generate, .alphabet, .activate, .check, .jobs, .timeout,
            .expires,
            .dropPrevious, .pendingOnly, .rollback, .dryRun,
          ] + manners
        )
        .details(
          "Each value is proposed (by a command that gets the old one on stdin and prints the new one, or by "
            + "--generate), stored as pending, activated by a command that gets it on stdin, checked, and promoted; the "
            + "old value stays as the previous one until the next renewal. A pending value is on disk before any "
            + "command hears of it.",
          "Interrupted anywhere and run again, it goes on with the pending values, which --activate may hear of twice; "
            + "with --check, one that works already is not activated again. --pending finishes what was begun and "
            + "begins nothing.",
          "Without --activate and --check nobody tells the server: that is said each time, and an item that has a previous "
            + "value already, perhaps the last one that works, is renewed only with --drop-previous.",
          "--rollback puts the previous value back in the same way, and gives a pending one up after telling the server "
            + "the value that stays.",
          "Commands run by /bin/sh, several at once (--jobs), without a terminal, with the item's name in "
            + "SECRETCTL_ITEM_SERVICE, SECRETCTL_ITEM_ACCOUNT and SECRETCTL_ITEM_GROUP and the step in "
            + "SECRETCTL_STEP. What --activate and --check print is thrown away. Of a command that fails the "
            + "last line of its standard error is shown, unless anything in it may be a value, as it is or encoded (base64, "
            + "hexadecimal, percent-encoding, escapes). The report holds no values; exit 1 if an item failed."
        )
    default:
      VerbSpec("purge what an earlier installation left")
        .options(
          opening + writing + [.marker, .service, .accessGroup, .includeUnstamped, .synchronizable, .dryRun]
            + manners
        )
        .details(
          "The marker is a file that disappears with the installation. If it is absent, items of the service "
            + "and access group that another installation stamped are removed, and the marker is written. If "
            + "it cannot be read, nothing is purged: exit 74.",
          "Without -g the scope is the empty access group. Interrupted anywhere and run again, it finishes.")
    }
  }

  // MARK: The file, and the rest

  private var fileSpec: VerbSpec {
    switch self {
    case .verify:
      VerbSpec("check every byte of the container")
        .taking("[FILE]", 0...1)
        .options(opening + factors + [.structure] + manners)
        .details(
          "Authenticates everything and compares the copies.",
          "--structure needs no key: it checks header, root link, copies and lengths, and reads the file to its end, for "
            + "CI and backup jobs. If -i or a passphrase is given on the command line, it also checks the link of every "
            + "page and secret, and opens no secret.")
    case .audit:
      VerbSpec("find weak settings")
        .options(opening + [.olderThan] + manners)
        .details(
          "Looks at ways in, keys, attributes and the modes of files, opens no secret, and ends with 10 if it found "
            + "any weakness: always, syncing tokens, session tokens that may travel, cheap derivations, keys that a "
            + "rotation carried over, invalidated items, loose file modes, expired and old secrets, one name in several "
            + "groups or outside the default one, unfinished renewals. Each comes with what to do.",
          "A secret counts as old after 365 days, unless --older-than says otherwise.")
    case .inspect:
      VerbSpec("what can be seen without a key")
        .taking("[FILE]", 0...1)
        .options([.file, .html, .explain, .notATest, .passphraseFile, .passphraseFD, .slot] + manners)
        .details(
          "An annotated map of the bytes. With --html it is one page that needs nothing else, with the clauses of the "
            + "specification beside each part.",
          "With --explain it shows what a reader computes, for whoever debugs another implementation: slot keys, "
            + "associated data, plaintexts, class keys, values, each with its section of the specification. A file for "
            + "--explain may hold keys of every kind; identities are tried for enrolments too. Where a passphrase "
            + "alone opens the container, give --passphrase-file and --explain /dev/null.",
          "It refuses a container that is no test (exit 23) unless --not-a-test is given. A test is one whose label is "
            + "test, or begins with that word and a space, or one that a key of the published vectors opens.")
    case .compact:
      VerbSpec("write the container afresh")
        .options(opening + writing + [.presence] + manners)
    case .repair:
      VerbSpec("rebuild the start from the copies at the end, or the end from the start")
        .options([.file, .output, .inPlace, .from, .dryRun] + writing + manners)
        .details(
          "Needs no key. Header, root, their copies and the trailer are rebuilt byte for byte from what is whole; items "
            + "have no copies and are taken over as they are. Writes FILE.repaired, or -o FILE; the damaged file stays "
            + "as it is, unless --in-place.",
          "Exit 20 if both copies of a part are damaged, or bytes are missing in the middle: then see salvage. If the two headers differ "
            + "in what only a key can check, --from says which one counts. The result is a guess until a key opens it, so "
            + "--from writes a new file and is refused with --in-place: verify that file with a key, then put it in the "
            + "old one's place."
        )
    case .salvage:
      VerbSpec("take every intact item out of a damaged container")
        .options(opening + [.output] + manners)
        .details(
          "Writes a new container with the same ways in to -o FILE and names what is lost; the damaged file is not "
            + "touched. Secrets are copied as they are sealed, so no factor is needed.",
          "Exit 0 if everything was saved, 20 if something is lost; the new container is there in both cases."
        )
    case .vectorsCheck:
      VerbSpec("run published test vectors against this build")
        .taking("DIR", 1...1).options([.json, .color, .quiet, .help])
        .details(
          "DIR is the testvectors folder of the format's repository, with index.json in it. Prints a line for each "
            + "category; a canary that passes is a failure.",
          "A malformed vector ends with 65. A newer suite is run as far as it is known here, what was skipped is "
            + "told, and it ends with 21.")
    case .completions:
      VerbSpec("a completion script for the shell").taking("bash|zsh", 1...1).options([.help])
        .details("bash: source <(secretctl completions bash)", "zsh: secretctl completions zsh > _secretctl")
    default:
      VerbSpec("help").taking("[VERB]", 0...2).options([.manual, .help])
        .details("secretctl help --man | man -l - shows the manual page.")
    }
  }

  private var missingSpec: VerbSpec {
    switch self {
    case .run: .missing("run a command with secrets")
    case .inject: .missing("fill secrets into a template")
    case .merge: .missing("merge two containers")
    case .diff: .missing("compare two containers")
    case .agent: .missing("keep a container open")
    case .unlock: .missing("unlock the agent")
    case .lock: .missing("lock the agent")
    default: .missing("state of the agent")
    }
  }
}
