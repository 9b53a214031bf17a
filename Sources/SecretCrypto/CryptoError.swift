/// What can go wrong in this module without anybody's mistake.
package enum CryptoError: Error, Sendable, Hashable {
  /// The system has not the memory that a password hash asks for: so many KiB.
  case outOfMemory(kibibytes: UInt32)
  /// A password hash asks for more than is allowed.
  case tooCostly(KDFCost.Measure, asked: UInt64, allowed: UInt64)
  /// A password hash that Argon2id does not define: no pass, or under 8 KiB.
  case invalidCost(KDFCost)
}
