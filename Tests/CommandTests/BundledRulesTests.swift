import BundledRules
import Foundation
import Testing

@testable import Commands
@testable import Setup

@Suite("The binary holds what the repository holds")
struct BundledRulesTests {
  private let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  @Test func everyRuleFileIsEmbedded() throws {
    let names = try names(in: "Rules").filter { $0.hasSuffix(".yml") }
    #expect(!names.isEmpty)
    #expect(bundledRuleFiles.map(\.name) == names)
    for file in bundledRuleFiles {
      #expect(try file.bytes == bytes(of: "Rules/\(file.name)"), "\(file.name)")
    }
  }

  /// Settings name both.
  @Test func rulesAndPacksHaveDifferentNames() {
    let names = bundledRuleFiles.flatMap { $0.ruleIDs + [$0.pack] } + ["all"]
    #expect(Set(names).count == names.count)
  }

  @Test func everyFixtureIsEmbedded() throws {
    let names = try names(in: "Fixtures/Rules")
    #expect(!names.isEmpty)
    for name in names {
      let text = bundledFixture(of: String(name.dropLast(".swift".count)))
      #expect(try text.map { Array($0.utf8) } == bytes(of: "Fixtures/Rules/\(name)"), "\(name)")
    }
    #expect(bundledFixture(of: "core") == nil)
  }

  @Test(arguments: [
    ("Fixtures/Editors", Editor.allCases.map(\.rawValue)),
    // What fetches a released tool is part of several.
    (
      "Fixtures/CI",
      CIService.allCases.map(\.rawValue) + HookManager.allCases.map(\.rawValue) + ["fetch", "hook"]
    ),
  ])
  func everySetupIsEmbedded(folder: String, values: [String]) throws {
    let files = try names(in: folder).filter { $0.contains(".") }
    let setups = files.map { String($0.prefix { $0 != "." }) }
    #expect(setups == values.sorted())
    for (setup, file) in zip(setups, files) {
      let text = bundledSetup(of: setup)
      #expect(try text.map { Array($0.utf8) } == bytes(of: "\(folder)/\(file)"), "\(file)")
    }
    #expect(bundledSetup(of: "v") == nil)
  }

  private func names(in folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: root.appendingPathComponent(folder).path)
      .filter { !$0.hasPrefix(".") }
      .sorted()
  }

  private func bytes(of path: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: root.appendingPathComponent(path)))
  }
}
