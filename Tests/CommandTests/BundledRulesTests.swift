import BundledRules
import Foundation
import Testing

@testable import swift_determinism_lint

@Suite("The binary holds what the repository holds")
struct BundledRulesTests {
  private let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  @Test func everyRuleFileIsEmbedded() throws {
    let names = try names(in: "Rules")
    #expect(!names.isEmpty)
    #expect(bundledRuleFiles.map(\.name) == names)
    for file in bundledRuleFiles {
      #expect(try file.bytes == bytes(of: "Rules/\(file.name)"), "\(file.name)")
    }
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

  @Test func everySetupOfAnEditorIsEmbedded() throws {
    let files = try names(in: "Fixtures/Editors").filter { $0.contains(".") }
    let editors = files.map { String($0.prefix { $0 != "." }) }
    #expect(editors == Editor.allCases.map(\.rawValue).sorted())
    for (editor, file) in zip(editors, files) {
      let text = bundledSetup(ofEditor: editor)
      #expect(try text.map { Array($0.utf8) } == bytes(of: "Fixtures/Editors/\(file)"), "\(file)")
    }
    #expect(bundledSetup(ofEditor: "v") == nil)
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
