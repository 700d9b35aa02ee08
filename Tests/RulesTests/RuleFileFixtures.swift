import Diagnostics
import Foundation
import Rules
import Testing

/// The repository's own rule files, broken ones included.
enum RepositoryFiles {
  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The bytes of every `.yml` under `Rules` and `Fixtures/RuleFiles`, in the order of their paths.
  static func yaml() throws -> [[UInt8]] {
    try (paths(under: "Rules") + paths(under: "Fixtures/RuleFiles")).map(bytes)
  }

  /// Relative to the root, in byte order.
  static func paths(under folder: String, ending: String = ".yml") throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: root.appending(path: folder).path)
      .filter { $0.hasSuffix(ending) }.map { "\(folder)/\($0)" }.sorted()
  }

  static func bytes(_ path: String) throws -> [UInt8] {
    Array(try Data(contentsOf: root.appending(path: path)))
  }
}

/// A broken rule file, or under `Configuration` a broken configuration, with the errors it must
/// give. `# expect[@±LINES[:COLUMN]]: message` stands on the line of an error, or says how many
/// lines away it is. Errors and comments must agree exactly: a line without one is fine.
struct RuleFileFixture: CustomTestStringConvertible {
  struct Expectation: CustomStringConvertible {
    /// From 1.
    let line: Int
    /// From 1, in UTF-8 bytes; nil for anywhere on the line.
    let column: Int?
    let message: String

    var description: String { "\(line):\(column.map(String.init) ?? "?"): \(message)" }

    func matches(_ other: Expectation) -> Bool {
      line == other.line && message == other.message && (column == nil || column == other.column)
    }
  }

  let path: String
  let source: SourceFile

  static let all: [RuleFileFixture] = {
    let paths = try? RepositoryFiles.paths(under: "Fixtures/RuleFiles")
    return (paths ?? []).compactMap { path in
      guard let bytes = try? RepositoryFiles.bytes(path) else { return nil }
      return RuleFileFixture(
        path: path, source: SourceFile(path: FilePath(path), bytes: bytes))
    }
  }()

  var testDescription: String { path }

  /// What the parser says, as the comments would.
  func errors() -> [Expectation] {
    let isConfiguration = path.contains("/Configuration/")
    let diagnostics =
      isConfiguration
      ? Configuration(parsing: source).mistakes[0] : RuleFile(parsing: source).diagnostics
    let lines = LineTable(source.bytes)
    return diagnostics.map { diagnostic in
      let location = lines.location(of: diagnostic.range.lowerBound)
      return Expectation(
        line: location.line, column: location.column, message: diagnostic.message)
    }
  }

  func expectations() -> [Expectation] {
    let lines = LineTable(source.bytes)
    return (1...lines.lineCount).compactMap { line in
      let bytes = source.bytes[lines.range(ofLine: line)].filter { $0 != 10 && $0 != 13 }
      let text = String(decoding: bytes, as: UTF8.self)
      let comment = /expect(?:@(?<lines>[-+]\d+)(?::(?<column>\d+))?)?: (?<message>.+)/
      guard let match = text.firstMatch(of: comment) else { return nil }
      return Expectation(
        line: line + (match.lines.flatMap { Int($0) } ?? 0),
        column: match.column.flatMap { Int($0) }, message: String(match.message))
    }
  }
}
