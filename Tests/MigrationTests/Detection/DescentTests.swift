import Foundation
import Migration
import SecretCrypto
import Testing

@Suite("Findings inside values")
struct DescentTests {
  private let token = FindingsTests.token

  @Test("JSON in a string, in a string again, and in data")
  func json() throws {
    let inner = #"{"accessToken": "\#(token)", "user": "sam"}"#
    let outer = String(decoding: try JSONSerialization.data(withJSONObject: ["auth": inner]), as: UTF8.self)
    let bytes = try binaryPlist(["persist:root": outer, "blob": Data(inner.utf8)])
    #expect(
      Set(found(try parsed(bytes))) == [
        Short(
          "persist:root", .accessToken,
          inner: [.decode(.json), key("auth"), .decode(.json), key("accessToken")]),
        Short("blob", .accessToken, inner: [.decode(.json), key("accessToken")]),
      ])
  }

  @Test("property lists in data, and base64 of documents")
  func plists() throws {
    let inner = try binaryPlist(["session": ["cookie": "sid=\(token); path=/"]])
    let xml = try PropertyListSerialization.data(
      fromPropertyList: ["apiKey": token], format: .xml, options: 0)
    let bytes = try binaryPlist([
      "cache": Data(inner), "xml": xml, "b64": Data(inner).base64EncodedString(),
      "settings": Data(#"{"smtp": {"pass": "falcon-harbor-36"}}"#.utf8).base64EncodedString(),
    ])
    #expect(
      Set(found(try parsed(bytes))) == [
        Short("cache", .cookie, inner: [.decode(.plist), key("session"), key("cookie")]),
        Short("xml", .apiKey, inner: [.decode(.plist), key("apiKey")]),
        Short("b64", .cookie, inner: [.decode(.base64), .decode(.plist), key("session"), key("cookie")]),
        Short("settings", .password, inner: [.decode(.base64), .decode(.json), key("smtp"), key("pass")]),
      ])
  }

  @Test("keyed archives: the names that refer to an object are its names")
  func archives() throws {
    let login: NSDictionary = ["password": "hunter22", "username": "sam", "list": ["a", "b"]]
    let bytes = try binaryPlist([
      "currentUser": try archive(login), "accessToken": try archive(token as NSString),
    ])
    let list = try parsed(bytes).findings().list
    #expect(list.count == 2)
    for finding in list {
      #expect(finding.place.inner.prefix(2) == [.decode(.nskeyedarchiver), key("$objects")])
      #expect(finding.place.inner.count == 3)
    }
    #expect(Set(list.map(\.kind)) == [.password, .accessToken])
    #expect(Set(list.map(\.length)) == [8, 32])
  }

  @Test("a document inside a value is never a finding as a whole, whatever its key is called")
  func containers() throws {
    #expect(try found("accessToken", #"{"expires": 3600, "type": "bearer"}"#) == [])
    #expect(try found("password", #"{"length": 20}"#) == [])
  }

  @Test(
    "braces that are no JSON stay text",
    arguments: ["{{0, 0}, {10, 10}}", "{0c3e5a917d24f68b01c9", "[not json]", "{}"])
  func braces(value: String) throws {
    #expect(try found("frame", value) == [])
  }

  @Test("values inside values end at a limit, and the result says so")
  func depth() throws {
    var value = #"{"accessToken": "\#(token)"}"#
    for _ in 0..<12 {
      value = String(decoding: try JSONSerialization.data(withJSONObject: ["x": value]), as: UTF8.self)
    }
    let findings = try parsed(value).findings()
    #expect(findings.list.isEmpty)
    #expect(!findings.isComplete)
    var limits = DetectionLimits.standard
    limits.depth = 12
    #expect(try parsed(value).findings(limits: limits).list.count == 1)
  }

  @Test("shared containers do not multiply the work")
  func sharedContainers() throws {
    // 40 arrays, each holding the next one twice; the last holds a dictionary with a password: 2^40 ways.
    let levels = 40
    var objects: [[UInt8]] = []
    for level in 0..<levels { objects.append([0xA2, UInt8(level + 1), UInt8(level + 1)]) }
    objects.append([0xD1, UInt8(levels + 1), UInt8(levels + 2)])
    objects.append([0x58] + Array("password".utf8))
    objects.append([0x58] + Array("hunter22".utf8))
    var bytes = Array("bplist00".utf8)
    var offsets: [UInt8] = []
    for object in objects {
      offsets += [UInt8(bytes.count >> 8), UInt8(bytes.count & 0xFF)]
      bytes += object
    }
    let table = bytes.count
    bytes += offsets + [0, 0, 0, 0, 0, 0, 2, 1]
    for number in [objects.count, 0, table] {
      bytes += (0..<8).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }
    let findings = try parsed(bytes).findings()
    #expect(!findings.isComplete)
    #expect((1...64).contains(findings.list.count))
    #expect(findings.list.allSatisfy { $0.kind == .password })
  }

  @Test("the number of findings and of values is bounded")
  func bounds() throws {
    let many = "[" + (0..<50).map { _ in #"{"password": "hunter22"}"# }.joined(separator: ",") + "]"
    var limits = DetectionLimits.standard
    limits.findings = 10
    let few = try parsed(many).findings(limits: limits)
    #expect(few.list.count == 10 && !few.isComplete)
    limits = .standard
    limits.values = 20
    #expect(!(try parsed(many).findings(limits: limits)).isComplete)
    #expect(try parsed(many).findings().isComplete)
  }

  @Test("a configuration profile's identity is told by the payload type beside it")
  func identityPayload() throws {
    let noise = Data((0..<200).map { UInt8(truncatingIfNeeded: $0 &* 97 &+ 13) })
    let bytes = try binaryPlist([
      "PayloadContent": [
        ["PayloadType": "com.apple.security.pkcs12", "PayloadContent": noise],
        ["PayloadType": "com.apple.security.root", "PayloadContent": noise],
      ]
    ])
    #expect(found(try parsed(bytes)) == [Short("PayloadContent/0/PayloadContent", .identity)])
  }

  @Test("random data counts under a secret's name, known data never does")
  func data() throws {
    let noise = Data((0..<32).map { UInt8(truncatingIfNeeded: $0 &* 97 &+ 13) })
    let bytes = try binaryPlist([
      "encryptionKey": noise, "SharedSecret": Data("roelxVPFrSRc%".utf8), "publicKeyData": noise,
      "state": noise,
      "password": Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]), "Signature": noise,
      "DomainDataKey": noise,
    ])
    #expect(
      Set(found(try parsed(bytes))) == [
        Short("encryptionKey", .encryptionKey), Short("SharedSecret", .secret),
      ])
  }
}
