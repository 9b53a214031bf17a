import CSodium

/// The size that this module reserves for the state of BLAKE2b; libsodium has had the same since 2014.
let hashStateSize = 384

/// Whether libsodium is set up: it has chosen the fastest code for this processor and opened the system's
/// random source. Evaluated once; afterwards a read.
private let sodiumIsReady: Bool = sodium_init() >= 0 && crypto_generichash_statebytes() <= hashStateSize

/// Sets libsodium up on first use. Every function of this module that needs it calls this first.
///
/// The process ends if libsodium cannot be set up, which means that the system has no random source.
@inline(__always)
func prepareSodium() {
  guard sodiumIsReady else { fatalError("libsodium could not be initialised") }
}

extension Span where Element == UInt8 {
  /// Lends the address and the number of the bytes as C wants them. The address is never nil; that of no
  /// bytes must not be read, and C does not read it.
  @inline(__always)
  func lend<R, E: Error>(_ body: (UnsafePointer<UInt8>, Int) throws(E) -> R) throws(E) -> R {
    try unsafe withUnsafeBufferPointer { (buffer) throws(E) -> R in
      try unsafe body(buffer.baseAddress ?? UnsafePointer(bitPattern: 64).unsafelyUnwrapped, buffer.count)
    }
  }
}

extension MutableSpan where Element == UInt8 {
  /// Lends the address and the number of the bytes as C wants them. The address is never nil; that of no
  /// bytes must not be used, and C does not use it.
  @inline(__always)
  mutating func lend<R, E: Error>(_ body: (UnsafeMutablePointer<UInt8>, Int) throws(E) -> R) throws(E) -> R {
    try unsafe withUnsafeMutableBufferPointer { (buffer) throws(E) -> R in
      try unsafe body(
        buffer.baseAddress ?? UnsafeMutablePointer(bitPattern: 64).unsafelyUnwrapped, buffer.count)
    }
  }

  /// Copies `bytes` over the bytes from `offset` on. The range must lie inside.
  @inline(__always)
  package mutating func copy(_ bytes: Span<UInt8>, at offset: Int) {
    precondition(offset >= 0 && offset <= count && bytes.count <= count - offset, "copy past the end")
    unsafe lend { (target, _) in
      unsafe bytes.lend { (source, length) in
        unsafe (target + offset).update(from: source, count: length)
      }
    }
  }
}
