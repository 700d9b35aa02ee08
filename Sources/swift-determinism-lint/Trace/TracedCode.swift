import CallGraph
import Diagnostics
import RuleEngine
import Rules
import Workspace

/// A file of the root, read once.
struct TracedFile: Sendable {
  /// From the root.
  let path: FilePath
  let source: SourceFile
  let summary: FileSummary
  /// The uses that rules ban, those that are allowed included, in the order of reports.
  private(set) var findings: [Diagnostic]
  /// Those that hold for it; nil if its configuration has a mistake.
  let rules: CompiledRules?
  /// Those of other settings, which say where traces end and go on; nil for none.
  private var otherRules: CompiledRules?
  /// The declarations that a trace asks for by their headers.
  private(set) var scopes: [ScopeFinder.Place]

  /// What came of some files.
  struct Batch: Sendable {
    var files: [TracedFile] = []
    var unread: [Trouble] = []
    /// The numbers of configurations that have a mistake; their files have no findings.
    var misconfigured: [Int] = []
  }

  /// - Parameter finder: nil if nothing is named by its header.
  static func read(
    _ files: LintFiles, below root: TracedRoot, _ linter: Linter, _ finder: ScopeFinder?,
    using memory: LintMemory
  ) -> Batch {
    var batch = Batch()
    for index in files.indices {
      let file = files[index]
      do throws(FileError) {
        let bytes = try memory.buffer.readFile(at: index, of: files) { _ in true }
        let traced = TracedFile(file, bytes ?? [], below: root, linter, finder, using: memory)
        if traced.rules == nil { batch.misconfigured.append(file.configuration) }
        batch.files.append(traced)
      } catch {
        batch.unread.append(Trouble(file.path, error))
      }
    }
    return batch
  }

  init(
    _ file: LintFile, _ bytes: [UInt8], below root: TracedRoot, _ linter: Linter,
    _ finder: ScopeFinder?, using memory: LintMemory
  ) {
    path = root.relativePath(of: file.path) ?? file.path
    source = SourceFile(path: file.path, bytes: bytes)
    rules = linter.rules(for: file, using: memory)
    findings = []
    if let rules, source.bytes.withUnsafeBufferPointer(rules.mayMatch) {
      let found = linter.findings(in: source, of: file, rules, memory)
      // What has no key is about a comment.
      findings = inReportOrder((found.diagnostics + found.excused).filter { $0.key != nil })
    }
    summary = FileSummary(of: source.bytes, reusing: &memory.scratch)
    scopes = finder?.places(in: source, reusing: &memory.scratch) ?? []
  }

  /// What the rule says of traces.
  func trace(of rule: RuleReference) -> Rule.Trace {
    [otherRules, rules].lazy.compactMap { $0?.rules.first { $0.id == rule.id }?.trace }.first
      ?? Rule.Trace()
  }

  /// The same file where the declarations are those that another finder finds.
  func finding(_ finder: ScopeFinder, using memory: LintMemory) -> TracedFile {
    var file = self
    file.scopes = finder.places(in: source, reusing: &memory.scratch)
    return file
  }

  /// The same file where other settings hold for traces, and allow some of its findings, too.
  func allowing(_ others: [Diagnostic], by rules: CompiledRules) -> TracedFile {
    var file = self
    file.otherRules = rules
    for other in others {
      let index = findings.firstIndex { $0.range == other.range && $0.rule?.id == other.rule?.id }
      if let index { file.findings[index] = other }
    }
    return file
  }
}

/// All files of the root, linked.
struct TracedCode: Sendable {
  /// In the order of their paths.
  let files: [TracedFile]
  let program: Program
  /// What the declarations in `TracedFile.scopes` were found by.
  private let headers: [ScopeHeader]

  init(
    _ files: [TracedFile], manifests: [(path: FilePath, bytes: [UInt8])], headers: [ScopeHeader]
  ) {
    (self.files, self.headers) = (files, headers)
    program = Program(files.map { ($0.path, $0.summary) }, manifests: manifests)
  }

  /// A use that a rule bans, in code that something may reach.
  struct Cause: Sendable {
    /// By index.
    let file: Int
    let node: Int
    let finding: Diagnostic
    let rule: RuleReference
    let key: FindingKey
    /// What the rule says of traces.
    let trace: Rule.Trace

    var isAllowed: Bool { !finding.isReported }
  }

  /// In the order of their places, those that are allowed included.
  var causes: [Cause] {
    files.indices.flatMap { file in
      files[file].findings.compactMap { finding in
        guard let rule = finding.rule, let key = finding.key,
          let node = program.node(at: finding.range.lowerBound, inFile: file)
        else { return nil }
        return Cause(
          file: file, node: node, finding: finding, rule: rule, key: key,
          trace: files[file].trace(of: rule))
      }
    }
  }

  /// What the trace asks for and no file declares.
  var missingHeaders: Set<ScopeHeader> {
    var missing = Set(headers)
    for file in files { missing.subtract(file.scopes.map { headers[$0.header] }) }
    return missing
  }

  /// By node: whether it is in a declaration with one of the headers; empty for no header.
  func isNode(in headers: [ScopeHeader]) -> [Bool] {
    let numbers = Set(self.headers.indices.filter { headers.contains(self.headers[$0]) })
    if numbers.isEmpty { return [] }
    var isIn = [Bool](repeating: false, count: program.nodes.count)
    for (index, file) in files.enumerated() {
      for scope in file.scopes where numbers.contains(scope.header) {
        for node in program.nodes(in: scope.range, ofFile: index) { isIn[node] = true }
      }
    }
    return isIn
  }

  /// e.g. `Sources/Feed.swift:12:8`
  func words(forNode node: Int) -> String {
    let node = program.nodes[node]
    return files[node.file].source.place(of: node.nameOffset)
  }
}
