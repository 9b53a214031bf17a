import Files
import SecretCrypto
import SecretFile

/// The keys of the published vectors (`testkit`), which protect nothing: what they open is a test.
enum PublishedKeys {
  /// Whether a published key file or identity opens a container.
  static func open(_ path: Path) -> Bool {
    var credentials = Credentials()
    for first in [0x00, 0x20] as [UInt8] { add(first, .keyFile, &credentials) }
    for first in [0x40, 0x60] as [UInt8] { add(first, .identity, &credentials) }
    return (try? Container.open(at: path, with: credentials, options: OpenOptions(acceptOrigin: true))) != nil
  }

  private static func add(_ first: UInt8, _ kind: KeyText.Kind, _ credentials: inout Credentials) {
    let key = (0..<32).map { first + UInt8($0) }
    try? credentials.addKeyFile(KeyText.line(key.span, kind))
  }
}
