import Migration
import SecretFile

/// For code scanning services: SARIF 2.1.0 (OASIS), one run. Never a value: fingerprints are of places and rules.
struct ScanSARIF: ScanReport {
  static let schema =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

  private let console: Console
  private var writer = JSONWriter()
  private var notifications: [(path: Path, outcome: Outcome)] = []
  private let rules = DetectionRule.all
  private let numbers: [String: Int]

  init(_ console: Console) {
    self.console = console
    numbers = Dictionary(uniqueKeysWithValues: rules.enumerated().map { ($1.id, $0) })
  }

  mutating func begin() throws(Outcome) {
    writer.open(0x7B)
    writer.field("$schema", Self.schema)
    writer.field("version", "2.1.0")
    writer.key("runs")
    writer.open(0x5B)
    writer.open(0x7B)
    writer.key("tool")
    let rules = rules
    writer.object {
      $0.key("driver")
      $0.object {
        $0.field("name", "secretctl")
        $0.field("semanticVersion", Program.version)
        $0.key("rules")
        $0.array { writer in for rule in rules { Self.rule(rule, &writer) } }
      }
    }
    writer.key("results")
    writer.open(0x5B)
  }

  private static func rule(_ rule: DetectionRule, _ writer: inout JSONWriter) {
    writer.object {
      $0.field("id", rule.id)
      $0.key("shortDescription")
      $0.object { $0.field("text", rule.title) }
      $0.key("fullDescription")
      $0.object { $0.field("text", "\(rule.title); facts from: \(rule.source)") }
      $0.key("help")
      $0.object {
        $0.field(
          "text",
          "Move the value into a container: secretctl import --scrub FILE. If it was shared, renew it.")
      }
    }
  }

  mutating func add(_ file: ScannedFile) throws(Outcome) {
    switch file.status {
    case .leftOut: return
    case .refused(let outcome): notifications.append((file.path, outcome))
    case .read(_, let found):
      if !found.isComplete { notifications.append((file.path, .searchedInPart(file.path))) }
      for finding in found.list { result(finding, file, isAccepted: false) }
      for finding in file.heldBack { result(finding, file, isAccepted: true) }
    }
    try console.out.write(writer.take())
  }

  private mutating func result(
    _ finding: Finding, _ file: ScannedFile, isAccepted: Bool
  ) {
    let place = finding.place.shown
    let words = PlaceText.words(place)
    let number = numbers[finding.rule]
    writer.object {
      $0.field("ruleId", finding.rule)
      if let number { $0.field("ruleIndex", Int64(number)) }
      $0.field("level", finding.severity.level)
      $0.key("message")
      $0.object {
        $0.field("text", "\(finding.kind.title) in plain text at \(words): \(finding.reason)")
      }
      $0.key("locations")
      $0.array {
        $0.object { writer in
          Self.location(file.path, words, &writer) { region in
            if let text = file.regions[finding.range] { Self.region(text, &region) }
            region.field("byteOffset", Int64(finding.range.lowerBound))
            region.field("byteLength", Int64(finding.range.count))
          }
        }
      }
      $0.key("partialFingerprints")
      $0.object { $0.field("place/v1", ScanFingerprint.of(place, finding.rule)) }
      $0.key("rank")
      $0.value(Int64((finding.confidence * 100).rounded()))
      if isAccepted {
        $0.key("suppressions")
        $0.array {
          $0.object {
            $0.field("kind", "external")
            $0.field("justification", "accepted in the baseline")
          }
        }
      }
    }
  }

  /// Lines and columns of a text (§3.30.5 and following), and its characters; both count UTF-16 code units.
  private static func region(_ region: TextRegion, _ writer: inout JSONWriter) {
    writer.field("startLine", Int64(region.startLine))
    writer.field("startColumn", Int64(region.startColumn))
    writer.field("endLine", Int64(region.endLine))
    writer.field("endColumn", Int64(region.endColumn))
    writer.field("charOffset", Int64(region.charOffset))
    writer.field("charLength", Int64(region.charLength))
  }

  private static func location(
    _ path: Path, _ words: String?, _ writer: inout JSONWriter, region: ((inout JSONWriter) -> Void)?
  ) {
    writer.key("physicalLocation")
    writer.object {
      $0.key("artifactLocation")
      $0.object { $0.field("uri", ScanAddress.uri(path)) }
      guard let region else { return }
      $0.key("region")
      $0.object(region)
    }
    guard let words else { return }
    writer.key("logicalLocations")
    writer.array {
      $0.object {
        $0.field("fullyQualifiedName", words)
        $0.field("kind", "member")
      }
    }
  }

  mutating func end(_ summary: ScanSummary) throws(Outcome) {
    writer.close(0x5D)
    writer.key("invocations")
    let notifications = notifications
    writer.array {
      $0.object {
        $0.field("executionSuccessful", notifications.isEmpty)
        $0.key("toolExecutionNotifications")
        $0.array { writer in
          for (path, outcome) in notifications {
            writer.object {
              $0.field("level", "error")
              $0.key("descriptor")
              $0.object { $0.field("id", outcome.code) }
              $0.key("message")
              $0.object { $0.field("text", "\(outcome.message); \(outcome.hint)") }
              $0.key("locations")
              $0.array {
                $0.object { writer in
                  let offset = outcome.offset
                  Self.location(
                    path, nil, &writer,
                    region: offset.map { offset in { $0.field("byteOffset", Int64(offset)) } })
                }
              }
            }
          }
        }
      }
    }
    writer.field("columnKind", "utf16CodeUnits")
    writer.close(0x7D)
    writer.close(0x5D)
    writer.close(0x7D)
    writer.raw(0x0A)
    try console.out.write(writer.take())
  }
}

extension Finding.Severity {
  /// SARIF §3.27.10.
  fileprivate var level: String {
    switch self {
    case .high: "error"
    case .medium: "warning"
    case .low: "note"
    }
  }
}

/// Names of files as addresses.
enum ScanAddress {
  private static let unreserved = Set(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/".utf8)

  /// A relative reference or a `file:` address (RFC 3986, RFC 8089): bytes that are not allowed come as `%XX`.
  static func uri(_ path: Path) -> String {
    var out: [UInt8] = path.isAbsolute ? Array("file://".utf8) : []
    for byte in path.bytes {
      if unreserved.contains(byte) {
        out.append(byte)
      } else {
        out += [0x25] + Hex.encode([byte]).utf8.map { $0 >= 0x61 ? $0 - 0x20 : $0 }
      }
    }
    return String(decoding: out, as: Unicode.UTF8.self)
  }
}

/// What stays the same about a finding from run to run, made from its place and its rule alone.
enum ScanFingerprint {
  static func of(_ place: Place, _ rule: String) -> String {
    var writer = JSONWriter()
    writer.object {
      PlaceText.fields(place.path, place.inner, &$0)
      $0.field("rule", rule)
    }
    let digest = Hash.blake2b256(writer.bytes.span)
    return Hex.encode((0..<16).map { digest[$0] })
  }
}
