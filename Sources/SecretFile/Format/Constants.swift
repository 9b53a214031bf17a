// The whole format on one screen: magic, sizes, limits, tags and label names of SecretFile v1.

/// Fixed byte strings and numbers of the file's frame (spec §4).
package enum Frame {
  /// `89 53 46 31 0D 0A 1A 0A`: the first 8 bytes of every container.
  package static let magic: [UInt8] = [0x89, 0x53, 0x46, 0x31, 0x0D, 0x0A, 0x1A, 0x0A]
  /// `53 46 31`: the part of the magic that survives a text-mode transfer.
  package static let letters: [UInt8] = [0x53, 0x46, 0x31]
  /// `53 46 31 0A`: the last 4 bytes of every container.
  package static let endMark: [UInt8] = [0x53, 0x46, 0x31, 0x0A]
  package static let version: UInt16 = 1
  package static let suite: UInt16 = 1
}

/// Sizes in bytes.
package enum Size {
  package static let fixedHeader = 92
  package static let hash = 32
  package static let headerEnd = 2 * hash  // headerHash, mac
  package static let trailer = 16
  package static let slotHead = 16
  package static let blobOverhead = 40  // nonce 24, tag 16
  package static let key = 32
  package static let keyBlob = key + blobOverhead
  package static let passphraseBody = 24 + 2 * keyBlob
  package static let keyFileBody = keyBlob
  package static let recipientBody = 32 + keyBlob
  package static let plaintextUnit = 256
  package static let contentLength = 4
  package static let tlvHead = 6
  package static let segmentTail = 44  // recordCount, pageLength, payloadBytes, page link
  package static let recordFixed = 85  // from the length field to the identity
}

/// Limits for reader and writer alike (spec §3).
package enum Limit {
  package static let header = 65_536
  package static let slots = 64
  package static let rootLength = 296...268_435_240
  package static let keyEntries = 4_096
  package static let items = 1 << 24
  package static let digests = 4_096  // journal entries, tombstones
  package static let pageContent = 65_536
  package static let pageLength = 296...65_832
  package static let segmentPayload = 1 << 20
  package static let record = 61_440
  package static let identity = 2_048
  package static let companion = identity + 2
  package static let payload = 67_108_864
  package static let leastMemoryKiB: UInt32 = 8
  package static let keyEpoch: UInt32 = (1 << 31) - 1
  package static let generation: UInt64 = (1 << 63) - 1
}

/// TLV tags; the top bit marks a tag that a reader must know.
package enum TLVTag {
  package static let critical: UInt16 = 0x8000

  package enum Root {
    package static let label: UInt16 = 1
    package static let created: UInt16 = 2
    package static let modified: UInt16 = 3
    package static let itemCount: UInt16 = 4
    package static let installation: UInt16 = 5
    package static let previousMAC: UInt16 = 6
    package static let notes: UInt16 = 7
    package static let keyTable: UInt16 = 8
    package static let passcodeCheck: UInt16 = 9
    package static let segments: UInt16 = 10
    package static let journalKey: UInt16 = 11
    package static let journal: UInt16 = 12
    package static let tombstones: UInt16 = 13
    package static let presenceCheck: UInt16 = 14
  }

  package enum Note {
    package static let label: UInt16 = 1
    package static let created: UInt16 = 2
    package static let recipient: UInt16 = 3
  }

  package enum Record {
    package static let applicationPassword: UInt16 = 1
    package static let label: UInt16 = 2
    package static let description: UInt16 = 3
    package static let comment: UInt16 = 4
    package static let generic: UInt16 = 5
    package static let creator: UInt16 = 6
    package static let type: UInt16 = 7
    package static let invisible: UInt16 = 8
    package static let negative: UInt16 = 9
    package static let provenance: UInt16 = 10
    package static let installation: UInt16 = 11
    package static let expires: UInt16 = 12
    package static let rotated: UInt16 = 13
    package static let userAttributes: UInt16 = 14
    package static let dataParts: UInt16 = 15
  }

  package enum Provenance {
    package static let fileName: UInt16 = 1
    package static let keyPath: UInt16 = 2
    package static let originalType: UInt16 = 3
    package static let inner: UInt16 = 4
  }
}

/// First bytes of a blob's associated data (spec §5.2); a zero byte follows each.
package enum BlobLabel {
  package static let slotMaster = "slot master"
  package static let slotPresence = "slot presence"
  package static let slotPasscode = "slot passcode"
  package static let root = "root"
  package static let page = "page"
  package static let chain = "chain"
  package static let payload = "payload"
}

/// The closed list of labels of `derive` (spec §5.1, §14.1); nothing else may be derived.
package enum KeyLabel {
  package static let header: StaticString = "header"
  package static let root: StaticString = "root"
  package static let page: StaticString = "page"
  package static let pin: StaticString = "pin"
  package static let classWrap: StaticString = "class"
  package static let check: StaticString = "check"
  package static let item: StaticString = "item"
  package static let journal: StaticString = "journal"
  package static let factor: StaticString = "factor"
  package static let device: StaticString = "device"
  package static let passcodeCheck: StaticString = "passcode check"
  package static let presenceCheck: StaticString = "presence check"
  package static let slotPassphrase: StaticString = "slot passphrase"
  package static let slotPasscode: StaticString = "slot passcode"
  package static let slotKeyFile: StaticString = "slot keyfile"
  package static let slotX25519: StaticString = "slot x25519"

  package enum Seed {
    package static let container: StaticString = "seed container"
    package static let commit: StaticString = "seed commit"
    package static let master: StaticString = "seed master"
    package static let passcode: StaticString = "seed passcode"
    package static let presence: StaticString = "seed presence"
    package static let journal: StaticString = "seed journal"
    package static let slotID: StaticString = "seed slotID"
    package static let slotSalt: StaticString = "seed slot salt"
    package static let slotEphemeral: StaticString = "seed slot ephemeral"
    package static let slotNonce: StaticString = "seed slot nonce"
    package static let classKey: StaticString = "seed class key"
    package static let wrapNonce: StaticString = "seed wrap nonce"
    package static let itemID: StaticString = "seed itemID"
    package static let itemSalt: StaticString = "seed item salt"
    package static let payloadNonce: StaticString = "seed payload nonce"
    package static let pageNonce: StaticString = "seed page nonce"
    package static let rootNonce: StaticString = "seed root nonce"
  }
}
