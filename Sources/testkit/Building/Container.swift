/// Places where a vector may change bytes. Everything that comes later in the building is made from the changed
/// bytes, so the rest of the file stays valid.
enum Stage: Hashable {
  /// All slots, before the header's length is known.
  case slotArea
  /// The header before its hash.
  case header
  case headerHash, mac
  case slotNotes, keyTable, segmentTable
  /// The root's content, its framed plaintext, its blob before and after it is linked.
  case rootContent, rootPlain, rootBlob, rootLinked
  /// The same of a page.
  case pageContent(Int), pagePlain(Int), pageBlob(Int), pageLinked(Int)
  /// Associated data.
  case rootAssociated, pageAssociated(Int)
  /// All segments, before the file's length is known.
  case segments
  case file
}

/// An entry of the segment table (spec §8.4).
struct Segment {
  var first: Bytes
  var recordCount: UInt32
  var pageLength: UInt32
  var payloadBytes: UInt32
  var link: Bytes

  var bytes: Bytes {
    first.counted16 + Bytes(recordCount, 4) + Bytes(pageLength, 4) + Bytes(payloadBytes, 4) + link
  }
}

/// What a container is made of. `build` writes it as a writer would (spec §14), but for what is changed here.
struct Container {
  var seed: Bytes
  var version: UInt16 = 1
  var suite: UInt16 = 1
  var keyEpoch: UInt32 = 1
  var generation: UInt64 = 1
  var previousMac = hash(Bytes("the header before"))
  var slots: [Slot] = []
  var items: [Item] = []
  /// Tags of the root beside those that follow from the rest.
  var rootTags: [Tag] = []
  /// The numbers of records of all segments but the last; nil for a fresh layout.
  var cuts: [Int]?
  /// Whether items are put in the order of their identities.
  var sortsItems = true
  /// Keys in place of those of the seed.
  var master: Bytes?
  var passcode: Bytes?
  var presence: Bytes?
  /// Generation that the root is sealed for, if not the header's.
  var sealedGeneration: UInt64?

  var edits: [Stage: (inout Bytes) -> Void] = [:]
  var editSlots: ((inout [Bytes]) -> Void)?
  var editEntries: ((inout [Entry], ContainerKeys, Container) -> Void)?
  var editSegments: ((inout [Segment]) -> Void)?
  var editRootTags: ((inout [Tag]) -> Void)?

  init(seed: Bytes) {
    self.seed = seed
  }

  var hasPasscode: Bool { slots.contains { $0.kind == 1 } }
  var hasPresence: Bool { slots.contains { $0.role == 1 } }

  func edit(_ stage: Stage, _ bytes: inout Bytes) {
    edits[stage]?(&bytes)
  }
}

/// The keys of a container, all from its seed (spec §14.1).
struct ContainerKeys {
  let containerID: Bytes
  let commitSeed: Bytes
  let master: Bytes
  let passcode: Bytes
  let presence: Bytes

  init(_ container: Container) {
    containerID = derived(container.seed, "seed container", [], 16)
    let previous = container.generation == 1 ? Bytes(repeating: 0, count: 32) : container.previousMac
    commitSeed = derived(
      container.seed, "seed commit",
      containerID + Bytes(container.keyEpoch, 4) + Bytes(container.generation, 8) + previous)
    master = container.master ?? derived(commitSeed, "seed master")
    passcode = container.passcode ?? derived(commitSeed, "seed passcode")
    presence = container.presence ?? derived(commitSeed, "seed presence")
  }

  func draw(_ label: StaticString, _ context: Bytes = [], _ count: Int = 32) -> Bytes {
    derived(commitSeed, label, context, count)
  }

  var passcodeCheck: Bytes { derived(passcode, "passcode check", containerID) }
  var presenceCheck: Bytes { derived(presence, "presence check", containerID) }
  /// Today's set (spec §5.3).
  var presentSet: Bytes { Bytes(presenceCheck[0..<8]) }
  var pin: Bytes { derived(master, "pin", containerID) }
}

/// A finished container and the values on the way to it.
struct Built {
  var bytes: Bytes
  var keys: ContainerKeys
  /// The ids of the slots, in the order of `Container.slots`.
  var slotIDs: [Bytes]
  var header: Bytes
  var headerHash: Bytes
  var mac: Bytes
  var root: Bytes
  var rootPlain: Bytes
  var pagePlains: [Bytes]
  var segments: [Segment]
  var items: [Item]
  var entries: [Entry]
}
