import Foundation
import Testing

@Suite("The sources keep the house rules")
struct SourceTests {
  @Test(arguments: [
    ("SwiftLexer", [String]()),
    ("Diagnostics", []),
    ("RuleEngine", ["Diagnostics", "SwiftLexer"]),
    ("Reporters", ["Diagnostics", "FoundationEssentials"]),
  ])
  func targetsThatDoNoIOImportOnlyOneAnother(target: String, allowed: [String]) throws {
    let files = Repository.files(in: "Sources/\(target)", suffix: ".swift")
    try #require(!files.isEmpty)
    for file in files {
      let modules = imports(of: try Repository.text(of: file))
      #expect(modules.allSatisfy(allowed.contains), "\(file) imports \(modules)")
    }
  }

  @Test func noSourceImportsFoundation() throws {
    for file in Repository.files(in: "Sources", suffix: ".swift") {
      #expect(!imports(of: try Repository.text(of: file)).contains("Foundation"), "\(file)")
    }
  }

  @Test func filesAreShort() throws {
    for file in swiftFiles() {
      let lines = try Repository.text(of: file).split(
        separator: "\n", omittingEmptySubsequences: false)
      #expect(lines.count <= 401, "\(file) has more than 400 lines")
      for (index, line) in lines.enumerated() where 100 < line.count && !isExpectation(line) {
        Issue.record("\(file):\(index + 1) has \(line.count) columns")
      }
    }
  }

  @Test func packageDependsOnTheToolchainAlone() throws {
    let manifest = try Repository.text(of: "Package.swift")
    #expect(!manifest.contains(".package("))
    #expect(!manifest.contains("unsafeFlags"))
  }

  @Test func topLevelHoldsTheRoomsOnly() throws {
    let tracked = try run(["git", "ls-files"])
    let names =
      tracked.status == 0
      ? Set(tracked.text.split(separator: "\n").map { String($0.prefix { $0 != "/" }) })
      : Set(try Repository.names(in: "."))
    let rooms: Set = [
      "Fixtures", "Makefile", "Package.swift", "README.md", "Rules", "Sources", "Tests",
    ]
    #expect(names.filter { !$0.hasPrefix(".") } == rooms)
  }

  @Test func toolFindsNothingInItsOwnSources() throws {
    let result = try lint(["Sources"])
    #expect(result.status == 0)
    #expect(result.text.isEmpty)
    #expect(result.errors.contains(#/Checked [1-9]\d* files /#), "\(result.errors)")
  }

  private func swiftFiles() -> [String] {
    ["Sources", "Tests", "Fixtures"].flatMap { Repository.files(in: $0, suffix: ".swift") }
      + ["Package.swift"]
  }

  /// A line of a fixture may be as long as what it expects makes it.
  private func isExpectation(_ line: Substring) -> Bool {
    line.contains("// expect: ") || line.contains("// allowed: ")
  }

  /// The modules of lines such as `@testable import struct Foundation.Data`.
  private func imports(of source: String) -> [String] {
    source.split(separator: "\n").compactMap {
      $0.firstMatch(of: /^\s*(?:[@\w]+ +)*import +(?:[a-z]+ +)?(\w+)/).map { String($0.1) }
    }
  }
}
