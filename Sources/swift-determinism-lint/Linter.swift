import Diagnostics
import Reporters
import RuleEngine
import Workspace

/// Lints one file after another; any thread may ask it to.
struct Linter: Sendable {
  private let rules: CompiledRules
  private let styles: [ReportStyle]

  init(_ project: Project, _ options: LintOptions, styles: [ReportStyle]) {
    var rules = project.selection.rules
    if options.isStrict {
      for index in rules.indices where rules[index].severity == .warning {
        rules[index].severity = .error
      }
    }
    self.rules = CompiledRules(
      rules, modules: project.configuration.modules.map(\.value),
      ownTypes: project.configuration.ownTypes,
      knownIDs: project.selection.known.map(\.id), readsSuppressions: options.readsSuppressions)
    self.styles = styles
  }

  func lint(_ file: LintFile, using memory: LintMemory) -> LintOutcome {
    do {
      return lint(try memory.buffer.contents(of: file.path), of: file, using: memory)
    } catch {
      return .unread(error)
    }
  }

  func lint(
    _ bytes: UnsafeBufferPointer<UInt8>, of file: LintFile, using memory: LintMemory
  ) -> LintOutcome {
    guard rules.mayMatch(bytes) else { return .linted([], FindingCounts()) }
    let source = SourceFile(path: file.path, bytes: Array(bytes))
    let findings = RuleEngine.lint(
      source, relativePath: file.relativePath, with: rules, reusing: &memory.scratch)
    let isClean = findings.diagnostics.isEmpty
    let reports = isClean ? [] : renderFile(findings.diagnostics, of: source, styles: styles)
    return .linted(reports, FindingCounts(findings))
  }

  /// What fixing a file comes to, without touching it; nil where it cannot be read, which linting
  /// it will tell.
  func fix(_ file: LintFile, using memory: LintMemory) -> FixOutcome? {
    guard let bytes = try? memory.buffer.contents(of: file.path), rules.mayMatch(bytes) else {
      return nil
    }
    let source = SourceFile(path: file.path, bytes: Array(bytes))
    let fixes = RuleEngine.fix(
      source, relativePath: file.relativePath, with: rules, reusing: &memory.scratch)
    guard 0 < fixes.found else { return nil }
    return FixOutcome(original: fixes.bytes == nil ? [] : source.bytes, fixes: fixes)
  }
}

/// The fixes of one file that has findings.
struct FixOutcome: Sendable {
  /// What was read; empty where the file is to stay as it is.
  let original: [UInt8]
  let fixes: FileFixes

  /// In bytes, of what waits to be written.
  var size: Int { original.count + (fixes.bytes?.count ?? 0) }
}

/// Memory that is used again from file to file; one for each thread.
final class LintMemory {
  fileprivate let buffer = FileBuffer()
  fileprivate var scratch = LintScratch()
}

/// What came of one file.
enum LintOutcome: Sendable {
  /// The reports are empty, or one for each style.
  case linted([FileReport], FindingCounts)
  case unread(FileError)

  /// In bytes, of what waits to be written.
  var size: Int {
    switch self {
    case .linted(let reports, _): reports.reduce(0) { $0 + $1.size }
    case .unread: 0
    }
  }
}
