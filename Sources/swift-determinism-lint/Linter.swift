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
      knownIDs: project.ruleIDs, readsSuppressions: options.readsSuppressions)
    self.styles = styles
  }

  /// Lints files that follow each other.
  func lint(_ files: [LintFile], using memory: LintMemory) -> BatchOutcome {
    var batch = BatchOutcome()
    for (index, file) in files.enumerated() {
      do {
        let bytes = try memory.buffer.readFile(file.path, where: { rules.mayMatch($0) })
        batch.add(lint(bytes, of: file, using: memory), ofFileAt: index)
      } catch {
        batch.add(.unread(error), ofFileAt: index)
      }
    }
    return batch
  }

  /// Lints a file whose bytes are there, as a run of its own.
  func lint(_ bytes: [UInt8], of file: LintFile) -> BatchOutcome {
    var batch = BatchOutcome()
    let mayMatch = bytes.withUnsafeBufferPointer { rules.mayMatch($0) }
    batch.add(lint(mayMatch ? bytes : nil, of: file, using: LintMemory()), ofFileAt: 0)
    return batch
  }

  /// - Parameter bytes: nil where no rule may match.
  private func lint(
    _ bytes: [UInt8]?, of file: LintFile, using memory: LintMemory
  ) -> LintOutcome {
    guard let bytes else { return .linted([], FindingCounts()) }
    let source = SourceFile(path: file.path, bytes: bytes)
    let findings = RuleEngine.lint(
      source, relativePath: file.relativePath, with: rules, reusing: &memory.scratch)
    let isClean = findings.diagnostics.isEmpty
    let reports = isClean ? [] : renderFile(findings.diagnostics, of: source, styles: styles)
    return .linted(reports, FindingCounts(findings))
  }

  /// What fixing a file comes to, without touching it; nil where it cannot be read, which linting
  /// it will tell.
  func fix(_ file: LintFile, using memory: LintMemory) -> FixOutcome? {
    guard let bytes = try? memory.buffer.readFile(file.path, where: { rules.mayMatch($0) }) else {
      return nil
    }
    let source = SourceFile(path: file.path, bytes: bytes)
    let fixes = RuleEngine.fix(
      source, relativePath: file.relativePath, with: rules, reusing: &memory.scratch)
    guard 0 < fixes.found else { return nil }
    return FixOutcome(original: fixes.bytes == nil ? [] : bytes, fixes: fixes)
  }
}

/// What fixing came to for one file that has findings.
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
  fileprivate var size: Int {
    switch self {
    case .linted(let reports, _): reports.reduce(0) { $0 + $1.size }
    case .unread: 0
    }
  }

  fileprivate var isEmpty: Bool {
    switch self {
    case .linted(let reports, let counts): reports.isEmpty && counts.isEmpty
    case .unread: false
    }
  }
}

/// What came of files that follow each other.
struct BatchOutcome: Sendable {
  /// How many files there is nothing to say of.
  private(set) var emptyCount = 0
  /// The others, by the file's index, in order.
  private(set) var outcomes: [(file: Int, outcome: LintOutcome)] = []
  /// In bytes, of what waits to be written.
  private(set) var size = 0

  fileprivate mutating func add(_ outcome: LintOutcome, ofFileAt index: Int) {
    if outcome.isEmpty {
      emptyCount += 1
    } else {
      outcomes.append((index, outcome))
      size += outcome.size
    }
  }
}
