internal import SecretCrypto

/// Sealing and opening of roots and pages, whose plaintext is framed: contentLength, content, zeros (spec §2, §5).
package enum FrameSeal {
  /// The associated data of pages: "page" 00 ‖ containerID.
  static func pageAssociated(_ containerID: Bytes16) -> [UInt8] {
    var out = Writer(capacity: 21)
    out.label(BlobLabel.page)
    out.append(containerID)
    return out.bytes
  }

  /// The associated data of a root: "root" 00 ‖ containerID ‖ keyEpoch ‖ generation.
  package static func rootAssociated(_ header: Header) -> [UInt8] {
    var out = Writer(capacity: 33)
    out.label(BlobLabel.root)
    out.append(header.containerID)
    out.u32(header.keyEpoch)
    out.u64(header.generation)
    return out.bytes
  }

  /// Opens a blob whose link has been checked, where it lies, and returns its plaintext; nil if it is not genuine.
  static func open(
    _ blob: consuming [UInt8], associated: [UInt8], _ masterKeys: MasterKeys, _ name: MasterKeys.Name
  ) -> ArraySlice<UInt8>? {
    var blob = consume blob
    let isGenuine = masterKeys.with(name) { (key) in
      var span = blob.mutableSpan
      return AEAD.openInPlace(&span, associated: associated.span, key: key)
    }
    guard isGenuine else { return nil }
    return blob[AEAD.nonceSize..<(blob.count - AEAD.tagSize)]
  }

  /// Seals a framed page into the first `length` bytes of `output`, and returns its link.
  static func sealPage(
    _ page: [UInt8], index: Int, containerID: Bytes16, seed: CommitSeed, masterKeys: MasterKeys,
    into output: inout [UInt8], length: Int
  ) -> Bytes32 {
    let associated = pageAssociated(containerID)
    let nonce = seed.pageNonce(UInt32(index))
    var span = output.mutableSpan
    var blob = span._mutatingExtracting(0..<length)
    masterKeys.with(.page) { (key) in
      AEAD.seal(page.span, associated: associated.span, nonce: nonce.span, key: key, into: &blob)
    }
    return Bytes32(Hash.blake2b256(blob.span))
  }

  /// Bytes of the blob that holds `content` bytes of content.
  static func blobLength(content: Int) -> Int { AEAD.overhead + Padding.framed(content) }
}
