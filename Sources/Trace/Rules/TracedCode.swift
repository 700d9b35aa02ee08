import CallGraph
import Diagnostics
import Pipeline
import RuleEngine
import Rules
import Workspace

/// The declarations and uses to look for in each file.
package struct TracedNames: Sendable {
  /// The headers that a trace asks for.
  package let headers: [ScopeHeader]
  /// The groups of rules with `trace: true`; empty where all rules look for causes.
  fileprivate let groups: [TracedGroup]
  private let finder: ScopeFinder?
  private let inside: ScopeFinder

  /// - Parameter modules: the modules that the configuration names.
  package init(_ groups: [TracedGroup] = [], headers others: [ScopeHeader] = [], modules: [String])
  {
    self.groups = groups
    var seen: Set<ScopeHeader> = []
    let inGroups = groups.map(\.rules[0]).flatMap {
      $0.inside + $0.trace.through + $0.trace.seams + $0.allowInside
    }
    headers = (others + inGroups).filter { seen.insert($0).inserted }
    finder = headers.isEmpty ? nil : ScopeFinder(headers, modules: modules)
    inside = ScopeFinder(groups.flatMap { $0.rules[0].inside }, modules: modules)
  }

  fileprivate func scopes(
    in source: SourceFile, at path: FilePath, _ memory: LintWorkerState
  ) -> [ScopeFinder.Place] {
    finder?.places(in: source, relativePath: path, using: memory) ?? []
  }

  /// Whether some file may hold a declaration that the groups look into. If none does, as in a
  /// project without workflows or reducers, nothing more has to be read.
  func mayFindCode(in found: FoundFiles, _ linter: Linter) -> Bool {
    var mayFind = false
    forEachBatch(
      of: InputBatches(found), jobs: linter.options.jobs,
      work: { [inside] memory, batch in
        batch.files.indices.contains { index in
          (try? memory.buffer.readFile(at: index, of: batch.files, where: inside.mayFind)) != nil
        }
      },
      size: { _ in 0 },
      deliver: { _, found in
        mayFind = found
        return !found
      })
    return mayFind
  }

  /// Reads all files, each once.
  /// - Parameter deliver: takes each batch as it is read.
  /// - Returns: the files in the order of their paths from the root.
  package func read(
    _ found: FoundFiles, below root: TracedRoot, _ linter: Linter,
    deliver: (TracedFile.Batch) -> Void
  ) -> [TracedFile] {
    var files: [TracedFile] = []
    forEachBatch(
      of: InputBatches(found), jobs: linter.options.jobs,
      work: { [self] memory, batch in
        TracedFile.read(batch.files, below: root, linter, self, using: memory)
      },
      size: { _ in 0 },
      deliver: { _, read in
        files += read.files
        deliver(read)
        return true
      })
    return files.sorted { $0.path < $1.path }
  }
}

/// A file of the root, read once.
package struct TracedFile: Sendable {
  /// The path from the root.
  package let path: FilePath
  package let source: SourceFile
  package let file: LintFile
  package let summary: FileSummary
  /// The uses that the rules ban, allowed ones included, in the order of reports: a list for each
  /// group, or one for all rules.
  fileprivate private(set) var findings: [[Diagnostic]]
  /// The rules that hold for the file; nil if its configuration has a mistake.
  package let rules: CompiledRules?
  /// The declarations that a trace asks for by their headers.
  package let scopes: [ScopeFinder.Place]
  /// The settings and comments that allow what groups find in the file alone.
  package private(set) var uses = TracedUses()

  /// The files of one batch, those that could not be read, and the numbers of configurations with a
  /// mistake, whose files have no findings.
  package typealias Batch = (files: [TracedFile], unread: [Trouble], misconfigured: [Int])

  fileprivate static func read(
    _ files: LintFiles, below root: TracedRoot, _ linter: Linter, _ names: TracedNames,
    using memory: LintWorkerState
  ) -> Batch {
    var batch: Batch = ([], [], [])
    for index in files.indices {
      let file = files[index]
      do throws(FileError) {
        let bytes = try memory.buffer.readFile(at: index, of: files) { _ in true }
        let traced = TracedFile(file, bytes ?? [], below: root, linter, names, using: memory)
        if traced.rules == nil { batch.misconfigured.append(file.configuration) }
        batch.files.append(traced)
      } catch {
        batch.unread.append(Trouble(file.path, error))
      }
    }
    return batch
  }

  package init(
    _ file: LintFile, _ bytes: [UInt8], below root: TracedRoot, _ linter: Linter,
    _ names: TracedNames, using memory: LintWorkerState
  ) {
    let rules = linter.rules(for: file, using: memory)
    let path = root.relativePath(of: file.path) ?? file.path
    let types = linter.projects.compiledProject(file.configuration)?.types
    self.init(file, at: path, bytes, rules, names, memory, in: types)
  }

  /// - Parameters:
  ///   - path: the path from the root.
  ///   - types: what the root declares; nil to know the types of the text alone.
  package init(
    _ file: LintFile, at path: FilePath, _ bytes: [UInt8], _ rules: CompiledRules?,
    _ names: TracedNames, _ memory: LintWorkerState, in types: RootTypes? = nil
  ) {
    (self.path, self.file, self.rules) = (path, file, rules)
    source = SourceFile(path: file.path, bytes: bytes)
    // Nobody compiles the code of a documentation catalog.
    let isCompiled = !path.bytes.split(separator: UInt8(ascii: "/")).dropLast().contains {
      $0.suffix(5).elementsEqual(".docc".utf8)
    }
    summary = FileSummary(of: isCompiled ? source.bytes : [])
    scopes = names.scopes(in: source, at: path, memory)
    findings = []
    if names.groups.isEmpty {
      let all = findings(of: rules, memory, in: types)
      findings = [all.causes]
    } else {
      addFindings(of: names.groups, memory, in: types)
    }
  }

  private func findings(
    of rules: CompiledRules?, _ memory: LintWorkerState, in types: RootTypes?
  ) -> FileFindings {
    guard let rules else { return FileFindings() }
    return Check(source, at: file.relativePath, rules, makingKeys: true, in: types)
      .findingsIfAny(using: memory)
  }

  private mutating func addFindings(
    of groups: [TracedGroup], _ memory: LintWorkerState, in types: RootTypes?
  ) {
    for group in groups {
      let found = group.findings(in: source, file, memory)
      findings.append(found.causes)
      if found.causes.isEmpty { continue }
      uses.usedSettings.formUnion(found.usedSettings)
      for cause in found.causes {
        if case .allowedInSource = cause.verdict, let rule = cause.rule {
          uses.allowed.append((rule.id, cause.range))
        }
      }
    }
    guard findings.contains(where: { $0.contains(where: \.isReported) }) else { return }
    // Another rule may report a use, and be allowed there.
    let others = findings(of: rules, memory, in: types).all.filter { !$0.isReported }
    let ranges = OverlapSearch(others.map(\.range))
    for group in findings.indices {
      for index in findings[group].indices where findings[group][index].isReported {
        guard let other = ranges.first(overlapping: findings[group][index].range) else { continue }
        findings[group][index].verdict = others[other].verdict
      }
    }
  }
}

extension FileFindings {
  /// The findings that are uses; one without a key is about a comment.
  fileprivate var causes: [Diagnostic] { all.filter { $0.key != nil } }
}

/// All files of the root, linked.
package struct TracedCode: Sendable {
  /// The files in the order of their paths.
  package let files: [TracedFile]
  package let program: Program
  /// The headers by which the declarations in `TracedFile.scopes` were found.
  private let headers: [ScopeHeader]

  package init(
    _ files: [TracedFile], manifests: [(path: FilePath, bytes: [UInt8])], headers: [ScopeHeader]
  ) {
    (self.files, self.headers) = (files, headers)
    program = Program(files.map { ($0.path, $0.summary) }, manifests: manifests)
  }

  /// A use that a rule bans, in code that something may reach.
  package struct Cause: Sendable {
    /// The index of the file.
    package let file: Int
    package let node: Int
    package let finding: Diagnostic
    package let rule: RuleReference
    package let key: FindingKey
    /// The settings of the rule for traces.
    package let trace: Rule.Trace

    package var isAllowed: Bool { !finding.isReported }
  }

  /// The causes in the order of their places, allowed ones included.
  var causes: [Cause] { causes(ofGroup: 0) }

  func causes(ofGroup group: Int) -> [Cause] {
    files.indices.flatMap { file in
      files[file].findings[group].compactMap { finding in
        guard let rule = finding.rule, let key = finding.key,
          let node = program.node(at: finding.range.lowerBound, inFile: file)
        else { return nil }
        return Cause(
          file: file, node: node, finding: finding, rule: rule, key: key,
          trace: files[file].rules?.rules.first { $0.id == rule.id }?.trace ?? Rule.Trace())
      }
    }
  }

  /// The headers that the trace asks for and no file declares.
  package var missingHeaders: Set<ScopeHeader> {
    var missing = Set(headers)
    for file in files { missing.subtract(file.scopes.map { headers[$0.header] }) }
    return missing
  }

  /// Whether a node is in a declaration with one of the headers, by node; empty for no header.
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

  /// The place of a node, e.g. `Sources/Feed.swift:12:8`.
  package func place(ofNode node: Int) -> String {
    let node = program.nodes[node]
    return files[node.file].source.place(of: node.nameOffset)
  }
}
