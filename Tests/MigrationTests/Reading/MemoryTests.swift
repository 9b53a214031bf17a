import Foundation
import Migration
import SecretCrypto
import Testing

#if os(Linux)
  /// A file of many small values costs at most six times its size while it is read, itself included. The
  /// kernel tells the peak, so each file is read in a process of its own.
  @Suite struct MemoryTests {
    @Test func json() async {
      await #expect(processExitsWith: .success) {
        MemoryTests.check(3_500_000, head: "{", tail: "\"end\":0}") { number in
          "\"user-\(number)\":{\"id\":\(number),\"name\":\"user \(number)\",\"active\":true,\"tags\":[\"a\",\"b\\n\"],"
            + "\"score\":\(number).5,\"token\":\"0123456789abcdef0123456789abcdef\"},"
        }
      }
    }

    @Test func xml() async {
      await #expect(processExitsWith: .success) {
        MemoryTests.check(7_000_000, head: "<plist><array>", tail: "</array></plist>") { number in
          "\n\t<dict>\n\t\t<key>id</key>\n\t\t<integer>\(number)</integer>\n\t\t<key>name</key>\n"
            + "\t\t<string>user &amp; \(number)</string>\n\t\t<key>active</key>\n\t\t<true/>\n\t</dict>"
        }
      }
    }

    @Test func openStep() async {
      await #expect(processExitsWith: .success) {
        MemoryTests.check(3_500_000, head: "{\n", tail: "}\n") { number in
          "\t\"user-\(number)\" = {\n\t\tname = \"user \\\"\(number)\\\"\";\n\t\tactive = YES;\n"
            + "\t\ttoken = \"0123456789abcdef0123456789abcdef\";\n\t};\n"
        }
      }
    }

    @Test func android() async {
      await #expect(processExitsWith: .success) {
        MemoryTests.check(3_500_000, head: "<map>\n", tail: "</map>\n") { number in
          "    <string name=\"key\(number)\">a &lt; \(number)</string>\n    <int name=\"n\(number)\" value=\"\(number)\" />\n"
        }
      }
    }

    @Test func binary() async {
      await #expect(processExitsWith: .success) {
        var maker = BinaryMaker(offsetSize: 3, referenceSize: 3)
        let count = 100_000
        maker.add(
          [0xAF, 0x12] + BinaryMaker.number(count, 4) + (1...count).flatMap { BinaryMaker.number($0, 3) })
        for number in 1...count { maker.objects.append([0x58] + Array("\(10_000_000 + number)".utf8)) }
        let file = maker.file()
        maker = BinaryMaker()
        MemoryTests.check(file)
      }
    }

    private static func check(_ size: Int, head: String, tail: String, _ entry: (Int) -> String) {
      var text = Array(head.utf8)
      text.reserveCapacity(size + 1_000)
      var number = 0
      while text.count < size {
        text += entry(number).utf8
        number += 1
      }
      check(text + tail.utf8)
    }

    /// Ends the process: 0 if reading stayed within the bounds, 1 if not, 2 if the file was not read.
    private static func check(_ file: consuming [UInt8]) {
      let source = source(file)
      file = []
      // Sets the peak back to what is in use now.
      FileHandle(forWritingAtPath: "/proc/self/clear_refs")?.write(Data("5".utf8))
      let before = kilobytes("VmRSS") - source.count / 1024
      guard let document = try? Document.read(source), document.nodeCount > 10_000 else { exit(2) }
      let peak = kilobytes("VmHWM") - before
      let bound = 6 * source.count / 1024
      exit(peak <= bound ? 0 : 1)
    }

    private static func kilobytes(_ field: String) -> Int {
      let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
      let line = status.split(separator: "\n").first { $0.hasPrefix(field + ":") } ?? ""
      return Int(line.split(whereSeparator: { !$0.isNumber }).first ?? "") ?? 0
    }
  }
#endif
