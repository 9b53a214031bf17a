/// What is left of a store after many writers at once, and after a write for which there is no room.
struct PeerSurvival {
  private let scratch: ScratchFolder
  private let shell: PeerShell
  private let source: String
  private let isolate: [String]?

  private static let items = 10
  static let writersRow = "8 writers at once, 5 new secrets each, in a store of \(items)"
  static let fullDiskRow = "full disk: one of \(items) secrets replaced by one of 16 KiB"

  init(_ context: Context, _ shell: PeerShell) throws(BenchError) {
    scratch = context.scratch
    self.shell = shell
    source = scratch.file("items-few")
    try DummyItems.write(Self.items, base: source)
    // A file system of its own, which nobody else sees.
    let unshare = ["/usr/bin/env", "unshare", "-m"]
    let mount = "unshare -m /bin/sh -c 'mount -t tmpfs -o size=1m none \"$0\"' \"$1\""
    isolate = (try? shell(mount, scratch.path)) == nil ? nil : unshare
  }

  /// How many of the new and of the old secrets are there afterwards, and how many are not although the program said so.
  func writers(_ peer: Peer) throws(BenchError) -> String {
    let folder = scratch.file("writers")
    let words = try shell.words(
      functions(peer) + #"""

        mkdir "$1" && make "$1/store" "$2" >&2 || exit 1
        for writer in 1 2 3 4 5 6 7 8; do
          (
            for turn in 1 2 3 4 5; do
              echo "made up by $writer for $turn" >"$1/$writer-$turn"
              add "$1/store" "g000/w$writer-$turn" "$1/$writer-$turn" >&2
              echo $? >"$1/$writer-$turn.code"
            done
          ) &
        done
        wait
        new=0 refused=0 lost=0
        for code in "$1"/*.code; do
          item=${code%.code}
          if [ "$(fetch "$1/store" "g000/w${item##*/}")" = "$(cat "$item")" ]; then
            new=$((new + 1))
          elif [ "$(cat "$code")" = 0 ]; then
            lost=$((lost + 1))
          else
            refused=$((refused + 1))
          fi
        done
        echo "$new" "$refused" "$lost" "$(count_old "$1/store" "$2")"
        rm -r "$1"
        """#, folder, source)
    guard words.count == 4 else { throw BenchError("\(peer.name): cannot be counted after many writers") }
    let refused = words[1] == "0" ? "" : ", \(words[1]) refused"
    return
      "\(words[0]) of 40 there\(refused), \(words[2]) lost with exit code 0; old ones: \(words[3]) of \(Self.items)"
  }

  /// How many of the old secrets are there afterwards, and what the program said.
  func fullDisk(_ peer: Peer) throws(BenchError) -> String {
    guard let isolate else { return "skipped: no file system can be mounted here" }
    let folder = scratch.file("full")
    let words = try shell.words(
      functions(peer) + #"""

        mkdir -p "$1" && mount -t tmpfs -o size=4m none "$1" && make "$1/store" "$2" >&2 || exit 1
        read -r name value <"$2.txt"
        head -c 12288 /dev/urandom | base64 -w 0 >"$1.large"
        cat /dev/zero >"$1/filler"
        replace "$1/store" "$name" "$1.large" >&2
        code=$?
        rm "$1/filler"
        is_new=0
        if [ "$(fetch "$1/store" "$name")" = "$(cat "$1.large")" ]; then is_new=1; fi
        echo "$code" "$is_new" "$(count_old "$1/store" "$2")"
        rm "$1.large"
        """#, folder, source, under: isolate)
    guard words.count == 3 else { throw BenchError("\(peer.name): cannot be counted after a full disk") }
    let answer = words[0] == "0" ? "exit code 0" : "refused"
    let isNew = words[1] == "1" ? ", the new one is there" : ""
    return "\(answer)\(isNew); old ones: \(words[2]) of \(Self.items)"
  }

  private func functions(_ peer: Peer) -> String {
    """
    make() {
    \(peer.make)
    }
    fetch() {
    \(peer.fetch)
    }
    add() {
    \(peer.add)
    }
    replace() {
    \(peer.replace)
    }
    count_old() {
      old=0
      while read -r name value; do
        if [ "$(fetch "$1" "$name" </dev/null)" = "$value" ]; then old=$((old + 1)); fi
      done <"$2.txt"
      echo "$old"
    }
    """
  }
}
