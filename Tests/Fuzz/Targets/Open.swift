import Files
import SecretCrypto
import SecretFile

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The file that inputs are written to: one for each process.
private let path = "/dev/shm/secretfile-fuzz-\(getpid())"

/// The keys that open the seeds.
private let credentials: Credentials = {
  var credentials = Credentials()
  func line(_ key: [UInt8], _ kind: KeyText.Kind) -> SecretBuffer { KeyText.line(key.span, kind) }
  do {
    try credentials.addKeyFile(line(FuzzKeys.keyFile, .keyFile))
    try credentials.addDeviceKey(line(FuzzKeys.device, .device))
    try credentials.addPresence(line(FuzzKeys.enrolled, .identity))
  } catch {
    fatalError("\(error)")
  }
  return credentials
}()

/// A whole file: opened, verified, every value read. Passwords may cost next to nothing.
func fuzzOpen(_ input: [UInt8]) throws -> Bool {
  try openAndVerify(input)
  return true
}

/// Opens and verifies a container; what opens re-encodes to the same header.
func openAndVerify(_ file: [UInt8]) throws {
  guard let stream = fopen(path, "w") else { fatalError("cannot write \(path)") }
  fwrite(file, 1, file.count, stream)
  fclose(stream)
  let cheap = KDFCost.Ceiling(opslimit: 1, memlimitKiB: 64, total: 64)
  let container = try Container.open(
    at: Path(path), with: credentials, options: OpenOptions(costLimit: cheap))
  let length = Int(ByteOrder.little(file.span, 12, as: UInt32.self))
  var out = Writer()
  try Header.parse(file.span.extracting(0..<length)).encode(into: &out)
  law(out.bytes == Array(file[..<length]), "a header changed")
  let report = try container.verify(passwords: { _ in SecretBuffer(copying: FuzzKeys.password.span) })
  law(report.bytes == UInt64(file.count), "verifying left bytes out")
  for item in try container.items() {
    do throws(SecretFileError) {
      let secret = try container.secret(of: item)
      law(secret.withBytes { $0.count } == item.length, "a value of another length")
    } catch {
      law(!error.code.isDamage, "damage that verifying did not see: \(error)")
    }
  }
}
