#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What one run of the fuzzer does with an input. False: not worth keeping.
typealias FuzzTarget = @Sendable (_ input: [UInt8]) throws -> Bool

/// The targets by their names; FUZZ_TARGET in the environment names the one of this process.
private let targets: [String: FuzzTarget] = [
  "header": fuzzHeader, "root": fuzzRoot, "page": fuzzPage, "open": fuzzOpen, "sealed": fuzzSealed,
  "read-binary": { fuzzReader($0, .binaryPlist) }, "read-xml": { fuzzReader($0, .xmlPlist) },
  "read-json": { fuzzReader($0, .json) }, "read-openstep": { fuzzReader($0, .openStep) },
  "read-android": { fuzzReader($0, .androidXML) }, "detect": fuzzDetection,
  "patch-binary": { try fuzzPatch($0, .binaryPlist) }, "patch-xml": { try fuzzPatch($0, .xmlPlist) },
  "patch-json": { try fuzzPatch($0, .json) }, "patch-openstep": { try fuzzPatch($0, .openStep) },
  "patch-android": { try fuzzPatch($0, .androidXML) },
]

private let target: FuzzTarget = {
  let name = getenv("FUZZ_TARGET").map { String(cString: $0) } ?? ""
  guard let target = targets[name] else {
    fatalError("FUZZ_TARGET is not one of \(targets.keys.sorted().joined(separator: " "))")
  }
  return target
}()

/// libFuzzer calls this with every input. Errors are what a reader is to have; traps and broken laws are findings.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = [UInt8](UnsafeBufferPointer(start: start, count: count))
  do {
    return try target(input) ? 0 : -1
  } catch {
    return 0
  }
}

/// Ends the process if a law does not hold.
func law(_ holds: Bool, _ words: @autoclosure () -> String) {
  if !holds { fatalError("broken law: " + words()) }
}
