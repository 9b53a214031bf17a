/// What one Argon2id hash costs.
public struct KDFCost: Sendable, Hashable {
  /// Passes over the memory.
  public var opslimit: UInt32
  /// Memory in KiB.
  public var memlimitKiB: UInt32

  /// The cost of `opslimit` passes over `memlimitKiB` KiB.
  public init(opslimit: UInt32, memlimitKiB: UInt32) {
    self.opslimit = opslimit
    self.memlimitKiB = memlimitKiB
  }

  /// For devices with little memory: 64 MiB, 3 passes.
  public static let mobile = KDFCost(opslimit: 3, memlimitKiB: 64 << 10)
  /// Unless said otherwise: 256 MiB, 3 passes.
  public static let standard = KDFCost(opslimit: 3, memlimitKiB: 256 << 10)
  /// For the few secrets worth the wait: 1 GiB, 4 passes.
  public static let sensitive = KDFCost(opslimit: 4, memlimitKiB: 1 << 20)

  /// The least a writer may use: 19 MiB, 2 passes.
  package static let writerFloor = KDFCost(opslimit: 2, memlimitKiB: 19 << 10)
  /// The least that Argon2id defines for one lane: 8 KiB, 1 pass.
  package static let leastDefined = KDFCost(opslimit: 1, memlimitKiB: 8)

  /// The work in KiB·passes.
  public var work: UInt64 { UInt64(opslimit) * UInt64(memlimitKiB) }

  /// Whether both numbers are at least those of `other`.
  package func reaches(_ other: KDFCost) -> Bool {
    opslimit >= other.opslimit && memlimitKiB >= other.memlimitKiB
  }

  /// Which of the bounds on cost is meant.
  package enum Measure: Sendable, Hashable {
    /// Passes of one hash.
    case passes
    /// Memory of one hash, in KiB.
    case memory
    /// Work of all hashes together, in KiB·passes.
    case total
  }

  /// What an opening may cost. Checked before any of it is paid.
  public struct Ceiling: Sendable, Hashable {
    /// Most passes of one hash.
    public var opslimit: UInt32
    /// Most memory of one hash, in KiB.
    public var memlimitKiB: UInt32
    /// Most work of all hashes together, in KiB·passes.
    public var total: UInt64

    /// A ceiling of these bounds.
    public init(opslimit: UInt32, memlimitKiB: UInt32, total: UInt64) {
      self.opslimit = opslimit
      self.memlimitKiB = memlimitKiB
      self.total = total
    }

    /// The bounds of the format: 16 passes, 1 GiB, and 32 GiB·passes in all.
    public static let standard = Ceiling(opslimit: 16, memlimitKiB: 1 << 20, total: 1 << 25)

    /// Checks one hash; throws `tooCostly` for the first bound that it passes: passes, memory, total.
    package func check(_ cost: KDFCost) throws(CryptoError) {
      var sum: UInt64 = 0
      try check(cost, adding: &sum)
    }

    /// Checks one more hash of several and adds its work to `sum`; throws `tooCostly` for the first bound
    /// passed. Start with a sum of 0.
    package func check(_ cost: KDFCost, adding sum: inout UInt64) throws(CryptoError) {
      if cost.opslimit > opslimit {
        throw .tooCostly(.passes, asked: UInt64(cost.opslimit), allowed: UInt64(opslimit))
      }
      if cost.memlimitKiB > memlimitKiB {
        throw .tooCostly(.memory, asked: UInt64(cost.memlimitKiB), allowed: UInt64(memlimitKiB))
      }
      let (next, overflow) = sum.addingReportingOverflow(cost.work)
      sum = overflow ? .max : next
      if sum > total { throw .tooCostly(.total, asked: sum, allowed: total) }
    }
  }
}
