import Testing

@Suite struct WhyTests {
  let bench: Workbench

  init() throws {
    bench = try Workbench()
    try bench.write(
      "Rules/own.yml",
      """
      pack: own
      rules:
        - id: now
          message: "'now()' is banned"
          ban: [now()]
          allow: ["*Seam.swift"]
        - id: any-thing
          severity: warning
          message: no things
          ban: [Thing.init]
        - id: new-thing
          message: no new things
          ban: [Thing(new:)]
        - id: age
          message: no age
          ban: [_.age]
        - id: wait
          message: no waiting
          ban: [wait(for:)]
          files: ["*Tests.swift"]
      """)
    try bench.write(
      ".swift-determinism-lint.yml",
      """
      packs: [core]
      rules: [Rules]
      exclude: ["**/Generated"]
      severity: { date-since-now: off }
      allow:
        now: ["Clock/*.swift"]
      """)
  }

  func why(_ place: String, _ options: String..., in content: String? = nil) throws -> String {
    if let content { try bench.write("a.swift", content) }
    let run = try bench.lint((["why", place] + options).map { Array($0.utf8) })
    #expect(run.status == 0)
    #expect(run.errors.isEmpty)
    return run.output
  }

  // MARK: - Matches

  @Test func aReportedMatchIsDrawnWithItsRange() throws {
    let answer = try why("a.swift:1:12", "--only-rule", "now", in: "\tlet é = now( )\n")
    #expect(
      answer.hasPrefix(
        """
        a.swift:1:11 to 1:17
        1 | \tlet é = now( )
          | \t        ^~~~~~
          now matches with 'now()': reported as an error
            'now()' is banned

        1 rule looks at this file: now.

        """))
    let others = "rules are off: not named by '--only-rule' (calendar "
    #expect(answer.split(separator: "\n").last?.contains(others) == true)
  }

  @Test func theMatchThatWinsIsNamedByTheOnesThatLose() throws {
    let answer = try why("a.swift:1", in: "let a = Thing(new: 1)\n")
    #expect(answer.contains("\n  new-thing matches with 'Thing(new:)': reported as an error\n"))
    #expect(
      answer.contains(
        "\n  any-thing matches with 'Thing.init': not reported; new-thing takes precedence: its "
          + "pattern has more labels\n"))
    #expect(answer.components(separatedBy: "^~~~").count == 2)
  }

  @Test func ofTwoThatAreWrittenAlikeTheErrorWins() throws {
    let rules = [("first", "warning"), ("second", "error")].map { id, severity in
      "  - { id: \(id), severity: \(severity), message: no, ban: [same()] }\n"
    }
    try bench.write("Rules/alike.yml", "pack: alike\nrules:\n" + rules.joined())
    let answer = try why("a.swift:1", in: "same()\n")
    #expect(answer.contains("second matches with 'same()': reported as an error\n"))
    #expect(
      answer.contains(
        "first matches with 'same()': not reported; second takes precedence: its severity is error\n"
      ))
  }

  @Test func aMemberOfWhatIsReportedIsNotReported() throws {
    let answer = try why("a.swift:1", in: "let a = Thing(old: 1).age\n")
    #expect(answer.contains("a.swift:1:9 to 1:22\n"))
    #expect(answer.contains("\n  any-thing matches with 'Thing.init': reported as a warning\n"))
    #expect(answer.contains("a.swift:1:23 to 1:26\n"))
    #expect(
      answer.contains(
        "\n  age matches with '_.age': not reported; it is a member of a use that is reported\n"))
    // A column chooses.
    #expect(!(try why("a.swift:1:9").contains("age matches")))
    #expect(!(try why("a.swift:1:24").contains("any-thing matches")))
  }

  @Test func whatIsAllowedByPathNamesTheGlobAndItsPlace() throws {
    for file in ["Clock/b.swift", "MySeam.swift"] { try bench.write(file, "now()\n") }
    let clock = try why("Clock/b.swift:1")
    #expect(
      clock.contains(
        "now matches with 'now()': not reported; allowed in files 'Clock/*.swift' "
          + "(.swift-determinism-lint.yml:6:9)\n"))
    #expect(
      clock.contains(
        "\nAllowed in this file: now by 'Clock/*.swift' (.swift-determinism-lint.yml:6:9).\n"))
    #expect(
      try why("MySeam.swift:1").contains(
        "not reported; allowed in files '*Seam.swift' (the rule's own)\n"))
  }

  @Test func whatACommentExcusesNamesTheComment() throws {
    let answer = try why("a.swift:2", in: "// determinism:allow now: it is a clock\nnow()\n")
    #expect(
      answer.contains(
        "\n  now matches with 'now()': not reported; allowed by "
          + "'// determinism:allow now: it is a clock' (a.swift:1:1)\n"), "\(answer)")
  }

  @Test func anOwnTypeOfTheProjectIsNamed() throws {
    try bench.write("own.yml", "own-types: [Timer]\nrules: [Rules]\n")
    let source = "let a = Timer.scheduledTimer(), b = 1\n"
    let answer = try why("a.swift:1", "--config", "own.yml", in: source)
    #expect(
      answer.contains(
        "\n  timer-scheduled matches with 'Timer.scheduledTimer': not reported; 'Timer' is an own "
          + "type here (own.yml:1:13)\n"), "\(answer)")
  }

  @Test func anOwnQueueOfTheProjectIsNamed() throws {
    let source = "import Dispatch\nQueues.main.async { }\nQueues.other.async { }\n"
    for (setting, place) in [
      ("[Queues.main]", "14"), ("{ Queues.main: DispatchQueue.main }", "15"),
    ] {
      try bench.write("own.yml", "own-queues: \(setting)\npacks: [core, scheduling]\n")
      let rule = place == "14" ? "dispatch-own-async" : "dispatch-main-async"
      let answer = try why("a.swift:2", "--config", "own.yml", in: source)
      #expect(
        answer.contains(
          "\n  \(rule) matches with 'Queues.main.async' (an own queue, own.yml:1:\(place)): "
            + "reported as "), "\(answer)")
      #expect(!(try why("a.swift:3", "--config", "own.yml", in: source)).contains("matches with"))
    }
  }

  @Test func whatADeclarationAllowsNamesItsHeaderAndWhereItIsWritten() throws {
    try bench.write("own.yml", "allow-inside: { date-init: [struct Clock] }\n")
    let source = "struct Clock {\n  let start = Date()\n}\n"
    #expect(
      try why("a.swift:2", "--config", "own.yml", in: source).contains(
        "not reported; allowed inside 'struct Clock' (own.yml:1:29)\n"))
  }

  @Test func aRuleForOtherFilesIsNamed() throws {
    let answer = try why("a.swift:1", in: "wait(for: 1)\n")
    #expect(
      answer.contains(
        "\n  wait matches with 'wait(for:)': not reported; the rule looks only at files '*Tests.swift'\n"
      ))
    #expect(answer.contains("\nFor other files: wait, only in '*Tests.swift'.\n"))
    try bench.write("aTests.swift", "wait(for: 1)\n")
    #expect(try why("aTests.swift:1").contains("reported as an error"))
  }

  @Test func whatARuleThatIsNotInForceWouldMatchIsShown() throws {
    let source = "let a = Date(timeIntervalSinceNow: 1), b = UUID()\n"
    let answer = try why("a.swift:1", in: source)
    #expect(
      answer.contains(
        "date-since-now matches with 'Date(timeIntervalSinceNow:)': off; the configuration "
          + "turns it off (.swift-determinism-lint.yml:4:13)\n"))
    #expect(
      answer.contains(
        "uuid-init matches with 'UUID()': off; the pack 'random' is off; "
          + "'--pack random' turns it on\n"))
    #expect(
      answer.contains("turned off: date-since-now (.swift-determinism-lint.yml:4:13)"))
    let more = try why("a.swift:1:45", "--pack=random")
    #expect(more.contains("uuid-init matches with 'UUID()': reported as an error\n"))
  }

  @Test func theCallAroundAPlaceIsNamed() throws {
    let source = "DispatchQueue.main.async {\n  work()\n}\n"
    let answer = try why("a.swift:2", in: source)
    #expect(answer.hasPrefix("a.swift:2: nothing matches here\n2 |   work()\n\n"))
    #expect(
      answer.contains(
        "\nAround this place: 1:1 dispatch-main-async, reported as an error.\n"))
  }

  @Test func itAgreesWithTheReport() throws {
    let source =
      "let a = [now(), Date(), Thing(new: 1).age, Date(timeIntervalSinceNow: 1)]\nnow()\n"
    try bench.write("a.swift", source)
    let reported = try bench.lint("--format=llvm", "a.swift").output
      .matches(of: /a\.swift:(\d+):(\d+): (error|warning)/).map { "\($0.1):\($0.2)" }
    try #require(reported.count == 4)
    for place in reported {
      #expect(try why("a.swift:\(place)").contains(": reported as an error\n"), "\(place)")
    }
  }

  // MARK: - No match

  @Test func aSeamIsExplainedByThePatterns() throws {
    let answer = try why(
      "a.swift:1", in: "timerType.scheduledTimer(withTimeInterval: 1, repeats: true) { _ in }\n")
    #expect(
      answer.hasPrefix(
        """
        a.swift:1: nothing matches here
        1 | timerType.scheduledTimer(withTimeInterval: 1, repeats: true) { _ in }
          |           ^~~~~~~~~~~~~~
          'scheduledTimer' is in patterns of timer-scheduled, but none of them matches this use:
            Timer.scheduledTimer  \

        """.trimmingCharacters(in: .newlines)))
    #expect(answer.contains("\n\nNo rule that is on matches anything in this file.\n"))
  }

  @Test(arguments: [
    ("// now()", "a comment"), ("/* now() */", "a comment"),
    ("let a = \"now()\"", "the text of a string"),
    ("let a = /now()/", "a regex literal"), ("#if Thing\n#endif", "the condition of an '#if'"),
  ])
  func aNameThatIsNoCodeIsSaidToBeNone(source: String, context: String) throws {
    let answer = try why("a.swift:1", in: source + "\n")
    #expect(answer.contains(") is in \(context), not in code\n"), "\(answer)")
    #expect(answer.hasPrefix("a.swift:1: nothing matches here\n"))
  }

  @Test func theNearestMatchesAreNamed() throws {
    let source = "let a = 1; now()\n\n\n\n"
    #expect(
      try why("a.swift:1:5", in: source).contains(
        "\n\nOn this line: 1:12 now, reported as an error.\n"))
    #expect(
      try why("a.swift:4").contains(
        "\n\nThe nearest match: 1:12 now, reported as an error.\n"))
  }

  // MARK: - Files

  @Test func anExcludedFileIsLookedAtByNoRule() throws {
    try bench.write("Sources/Generated/b.swift", "now()\n")
    #expect(
      try why("Sources/Generated/b.swift:1")
        == "'Sources/Generated/b.swift' is excluded by '**/Generated' "
        + "(.swift-determinism-lint.yml:3:11); no rule looks at it.\n")
  }

  @Test func aFileThatASearchPassesOverIsSaidToBeOne() throws {
    for folder in ["ignored", ".hidden", "Pods", "plain"] {
      try bench.write("\(folder)/b.swift", "now()\n")
    }
    try bench.write("Podfile")
    try bench.write("plain/b.txt", "now()\n")
    try bench.write(".gitignore", "ignored\n")
    let ignored = "Git ignores this file; name it to lint it.\n"
    let skipped = "A run over folders skips this file; name it to lint it.\n"
    #expect(try why("ignored/b.swift:1").hasSuffix(ignored))
    for file in [".hidden/b.swift", "Pods/b.swift"] {
      #expect(try why("\(file):1").hasSuffix(skipped), "\(file)")
    }
    #expect(
      try why("plain/b.txt:1") == "'plain/b.txt' is not a Swift file; no rule looks at it.\n")
    let plain = try why("plain/b.swift:1")
    #expect(!plain.contains("name it to lint it"))
    #expect(plain.contains("reported as an error"))
  }

  @Test func aNameMayHoldColonsAndNumbers() throws {
    try bench.write("odd:3", "now()\n")
    #expect(try why("odd:3:1").hasPrefix("odd:3:1:1 to 1:6\n"))
    #expect(try why("odd:3:1:2").hasPrefix("odd:3:1:1 to 1:6\n"))
    try bench.write("odd", "\n\nnow()\n")
    #expect(try why("odd:3:1").hasPrefix("odd:3:1 to 3:6\n"))
    // As a report has it.
    #expect(try why("odd:3:1:").hasPrefix("odd:3:1 to 3:6\n"))
  }

  // MARK: - Mistakes

  @Test(arguments: [
    ([String](), "missing FILE:LINE[:COLUMN] for 'why'"),
    (["a.swift:1", "b.swift:2"], "'why' takes one FILE:LINE[:COLUMN]"),
    (["a.swift"], "'why' takes FILE:LINE[:COLUMN], not 'a.swift'"),
    (["a.swift:"], "'why' takes FILE:LINE[:COLUMN], not 'a.swift:'"),
    ([":3"], "'why' takes FILE:LINE[:COLUMN], not ':3'"),
    (["a.swift:x"], "'why' takes FILE:LINE[:COLUMN], not 'a.swift:x'"),
    (["a.swift:+1"], "'why' takes FILE:LINE[:COLUMN], not 'a.swift:+1'"),
    (
      ["a.swift:99999999999999999999"],
      "'why' takes FILE:LINE[:COLUMN], not 'a.swift:99999999999999999999'"
    ),
    (["a.swift:0"], "lines and columns count from 1"),
    (["a.swift:1:0"], "lines and columns count from 1"),
  ])
  func aMalformedPlaceIsAMistakeOfTheCommandLine(arguments: [String], message: String) throws {
    let run = try bench.lint((["why"] + arguments).map { Array($0.utf8) })
    #expect(run.status == 64)
    #expect(run.output.isEmpty)
    #expect(run.errors.hasPrefix("error: \(message)\n"))
  }

  @Test(arguments: [
    ("a.swift:4", "no line 4 in 'a.swift', which has 2 lines"),
    ("a.swift:2:5", "no column 5 in line 2 of 'a.swift', which has 3 columns"),
    ("gone.swift:1:1", "no such file or directory: 'gone.swift'"),
    ("folder:1", "cannot read 'folder' (Is a directory)"),
  ])
  func aPlaceThatIsNotThereIsNotExplained(place: String, message: String) throws {
    try bench.write("a.swift", "a\nbcd\r\n")
    try bench.write("folder/x")
    let run = try bench.lint("why", place)
    #expect(run == Run(status: 2, output: "", errors: "error: \(message)\n"))
  }

  /// The places at the ends of lines and of the file are places.
  @Test(arguments: ["a.swift:3", "a.swift:3:1", "a.swift:2:4", "empty.swift:1", "empty.swift:1:1"])
  func endsArePlaces(place: String) throws {
    try bench.write("a.swift", "a\nbcd\r\n")
    try bench.write("empty.swift", "")
    #expect(try why(place).hasPrefix("\(place): nothing matches here\n"))
  }

  // MARK: - What is silent by the rule's own words

  private func writeQuietRules() throws {
    try bench.write(
      "Rules/quiet.yml",
      """
      pack: quiet
      rules:
        - id: later
          message: no later
          ban: [later(at:), Coder(), Day.start]
          unless:
            arguments: [.ever]
            argument-of: [set(_:)]
            followed-by: [value]
            members: { format: [.sorted] }
            called: true
        - id: soon
          message: not soon
          ban: [soon()]
          covered-by: [later]
          default-arguments: allow
      """)
  }

  @Test(arguments: [
    ("later(at: .ever)", "later(at:)': not reported; its arguments contain '.ever'"),
    ("set(later(at: 1))", "later(at:)': not reported; it is an argument of 'set(_:)'"),
    ("later(at: 1).value", "later(at:)': not reported; it is followed by '.value'"),
    (
      "let c = Coder()\nc.format = .sorted",
      "Coder()': not reported; 'format' is set at a.swift:2:3"
    ),
    (
      "Day.start()",
      "Day.start': not reported; it is called, so it is another function"
    ),
    (
      "later(at: soon())",
      "soon()': not reported again; it is an argument of a use that later matches"
    ),
    (
      "func f(a: Int = soon()) {}",
      "soon()': not reported; allowed as a parameter's default value (the rule's own)"
    ),
  ])
  func whatMakesAUseHarmlessIsSaid(code: String, reason: String) throws {
    try writeQuietRules()
    #expect(try why("a.swift:1", in: code + "\n").contains("matches with '\(reason)\n"))
  }

  @Test func aRulesPageSaysWhatMakesAUseHarmless() throws {
    try writeQuietRules()
    try bench.write(
      ".swift-determinism-lint.yml",
      "rules: [Rules]\ndefault-arguments: { later: allow }\n")
    let answer = try why("a.swift:1", in: "func f(a: Int = later(at: 1)) {}\n")
    #expect(answer.contains("default value (.swift-determinism-lint.yml:2:22)"))
    let page = try bench.lint("rules", "later").output
    #expect(
      page.contains(
        """
        But not
          called, as in 'Day.start()'
          with arguments that contain '.ever'
          in the arguments of 'set(_:)'
          followed by '.value'
          where 'format' is set to '.sorted' in its braces
          as a parameter's default value (.swift-determinism-lint.yml:2:22)

        """))
    #expect(!page.contains("Only"))
    let other = try bench.lint("rules", "soon").output
    #expect(other.contains("But not\n  in the arguments of a use that 'later' reports\n  as a"))
    let json = try bench.lint("rules", "later", "--format", "json").output
    for text in [
      "\"default-arguments\" : \"allow\"", "\"called\" : true",
      "\"followed-by\" : [\n      \"value\"",
      "\"format\" : [\n        \".sorted\"", "\"argument-of\" : [\n      \"set(_:)\"",
    ] {
      #expect(json.contains(text), "\(text)")
    }
  }

  private func writeHops() throws {
    try bench.write(
      "Rules/hops.yml",
      """
      pack: hops
      rules:
        - id: hop
          message: no hops
          ban: ["_.receive(on:)"]
          when: { arguments: [DispatchQueue.main, RunLoop.main] }
        - id: delay
          message: no waits
          ban: [wait(for:on:), wait(_:on:)]
          when: { arguments: { on: [.main], _: [nil] } }
          unless: { arguments: { for: [.ever] } }
        - id: task
          message: no tasks
          ban: [Task.init]
          when: { closure: ["@MainActor"], followed-by: [value, result], argument-of: [Set(_:)] }
        - id: any-task
          message: no tasks at all
          ban: ["Task(x:_:)"]
        - id: coder
          message: no order
          ban: [Coder(), JSONCoder()]
          when: { members: { format: [.sorted] } }
        - id: clock
          message: no clock
          ban: [Clock()]
          when: { members: { zone: [.utc, .gmt], speed: [] }, called: true }

      """)
    try bench.write(
      ".swift-determinism-lint.yml",
      "rules: [Rules]\npacks: [hops]\nown-queues: { Queues.ui: DispatchQueue.main }\n")
  }

  @Test(arguments: [
    (
      "a.receive(on: b)",
      "hop matches with '_.receive(on:)': not reported; 'when' asks for one of "
        + "'DispatchQueue.main', 'RunLoop.main', 'Queues.ui' in its arguments; none is there"
    ),
    ("a.receive(on: Queues.ui)", "hop matches with '_.receive(on:)': reported as an error"),
    (
      "wait(for: .ever, on: .main)",
      "delay matches with 'wait(for:on:)': not reported; its arguments contain 'for: .ever'"
    ),
    (
      "wait(for: .main, on: queues.main)",
      "'when' asks for one of 'on: .main', '_: nil' in its arguments; none is there"
    ),
    (
      "Task { }",
      "'when' asks for a closure with '@MainActor', or a call around it: 'Set(_:)', "
        + "or one of '.value', '.result' after it; none is there"
    ),
    (
      "Task(x: 1) { @MainActor in }",
      "any-task matches with 'Task(x:_:)': not reported; task takes precedence: its 'when' is met"
    ),
    (
      "let c = Coder()\nc.format = .pretty",
      "'when' asks for 'format' to be set to '.sorted' in its braces; that is not there"
    ),
    (
      "let c = Clock()\nc.zone = .here",
      "'when' asks for 'zone' to be set to one of '.utc', '.gmt' in its braces, "
        + "or 'speed' to be set in its braces, or a call of it; none is there"
    ),
  ])
  func whatARuleAsksForIsSaid(code: String, words: String) throws {
    try writeHops()
    let answer = try why("a.swift:1", in: code + "\n")
    let flat = answer.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(flat.contains(words), "\(answer)")
  }

  @Test func aRulesPageSaysWhatTheRuleAsksFor() throws {
    try writeHops()
    let page = try bench.lint("rules", "delay").output
    #expect(
      page.contains(
        """
        Only
          with the argument 'on:' that contains '.main'
          or with an argument without a label that contains 'nil'

        But not
          with the argument 'for:' that contains '.ever'

        """))
    let json = try bench.lint("rules", "delay", "--format", "json").output
    #expect(json.contains("\"when\" : {\n    \"arguments\" : {\n      \"_\" : [\n        \"nil\""))
    let task = try bench.lint("rules", "task", "--format", "json").output
    #expect(task.contains("\"closure\" : [\n      \"@MainActor\""))
  }
}
