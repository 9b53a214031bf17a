/// How an item's application password becomes a key (spec §10.3): opslimit u32, memlimit KiB u32,
/// salt 16.
public struct PasswordParameters: Equatable, Sendable {
  /// Passes over the memory.
  public let opslimit: UInt32
  /// Memory in KiB.
  public let memlimitKiB: UInt32
  /// Random.
  public let salt: Bytes16

  /// For a record being written; opslimit at least 1, memlimit at least 8 KiB.
  package init(opslimit: UInt32, memlimitKiB: UInt32, salt: Bytes16) {
    self.opslimit = opslimit
    self.memlimitKiB = memlimitKiB
    self.salt = salt
  }

  package static func parse(_ tlv: borrowing TLV) throws(FormatError) -> PasswordParameters {
    guard tlv.value.count == 24 else { throw tlv.error("value has a wrong length") }
    let opslimit = ByteOrder.little(tlv.value, 0, as: UInt32.self)
    let memlimit = ByteOrder.little(tlv.value, 4, as: UInt32.self)
    guard opslimit >= 1, memlimit >= Limit.leastMemoryKiB else {
      throw tlv.error("cost is below the minimum")
    }
    return PasswordParameters(opslimit: opslimit, memlimitKiB: memlimit, salt: Bytes16(tlv.value, at: 8))
  }

  package func encode(into out: inout Writer) {
    out.u32(opslimit)
    out.u32(memlimitKiB)
    out.append(salt)
  }
}
