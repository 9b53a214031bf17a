internal import CSodium
internal import SecretFile

/// The bare libsodium calls that an operation cannot do without, in the same sizes, on every processor.
///
/// No records are encoded, no file is touched, nothing is allocated inside the loop.
enum Floor {
  case write, verify, rotate

  /// Seconds for `items` payloads of `payload` bytes each, with pages of `recordsPerPage` records.
  func seconds(items: Int, payload: Int, recordsPerPage: Int) -> Double {
    let workers = WorkerThread.processors
    let start = now()
    var threads: [WorkerThread] = []
    for worker in 0..<workers {
      let share = items * (worker + 1) / workers - items * worker / workers
      if let thread = WorkerThread({ run(items: share, payload: payload, recordsPerPage: recordsPerPage) }) {
        threads.append(thread)
      }
    }
    for thread in threads { thread.join() }
    return now() - start
  }

  private func run(items: Int, payload: Int, recordsPerPage: Int) {
    var calls = Calls(payload: payload)
    for item in 0..<items {
      calls.identityHash()
      switch self {
      case .write:
        calls.keyedHash()  // item id
        calls.keyedHash()  // item key
        calls.keyedHash()  // nonce
        calls.seal()
        calls.link()
        calls.link()  // read back
      case .verify:
        calls.link()
        calls.keyedHash()  // item key
        calls.open()
      case .rotate:
        calls.link()
        calls.keyedHash()  // old item key
        calls.open()
        calls.keyedHash()  // new item key
        calls.keyedHash()  // nonce
        calls.seal()
        calls.link()
        calls.link()  // read back
      }
      if item % recordsPerPage == 0 {
        if self != .write { calls.openPage() }
        if self != .verify {
          calls.sealPage()
          calls.openPage()  // read back, for the links in it
        }
      }
    }
    calls.end()
  }
}

/// Buffers and the calls on them.
private struct Calls {
  private var plain: [UInt8]
  private var blob: [UInt8]
  private var opened: [UInt8]
  private var page = [UInt8](repeating: 7, count: 65_536)
  private var pageBlob = [UInt8](repeating: 0, count: 65_536 + 40)
  private var identity = [UInt8](repeating: 1, count: 40)
  private var context = [UInt8](repeating: 2, count: 48)
  private var key = [UInt8](repeating: 3, count: 32)
  private var digest = [UInt8](repeating: 0, count: 32)
  private let associated = [UInt8](repeating: 4, count: 94)
  private let nonce = [UInt8](repeating: 5, count: 24)

  init(payload: Int) {
    plain = [UInt8](repeating: 6, count: payload)
    blob = [UInt8](repeating: 0, count: payload + 16)
    opened = plain
    seal()
  }

  mutating func identityHash() {
    unsafe crypto_generichash(&digest, 32, identity, UInt64(identity.count), nil, 0)
  }

  mutating func keyedHash() {
    unsafe crypto_generichash(&digest, 32, context, UInt64(context.count), key, 32)
  }

  mutating func seal() {
    unsafe crypto_aead_xchacha20poly1305_ietf_encrypt(
      &blob, nil, plain, UInt64(plain.count), associated, UInt64(associated.count), nil, nonce, key)
  }

  mutating func open() {
    let status = unsafe crypto_aead_xchacha20poly1305_ietf_decrypt(
      &opened, nil, nil, blob, UInt64(blob.count), associated, UInt64(associated.count), nonce, key)
    if status != 0 { print("the floor's own blob does not open") }
  }

  mutating func link() {
    unsafe crypto_generichash(&digest, 32, blob, UInt64(blob.count), nil, 0)
  }

  mutating func sealPage() {
    unsafe crypto_aead_xchacha20poly1305_ietf_encrypt(
      &pageBlob, nil, page, UInt64(page.count), associated, UInt64(associated.count), nil, nonce, key)
    unsafe crypto_generichash(&digest, 32, pageBlob, UInt64(pageBlob.count), nil, 0)
  }

  mutating func openPage() {
    unsafe crypto_generichash(&digest, 32, pageBlob, UInt64(pageBlob.count), nil, 0)
    _ = unsafe crypto_aead_xchacha20poly1305_ietf_decrypt(
      &page, nil, nil, pageBlob, UInt64(pageBlob.count - 24), associated, UInt64(associated.count), nonce, key
    )
  }

  /// Keeps the compiler from taking the loop away.
  func end() { if digest == plain { print("") } }
}
