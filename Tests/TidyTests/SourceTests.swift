import Foundation
import Testing

@Suite("The sources keep the house rules")
struct SourceTests {
  /// Besides what the compiler knows of the processor's instructions.
  @Test(arguments: [
    ("SwiftLexer", [String]()),
    ("Diagnostics", []),
    ("Rules", ["Diagnostics", "SwiftLexer"]),
    ("RuleEngine", ["Diagnostics", "Rules", "SwiftLexer", "Syntax"]),
    ("Reporters", ["Diagnostics", "FoundationEssentials"]),
    ("LanguageServer", ["Diagnostics", "Reporters"]),
  ])
  func targetsThatDoNoIOImportOnlyOneAnother(target: String, allowed: [String]) throws {
    let files = Repository.files(in: "Sources/\(target)", suffix: ".swift")
    try #require(!files.isEmpty)
    for file in files {
      let modules = importedModules(of: try Repository.text(of: file))
      let others = modules.filter { $0 != "_Builtin_intrinsics" }
      #expect(others.allSatisfy(allowed.contains), "\(file) imports \(modules)")
    }
  }

  /// Loading it would cost each run milliseconds.
  @Test func noSourceImportsFoundation() throws {
    for file in Repository.files(in: "Sources", suffix: ".swift")
    where !file.hasPrefix(Repository.plugins) {
      #expect(!importedModules(of: try Repository.text(of: file)).contains("Foundation"), "\(file)")
    }
  }

  /// A line of data may be longer in a test, in a fixture a line with what it expects, and one that
  /// holds an embedded file.
  @Test func filesAndLinesAreShort() throws {
    for folder in ["Sources", "Tests", "Fixtures"] {
      for file in Repository.files(in: folder, suffix: ".swift") {
        let lines = try Repository.text(of: file).split(
          separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count <= 601, "\(file) has more than 600 lines")
        let holdsData = folder != "Sources" || file.hasPrefix("Sources/BundledRules/Embedded")
        for (index, line) in lines.enumerated() where !holdsData && 100 < line.count {
          Issue.record("\(file):\(index + 1) has \(line.count) columns")
        }
      }
    }
  }

  @Test func filesOfATargetHaveDifferentNames() throws {
    let files = Repository.files(in: "Sources", suffix: ".swift").map { $0.split(separator: "/") }
    try #require(!files.isEmpty)
    for (target, files) in Dictionary(grouping: files, by: { $0[1] }) {
      let sameNames = Dictionary(grouping: files, by: \.last).values.filter { 1 < $0.count }
      #expect(sameNames.isEmpty, "\(target): \(sameNames)")
    }
  }

  @Test func packageDependsOnTheToolchainAlone() throws {
    let manifest = try Repository.text(of: "Package.swift")
    #expect(!manifest.contains(".package("))
    // A package that depends on this one is not built where it sees such flags; it sets no variable.
    var isConditional = false
    var flags: [Bool] = []
    for line in manifest.split(separator: "\n") {
      if line.hasPrefix("if ") { isConditional = line.hasPrefix("if Context.environment[\"") }
      if line.hasPrefix("}") { isConditional = false }
      if line.contains("unsafeFlags") { flags.append(isConditional) }
    }
    #expect(flags == [true, true])
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
    // The licence is the owner's to add.
    #expect(names.filter { !$0.hasPrefix(".") && $0 != "LICENSE" } == rooms)
  }

  /// The script knows the places, and looks for others in the same files.
  @Test(.enabled(if: try run(["sh", "-c", "python3 --version"]).status == 0))
  func versionIsTheSameInAllPlaces() throws {
    let listed = try run(["Sources/Distribution/version", "--list"])
    #expect(listed.status == 0, "\(listed.errors)")
    let version = try #require(
      try lint(["--version"]).text.split(whereSeparator: \.isWhitespace).last)
    let places = listed.text.split(separator: "\n")
    #expect(places.count > 5 && places.allSatisfy { $0.contains(version) }, "\(version)")
  }

  @Test func toolFindsNothingInItsOwnSources() throws {
    let result = try lint(["Sources"])
    #expect(result.status == 0)
    #expect(result.text.isEmpty)
    #expect(result.errors.contains(#/Checked [1-9]\d* files /#), "\(result.errors)")
  }
}

/// The modules of lines such as `@testable import struct Foundation.Data`.
func importedModules(of source: String) -> [String] {
  // To match each line of the sources takes a minute.
  source.split(separator: "\n").filter { $0.split(separator: " ").contains("import") }.compactMap {
    $0.firstMatch(of: /^\s*(?:[@\w]+ +)*import +(?:[a-z]+ +)?(\w+)/).map { String($0.1) }
  }
}
