import CallGraph
import Diagnostics
import RuleEngine
import Rules
import Workspace

/// The code before a change, and what is the same in it.
struct OldCode {
  let code: TracedCode
  /// The files that are not the same, by their paths from the root.
  let changed: Set<FilePath>
}

extension TraceRun {
  /// The code before a change: what it does not touch is what was read already.
  mutating func readOldCode(
    of change: Change, than new: TracedCode, headers: [ScopeHeader], finding finder: ScopeFinder?
  ) throws(GitError) -> OldCode {
    let linter = Linter(ruleSets, options.lint, styles: [], Known(Baselines(nil)))
    var files = Dictionary(
      new.files.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
    var changed: Set<FilePath> = []
    var failure: GitError?
    let texts = try change.texts(after: []).inputs
    forEachBatch(
      of: texts, jobs: options.lint.jobs,
      work: { [root] memory, batch in
        batch.inputs.first.flatMap { OldFile($0, below: root, linter, finder, using: memory) }
      },
      size: { _ in 0 },
      deliver: { batch, old in
        failure = batch.error
        guard let old, failure == nil else { return failure == nil }
        // A deleted file is there in the old code alone; others that are not there were not read.
        guard let known = files[old.path] else {
          if old.isDeleted {
            files[old.path] = old.file
            changed.insert(old.path)
          }
          return true
        }
        if known.source.bytes != old.file?.source.bytes {
          files[old.path] = old.file
          changed.insert(old.path)
        }
        return true
      })
    if let failure { throw failure }
    let settings = try oldSettings(of: change)
    if changed.isEmpty, settings == nil { return OldCode(code: new, changed: []) }
    var sorted = files.values.sorted { $0.path < $1.path }
    var headers = headers
    settings?.apply(to: &sorted, &headers)
    return OldCode(
      code: TracedCode(sorted, manifests: manifests(among: sorted), headers: headers),
      changed: changed)
  }
}

extension TraceRun {
  /// Nil if the change touches none.
  private func oldSettings(of change: Change) throws(GitError) -> OldSettings? {
    guard let base = change.base, projects.place.settings.commit == nil,
      change.touches(projects.settingsPaths(options.lint))
    else { return nil }
    let commit = try change.committedFiles(of: Revision(base, commit: base), in: projects.place)
    let old = Projects(
      options.lint.rules, settings: SettingsFiles(of: commit), like: projects,
      heedsVersion: false)
    let modules = try? projects.project(of: root.folder).configuration.modules.map(\.value)
    return OldSettings(old, options.lint, modules: modules ?? [])
  }
}

/// The settings before a change. Rules that are new, or stricter, hold for the old code as well;
/// but what older settings allowed, and what lay behind their seams, is newly reached.
private struct OldSettings {
  private let projects: Projects
  private let linter: Linter
  private let memory = LintMemory()
  /// Those of today's settings, which headers may name.
  private let modules: [String]

  init(_ projects: Projects, _ options: LintOptions, modules: [String]) {
    (self.projects, self.modules) = (projects, modules)
    linter = Linter(
      RuleSets(projects, options, describesFindings: true), options, styles: [],
      Known(Baselines(nil)))
  }

  /// - Parameters:
  ///   - files: those of the old code.
  ///   - headers: what declarations in them were found by; those of these settings are added.
  func apply(to files: inout [TracedFile], _ headers: inout [ScopeHeader]) {
    let count = headers.count
    for index in files.indices where !files[index].findings.isEmpty {
      files[index] = allowing(in: files[index], &headers)
    }
    if headers.count == count { return }
    let finder = ScopeFinder(headers, modules: modules)
    for index in files.indices { files[index] = files[index].finding(finder, using: memory) }
  }

  /// A file in which what these settings allow is allowed, and a trace ends where they say.
  private func allowing(
    in traced: TracedFile, _ headers: inout [ScopeHeader]
  ) -> TracedFile {
    let path = projects.place.absolutePath(of: traced.source.path)
    let file = projects.configurations.file(at: path).file
    linter.ruleSets.addFolders()
    guard let rules = linter.rules(for: file, using: memory) else { return traced }
    for header in rules.rules.flatMap({ $0.trace.seams + $0.trace.through })
    where !headers.contains(header) {
      headers.append(header)
    }
    let excused = linter.findings(in: traced.source, of: file, rules, memory).excused
    return traced.allowing(excused, by: rules)
  }
}

/// The old text of a file that a change touches.
private struct OldFile: Sendable {
  /// From the root.
  let path: FilePath
  /// Nil if there was none.
  let file: TracedFile?
  let isDeleted: Bool

  /// Nil for a file that is not below the root.
  init?(
    _ input: Input, below root: TracedRoot, _ linter: Linter, _ finder: ScopeFinder?,
    using memory: LintMemory
  ) {
    guard let path = root.relativePath(of: input.file.path) else { return nil }
    self.path = path
    isDeleted = if case .none = input.new { true } else { false }
    file = input.old.first?.bytes.map {
      TracedFile(input.file, $0, below: root, linter, finder, using: memory)
    }
  }
}
