import SecretCrypto
import Testing

/// `SecretBytes`, `SecretAppender` and `Hasher256` cannot be copied, so the language refuses to print, dump or
/// reflect them. `SecretBuffer` can be printed, and everything that holds one.
@Suite struct RedactionTests {
  private struct Holder {
    var name = "service"
    var secret: SecretBuffer
  }

  private let secret = SecretBuffer(copying: [UInt8]("hunter2-canary".utf8).span)

  @Test func descriptionIsTheLength() {
    #expect(String(describing: secret) == "SecretBuffer(14 bytes)")
    #expect(String(reflecting: secret) == "SecretBuffer(14 bytes)")
    #expect("\(secret)" == "SecretBuffer(14 bytes)")
  }

  @Test func mirrorIsEmpty() {
    let mirror = Mirror(reflecting: secret)
    #expect(mirror.children.isEmpty)
    #expect(mirror.superclassMirror == nil)
  }

  @Test func dumpShowsTheLength() {
    var text = ""
    dump(secret, to: &text)
    #expect(text.contains("SecretBuffer(14 bytes)"))
    #expect(text.split(separator: "\n").count == 1)
  }

  /// Whatever holds it: no bytes as text, as numbers or in hexadecimal, and no address.
  @Test func holdersShowTheLength() {
    let holder = Holder(secret: secret)
    var texts = ["\(holder)", String(reflecting: holder), "\([secret])", "\(Optional(secret) as Any)"]
    texts += ["\(["key": secret])", "\((1, secret))", "\(Result<SecretBuffer, CryptoError>.success(secret))"]
    var dumped = ""
    dump(holder, to: &dumped)
    dump([Optional(secret)], to: &dumped)
    texts.append(dumped)
    for text in texts {
      #expect(text.contains("SecretBuffer(14 bytes)"))
      for leak in ["hunter2", "104, 117", "68756e", "0x", "pages", "start"] {
        #expect(!text.contains(leak), "\(text)")
      }
    }
  }

  @Test func errorsNameCostsOnly() {
    #expect(
      "\(CryptoError.tooCostly(.passes, asked: 17, allowed: 16))"
        == "tooCostly(SecretCrypto.KDFCost.Measure.passes, asked: 17, allowed: 16)")
  }
}
