import Files
import SecretFile
import VectorSuite

/// `vectors check`: published test vectors, run against this build.
enum VectorsVerb {
  static func run(_ arguments: ParsedArguments, _ console: Console) throws(Outcome) -> ExitCode {
    let folder = Path(bytes: arguments.operands[0])
    let report = try check(folder)
    try console.isJSON ? json(report, console) : console.out.write(report.text)
    // What a failure is about stands in the report.
    try console.out.flush()
    switch report.verdict {
    case .good: return .done
    case .newer:
      throw Outcome(
        "version", .newer,
        "\(folder): \(Count.text(report.skipped, "vector")) of suite \(report.suite) were skipped; all others passed",
        hint: "use a newer secretctl to run them too")
    case .failed:
      throw Outcome(
        "failed", .failure, "\(folder): \(Count.text(report.failed, "vector")) failed",
        hint: "either this build or the folder is not as published: compare the folder first")
    case .malformed:
      let first = report.findings.first { $0.isMalformed }
      throw Outcome(
        "malformed", .refused, "\(folder): malformed vector \(first?.file ?? "")",
        hint: "get the vectors anew: a vector that cannot be read proves nothing")
    }
  }

  private static func check(_ folder: Path) throws(Outcome) -> SuiteCheck.Report {
    let scratch = try files { () throws(FileError) in try SuiteCheck.scratch() }
    do {
      return try SuiteCheck.run(folder, scratch: scratch.path)
    } catch let error as FileError {
      throw Outcome(error)
    } catch {
      throw Outcome(
        "malformed", .refused, "\(folder): not a folder of vectors: \(error)",
        hint: "name the folder that has index.json in it")
    }
  }

  private static func json(_ report: SuiteCheck.Report, _ console: Console) throws(Outcome) {
    var writer = JSONWriter()
    writer.object {
      $0.field("suite", report.suite.description)
      $0.field("known", SuiteVersion.known.description)
      $0.key("categories")
      $0.array { writer in
        for category in report.categories {
          writer.object {
            $0.field("name", category.name)
            $0.field("passed", Int64(category.passed))
            $0.field("failed", Int64(category.failed))
            $0.field("skipped", Int64(category.skipped))
          }
        }
      }
      $0.key("findings")
      $0.array { writer in
        for finding in report.findings {
          writer.object {
            $0.field("file", finding.file)
            $0.field("problem", finding.problem)
            $0.field("malformed", finding.isMalformed)
          }
        }
      }
    }
    writer.raw(0x0A)
    try console.out.write(writer.bytes)
  }
}
