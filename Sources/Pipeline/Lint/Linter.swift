import Commands
import Comparison
import Diagnostics
import Reporters
import RuleEngine
import Rules
import Workspace

/// Lints one file after another; any thread may ask it to.
package struct Linter: Sendable {
  package let projects: Projects
  package let baselines: Baselines
  package let options: LintOptions
  /// Whether findings get keys also where there is no baseline.
  private let makesKeys: Bool
  /// Whether the texts of files with findings are kept.
  private let keepsTexts: Bool
  /// Whether findings that are not reported are kept.
  private let keepsExcused: Bool
  /// The uses that traced rules find in calls; nil if no rule was traced.
  package var traced: RuleTraceResults?
  /// The baselines that runs over the whole project go by, for each old tree and, last, the new
  /// one; empty if none is compared.
  package var sides: [Baselines] = []

  package init(
    _ projects: Projects, _ options: LintOptions, _ baselines: Baselines,
    makingKeys makesKeys: Bool = true, keepsTexts: Bool = false, keepsExcused: Bool = true
  ) {
    (self.projects, self.options, self.baselines) = (projects, options, baselines)
    (self.makesKeys, self.keepsTexts, self.keepsExcused) = (makesKeys, keepsTexts, keepsExcused)
    projects.use(options)
  }

  /// Lints all inputs, on several threads.
  /// - Parameter deliver: takes the results of the batches, in order; false ends the run.
  package func lint(_ inputs: InputBatches, deliver: (LintedBatch) -> Bool) {
    forEachBatch(
      of: inputs, jobs: options.jobs, work: { memory, inputs in check(inputs, using: memory) },
      size: \.size, deliver: { deliver($1) })
  }

  private func check(_ inputs: InputBatch, using memory: LintWorkerState) -> LintedBatch {
    var batch = LintedBatch(inputs: inputs)
    // Asking for each file would take longer than skipping most of them.
    let common = inputs.files.configuration.flatMap { commonRules(of: $0) }
    for index in inputs.files.indices {
      do throws(FileError) {
        if !inputs.inputs.isEmpty {
          try check(inputs.inputs[index], at: index, using: memory, to: &batch)
        } else if let rules = common
          ?? rules(
            of: inputs.files.configuration(at: index), inputs.files[index].relativePath,
            using: memory)
        {
          let isTraced = traced?.hasUses(in: inputs.files[index].path) == true
          let bytes = try memory.buffer.readFile(
            at: index, of: inputs.files, where: isTraced ? { _ in true } : rules.mayMatch)
          guard let bytes else { continue }
          let file = inputs.files[index]
          let source = SourceFile(path: file.path, bytes: bytes)
          let check = makeCheck(source, as: file, rules)
          let found = check.findings(tracing: traced?.uses(in: source.path), using: memory)
          add(found, in: source, at: index, memory, &batch)
        } else {
          batch.unlinted.append(index)
        }
      } catch {
        batch.unread.append((index, error))
      }
    }
    return batch
  }

  /// - Parameter index: of the file in the batch.
  private func check(
    _ input: Input, at index: Int, using memory: LintWorkerState, to batch: inout LintedBatch
  ) throws(FileError) {
    let bytes = try input.newBytes()
    try bytes?.rejectUnreadableText(named: input.file.path)
    let isReported = bytes != nil && input.isReported
    if !isReported { batch.uncounted.append(index) }
    guard let rules = rules(for: input.file, using: memory) else {
      if isReported { batch.unlinted.append(index) }
      return
    }
    let source = SourceFile(path: input.file.path, bytes: bytes ?? [])
    let findings = makeCheck(source, as: input.file, rules).findingsIfAny(using: memory)
    if baselines.comparesSides {
      compare(findings, in: source, of: input, rules, memory, &batch)
    } else {
      add(findings, in: source, at: index, memory, &batch)
    }
  }

  /// A text of a file and its rules. A repository that a walk enters may be the first that has a
  /// baseline.
  package func makeCheck(_ source: SourceFile, as file: LintFile, _ rules: CompiledRules) -> Check {
    let types = rules.asksForTypes ? projects.compiledProject(file.configuration)?.types : nil
    return Check(
      source, at: file.relativePath, rules, makingKeys: makesKeys || !baselines.isEmpty, in: types)
  }

  /// Adds what the rules report for a file that is compared with no old text.
  private func add(
    _ findings: FileFindings, in source: SourceFile, at index: Int, _ memory: LintWorkerState,
    _ batch: inout LintedBatch
  ) {
    batch.counts.add(FindingCounts(of: findings))
    if !findings.usedSettings.isEmpty {
      batch.usedSettings.append((index, findings.usedSettings))
    }
    var linted = LintedFile(source: source, findings: findings.all)
    baselines.accept(&linted)
    if options.textKind != nil { addWorkingCopyNotes(to: &linted) }
    if !keepsExcused { linted.dropExcused() }
    if !baselines.leaveAllFindings || !linted.findings.isEmpty { add(linted, to: &batch) }
  }

  private func add(_ file: LintedFile, to batch: inout LintedBatch) {
    var file = file
    if file.findings.isEmpty || !keepsTexts { file.dropText() }
    batch.files.append(file)
  }

  /// Adds what a file of a change has on only one side.
  private func compare(
    _ findings: FileFindings, in source: SourceFile, of input: Input, _ rules: CompiledRules,
    _ memory: LintWorkerState, _ batch: inout LintedBatch
  ) {
    var linted = LintedFile(source: source, findings: findings.reported)
    let old = input.old.map { oldFindings(in: $0, of: input.file, rules, memory) }
    let new = FindingIdentity.findings(linted.findings, in: source)
    linted.differences = old.map {
      FileDifference(from: FindingIdentity.findings($0.findings, in: $0.source), to: new)
    }
    linted.sides = zip(sides, old + [linted]).map { baselines, side in
      var side = side
      baselines.accept(&side)
      side.dropText()
      return (side, input.file)
    }
    if options.showsSilencing, options.readsSuppressions {
      linted.comments = ComparedComments(
        path: source.path, new: source.allowingComments(using: memory),
        old: SourceFile(path: source.path, bytes: input.old.first?.bytes ?? [])
          .allowingComments(using: memory))
    }
    if input.isReported { batch.counts.add(FindingCounts(of: findings)) }
    if !input.isReported {
      linted.findings = []
    } else if linted.differences.contains(where: \.introduced.isEmpty) {
      batch.counts.add(FindingCounts(old: baselines.accept(&linted, introducing: [])))
    } else if input.new.bytes != nil {
      addWorkingCopyNotes(to: &linted)
    }
    add(linted, to: &batch)
  }

  /// The findings of the rules of today in an old text.
  private func oldFindings(
    in text: FileText, of file: LintFile, _ rules: CompiledRules, _ memory: LintWorkerState
  ) -> LintedFile {
    let source = SourceFile(path: file.path, bytes: text.bytes ?? [])
    let findings = makeCheck(source, as: file, rules).findingsIfAny(using: memory)
    return LintedFile(source: source, findings: findings.reported)
  }

  /// Adds a note to a finding in git's text if its place on the disk may be different.
  private func addWorkingCopyNotes(to file: inout LintedFile) {
    guard file.findings.contains(where: \.isReported) else { return }
    let copy = try? readFile(file.source.path, followingLink: false)
    guard copy.map({ !isSameText($0, file.source.bytes) }) ?? true else { return }
    let text = options.textKind.map { "the \($0) text" } ?? "the text in git"
    for index in file.findings.indices where file.findings[index].isReported {
      let offset = file.findings[index].range.lowerBound
      file.findings[index].notes.append(
        Note(at: offset, "this is \(text); the working copy differs"))
    }
  }

  /// The findings of a file that is linted alone, with verdicts; empty if it cannot be read.
  package func findings(of input: Input, using memory: LintWorkerState) -> [Diagnostic] {
    var batch = LintedBatch(inputs: InputBatch(input))
    try? check(input, at: 0, using: memory, to: &batch)
    return batch.files.first.map(baselines.settled) ?? []
  }

  /// The declarations in the files of a change, for each old tree. The files are read again:
  /// keeping the texts of a large change would take more memory than all else.
  /// - Returns: also why some texts cannot be read.
  package func declaredScopes(in change: Change) -> ([DeclaredScopes], GitError?) {
    let treeCount = change.inputs.first?.old.count ?? 0
    var scopes = [DeclaredScopes](repeating: ([], []), count: treeCount)
    let inputs: InputBatches
    do throws(GitError) {
      inputs = try change.texts(after: []).inputs
    } catch {
      return (scopes, error)
    }
    var failure: GitError?
    forEachBatch(
      of: inputs, jobs: options.jobs,
      work: { memory, inputs in
        inputs.inputs.first.flatMap { scopeNames(of: $0, using: memory) } ?? []
      },
      size: { _ in 0 },
      deliver: { inputs, declared in
        for (tree, declared) in declared.enumerated() {
          scopes[tree].old.formUnion(declared.old)
          scopes[tree].new.formUnion(declared.new)
        }
        failure = inputs.error
        return failure == nil
      })
    return (scopes, failure)
  }

  /// The names, for each old tree; nil for a file that is not linted.
  private func scopeNames(of input: Input, using memory: LintWorkerState) -> [DeclaredScopes]? {
    guard rules(for: input.file, using: memory) != nil else { return nil }
    func scopes(_ bytes: [UInt8]?) -> Set<String> {
      guard let bytes else { return [] }
      return SourceFile(path: input.file.path, bytes: bytes).declaredScopes(using: memory)
    }
    let new: Set<String>
    do throws(FileError) {
      new = scopes(try input.newBytes())
    } catch {
      return nil
    }
    return input.old.map { (scopes($0.bytes), new) }
  }

  // MARK: - Rules

  /// The rules for a file; nil if its configuration has a mistake.
  package func rules(for file: LintFile, using memory: LintWorkerState) -> CompiledRules? {
    rules(of: file.configuration, file.relativePath, using: memory)
  }

  /// The rules for all files of a configuration; nil if they differ, or if it has a mistake.
  private func commonRules(of configuration: Int) -> CompiledRules? {
    let project = projects.compiledProject(configuration)
    return project?.hasOverrides == true ? nil : project?.compiled
  }

  /// Most files have the same rules as the file before.
  private func rules(
    of configuration: Int, _ relativePath: @autoclosure () -> FilePath,
    using memory: LintWorkerState
  ) -> CompiledRules? {
    if memory.last.configuration != configuration {
      let project = projects.compiledProject(configuration)
      memory.last = (configuration, project, [], project?.compiled)
    }
    guard let project = memory.last.project, project.hasOverrides else { return memory.last.rules }
    let overrides = project.configuration.overrides(for: relativePath())
    if overrides != memory.last.overrides {
      memory.last.overrides = overrides
      memory.last.rules =
        overrides.isEmpty ? project.compiled : projects.compiledRules(of: project, in: overrides)
    }
    return memory.last.rules
  }

  /// The result of fixing a file, without writing it. Nil if the file cannot be read; linting it
  /// will report that.
  package func fix(_ file: LintFile, using memory: LintWorkerState) -> FixOutcome? {
    guard let rules = rules(for: file, using: memory) else { return nil }
    let bytes = try? memory.buffer.readFile(file.path, where: rules.mayMatch)
    guard let bytes else { return nil }
    let source = SourceFile(path: file.path, bytes: bytes)
    let fixes = makeCheck(source, as: file, rules).fixes(using: memory) { source, diagnostics in
      baselines.judged(diagnostics, in: source).filter(\.isReported)
    }
    guard 0 < fixes.found else { return nil }
    return FixOutcome(original: fixes.bytes == nil ? [] : bytes, fixes: fixes)
  }
}

extension FindingIdentity {
  /// The keys by which findings are compared with those of another text.
  package static func findings(
    _ diagnostics: [Diagnostic], in source: SourceFile
  ) -> [FindingIdentity] {
    guard !diagnostics.isEmpty else { return [] }
    let code = source.code
    return diagnostics.map { diagnostic in
      FindingIdentity(
        path: source.path, rule: diagnostic.rule?.id ?? "",
        // A diagnostic about a comment is known by its message.
        key: diagnostic.key ?? FindingKey(scope: "-", tokens: diagnostic.message),
        line: code.code(ofLineAt: diagnostic.range.lowerBound), diagnostic.severity)
    }
  }
}

/// The result of fixing one file that has findings.
package struct FixOutcome: Sendable {
  /// The bytes that were read; empty if the file stays as it is.
  package let original: [UInt8]
  package let fixes: FileFixes

  /// In bytes: the size of what waits to be written.
  package var size: Int { original.count + (fixes.bytes?.count ?? 0) }
}

/// The result of linting a file.
package struct LintedFile: Sendable {
  /// Without its text if nothing of it will be printed.
  package private(set) var source: SourceFile
  /// In report order.
  package var findings: [Diagnostic]
  /// That of the file's project; nil if it has none, or nothing was found.
  package var baseline: ProjectBaseline?
  /// The baseline entries whose findings the file has.
  package var accepted = AcceptedEntries()
  /// What runs over the whole project make of its texts, for each old tree and the new one.
  var sides: [(linted: LintedFile, file: LintFile)] = []
  /// The findings that come and go, for each old tree that the file is compared with.
  package var differences: [FileDifference] = []
  /// Its comments and those of the old side; nil if they are not wanted.
  package var comments: ComparedComments?

  package init(source: SourceFile, findings: [Diagnostic]) {
    (self.source, self.findings) = (source, findings)
  }

  mutating func dropExcused() {
    // There may be many findings, so that they are copied only where some are dropped.
    if !findings.allSatisfy(\.isReported) { findings = findings.filter(\.isReported) }
  }

  mutating func dropText() {
    source = SourceFile(path: source.path, bytes: [])
  }
}

/// The comments of a file of a change that allow rules.
package struct ComparedComments: Sendable {
  /// As printed.
  package let path: FilePath
  package let new: [AllowingComment]
  package let old: [AllowingComment]

  package init(path: FilePath, new: [AllowingComment], old: [AllowingComment]) {
    (self.path, self.new, self.old) = (path, new, old)
  }
}

/// The results of linting files that follow each other. The receipt, the use of the settings, the
/// use of the baselines and the reports of a run each take every batch.
package struct LintedBatch: Sendable {
  package let inputs: InputBatch
  package var counts = FindingCounts()
  /// The files that could not be read, by index, in order.
  package var unread: [(file: Int, error: FileError)] = []
  /// The indices of files whose configuration has a mistake, in order.
  package var unlinted: [Int] = []
  /// The indices of files that do not count as checked: those that are deleted or only compared.
  package var uncounted: [Int] = []
  /// The settings that each file uses, by its index, in order: see `FileFindings.usedSettings`.
  package var usedSettings: [(file: Int, settings: Set<UsedSetting>)] = []
  /// In order.
  package var files: [LintedFile] = []

  fileprivate init(inputs: InputBatch) {
    self.inputs = inputs
  }

  /// The files that count as checked.
  package var checkedFiles: LintFiles {
    if unread.isEmpty, unlinted.isEmpty, uncounted.isEmpty { return inputs.files }
    let left = Set(unread.lazy.map { $0.file } + unlinted + uncounted)
    var files = LintFiles()
    for index in inputs.files.indices where !left.contains(index) {
      files.append(inputs.files[index])
    }
    return files
  }

  /// In bytes: the size of what waits to be reported.
  package var size: Int {
    files.reduce(0) {
      $0 + $1.source.bytes.count + $1.findings.count * MemoryLayout<Diagnostic>.stride
    }
  }
}

/// The numbers of findings in some files.
package struct FindingCounts: Sendable {
  package private(set) var errors = 0
  package private(set) var warnings = 0
  private(set) var allowedByPath = 0
  package private(set) var allowedInSource = 0
  private(set) var allowedDefaultArguments = 0
  private(set) var usesOfOwnTypes = 0
  /// Findings that the old side of a change has, too.
  package private(set) var old = 0

  package init(old: Int = 0) {
    self.old = old
  }

  /// Counts the findings that are reported.
  package init(of findings: [Diagnostic]) {
    for finding in findings where finding.isReported {
      switch finding.severity {
      case .error: errors += 1
      case .warning: warnings += 1
      }
    }
  }

  /// Counts the findings that are not reported.
  package init(of findings: FileFindings) {
    allowedByPath = findings.allowedByPath
    allowedInSource = findings.allowedInSource
    allowedDefaultArguments = findings.allowedDefaultArguments
    usesOfOwnTypes = findings.usesOfOwnTypes
  }

  package mutating func add(_ other: FindingCounts) {
    errors += other.errors
    warnings += other.warnings
    allowedByPath += other.allowedByPath
    allowedInSource += other.allowedInSource
    allowedDefaultArguments += other.allowedDefaultArguments
    usesOfOwnTypes += other.usesOfOwnTypes
    old += other.old
  }
}
