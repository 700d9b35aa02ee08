import BundledRules
import Diagnostics
import Foundation
import RuleEngine
import Rules
import Testing

@Suite("What the README shows is what happens")
struct ReadmeTests {
  /// Runs every `console` block in README order, in a copy of what the commands work on, and
  /// compares all that is printed. Blocks with a file's name are that file.
  @Test func consolePrintsWhatTheREADMEShows() throws {
    try withTemporaryFolder { folder in
      for name in ["Fixtures", "Makefile"] {
        try FileManager.default.copyItem(
          at: Repository.root.appendingPathComponent(name),
          to: folder.appendingPathComponent(name))
      }
      var commands = 0
      for block in try Readme.blocks() {
        if !block.label.isEmpty { try write(block, in: folder) }
        if block.language == "console" { commands += try replay(block.lines, in: folder) }
      }
      #expect(0 < commands)
    }
  }

  @Test func optionsAndSubcommandsExist() throws {
    let call = /swift-determinism-lint +(?!is )([^|&;<>]+)/
    let arguments = try Readme.commands().flatMap {
      $0.matches(of: call).map { $0.1.split(separator: " ") }
    }
    try #require(!arguments.isEmpty)
    let subcommands = [
      "lint", "rules", "why", "verify", "dump-tokens", "init", "baseline", "completions",
      "language-server",
    ]
    let help = try ([[]] + subcommands.map { [$0] }).map { try lint($0 + ["--help"]).text }
    let known = Set(help.joined().split { !$0.isLetter && $0 != "-" }.map(String.init))
    for words in arguments {
      let options = words.filter { $0.hasPrefix("-") && $0 != "-" }.map { $0.prefix { $0 != "=" } }
      #expect(options.allSatisfy { known.contains(String($0)) }, "\(options)")
      if words[0].allSatisfy({ $0.isLowercase || $0 == "-" }), !words[0].hasPrefix("-") {
        #expect((subcommands + ["help", "version"]).contains(String(words[0])), "\(words[0])")
      }
    }
  }

  @Test func makeTargetsExist() throws {
    let makefile = try Repository.text(of: "Makefile")
    let targets = Set(makefile.matches(of: /(?m)^([a-z-]+):/).map { String($0.1) })
    let named = try Readme.commands().compactMap { $0.firstMatch(of: /^make +([a-z-]+)/)?.1 }
    try #require(!named.isEmpty)
    #expect(Set(named.map(String.init)).isSubset(of: targets))
    #expect(try run(["make", "help"]).text.matches(of: #/(?m)^make /#).count == targets.count)
  }

  /// The table of packs counts the rules that there are, and those that are off.
  @Test func packsAreThoseOfTheREADME() throws {
    let rows = try Readme.text().matches(of: /(?m)^\| `([a-z]+)` \| (\d+) \| (\d+) \| .+ \|$/)
    let packs = bundledRuleFiles.map { file in
      RuleFile(parsing: SourceFile(path: FilePath(file.name), bytes: file.bytes))
    }
    let counts = packs.map { file in
      let off = file.rules.count { $0.value.severity == .off }
      return "\(file.pack) \(file.rules.count) \(off)"
    }
    #expect(rows.map { "\($0.1) \($0.2) \($0.3)" }.sorted() == counts.sorted())
    let off = packs.flatMap(\.rules).count { $0.value.severity == .off }
    #expect(try Readme.text().contains("The \(off) rules\nthat are off stay off"))
  }

  /// Each pattern of the table reports, and leaves alone, the code that stands beside it.
  @Test func patternsMatchWhatTheREADMESays() throws {
    let rows = try Readme.text().matches(of: /(?m)^\| `([^`]+)` \| (`.+`) \| (`.+`) \|$/)
    try #require(10 < rows.count)
    for (_, pattern, reported, silent) in rows.map(\.output) {
      let samples = [reported, silent].map { $0.matches(of: /`([^`]+)`/).map { "\($0.1)\n" } }
      try withTemporaryFolder { folder in
        let rule = "{ id: sample, message: sample, ban: [\"\(pattern)\"] }"
        try Data("pack: readme\nrules:\n  - \(rule)\n".utf8)
          .write(to: folder.appendingPathComponent("samples.yml"))
        try Data(samples.joined().joined().utf8)
          .write(to: folder.appendingPathComponent("Samples.swift"))
        let report = try lint(["--rules", "samples.yml", "--only-rule", "sample"], in: folder)
        let lines = report.text.matches(of: /(?m)^Samples.swift:(\d+):/).map { Int($0.1) }
        #expect(lines == Array(1...samples[0].count), "\(pattern): \(report.text)")
      }
    }
  }

  private func write(_ block: Readme.Block, in folder: URL) throws {
    let file = folder.appendingPathComponent(block.label)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(block.text.utf8).write(to: file)
  }

  /// Within a block `cd` holds for the commands that follow.
  /// - Returns: how many commands there were.
  private func replay(_ lines: [String], in folder: URL) throws -> Int {
    var shown: [(command: String, output: [String])] = []
    for line in lines {
      if line.hasPrefix("$ ") {
        shown.append((String(line.dropFirst(2)), []))
      } else {
        try #require(!shown.isEmpty)
        shown[shown.count - 1].output.append(line)
      }
    }
    var folder = folder
    for (command, output) in shown {
      if command.hasPrefix("cd ") {
        folder.appendPathComponent(String(command.dropFirst(3)))
        continue
      }
      let result = try run(
        ["sh", "-c", "exec 2>&1; \(command)"], in: folder,
        environment: [
          "PATH": Repository.searchPath, "NO_COLOR": "1",
          // `make` uses the tool that is built already.
          "MAKEFLAGS": "SWIFT=: TOOL=\(Repository.tool.path)",
        ])
      #expect(
        comparable(result.text) == comparable(output.map { $0 + "\n" }.joined()), "\(command)")
    }
    return shown.count
  }

  /// Versions of make differ in what they say of a recipe's place, and runs in what they take.
  private func comparable(_ output: String) -> String {
    output.replacing(/(?m)^make(\[\d+\])?: \*\*\* \[(Makefile:\d+: )?/, with: "make: *** [")
      .replacing(/\ in \d+ m?s\b/, with: " in no time")
  }
}
