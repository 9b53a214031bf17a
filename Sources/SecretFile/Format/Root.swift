/// The root's content (spec §8.2). The key table is kept as bytes: it has its own stage of checks.
package struct Root: Equatable, Sendable {
  package var label: String
  /// Milliseconds since 1970.
  package var created: Int64
  /// Milliseconds since 1970.
  package var modified: Int64
  /// Records of the file, companions counted too.
  package var itemCount: UInt32
  package var installation: Bytes16?
  /// mac of the header this commit was based on; present exactly when generation > 1.
  package var previousMAC: Bytes32?
  /// Ascending slotID.
  package var notes: [SlotNote]
  /// See `KeyTable`.
  package var keyTable: [UInt8]
  /// Present exactly when there is a passphrase slot.
  package var passcodeCheck: Bytes32?
  package var segments: SegmentTable
  package var journalKey: Bytes32?
  package var journal: [DatedDigest]
  package var tombstones: [DatedDigest]
  /// Present exactly when there is an enrolment.
  package var presenceCheck: Bytes32?
  package var unknown: UnknownTLVs

  package init(created: Int64, modified: Int64) {
    self.created = created
    self.modified = modified
    label = ""
    itemCount = 0
    notes = []
    keyTable = []
    segments = SegmentTable()
    journal = []
    tombstones = []
    unknown = UnknownTLVs()
  }

  /// The note of a slot.
  package func note(_ slotID: Bytes8) -> SlotNote? { notes.first { $0.slotID == slotID } }

  package static func == (a: Root, b: Root) -> Bool {
    sameText(a.label, b.label) && a.created == b.created && a.modified == b.modified
      && a.itemCount == b.itemCount && a.installation == b.installation
      && a.previousMAC == b.previousMAC && a.notes == b.notes && a.keyTable == b.keyTable
      && a.passcodeCheck == b.passcodeCheck && a.segments == b.segments
      && a.journalKey == b.journalKey && a.journal == b.journal && a.tombstones == b.tombstones
      && a.presenceCheck == b.presenceCheck && a.unknown == b.unknown
  }
}

/// Bytewise equality of texts; Swift's own calls canonically equivalent ones equal.
package func sameText(_ a: String, _ b: String) -> Bool { a.utf8.elementsEqual(b.utf8) }
