import SecretFile

/// One kind of weakness that `audit` found, with what shows it and what to do about it.
struct Weakness {
  /// The kinds, in the order in which they are told.
  enum Kind: String, CaseIterable {
    case always, syncingToken, travellingToken, cheapDerivation, staleKey, invalidated, looseMode, expired,
      old
    case severalGroups, outsideDefaultGroup, pendingRenewal
  }

  let kind: Kind
  /// How often it was found.
  private(set) var count = 0
  /// The items, as many as are kept.
  private(set) var items: [IdentityParts] = []
  /// Anything else that shows it: files, slots, keys.
  private(set) var places: [String] = []

  /// How many items are kept; beyond that they are only counted, so that a container of any size fits in memory.
  static let keptItems = 10_000

  init(_ kind: Kind) { self.kind = kind }

  mutating func add(_ name: IdentityParts) {
    count += 1
    if items.count < Self.keptItems { items.append(name) }
  }

  mutating func add(place: String) {
    count += 1
    places.append(place)
  }
}

extension Weakness.Kind {
  /// What is wrong.
  var message: String {
    switch self {
    case .always: "\"always\" is promised, and nothing can keep that: they open like afterFirstUnlock"
    case .syncingToken: "tokens that synchronise to other devices"
    case .travellingToken: "session tokens that any copy of the container carries along: not ThisDeviceOnly"
    case .cheapDerivation:
      "a passphrase that is quick to guess: its derivation costs less than 64 MiB and 3 passes"
    case .staleKey: "keys that the last rotation had to carry over, because something was missing"
    case .invalidated: "items that nobody can read any more, because the enrolments changed"
    case .looseMode: "files and folders that others can read or change"
    case .expired: "secrets past their expiry"
    case .old: "secrets that have not changed for a long time"
    case .severalGroups: "one name in several access groups"
    case .outsideDefaultGroup:
      "names outside the default access group, which is looked at when no group is named"
    case .pendingRenewal: "renewals that were begun and not finished: the server may have either value"
    }
  }

  /// What to do.
  var hint: String {
    switch self {
    case .always: "secretctl edit -s SERVICE -a ACCOUNT --accessibility afterFirstUnlock"
    case .syncingToken: "secretctl edit -s SERVICE -a ACCOUNT --synchronizable=no"
    case .travellingToken: "secretctl edit -s SERVICE -a ACCOUNT --accessibility whenUnlockedThisDeviceOnly"
    case .cheapDerivation:
      "secretctl slot passphrase --kdf default; for an item, secretctl edit --kdf default with --access-control"
    case .staleKey: "secretctl rotate with the device key, passphrase, --presence or item passwords it lacked"
    case .invalidated: "store them anew with secretctl set, or secretctl rm"
    case .looseMode: "chmod go= FILE; for a folder chmod go-w FOLDER"
    case .expired: "secretctl renew --expired, or secretctl rm --expired"
    case .old: "secretctl renew --older-than 365d; --older-than says what counts as old"
    case .severalGroups: "secretctl rm -g GROUP the one that is not used"
    case .outsideDefaultGroup: "secretctl mv --map GROUP= if nothing needs the group"
    case .pendingRenewal:
      "secretctl renew --pending with the same --activate and --check, or secretctl renew --rollback"
    }
  }
}
