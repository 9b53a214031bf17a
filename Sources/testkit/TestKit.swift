import Files
import Foundation
import VectorSuite

/// Makes the published test vectors from the specification, with a byte builder of its own.
@main
struct TestKit {
  static let usage = """
    usage: testkit generate DIR            write the vectors into DIR
           testkit check DIR               run the vectors in DIR against the library
           testkit example [--check] FILE  put the annotated example into FILE, or compare it

    """

  static func main() {
    do {
      try run(Array(CommandLine.arguments.dropFirst()))
    } catch let problem as Problem {
      fail(problem.text, problem.code)
    } catch {
      fail("\(error)", 74)
    }
  }

  private static func run(_ arguments: [String]) throws {
    switch (arguments.first, arguments.count) {
    case ("generate", 2): try generate(into: arguments[1])
    case ("check", 2): try check(arguments[1])
    case ("example", 2): try Example.write(to: arguments[1])
    case ("example", 3) where arguments[1] == "--check": try Example.check(arguments[2])
    default: throw Problem(usage, 64)
    }
  }

  private static func generate(into folder: String) throws {
    let suite = try Suite.all()
    guard suite.duplicates.isEmpty else { throw Problem("two vectors of one name: \(suite.duplicates)", 70) }
    // The one container whose bytes the specification gives: without it nothing here can be trusted.
    guard let worked = suite.vector("valid_worked"), hash(worked.bytes) == Case.workedHash else {
      throw Problem("the worked file is not that of the specification, 15.9", 70)
    }
    try suite.write(into: folder)
    print("\(suite.vectors.count) vectors, \(suite.vectors.count { $0.isValid }) of them valid")
  }

  /// Ends with 0, 1 for a vector that failed, 21 for a newer suite, 65 for a malformed vector.
  private static func check(_ folder: String) throws {
    let scratch = try SuiteCheck.scratch()
    let report: SuiteCheck.Report
    do {
      report = try SuiteCheck.run(Path(folder), scratch: scratch.path)
    } catch let error as Malformed {
      throw Problem("\(folder): \(error)", 65)
    }
    print(report.text, terminator: "")
    switch report.verdict {
    case .good: break
    case .failed: throw Problem("\(report.failed) vectors failed", 1)
    case .malformed: throw Problem("a vector is malformed", 65)
    case .newer: throw Problem("\(report.skipped) vectors of suite \(report.suite) were skipped", 21)
    }
  }

  private static func fail(_ text: String, _ code: Int32) -> Never {
    Disk.complain(text.hasSuffix("\n") ? text : "testkit: \(text)\n")
    exit(code)
  }
}

/// What ends the run, for the person who called it.
struct Problem: Error {
  let text: String
  let code: Int32

  init(_ text: String, _ code: Int32) {
    (self.text, self.code) = (text, code)
  }
}
