extension Suite {
  /// `README.md` of the vectors, with their numbers.
  var readme: String {
    let categories = Dictionary(grouping: vectors, by: \.category).sorted { $0.key < $1.key }
    let rows = categories.map { name, vectors in
      "| \(name) | \(vectors.count { $0.isValid }) | \(vectors.count { !$0.isValid }) |"
    }
    return """
      # Test vectors of SecretFile, version 1

      Suite \(Self.version). \(vectors.count) containers, \(vectors.count { $0.isValid }) of them without a fault, and \(primitives.reduce(0) { $0 + $1.cases.count }) cases of single parts.
      With them, and with those for writers, you can tell whether your implementation of the format in [spec](../spec/secretfile-v1.md) is right, in any language.
      The format is not frozen until suite 1.0: until then bytes may change. From then on a published file never changes, and new ones carry a later `since`.

      The vectors may be used freely, for any purpose; the exact licence awaits the owner's choice.
      All keys, passphrases and values are dummies that protect nothing.

      ## What is here

      | path | content |
      | --- | --- |
      | `index.json` | every vector: id, file, category, clauses of the specification, flags, the suite it came with |
      | `container/NAME.secretfile` | a container, with one fault or none (`precedence_…`: two) |
      | `container/NAME.json` | how to open it and what must come out |
      | `primitives/` | derivation, padding, names, texts of keys, normal forms, Argon2id, costs, slots, chains, the header's mac: no container needed |
      | `writer/NAME.json` | what a writer is given, the seed included |
      | `writer/NAME.secretfile` | what it must write, bit for bit |
      | `canaries/` | containers with wrong expectations: if your runner passes one, your runner is broken |
      | `schema/` | JSON Schemas of all these |
      | `import/` | preference files for trying imports; no part of this suite |

      But for its one fault everything in a file is valid: links, hashes, MACs and tags are made anew after the fault is put in.
      Two kinds of exception are said in the descriptions: damage that came after the file was written, and slots whose derivation nobody should run.

      ## How to run one

      1. Take the credentials. `passphrases` are hexadecimal bytes. `keyFiles`, `identities`, `deviceKeys` and `presence` (identities for enrolments) hold the texts of files (spec 6.2). A malformed one is the error `credential`.
      2. If there is a `witness`, the reader knows it (spec 13.4). If there is a `slot`, only that slot is tried. The flags `acceptRollback`, `acceptFork` and `acceptOrigin` are what the caller accepts.
      3. Do the `operation`: `open` (steps 1 to 11 of spec 13.1); `verify` (spec 13.3, opening included); or `read`: open, then read the value of the item whose identity is `item`. `itemPasswords` has application passwords by identity.
      4. `expect` is `ok`, or the name of the one error that must come out (spec 18), no other.
      5. If it is `ok`: `items` are all records, companions included, in file order. Each has the SHA-256 of its value, or null and the `reason` for which it cannot be read with these credentials.
      6. Compare the `intermediate` values that your reader has. Keys and hashes are hexadecimal; `rootPlaintext` is the SHA-256 of the decrypted root, frame and padding included. They are there too where the fault comes late enough. `generation` has up to 63 bits: some JSON libraries lose the last ones.
      7. Other flags are what must be told without failing: `proven` and `notProven` of the opening; `device`, `presence`, `passcode`, `applicationPassword`, `invalidated` and `version` of items or key entries when verifying.

      Run the canaries in the same way: each must fail. A result is right or wrong; there is nothing between.
      A field that you do not know is a malformed vector, not one to skip.

      In pseudo-code:

      ```
      for each NAME.json in container:
        outcome = run(NAME.secretfile, NAME.json)      # "ok" or an error name
        fail if outcome != expect
        fail if items, intermediate values or flags differ
      for each NAME.json in canaries:
        fail if it passes
      ```

      ## Single parts

      Each file of `primitives/` has a `kind` and `cases`. A case with `expect` must fail with that error (`cost`: `ok` or `kdfCost`); in all others everything that is named must come out. Bytes are hexadecimal.

      | kind | given → result |
      | --- | --- |
      | derive | key, label, context → out (spec 5.1) |
      | padding, frame | length → padded (12.1); contentLength → plaintextLength (8.1) |
      | identity | class, parts, synchronizable, scope, companion → identity, and back (11) |
      | keyText | human-readable part, key → text, and back (6.2) |
      | passphrase | passphrase → normalized (6.1) |
      | argon2id | password, salt, opslimit, memlimit in KiB → out, one lane |
      | cost | slots (opslimit, memlimit), number of passphrases → allowed or not (6.5) |
      | x25519 | scalar, point → shared, null for all zeros (6.3) |
      | slot | containerID, keyEpoch, slot, secret → masterKey or presenceKey, passcodeKey (6) |
      | chain | containerID, keyEpoch, masterKey, factors, today's set, entry with its length → classKey (9) |
      | chainTable | accessibility, accessControl → chains where every factor exists (9.3) |
      | mac | header up to headerHash, masterKey → headerHash, mac (4.2) |

      ## For writers

      `operation` is `create`, `commit`, `compact` or `rotate` on the container `base`, opened with `credentials`. Seed and time are given, so the result is one file (spec 14). `expect` is `ok`: write `NAME.secretfile`; `unchanged`: nothing is to be written; an error's name, or `refused` where the specification names none: the writer refuses and the base stays as it is.
      `slots` and `items` are those of a new container, in the caller's order; `changes` of a commit are done one after the other; a `set` or `edit` keeps what it does not name. Names, values and keys are hexadecimal, attributes texts and numbers. An identity's parts that are not there are empty.

      A complete runner of two pages is `Tests/Interop/check_vectors.py`.

      ## Categories

      | category | valid | faults |
      | --- | --- | --- |
      \(rows.joined(separator: "\n"))

      ## Where they come from

      `swift run testkit generate testvectors` writes everything here but `import/` and `writer/`, this text included, and always the same bytes; `Tests/Interop/make_writer.py testvectors` then adds `writer/`.
      Neither uses the library that is tested: the one has a byte builder of its own, the other is a second implementation in another language.
      `testkit check testvectors`, or `secretctl vectors check testvectors`, runs all of them against the library.

      """
  }
}
