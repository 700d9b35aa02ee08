import Foundation
import Testing

@Suite("The articles' projects: what is reported, what is let through, what stays silent")
struct ScenarioTests {
  @Test(arguments: try Scenario.all())
  func reportIsWhatTheSourcesExpect(_ scenario: Scenario) throws {
    let expected = try scenario.remarks("expect")
    try #require(!expected.isEmpty)
    let result = try lint(["--format", "json"], in: scenario.root)
    let report = try finishedMessage(of: result.output)
    let reported = try #require(report["diagnostics"] as? [[String: Any]]).map {
      "\($0["file"] ?? ""):\($0["line"] ?? ""): \($0["rule"] ?? "")"
    }
    #expect(reported == expected)
    #expect(result.status == 1)
  }

  @Test(arguments: try Scenario.all())
  func receiptCountsWhatIsLetThrough(_ scenario: Scenario) throws {
    let allowed = try scenario.remarks("allowed").count
    try #require(0 < allowed)
    let receipt = try lint([], in: scenario.root).errors
    #expect(receipt.contains("(\(allowed) allowed by path"), "\(receipt)")
  }

  /// Where the project's configuration is taken away, its seam is reported like any other place.
  @Test(arguments: try Scenario.all())
  func seamIsReportedWithoutTheConfiguration(_ scenario: Scenario) throws {
    try withTemporaryFolder { folder in
      let copy = folder.appendingPathComponent("project")
      try FileManager.default.copyItem(at: scenario.root, to: copy)
      try FileManager.default.removeItem(at: copy.appendingPathComponent(Scenario.configuration))
      let report = try lint([], in: copy).text
      for remark in try scenario.remarks("allowed") {
        let (_, place, rule) = try #require(remark.firstMatch(of: /(.+): (.+)/)).output
        #expect(
          report.split(separator: "\n").contains {
            $0.hasPrefix("\(place):") && $0.hasSuffix("[#\(rule)]")
          }, "\(remark)")
      }
    }
  }
}

/// A project of its own below `Fixtures/Scenarios`.
struct Scenario: CustomTestStringConvertible, Sendable {
  static let configuration = ".swift-determinism-lint.yml"

  /// As a path from the repository's root.
  let folder: String

  static func all() throws -> [Scenario] {
    try Repository.names(in: "Fixtures/Scenarios").map {
      Scenario(folder: "Fixtures/Scenarios/\($0)")
    }
  }

  var root: URL { Repository.root.appendingPathComponent(folder) }
  var sources: [String] { Repository.files(in: folder, suffix: ".swift") }
  var testDescription: String { folder }

  /// Whether the toolchain brings all it imports: the packages of others are not there to compile
  /// what uses them.
  var compiles: Bool {
    get throws {
      let ofToolchain: Set<Substring> = ["Dispatch", "Foundation", "Testing", "XCTest"]
      return try sources.allSatisfy { file in
        try Repository.text(of: file).matches(of: /(?m)^import (\w+)/).allSatisfy {
          ofToolchain.contains($0.1)
        }
      }
    }
  }

  /// What the comments of one kind say, in the order of a report, e.g.
  /// `Sources/Clock.swift:3: date-init` for `// allowed: date-init`.
  func remarks(_ kind: String) throws -> [String] {
    let pattern = try Regex("// \(kind): ([a-z-]+(?:, [a-z-]+)*)", as: (Substring, Substring).self)
    return try sources.flatMap { file in
      let lines = try Repository.text(of: file).split(
        separator: "\n", omittingEmptySubsequences: false)
      return lines.enumerated().flatMap { index, line in
        let rules = line.firstMatch(of: pattern)?.1.split(separator: ", ") ?? []
        return rules.map { "\(file.dropFirst(folder.count + 1)):\(index + 1): \($0)" }
      }
    }
  }
}
