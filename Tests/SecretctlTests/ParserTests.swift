import Testing
import secretctl

@Suite struct ParserTests {
  private func parse(_ words: [String]) throws -> ParsedArguments {
    let request = try Parser.parse(words.map { Array($0.utf8) })
    guard case .verb(let parsed) = request else { throw NotAVerb() }
    return parsed
  }

  private struct NotAVerb: Error {}

  private func refusal(_ words: [String]) -> Outcome? {
    do {
      _ = try Parser.parse(words.map { Array($0.utf8) })
      return nil
    } catch {
      return error
    }
  }

  @Test func readsEveryWayToWriteAValue() throws {
    let expected = Array("tokens.sf".utf8)
    for words in [
      ["-f", "tokens.sf"], ["-ftokens.sf"], ["--file", "tokens.sf"], ["--file=tokens.sf"],
      ["-qf", "tokens.sf"],
      ["-qftokens.sf"],
    ] {
      #expect(try parse(["list"] + words).value(.file) == expected, "\(words)")
    }
    #expect(try parse(["list", "-qf", "x"]).has(.quiet))
  }

  @Test func anEqualsSignBelongsToTheValueAfterTheFirst() throws {
    #expect(try parse(["mv", "--map=a=b=c"]).value(.map) == Array("a=b=c".utf8))
    #expect(try parse(["set", "--label="]).value(.label) == [])
    #expect(try parse(["set", "-s", ""]).value(.service) == [])
  }

  @Test func valuesMayLookLikeAnything() throws {
    #expect(try parse(["get", "-s", "-"]).value(.service) == [0x2D])
    #expect(try parse(["get", "-s", "-x"]).value(.service) == Array("-x".utf8))
    #expect(try parse(["get", "-s", "--nothing"]).value(.service) == Array("--nothing".utf8))
    #expect(try parse(["get", "--service=--reveal"]).value(.service) == Array("--reveal".utf8))
  }

  @Test func aForgottenValueIsSeen() throws {
    let error = try #require(refusal(["get", "-s", "--reveal"]))
    #expect(error.exit == .usage)
    #expect(error.message == "-s needs a value, and --reveal follows")
    #expect(refusal(["get", "-s"])?.message == "-s needs a value: NAME")
    #expect(refusal(["get", "-s", "--"])?.message == "-s needs a value, and -- follows")
  }

  @Test func bytesThatAreNoTextPassThrough() throws {
    let request = try Parser.parse([Array("get".utf8), Array("-a".utf8), [0xFF, 0x00 + 1, 0xFE]])
    guard case .verb(let parsed) = request else { throw NotAVerb() }
    #expect(parsed.value(.account) == [0xFF, 1, 0xFE])
  }

  @Test func optionsMayRepeatOnlyWhereItMakesSense() throws {
    let parsed = try parse(["list", "-i", "a", "-i", "b", "--identity=c"])
    #expect(parsed.values(.identity) == [[0x61], [0x62], [0x63]])
    #expect(refusal(["list", "-f", "a", "-f", "b"])?.message == "--file was given twice")
    #expect(refusal(["list", "-q", "-q"])?.message == "--quiet was given twice")
  }

  @Test func twoDashesEndTheOptions() throws {
    let parsed = try parse(["scan", "a", "--json", "--", "--json", "-x"])
    #expect(parsed.operands == ["a", "--json", "-x"].map { Array($0.utf8) })
    #expect(parsed.has(.json))
  }

  @Test func unknownOptionsNameTheNearest() throws {
    let error = try #require(refusal(["list", "--servcie", "x"]))
    #expect(error.exit == .usage)
    #expect(error.message == "list has no option --servcie")
    #expect(error.hint == "did you mean --service?")
    #expect(refusal(["list", "--zzz"])?.hint == "secretctl help list lists its options")
    // An option of another verb is unknown here.
    #expect(refusal(["list", "--scrub"])?.message == "list has no option --scrub")
  }

  @Test func nothingGivenByMistakeIsRepeated() throws {
    for words in [
      ["set", "-s", "a", "hunter2-canary"], ["set", "-w", "hunter2-canary"], ["set", "-phunter2-canary"],
      ["set", "--password=hunter2-canary"], ["set", "--quiet=hunter2-canary"], ["get", "hunter2-canary"],
      ["set", "--value=hunter2-canary"],
    ] {
      let error = try #require(refusal(words), "\(words)")
      #expect(error.exit == .usage)
      #expect(!error.text.contains("hunter2"), "\(words)")
    }
    #expect(refusal(["set", "-w", "x"])?.hint.contains("never taken from the command line") == true)
  }

  @Test func verbsThatAreNotThereAreRefusedByName() throws {
    let error = try #require(refusal(["inject"]))
    #expect(error.exit == .usage)
    #expect(error.code == "notYet")
    #expect(error.message == "inject is not there yet (fill secrets into a template)")
    #expect(refusal(["lits"])?.hint == "did you mean list?")
    #expect(refusal([])?.message == "no verb given")
    #expect(refusal(["--json", "list"])?.message == "an option before the verb")
  }

  @Test func verbsOfTwoWords() throws {
    #expect(try parse(["slot", "list", "-f", "x"]).verb == .slotList)
    #expect(try parse(["slot", "remove", "0123"]).operands == [Array("0123".utf8)])
    #expect(refusal(["slot"])?.message == "slot needs one of: list, add, remove, passphrase, enrol")
    #expect(refusal(["slot", "lst"])?.hint == "did you mean slot list?")
    #expect(refusal(["slot", "-f", "x", "list"])?.exit == .usage)
  }

  @Test func closedValuesAreChecked() throws {
    #expect(try parse(["init", "--kdf", "mobile"]).value(.kdf) == Array("mobile".utf8))
    let error = try #require(refusal(["init", "--kdf", "mobil"]))
    #expect(error.message == "--kdf mobil: not one of mobile, default, sensitive")
    #expect(error.hint == "did you mean mobile?")
    #expect(refusal(["export", "--format", "text"])?.exit == .usage)
    #expect(try parse(["scan", "--format=text", "x"]).has(.format))
    #expect(try parse(["import", "x", "--scrub"]).has(.scrub))
    #expect(try parse(["import", "x", "--scrub=placeholder"]).value(.scrub) == Array("placeholder".utf8))
    #expect(refusal(["import", "x", "--scrub=all"])?.exit == .usage)
  }

  @Test func helpWinsOverMissingOperands() throws {
    #expect(try Parser.parse(["scan", "--help"].map { Array($0.utf8) }) == .help(.scan))
    #expect(try Parser.parse(["-h"].map { Array($0.utf8) }) == .help(nil))
    #expect(try Parser.parse(["--version"].map { Array($0.utf8) }) == .version)
  }

  @Test func operandsAreCounted() throws {
    #expect(refusal(["scan"])?.message == "scan needs PATH…")
    #expect(refusal(["list", "x"])?.message == "list takes no arguments")
    #expect(refusal(["inspect", "a", "b"])?.message == "inspect takes at most 1 argument")
  }

  @Test func numbersAreDecimalAndBounded() throws {
    let parsed = try parse(["set", "--port", "443", "--if-generation", "+1"])
    #expect(try parsed.number(.port, in: 0...65_535) == 443)
    #expect(throws: Outcome.self) { try parsed.number(.ifGeneration, in: 0...Int64.max) }
    #expect(throws: Outcome.self) { try parsed.number(.port, in: 0...442) }
    #expect(try parse(["set"]).number(.port, in: 0...1) == nil)
  }

  @Test func everyLongNameIsUniqueAndEveryOptionIsUsed() {
    let names = Option.allCases.map(\.spec.name)
    #expect(Set(names).count == names.count)
    let used = Set(Verb.allCases.flatMap(\.spec.options))
    #expect(Option.allCases.filter { !used.contains($0) } == [])
    for verb in Verb.allCases {
      let options = verb.spec.options
      #expect(Set(options).count == options.count, "\(verb.name)")
      let letters = options.compactMap(\.spec.short)
      #expect(Set(letters).count == letters.count, "\(verb.name)")
    }
  }
}
