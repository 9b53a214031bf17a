import Foundation
import Testing

@Suite struct ExportTests {
  private let box: Sandbox

  init() throws {
    box = try Sandbox()
    try box.prepare()
  }

  @Test func environmentLinesSurviveAShell() throws {
    let hostile = "it's $HOME `id` \"x\" \\ é"
    try box.set("s", "api/token", hostile)
    try box.set("s", "2fa", "line\nbreak", "--raw")
    try box.run("export --format env -o vars")
    #expect(try box.mode("vars") == 0o600)
    let result = try box.shell("source ./vars; printf '%s|%s' \"$API_TOKEN\" \"$_2FA\"")
    #expect(result.text == hostile + "|line\nbreak")
    try box.set("s", "API_TOKEN", "x")
    #expect(try box.run("export --format env").status == 45)
    try box.run("rm -s s -a API_TOKEN")
    try box.run(["set", "-s", "s", "-a", "bin"], input: Data([0xFF]))
    #expect(try box.run("export --format env").status == 65)
  }

  @Test func plistsHoldServicesUnlessOneIsNamed() throws {
    try box.set("s", "a<&>", "x<&>\r\n", "--raw")
    try box.set("t", "b", "2")
    try box.run(["set", "-s", "t", "-a", "bin"], input: Data([0, 0xFF]))
    func plist(_ options: String) throws -> NSDictionary {
      let result = try box.run("export --format plist \(options)")
      #expect(result.status == 0, "\(result.stderr)")
      return try Samples.read(result.stdout)
    }
    #expect(
      try plist("") == [
        "s": ["a<&>": "x<&>\r\n"], "t": ["b": "2", "bin": Data([0, 0xFF])] as [String: Any],
      ])
    #expect(try plist("-s t -a b") == ["b": "2"])
  }

  @Test func otherFormatsComeBackWithTheirTypes() throws {
    func imported(_ name: String, _ text: String) throws -> NSDictionary {
      try box.write(name, text)
      let result = try box.run("import \(name) --all")
      #expect(result.status == 0, "\(result.stderr)")
      let service = name.prefix { $0 != "." }
      return try Samples.read(try box.run("export --format plist -s \(service)").stdout)
    }
    #expect(
      try imported(
        "o.plist",
        "{ text = \"a \\\"b\\\"\"; word = w; data = <00 ff>; n = <*I-5>; yes = <*BY>; real = <*R1.5>;"
          + " when = <*D2024-05-01 12:00:00 +0200>; list = (a, {b = c;}); }")
        == [
          "text": "a \"b\"", "word": "w", "data": Data([0, 0xFF]), "n": -5, "yes": true, "real": 1.5,
          "when": Date(timeIntervalSince1970: 1_714_557_600), "list": ["a", ["b": "c"]] as [Any],
        ])
    #expect(
      try imported(
        "app.xml",
        "<map><string name=\"s\">a &lt; b</string><int name=\"i\" value=\"5\"/><long name=\"l\" value=\"9000000000\"/>"
          + "<float name=\"f\" value=\"1.5\"/><float name=\"inf\" value=\"-Infinity\"/><boolean name=\"b\" value=\"true\"/>"
          + "<set name=\"set\"><string>x</string><string>y</string></set></map>")
        == [
          "s": "a < b", "i": 5, "l": 9_000_000_000 as Int64, "f": 1.5, "inf": -Double.infinity, "b": true,
          "set": ["x", "y"],
        ])
  }

  @Test(arguments: [PropertyListSerialization.PropertyListFormat.binary, .xml])
  func whatWasImportedComesBackAsTheSamePlist(_ format: PropertyListSerialization.PropertyListFormat) throws {
    var values: [String: Any] = [
      "date": Date(timeIntervalSinceReferenceDate: 700_000_000),
      "old": Date(timeIntervalSinceReferenceDate: -1e9),
      "data": Data([0, 1, 0xFF]), "noData": Data(), "text": " <a> & \u{1F511}", "empty": "",
      "true": true, "false": false, "one": 1, "real": 1.0, "tenth": 0.1, "word": "1", "minus": -5,
      "big": UInt64.max, "low": Int64.min,
      "nested": ["a/b": ["~": ["deep": "x"]], "": "empty key", "7": "a key, no index"] as [String: Any],
      "array": ["first", ["in": 2] as [String: Any], ["x", "y"], 4, 5, 6, 7, 8, 9, "tenth", "eleventh"]
        as [Any],
    ]
    if format == .binary {
      // XML itself makes a line feed of the two, and has no reals of four bytes.
      values["text"] = "<a> \r\n"
      values["single"] = Float(0.1)
    }
    try box.write(
      "a.plist", try PropertyListSerialization.data(fromPropertyList: values, format: format, options: 0))
    #expect(try box.run("import a.plist --all").status == 0)
    let result = try box.run("export --format plist -s a")
    #expect(result.status == 0, "\(result.stderr)")
    let back = try Samples.read(result.stdout)
    #expect(back == values as NSDictionary)
    // Equality of numbers says too little.
    for (key, element) in [
      ("true", "<true/>"), ("one", "<integer>1</integer>"),
      ("real", format == .xml ? "<real>1</real>" : "<real>1.0</real>"),
      ("word", "<string>1</string>"), ("big", "<integer>18446744073709551615</integer>"),
    ] {
      #expect(result.text.contains("\t<key>\(key)</key>\n\t\(element)\n"), "\(key)")
    }
    // What is not there leaves no gap; what is set by hand stands under its account.
    try box.run("rm -s a -a array/1/in")
    try box.set("a", "own/name", "mine")
    let fewer = try Samples.read(try box.run("export --format plist -s a").stdout)
    let array = try #require(fewer["array"] as? [Any])
    #expect(array.count == 10 && array[0] as? String == "first" && array[1] as? [String] == ["x", "y"])
    #expect(array[9] as? String == "eleventh")
    #expect(fewer["own/name"] as? String == "mine")
    // A value that is no number any more is not called one.
    try box.set("a", "one", "not a number")
    #expect(
      try Samples.read(try box.run("export --format plist -s a").stdout)["one"] as? String == "not a number")
  }

  @Test func anArrayAtTheTopStaysOne() throws {
    let json = "[\"a\", {\"0\": \"key\", \"1\": \"key\"}, [true, 1.50]]"
    try box.write("list.json", json)
    #expect(try box.run("import list.json --all").status == 0)
    let result = try box.run("export --format plist -s list")
    let back = try unsafe PropertyListSerialization.propertyList(
      from: result.stdout, options: [], format: nil)
    #expect(back as? NSArray == ["a", ["0": "key", "1": "key"], [true, 1.5]] as NSArray)
  }

  @Test func twoItemsOfOnePlaceAreNamed() throws {
    try box.write("a.json", "{\"b\": {\"c\": \"x\"}}")
    #expect(try box.run("import a.json --all").status == 0)
    try box.set("a", "b", "y")
    let result = try box.run("export --format plist -s a")
    #expect(result.status == 45)
    #expect(result.stderr.contains("a / b\n") && result.stderr.contains("a / b/c\n"))
    #expect(try box.run("export --format plist -s a -a b").status == 0)
  }

  @Test func jsonIsOneDocument() throws {
    try box.set("s", "a", "1")
    try box.set("s", "b", "2")
    let items = try #require(try box.run("export").json()["items"] as? [[String: Any]])
    #expect(items.compactMap { $0["value"] as? String } == ["1", "2"])
  }

  @Test func aTerminalIsShownNothingUnlessAsked() throws {
    try box.set("s", "a", "canary")
    for verb in ["get -s s", "get -s s --json", "export", "export --format env"] {
      let hidden = try PseudoTerminal("exec $T \(verb)", in: box)
      #expect(hidden.finish() == 64, "\(verb)")
      #expect(!hidden.screen.contains("canary") && hidden.screen.contains("hint: --reveal shows them"))
      let shown = try PseudoTerminal("exec $T \(verb) --reveal", in: box)
      #expect(shown.finish() == 0, "\(verb)")
      #expect(shown.screen.contains("canary"))
    }
    let piped = try PseudoTerminal("$T get -s s | wc -c", in: box)
    #expect(piped.finish() == 0)
    #expect(piped.screen.contains("6"))
    try box.run(["set", "-s", "bin", "--raw"], input: Data([0x1B, 0x5B, 0x33]))
    let binary = try PseudoTerminal("exec $T get -s bin --reveal", in: box)
    #expect(binary.finish() == 64)
    #expect(binary.screen.contains("not text that a terminal can show"))
  }

  @Test func aFilterThatMatchesNothingMakesNoFile() throws {
    let box = try Sandbox()
    try box.prepare()
    let empty = try box.run("export")
    #expect(empty.status == 0 && empty.text.contains("items"), "all of nothing is nothing")
    try box.set("s", "a", "v")
    for filter in ["-s typo", "-a typo", "--label typo", "--expired"] {
      let result = try box.run("export \(filter) -o out")
      #expect(result.status == 44, "\(filter): \(result.stderr)")
      #expect(result.stderr.contains("no such item") && !box.exists("out"))
    }
  }
}
