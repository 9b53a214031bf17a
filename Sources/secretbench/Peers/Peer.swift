/// A way to keep secrets, as what a person would type into a shell.
///
/// Every text is for `sh`: `$1` is the store (a file or a folder), `$KEYS` the folder with the keys, `$TOOL` the built
/// `secretctl`. A secret stands in a file or a pipe, never on a command line.
struct Peer: Sendable {
  /// The head of its column.
  let name: String
  /// The programs that it is made of; skipped if one is not on the `PATH`.
  let programs: [String]
  /// Draws the keys, once.
  let prepare: String
  /// Makes the store from the items of `$2.json`, `$2.xml` or `$2.txt`, which all hold the same; this is timed.
  let make: String
  /// Makes a store of the same items faster.
  var fill: String?
  /// Whether the faster way gives every item the secret of the first.
  var fillsWithCopies = false
  /// Prints the secret named `$2`.
  let fetch: String
  /// Stores the content of the file `$3` under the new name `$2`.
  let add: String
  /// Stores the content of the file `$3` under the name `$2`, which is there.
  let replace: String
  /// Lets a new credential in and shuts the old one out.
  let change: String
  /// Starts the program and does nothing, if its every opening derives a key.
  var idle: String?
  /// Opens the store and reads nothing from it, if every opening derives a key.
  var open: String?
  /// From how many items on one run of anything has to be enough.
  var slowFrom = Int.max
  /// How many items stand for 10,000 where they are made or encrypted one by one.
  var sample: Int?
  /// Ends what it left running.
  var finish: String?
}

extension Peer {
  /// The project's own tool, and what it is compared to.
  static let all = [secretctl, age, pass, keepassxc]

  private static let secretctl = Peer(
    name: "secretctl",
    programs: [],
    prepare: #"""
      "$TOOL" keygen -q -o "$KEYS/secretctl"
      "$TOOL" keygen -q -o "$KEYS/secretctl-next"
      """#,
    make: #""$TOOL" import -q --create -f "$1" -i "$KEYS/secretctl" -s bench --all "$2.json""#,
    fill: #"""
      "$TOOL" init -q -f "$1" -i "$KEYS/secretctl" &&
        "$TOOL" set -q -f "$1" -i "$KEYS/secretctl" --batch "$2.jsonl"
      """#,
    fetch: #""$TOOL" get -q -f "$1" -i "$KEYS/secretctl" -s bench -a "$2""#,
    add: #""$TOOL" set -q -f "$1" -i "$KEYS/secretctl" -s bench -a "$2" <"$3""#,
    replace: #""$TOOL" set -q -f "$1" -i "$KEYS/secretctl" -s bench -a "$2" <"$3""#,
    // Removing a slot is a rotation: new keys, everything encrypted again.
    change: #"""
      old=$("$TOOL" slot list -f "$1" -i "$KEYS/secretctl" | cut -d ' ' -f 1)
      "$TOOL" slot add -q -f "$1" -i "$KEYS/secretctl" --key-file "$KEYS/secretctl-next" &&
        "$TOOL" slot remove -q -f "$1" -i "$KEYS/secretctl-next" "$old"
      """#)

  private static let age = Peer(
    name: "age + jq",
    programs: ["age", "age-keygen", "jq"],
    prepare: #"""
      for key in age age-next; do
        age-keygen -o "$KEYS/$key" && age-keygen -y "$KEYS/$key" >"$KEYS/$key.public" || exit 1
      done
      """#,
    make: #"age -R "$KEYS/age.public" -o "$1" "$2.json""#,
    fetch: #"age -d -i "$KEYS/age" "$1" | jq -j --arg name "$2" 'getpath($name | split("/"))'"#,
    add: ageSet,
    replace: ageSet,
    change: #"""
      age -d -i "$KEYS/age" "$1" | age -R "$KEYS/age-next.public" >"$1.new" && mv "$1.new" "$1"
      """#)

  private static let ageSet = #"""
    new=$(mktemp "$1.XXXXXX")
    age -d -i "$KEYS/age" "$1" | jq --arg name "$2" --rawfile value "$3" 'setpath($name | split("/"); $value)' |
      age -R "$KEYS/age.public" >"$new" && mv "$new" "$1" || { rm -f "$new"; false; }
    """#

  private static let pass = Peer(
    name: "pass",
    programs: ["pass", "gpg", "gpgconf"],
    prepare: #"""
      mkdir -m 700 "$GNUPGHOME"
      for user in old new; do
        gpg --batch --passphrase '' --quick-gen-key "$user@bench.example" default default never || exit 1
      done
      """#,
    make: #"""
      export PASSWORD_STORE_DIR="$1"
      pass init old@bench.example
      while read -r name value; do
        printf '%s\n' "$value" | pass insert -m "$name" || exit 1
      done <"$2.txt"
      """#,
    fill: #"""
      export PASSWORD_STORE_DIR="$1"
      pass init old@bench.example
      read -r name value <"$2.txt"
      printf '%s\n' "$value" | pass insert -m one && cd "$1" || exit 1
      cut -d / -f 1 "$2.txt" | uniq | xargs mkdir
      cut -d ' ' -f 1 "$2.txt" | sed 's/$/.gpg/' | xargs -n 500 sh -c 'tee "$@" <one.gpg' sh && rm one.gpg
      """#,
    fillsWithCopies: true,
    fetch: #"PASSWORD_STORE_DIR="$1" pass show "$2""#,
    add: #"PASSWORD_STORE_DIR="$1" pass insert -m "$2" <"$3""#,
    replace: #"PASSWORD_STORE_DIR="$1" pass insert -m -f "$2" <"$3""#,
    change: #"PASSWORD_STORE_DIR="$1" pass init new@bench.example"#,
    sample: 50,
    finish: "gpgconf --kill all")

  private static let keepassxc = Peer(
    name: "keepassxc-cli",
    programs: ["keepassxc-cli"],
    prepare: #"for key in keepassxc keepassxc-next; do head -c 32 /dev/urandom >"$KEYS/$key"; done"#,
    // 100 ms is the cheapest derivation it takes.
    make: #"keepassxc-cli import -q --set-key-file "$KEYS/keepassxc" -t 100 "$2.xml" "$1""#,
    fetch: #"keepassxc-cli show -q --no-password -k "$KEYS/keepassxc" -s -a Password "$1" "$2""#,
    add: #"keepassxc-cli add -q --no-password -k "$KEYS/keepassxc" -p "$1" "$2" <"$3""#,
    replace: #"keepassxc-cli edit -q --no-password -k "$KEYS/keepassxc" -p "$1" "$2" <"$3""#,
    change: #"""
      keepassxc-cli db-edit -q --no-password -k "$KEYS/keepassxc" --set-key-file "$KEYS/keepassxc-next" "$1"
      """#,
    idle: "keepassxc-cli --version",
    open: #"keepassxc-cli ls -q --no-password -k "$KEYS/keepassxc" "$1""#,
    slowFrom: 100_000)
}
