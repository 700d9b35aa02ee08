import Foundation
import Testing

@Suite("What was fuzzed once holds for good")
struct ReplayTests {
  private static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Fixtures/Fuzz")

  /// A trap ends the tests, as it would end the tool; the last line above it names the input.
  @Test(arguments: FuzzTarget.allCases)
  func inputsKeepTheProperties(of target: FuzzTarget) throws {
    let inputs = try Self.inputs(of: target)
    try #require(10 < inputs.count)
    for (name, bytes) in inputs {
      #expect(throws: Never.self, "\(name)") { try target.check(bytes) }
    }
  }

  @Test func everyFolderHasATarget() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
    #expect(Set(names).isSubset(of: FuzzTarget.allCases.map(\.rawValue)))
  }

  /// Whether a property can fail at all.
  @Test func aBrokenPropertyIsTold() {
    #expect(throws: BrokenProperty.self) { try require(false, "a holds") }
  }

  /// By name.
  private static func inputs(
    of target: FuzzTarget
  ) throws -> [(name: String, bytes: [UInt8])] {
    try ["corpus", "failed"].flatMap { kind in
      let folder = folder.appendingPathComponent("\(target.rawValue)/\(kind)")
      let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
      return try (names ?? []).sorted().map { name in
        ("\(kind)/\(name)", [UInt8](try Data(contentsOf: folder.appendingPathComponent(name))))
      }
    }
  }
}
