import Migration
import SecretCrypto
import Testing

@Suite("Plans of files that share values")
struct SharedPlanTests {
  private func plan(
    _ bytes: [UInt8], limits: PlanningLimits = .standard, _ choose: (inout Selection) -> Void = { _ in }
  ) throws -> Plan {
    let document = try parsed(bytes)
    var selection = Selection()
    choose(&selection)
    return try Plan.make(document, document.findings(), fileName: "app.plist", selection, limits: limits)
  }

  private static func limits(bytes: Int) -> PlanningLimits {
    var limits = PlanningLimits.standard
    limits.leastBytes = bytes
    limits.bytesPerSourceByte = 0
    return limits
  }

  @Test("far more than the file is refused before any item is made")
  func tooMuch() throws {
    let value = Array(String(repeating: "plain words ", count: 5000).utf8)
    let bytes = SharedPlist.array("cache", value, references: 60_000)
    let error = #expect(throws: PlanningError.self) { try plan(bytes) { $0.all = true } }
    #expect(error?.code == "tooMuch")
    #expect(error?.hint.contains("--only") == true)
    #expect(try plan(bytes) { $0.only = [Glob("cache/17")] }.items.count == 1)
  }

  @Test("the limit counts values and paths, by the byte")
  func limit() throws {
    // `password/0` to `password/4`: nine bytes of a name, two of an index, eight of a value.
    let bytes = SharedPlist.array("password", Array("hunter22".utf8), references: 5)
    for choose in [{ _ in }, { $0.all = true }] as [(inout Selection) -> Void] {
      #expect(try plan(bytes, limits: Self.limits(bytes: 95), choose).items.count == 5)
      let error = #expect(throws: PlanningError.self) {
        try plan(bytes, limits: Self.limits(bytes: 94), choose)
      }
      #expect(error?.code == "tooMuch")
    }
  }

  @Test("the limit grows with the file and cannot overflow")
  func standardLimit() {
    #expect(PlanningLimits.standard.bytes(for: 0) == 67_108_864)
    #expect(PlanningLimits.standard.bytes(for: 1_000_000) == 83_108_864)
    #expect(PlanningLimits.standard.bytes(for: .max) == .max)
  }

  @Test("ways and the names on them have limits of their own")
  func ways() throws {
    let bytes = SharedPlist.array("password", Array("hunter22".utf8), references: 5)
    // Six ways; `password` has nine bytes with its stroke, and so has ten the way to each element.
    for (ways, pathBytes, isEnough) in [(6, 59, true), (5, 59, false), (6, 58, false)] {
      var limits = PlanningLimits.standard
      limits.ways = ways
      limits.pathBytes = pathBytes
      if isEnough {
        #expect(try plan(bytes, limits: limits) { $0.all = true }.items.count == 5)
      } else {
        let error = #expect(throws: PlanningError.self) { try plan(bytes, limits: limits) { $0.all = true } }
        #expect(error?.code == "tooManyPaths")
      }
    }
    var limits = PlanningLimits.standard
    limits.pathBytes = 118
    #expect(try plan(bytes, limits: limits) { $0.only = [Glob("*/1")] }.items.count == 1)
    limits.pathBytes = 117
    #expect(throws: PlanningError.self) { try plan(bytes, limits: limits) { $0.only = [Glob("*/1")] } }
  }

  @Test("--only looks into no container that is not on the way to what it names")
  func otherContainers() throws {
    let bytes = SharedPlist.array("password", Array("hunter22".utf8), references: 5)
    var limits = PlanningLimits.standard
    limits.ways = 1
    let other = try plan(bytes, limits: limits) { $0.only = [Glob("other"), Glob("passwor/1"), Glob("")] }
    #expect(other.items.isEmpty && other.unmatched == ["other", "passwor/1", ""])
    // What is named, what has wildcards, and what other patterns may fit is looked into.
    for choose in [
      { $0.only = [Glob("password/9")] }, { $0.only = [Glob("password")] }, { $0.only = [Glob("other*")] },
      {
        $0.only = [Glob("other")]
        $0.except = [Glob("password/1")]
      },
    ] as [(inout Selection) -> Void] {
      let error = #expect(throws: PlanningError.self) { try plan(bytes, limits: limits, choose) }
      #expect(error?.code == "tooManyPaths")
    }
  }

  @Test("what detection could not look at is told by the plan")
  func incomplete() throws {
    let document = try parsed(SharedPlist.array("password", Array("hunter22".utf8), references: 5))
    var limits = DetectionLimits.standard
    limits.findings = 2
    let short = document.findings(limits: limits)
    #expect(!(try Plan.make(document, short, fileName: "app.plist").isComplete))
    #expect(try Plan.make(document, document.findings(), fileName: "app.plist").isComplete)
  }

  @Test("the first of several values under one key stands for the path, as before; the path is refused")
  func largeDictionary() throws {
    let entries = (0..<300).map { "\"k\($0)\": {\"password\": \"hunter22\"}" }
    let plain = "{" + entries.joined(separator: ",") + "}"
    #expect(try plan(Array(plain.utf8)).items.count == 300)
    let twice = "{" + (entries + ["\"k299\": 1"]).joined(separator: ",") + "}"
    let error = #expect(throws: PlanningError.self) { try plan(Array(twice.utf8)) }
    #expect(error?.code == "duplicateKey")
    #expect(try plan(Array(twice.utf8)) { $0.except = [Glob("k299")] }.items.count == 299)
  }
}

@Suite("Contents that outlive the call")
struct DocumentSecretTests {
  @Test("text, decoded text, data and scalars, one by one and together")
  func contents() throws {
    let document = try parsed(
      #"{"a": "hunter22", "b": "h\u00fcnter", "c": -12, "d": true, "e": 1.50, "f": [1]}"#)
    let ids = document.children(of: document.root).map(\.value)
    let expected = ["hunter22", "hünter", "-12", "true", "1.50", ""]
    #expect(ids.map { document.secret(of: $0).text } == expected)
    #expect(document.secrets(of: ids).map(\.text) == expected)
    #expect(document.secrets(of: ids.reversed() + ids).map(\.text) == expected.reversed() + expected)
    #expect(document.secrets(of: []).isEmpty)
  }

  @Test("a value at many places is held once")
  func shared() throws {
    let value = Array(repeating: UInt8(ascii: "x"), count: 100_000)
    let document = try parsed(SharedPlist.array("cache", value, references: 1000))
    let list = try #require(document.value("cache"))
    let ids = document.children(of: list).map(\.value)
    let first = document.secret(of: ids[0]).withBytes { address($0) }
    #expect(
      document.secrets(of: ids).allSatisfy { $0.count == 100_000 && $0.withBytes { address($0) } == first })
  }

  @Test("numbers share one piece of memory")
  func scalars() throws {
    let document = try parsed(try binaryPlist([1234, 5678, 1234]))
    let secrets = document.secrets(of: document.children(of: document.root).map(\.value))
    let addresses = secrets.map { $0.withBytes { address($0) } }
    #expect(addresses[1] == addresses[0] + 4)
    #expect(secrets.map(\.text) == ["1234", "5678", "1234"])
  }

  /// Where bytes lie.
  private func address(_ bytes: Span<UInt8>) -> UInt {
    unsafe bytes.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
  }
}
