import BundledRules
import Foundation
import Testing

/// Who adds a file to `Rules` and forgets to embed it, or a line of the list, hears of it here.
@Test func everyRuleFileIsEmbedded() throws {
  let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Rules")
  let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
  #expect(!names.isEmpty)
  #expect(bundledRuleFiles.map(\.name) == names)
  for file in bundledRuleFiles {
    let bytes = [UInt8](try Data(contentsOf: folder.appendingPathComponent(file.name)))
    #expect(file.bytes == bytes, "\(file.name)")
  }
}
