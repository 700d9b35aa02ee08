import Diagnostics
import Synchronization
import Testing

@testable import Reporters

/// What a report can write only at its end is kept elsewhere where it is much.
@Suite struct SpillTests {
  /// Stands for a file.
  private final class Memory: Spill, @unchecked Sendable {
    private var bytes: [UInt8] = []
    private let limit: Int

    init(limit: Int) { self.limit = limit }

    var count: Int { bytes.count }

    func append(_ added: UnsafeBufferPointer<UInt8>) -> Bool {
      guard bytes.count + added.count <= limit else { return false }
      bytes += added
      return true
    }

    func forEachPiece(
      in range: Range<Int>, _ body: (UnsafeBufferPointer<UInt8>) -> Bool
    ) -> Bool {
      // Of a size that cuts whatever there is.
      stride(from: range.lowerBound, to: range.upperBound, by: 10_007).allSatisfy { start in
        bytes[start..<min(start + 10_007, range.upperBound)].withUnsafeBufferPointer(body)
      }
    }
  }

  private let files: [(SourceFile, [Diagnostic])] = (0..<3_000).map { number in
    let path = number % 1_000 == 999 ? "early\(number)" : "path\(10_000 + number)"
    let rule = RuleReference(id: "rule-\(number % 3)", url: "https://example.org/a")
    let message = String(repeating: "m", count: 2_000) + String(number)
    return (
      SourceFile(path: FilePath(path), bytes: Array("let a = Date()\n".utf8)),
      [Diagnostic(number % 2 == 0 ? .error : .warning, at: 8..<14, message, rule: rule)]
    )
  }

  private func rendered(_ format: ReportFormat) -> [RenderedFiles] {
    files.map { renderFile($1, of: $0, styles: [ReportStyle(format)])[0] }
  }

  private func report(
    _ rendered: [RenderedFiles], _ format: ReportFormat, _ makeSpill: @escaping MakeSpill
  ) -> [UInt8] {
    var report = Report(ReportStyle(format), spillingTo: makeSpill)
    for ((source, _), rendered) in zip(files, rendered) {
      #expect(report.text(adding: rendered).isEmpty)
      report.add(linted: source.path)
    }
    return report.end(exitStatus: 1, tool: toolOfTests)
  }

  @Test(arguments: [ReportFormat.json, .sarif, .github, .gitlab, .checkstyle, .summary, .html])
  func aReportIsTheSameWhereverItWas(format: ReportFormat) {
    let rendered = rendered(format)
    let expected = report(rendered, format) { nil }
    for (limit, hasRoom) in [(Int.max, true), (2_500_000, true), (0, false)] {
      let memories = [Memory(limit: limit), Memory(limit: limit), Memory(limit: limit)]
      let next = Mutex(memories)
      #expect(report(rendered, format) { next.withLock { $0.popLast() } } == expected)
      #expect(memories.contains { 0 < $0.count } == hasRoom)
    }
  }

  /// Errors come first, then what has the lesser path, however late it came.
  @Test func entriesAreInOrder() throws {
    let report = report(rendered(.checkstyle), .checkstyle) { Memory(limit: .max) }
    let text = String(decoding: report, as: UTF8.self)
    let paths = text.split(separator: "<file name=\"").dropFirst().map { $0.prefix { $0 != "\"" } }
    let warnings = files.filter { $0.1[0].severity == .warning }.map { $0.0.path.string }
    let errors = files.filter { $0.1[0].severity == .error }.map { $0.0.path.string }
    #expect(paths.map(String.init) == errors.sorted() + warnings.sorted())
  }

  /// What a file adds to a report is the same whether its entries are rendered at once or, as there
  /// are many, when they are taken.
  @Test(arguments: [ReportFormat.sarif, .github, .gitlab, .checkstyle, .summary, .html])
  func manyEntriesOfOneFileAreAllThere(format: ReportFormat) {
    let source = SourceFile(path: FilePath("a.swift"), bytes: Array("let a = Date()\n".utf8))
    func lineCount(_ count: Int) -> Int {
      let diagnostics = (0..<count).map { number in
        Diagnostic(number % 2 == 0 ? .error : .warning, at: 8..<14, "message \(number)")
      }
      let style = ReportStyle(format)
      var report = Report(style)
      _ = report.text(adding: renderFile(diagnostics, of: source, styles: [style])[0])
      #expect(report.findingCount == count)
      let bytes = report.end(exitStatus: 1, tool: toolOfTests)
      if format != .html { return bytes.count { $0 == UInt8(ascii: "\n") } }
      return bytes.split(separator: UInt8(ascii: "\n")).count { $0.starts(with: "<article".utf8) }
    }
    let added = lineCount(6_000) - lineCount(3_000)
    #expect(added == (format == .github ? 0 : 3_000))
  }
}
