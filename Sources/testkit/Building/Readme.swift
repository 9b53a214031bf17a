extension Suite {
  /// `README.md` of the vectors, with their numbers.
  var readme: String {
    let categories = Dictionary(grouping: vectors, by: \.category).sorted { $0.key < $1.key }
    let rows = categories.map { name, vectors in
      "| \(name) | \(vectors.count { $0.isValid }) | \(vectors.count { !$0.isValid }) |"
    }
    let sequenceRows = Dictionary(grouping: sequences, by: \.category).sorted { $0.key < $1.key }
      .map { "| \($0.key) | \($0.value.count) |" }
    return """
      # Test vectors of SecretFile, version 1

      Suite \(Self.version). \(vectors.count) containers, \(vectors.count { $0.isValid }) of them without a fault, \(primitives.reduce(0) { $0 + $1.cases.count }) cases of single parts, and \(sequences.count) sequences of calls on an item layer.
      With them, and with those for writers, you can tell whether your implementation of the format in [spec](../spec/secretfile-v1.md) is right, in any language.
      The format is not frozen until suite 1.0: until then bytes may change. From then on a published file never changes, and new ones carry a later `since`.

      The vectors may be used freely, for any purpose; the exact licence awaits the owner's choice.
      All keys, passphrases and values are dummies that protect nothing.

      ## What is here

      | path | content |
      | --- | --- |
      | `index.json` | every vector: id, file, category, clauses of the specification, flags, the suite it came with, and the digest of each of its `files`; those of the `canaries` |
      | `container/NAME.secretfile` | a container, with one fault or none (`precedence_…`: two) |
      | `container/NAME.json` | how to open it and what must come out |
      | `primitives/` | derivation, padding, names, texts of keys, normal forms, Argon2id, costs, slots, chains, the header's mac: no container needed |
      | `writer/NAME.json` | what a writer is given, the seed included |
      | `writer/NAME.secretfile` | what it must write, bit for bit |
      | `semantics/` | sequences of calls on an item layer and of changes of its device, with the status of each call |
      | `import/NAME.source` | a preference file |
      | `import/NAME.json` | what is found in it and what is planned, or why it is refused |
      | `import/NAME.removed`, `.placeholder` | what a scrub of each kind must leave, byte for byte |
      | `canaries/` | containers with wrong expectations: if your runner passes one, your runner is broken (but see `canary_container_only` below). `canaries/semantics` and `canaries/import` have those of the other kinds |
      | `schema/` | JSON Schemas of all these |

      The counts above are of `container/` (every entry of the index with that folder), `primitives/` (cases, not files) and `semantics/`; `index.json` has the vectors of `writer/` and `import/` too. The parts stand for themselves: who implements the format alone needs neither `semantics` nor `import`. Take the names of vectors from `index.json`, not from a listing: files of `import/` that it does not name (`settings.json` is one) are for trying imports, and no part of this suite.

      A digest is the BLAKE2b-256 of a file's bytes, without a key (H of spec 2). Compare it before you run a vector: one that was damaged on the way may still come out as it says, above all where an error is expected, and then shows nothing. The files of a vector are those of its name, and for a writer the container of its `base`.

      But for its one fault everything in a file is valid: links, hashes, MACs and tags are made anew after the fault is put in.
      Two kinds of exception are said in the descriptions: damage that came after the file was written, and slots whose derivation nobody should run.

      ## How to run one

      1. Take the credentials. `passphrases` are hexadecimal bytes. `keyFiles`, `identities`, `deviceKeys` and `presence` (identities for enrolments) hold the texts of files (spec 6.2); those of `keyFiles` and `identities` are both key files. A malformed one is the error `credential`.
      2. If there is a `witness`, the reader knows it, as that of the containerID in the file (spec 13.4); after the run it must be as 13.4 says. If there is a `slot`, only that slot is tried. The flags `acceptRollback`, `acceptFork` and `acceptOrigin` are what the caller accepts.
      3. Do the `operation`: `open` (steps 1 to 11 of spec 13.1); `verify` (spec 13.3, opening included); or `read`: open, then read the value of the item whose identity is `item`. `itemPasswords` has application passwords by identity.
      4. `expect` is `ok`, or the name of the one error that must come out (spec 18), no other.
      5. If it is `ok`: `items` are all records, companions included, in file order. Each has the SHA-256 of its value, or null and the `reason` for which it cannot be read with these credentials.
      6. Compare the `intermediate` values that your reader has. Keys and hashes are hexadecimal; `rootPlaintext` is the SHA-256 of the decrypted root, frame and padding included. They are there too where the error comes after step 8, and `rootPlaintext` where it comes after step 10a. `generation` has up to 63 bits: some JSON libraries lose the last ones.
         `secretctl inspect --explain KEYFILE FILE` shows these and all others: slot keys, associated data, class keys, payload keys.
      7. Other flags, only where `expect` is `ok`, are what must be told without failing: `device`, `presence`, `passcode`, `applicationPassword`, `invalidated` and `version` of items or key entries when verifying; `proven` or `notProven` of the opening, compared only where one is named.

      Run the canaries in the same way: each must fail. A result is right or wrong; there is nothing between.
      A field that you do not know is a malformed vector, not one to skip.

      In pseudo-code:

      ```
      for each NAME.json in container:
        outcome = run(NAME.secretfile, NAME.json)      # "ok" or an error name
        fail if outcome != expect
        fail if items or intermediate values differ, or a flag is not told
      for each NAME.json in canaries:
        fail if it passes
      ```

      ## Single parts

      Each file of `primitives/` has a `kind` and `cases`. A case with `expect` must fail with that error (`cost`: `ok` or `kdfCost`); in all others everything that is named must come out. Bytes are hexadecimal.

      | kind | given → result |
      | --- | --- |
      | derive | key, label, context → out (spec 5.1) |
      | padding, frame | length → padded (12.1); contentLength → plaintextLength (8.1) |
      | identity | class, parts (`service` in class 1, `server` in class 2), synchronizable, scope, companion → identity, and back (11) |
      | keyText | human-readable part, key → text, and back (6.2) |
      | passphrase | passphrase → normalized (6.1) |
      | argon2id | password, salt, opslimit, memlimit in KiB → out, one lane |
      | cost | slots (opslimit, memlimit), number of passphrases → allowed or not (6.5) |
      | x25519 | scalar, point → shared, null for all zeros (6.3) |
      | slot | containerID, keyEpoch, slot, secret → masterKey or presenceKey, passcodeKey (6) |
      | chain | containerID, keyEpoch, masterKey, factors, today's set, entry with its length → classKey (9) |
      | chainTable | accessibility, accessControl → chains where every factor exists, each the numbers of its factor kinds (9.2): 1 device, 2 presence, 3 passcode (9.3) |
      | mac | header up to headerHash, masterKey → headerHash, mac (4.2) |

      ## For writers

      `operation` is `create`, `commit`, `compact` or `rotate` on the container `base`, opened with `credentials`. Seed and time are given, so the result is one file (spec 14). `expect` is `ok`: write `NAME.secretfile`; `unchanged`: nothing is to be written; an error's name, or `refused` where the specification names none: the writer refuses and the base stays as it is.
      `slots` and `items` are those of a new container, in the caller's order; `label` is its label. Names, values and keys are hexadecimal; attributes are texts and numbers, but `generic` and the values of `userAttributes` hexadecimal. What the schema does not know makes a vector malformed.

      A slot has a `kind`: `keyFile` with `key`, `passphrase` with `passphrase`, `opslimit` and `memlimit` in KiB, `recipient` or `enrolment` with `recipient`, the public key; each may have a `label`.
      An item has a `class`, the parts of its identity (those not there are empty, `port` and `synchronizable` 0) and a `value`. Where not given `accessibility` is 6, `accessControl` 0, `contentType` 1, and there are no `attributes`. With bit 31 it has a `password`, `opslimit` and `memlimit`. A class that is bound to a device is bound to the first of `deviceKeys`, in a new container too; that key is the identity's scope, which an item does not spell out. `provenance` has `fileName`, `keyPath`, `originalType`, `innerPath` (tags 1 to 4); `dataNames` is tag 15.

      `changes` of a commit are done one after the other, each on what the one before left, and nothing is sealed before the last:

      | `do` | does |
      | --- | --- |
      | `add` | adds an item |
      | `set` | gives the item of that name the `value`, the contentType (1 if not named), and the attributes that are named; all else stays. With bit 31 the `password` is given, and with it the cost if it is to change |
      | `edit` | gives it the attributes that are named |
      | `rename` | gives it the parts of `to` in place of its own; with bit 31 the `password` opens it |
      | `reprotect` | gives it the class of `to` (6 and 0 if not named); `password` is the one that it has, `to` has its new one, and the cost |
      | `remove` | removes it, with its companions |
      | `import` | makes no item, only the entry of the journal for its identity and value (spec 8.5) |
      | `addSlot` | adds a slot, which stands in the change itself |
      | `removeEnrolment`, `slotLabel` | removes an enrolment, gives a slot a label, by the slotID `slot` |
      | `label`, `installation` | sets the root's tag 1 to `text`, its tag 5 to `id`; an empty text takes it away |

      `edit`, `remove`, `rename` and `reprotect` name an item bound to a device with its `scope`.
      In `rotation` nothing is required: slots of kinds 1 and 2 stay whose secrets are among `credentials`, enrolments stay, and recipients stay only with `keepRecipients`: `all`. `drop` names slotIDs that go. `add` has new slots. `passphrases` gives slots of kind 1 new ones, with their costs, by slotID: such a slot stays without its old passphrase. `passwords` has application passwords by identity.

      ## For item layers

      The clauses are those of [spec/semantics.md](../spec/semantics.md). A sequence begins with an empty store on a device that is unlocked, has a passcode and one enrolment; the user accepts; no application password is at hand; the caller's one access group is `app`. Do the `steps` in order, and compare each call with `expect`; where a store lies in a container and there is `onContainer`, with that.

      | `do` | does |
      | --- | --- |
      | `add` `copyMatching` `update` `delete` | a call with `attributes`, `query`, `changes` |
      | `lock` `unlock` `restart` | the device; after `restart` it was not unlocked yet |
      | `setPasscode` `removePasscode` `enrolBiometry` `removeBiometry` | the device; an enrolment is one more |
      | `entitle` | the caller's `groups`, the default first |
      | `answer` | the user from now on: `accepts` `cancels` `fails` `isAway` |
      | `present` | the application `password` at hand from now on, null for none |
      | `clock` | stops the clock at `time` |
      | `fault` | the next `call` of that kind fails with `status`, whose Apple name is `name`, before it does anything |

      Keys are Apple's raw ones (spec 20.2). A value is a text, a number, a truth value, a list, `{"data": hex}`, `{"date": milliseconds}`, an access control as `{"accessibility", "flags"}`, or `{"saved": name}`: the result that a step with `save` has kept.
      An outcome has Apple's `status` and its `name`. Of the result it says at most one of: `nothing` comes back; one bare `value`; a dictionary that `has` these values and `lacks` these keys; a list of `count` elements; a list of bare `values` in any order. `asked` is how often the user is asked in the call.
      A store that is not in a container ignores `onContainer`, and so passes `canary_container_only`, rightly: that canary is for stores in containers.

      ## For importers

      The clauses are those of [spec/import.md](../spec/import.md). Read NAME.source under the name `fileName`. `expect` is `ok`, or why the file is refused; `exit` is the exit code that `secretctl` has then, and `format` what was read: `binary-plist` `xml-plist` `openstep-plist` `android-xml` `json` `jsonc`; a file that is not read may have none. The names of refusals, kinds and severities are in [spec/registry.md](../spec/registry.md). `findings` are in the order of the file: the `path` of keys and indexes, `inner` as the way on inside the value, `kind` and `severity`. `plan` has the items: `service`, `account`, and the SHA-256 of the value (spec 32). Then scrub the paths of the plan: with `removed`, or `placeholder`, of `ok` the result is NAME.removed, or NAME.placeholder; any other word is why the scrub is refused.

      In the repository a complete runner of two pages is `Tests/Interop/check_vectors.py`.

      ## Categories

      | category | valid | faults |
      | --- | --- | --- |
      \(rows.joined(separator: "\n"))

      | category of sequences | sequences |
      | --- | --- |
      \(sequenceRows.joined(separator: "\n"))

      ## Where they come from

      In the repository, `swift run testkit generate testvectors` writes everything here but `import/` and `writer/`, this text included, and always the same bytes; `Tests/Interop/make_import.py testvectors` and `make_writer.py testvectors` then add those.
      None of them uses the library that is tested: the first has a byte builder of its own and writes the sequences from a table made by hand, the second puts files together from their parts, the third is a second implementation in another language.
      `testkit check testvectors`, or `secretctl vectors check testvectors`, runs all of them against the library.

      """
  }
}
