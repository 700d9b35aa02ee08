import Foundation
import Testing

@Suite("Editors and CI read the report as 'init --editor' and the pages set them up")
struct EditorTests {
  @Test func taskOfVSCodeFindsEachDiagnosticAndNothingElse() throws {
    let json = try JSONSerialization.jsonObject(with: Data(setup("vscode").utf8)) as? [String: Any]
    let task = try #require((json?["tasks"] as? [[String: Any]])?.first)
    let command = try #require(task["command"] as? String)
    // A run that goes on is tried in CommandTests.
    let arguments = try #require(task["args"] as? [String]).filter { $0 != "--watch" }
    let matcher = try #require(task["problemMatcher"] as? [String: Any])
    #expect(matcher["fileLocation"] as? String == "absolute")
    let pattern = try #require(matcher["pattern"] as? [String: Any])

    try withProject { folder in
      let result = try run(
        [command] + arguments, in: folder, environment: ["PATH": Repository.searchPath])
      #expect(result.status == 1)
      #expect(try problems(in: result.text, by: pattern) == expected(in: folder))
    }
  }

  @Test func buildPhaseOfXcodeFindsEachDiagnosticAndNothingElse() throws {
    let script = try setup("xcode")
    // How Xcode's build system reads the output of a script: first what kind of line it is, then
    // the place before it. A path with a colon or a quote has no place for it.
    let line = try NSRegularExpression(
      pattern: #"^([^'"]+: +|\s*)(error|warning|note|notice|fixit): (.*)$"#)
    let place = try NSRegularExpression(pattern: #"^([^:]+):(?:([0-9]+):)?(?:([0-9]+):)? +$"#)
    try withProject { folder in
      try FileManager.default.removeItem(at: folder.appendingPathComponent("colon:1:2.swift"))
      func read(_ variables: [String: String]) throws -> [[String]] {
        let result = try run(
          ["sh", "-c", script], in: folder,
          environment: ["PATH": Repository.searchPath, "SRCROOT": folder.path]
            .merging(variables) { $1 })
        #expect(result.status == 1)
        return result.text.components(separatedBy: "\n").compactMap { text -> [String]? in
          guard let parts = groups(of: line, in: text) else { return nil }
          return (groups(of: place, in: parts[0]) ?? []) + parts[1...]
        }
      }
      let written = try expected(in: folder).map {
        Array($0[...3]) + ["\($0[4]) [#\($0[5])]"]
      }
      #expect(try read([:]) == written)
      // With input files these alone, whatever is in their names.
      let file = folder.appendingPathComponent("With Space.swift").path
      let phase = ["SCRIPT_INPUT_FILE_COUNT": "1", "SCRIPT_INPUT_FILE_0": file]
      #expect(try read(phase) == written.filter { $0[0] == file })
    }
  }

  private func setup(_ editor: String) throws -> String {
    let result = try lint(["init", "--editor", editor])
    try #require(result.status == 0)
    return result.text
  }

  /// The first command of the page's block sees what a pull request adds, the second all.
  @Test func stepsInCIFailOnFindingsAndLeaveAReport() throws {
    let block = try #require(
      try Page.all.flatMap { try $0.blocks() }.first {
        $0.language == "sh" && $0.text.contains("--since") && $0.text.contains("sarif:")
      })
    try #require(block.lines.count == 2)
    try withProject { folder in
      let project = GitProject(root: folder)
      func step(_ number: Int) throws -> CommandResult {
        try run(
          ["sh", "-c", "exec \(block.lines[number])"], in: folder,
          environment: project.environment)
      }
      try project.git("init", "--quiet")
      #expect(try project.commit().status == 0)
      try project.git("update-ref", "refs/remotes/origin/main", "HEAD")
      let all = try expected(in: folder)
      #expect(try step(0).status == 0)
      try project.write("let late = Date()\n", to: "Late.swift")
      let added = try step(0)
      #expect(added.status == 1)
      // As text, or as GitHub's commands.
      let places = added.text.matches(of: /(?m)^(?:::error file=)?([\w .:]+?)[:,](?:line=)?(\d+)\b/)
      #expect(places.map { "\($0.1):\($0.2)" } == ["Late.swift:1"])

      #expect(try step(1).status == 1)
      let report = try Data(contentsOf: folder.appendingPathComponent("determinism.sarif"))
      let log = try JSONSerialization.jsonObject(with: report) as? [String: Any]
      let only = try #require((log?["runs"] as? [[String: Any]])?.first)
      #expect(try #require(only["results"] as? [Any]).count == all.count + 1)
    }
  }

  /// A project with errors, a warning, odd names, and source text that looks like a diagnostic.
  private func withProject(_ body: (URL) throws -> Void) throws {
    let files = [
      (Scenario.configuration, "severity: { date-since-now: warning }\n"),
      (
        "With Space.swift",
        "// /a.swift:1:2: error: not one [#date-init]\nlet a = Date()\n// error: no\n"
      ),
      ("Größe.swift", "let größe = (\"ß\", Date(timeIntervalSinceNow: 1), Date())\n"),
      ("colon:1:2.swift", "/* /b.swift:1:2: warning: not one */ let b = Date.now"),
    ]
    try withTemporaryFolder { folder in
      for (name, text) in files {
        try Data(text.utf8).write(to: folder.appendingPathComponent(name))
      }
      try body(folder)
    }
  }

  /// The diagnostics of the project, from the report in JSON.
  private func expected(in folder: URL) throws -> [[String]] {
    let report = try lint(["--absolute-paths", "--format", "json"], in: folder)
    let diagnostics = try finishedMessage(of: report.output)["diagnostics"] as? [[String: Any]]
    let rows = try #require(diagnostics).map { diagnostic in
      ["file", "line", "column", "severity", "message", "rule"].map { "\(diagnostic[$0] ?? "")" }
    }
    try #require(3 <= rows.count)
    return rows
  }

  /// What a problem matcher reads from each line of a report.
  private func problems(in report: String, by pattern: [String: Any]) throws -> [[String]] {
    let expression = try NSRegularExpression(pattern: #require(pattern["regexp"] as? String))
    let order = try ["file", "line", "column", "severity", "message", "code"].map {
      try #require(pattern[$0] as? Int)
    }
    return report.components(separatedBy: "\n").compactMap { line in
      groups(of: expression, in: line).map { groups in order.map { groups[$0 - 1] } }
    }
  }

  /// The groups of a match, from the first; empty where one took no part.
  private func groups(of expression: NSRegularExpression, in line: String) -> [String]? {
    expression.firstMatch(in: line, range: NSRange(line.startIndex..., in: line)).map { match in
      (1..<match.numberOfRanges).map { group in
        Range(match.range(at: group), in: line).map { String(line[$0]) } ?? ""
      }
    }
  }
}
