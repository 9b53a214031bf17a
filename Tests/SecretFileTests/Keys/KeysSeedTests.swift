import SecretCrypto
import SecretFile
import Testing

/// Values computed with another implementation of BLAKE2b, from the specification's text.
@Suite struct KeysSeedTests {
  static let seed = [UInt8](repeating: 0x53, count: 32)

  static func fresh() -> CommitSeed {
    CommitSeed(
      seed, containerID: CommitSeed.containerID(seed), keyEpoch: 1, generation: 1, previousMAC: nil)
  }

  @Test func containerAndKeys() {
    let seed = Self.fresh()
    #expect(CommitSeed.containerID(Self.seed).description == "8f1e4b15a3f5d0df46bd4668c08e51e9")
    #expect(seed.master().plain == hex("4a8119fa184257b3c0779c520a4931c94ced81d812ada0d55c29535b2e64270a"))
    #expect(seed.passcode().plain == hex("cfc341991fe0deaed93f59cd3ecaaf81a4de21241440a95fad76a113e4f28071"))
    #expect(seed.presence().plain == hex("390294047f8d1fc419edf1ab9346e37c67c683daa3837ef787d9238b5860e483"))
    #expect(
      seed.journalKey().description == "de2e23928ca5a09020a12e4930ca10ffe5d382e9e946fe1cda2693f152606e2a")
    #expect(seed.classKey(1).plain == hex("25af9c6f733aa576a0d0a624e5539a943b233d4b6639dce17215f8f86535b540"))
    #expect(seed.rootNonce().description == "c4d6f21255cd2caea7a5afeff8ff8351a8519dc4bfe2425b")
    #expect(seed.pageNonce(1).description == "f1b34c0e147896851f028c1e8c709134925ec2aac48e64f7")
    #expect(
      seed.wrapNonce(1, chain: 1, layer: 2).description == "31259da5b502eb0436a478ce21b9d28085b17b73382bbb1f")
  }

  @Test func slots() {
    let seed = Self.fresh()
    let id = seed.slotID(0)
    #expect(id.description == "04874176db03c8de" && seed.slotID(258).description == "8bc5b790fb19d354")
    #expect(seed.slotSalt(id).description == "869f954a820f4625f941d2e0a131e64f")
    #expect(
      seed.slotEphemeral(id).plain == hex("0f8994a33f8dea950df96e95e534bba39e5b279989f28b3c9c7c8d232f6e1508"))
    #expect(seed.slotNonce(id, .key).description == "ccf41797a1e5cc1a1200cf7ce9a4366f6ed272b27b067e50")
    #expect(seed.slotNonce(id, .passcode).description == "44277137ccb5385a604513f3dd825e2884e24bcf2dd74229")
  }

  @Test func items() throws {
    let seed = Self.fresh()
    let identity = try Identity(IdentityParts(service: Array("mail".utf8), account: Array("me".utf8)))
    let hash = Hash.blake2b256(identity.bytes.span)
    #expect(
      [UInt8](copying: hash.span)
        == hex("bb18624d ee6cc3fd 1fd7d807 494f8414 8999ff32 a94a437d c0472060 ff7042a9"))
    let id = seed.itemID(identityHash: hash.span)
    #expect(id.description == "73087df5005957034312526ec2fa0356")
    #expect(seed.itemSalt(id.span).description == "6c34f0ae85b38ae8a0b4d61cca06e172")
    #expect(seed.payloadNonce(id.span).description == "adeddbaaa0271952ae8eb15cf08edfaf61864b8e4dbe05d5")
  }

  /// Epoch, generation and the header before each give other values.
  @Test func laterCommits() {
    let id = CommitSeed.containerID(Self.seed)
    let mac = Bytes32(InlineArray(repeating: 7))
    let later = CommitSeed(Self.seed, containerID: id, keyEpoch: 2, generation: 3, previousMAC: mac)
    #expect(later.master().plain == hex("c96eb2738c5612c281c10ba2bb788f5e5e52e152240099a516de7a0690260544"))
    let others = [
      CommitSeed(Self.seed, containerID: id, keyEpoch: 1, generation: 3, previousMAC: mac),
      CommitSeed(Self.seed, containerID: id, keyEpoch: 2, generation: 4, previousMAC: mac),
      CommitSeed(Self.seed, containerID: id, keyEpoch: 2, generation: 3, previousMAC: nil),
      CommitSeed(Self.seed, containerID: Bytes16(), keyEpoch: 2, generation: 3, previousMAC: mac),
    ]
    #expect(Set(([later] + others).map { $0.master().plain }).count == 5)
  }

  @Test func otherDerivations() {
    let container = Bytes16(of: counting(0xA0, 16))
    let key = counting(0)
    #expect(Derived.deviceID(key.span).description == "4eb618e181f0de905e8d2a361833dffc")
    #expect(
      Derived.check(key.span, container, 7).description
        == "dfcb5b3a4b39cd9870ebca8569931858b64168827687a0a2f550f05b4587f1af")
    #expect(
      Derived.passcodeCheck(key.span, container).description
        == "3131e6cc61e30dc47908c48035eee6bbbece567fca14863d4c8b576e796d22ff")
    let presence = Derived.presenceCheck(key.span, container)
    #expect(presence.description == "14a1dcf46d583809dd9b1bb21016ed41d854fdbbebe6095210f996c6a1815883")
    #expect(Derived.presenceSet(presence).description == "14a1dcf46d583809")
    let digest = Derived.journalDigest(
      Bytes32(of: key), identityHash: Bytes32(InlineArray(repeating: 1)),
      valueHash: Bytes32(InlineArray(repeating: 2)))
    #expect(digest.description == "268513598ca9f0e1d1c5523400e659f5")
  }
}
