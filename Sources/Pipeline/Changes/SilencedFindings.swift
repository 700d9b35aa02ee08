import Commands
import Diagnostics
import Reporters
import RuleEngine
import Rules
import Workspace

/// The settings before a change and those after it.
package struct SettingsSides {
  package let old: Projects
  package let new: Projects
  /// The commit that the older ones are read from.
  package let commit: CommittedFiles
  /// The folders whose settings differ; absolute.
  package var folders: [FilePath] = []
  /// The projects of these folders.
  package var projects: [(old: Project, new: Project)] = []
}

extension Project {
  /// Whether nothing that was read for it differs.
  func hasSettings(of other: Project) -> Bool {
    let (files, others) = (settingsFiles, other.settingsFiles)
    return folder.root == other.folder.root
      && files.elementsEqual(others) { ($0.path, $0.bytes) == ($1.path, $1.bytes) }
  }

  private var settingsFiles: [SourceFile] { configuration.sources + ownFiles.map(\.source) }

  /// Where traces end, or do not go on, and did before; to lint shows nothing of that.
  fileprivate func shorterTraces(since old: Project) -> [Notice] {
    old.selection.rules.compactMap { older in
      guard let rule = selection.known.first(where: { $0.id == older.id }) else { return nil }
      let words = shorterTrace(of: rule, since: older.trace)
      return words.map { Notice("trace-shortened", in: configuration.source?.path, $0) }
    }
  }

  /// Why a trace ends earlier than with older settings; nil if it does not.
  private func shorterTrace(of rule: Rule, since old: Rule.Trace) -> String? {
    let seams = rule.trace.seams.filter { !old.seams.contains($0) }
    let entries = seams.map { seam in configuration.seams.entry(for: rule) { $0 == seam } }
    let names = zip(seams, entries).map { seam, entry in
      "'\(seam.text)'" + (entry.map { " (\(placeText(of: $0.place)))" } ?? "")
    }
    if !names.isEmpty {
      let name = entries[0]?.name.value ?? rule.id
      return "'\(name)' does not look beyond \(names.joined(separator: ", "))"
    }
    let isShorter =
      old.isOn && !rule.trace.isOn || old.goesThroughAllowed && !rule.trace.goesThroughAllowed
      || !old.through.allSatisfy(rule.trace.through.contains)
    return isShorter
      ? "'\(rule.id)' follows fewer calls ('trace', 'through', 'through-allowed')" : nil
  }
}

// MARK: - Linting with both

extension Change {
  /// Findings that the older settings report in the files of their folders and the newer ones do
  /// not, by what lets it be.
  func silencedFindings(
    by sides: SettingsSides, _ options: LintOptions
  ) throws(GitError) -> [Notice] {
    func linter(_ projects: Projects, _ baselines: Baselines?) -> Linter {
      Linter(
        projects, options, baselines ?? Baselines(nil))
    }
    let start = sides.old.configurations.folder(from: top)
    let baselines = (try? sides.old.project(of: start)).flatMap {
      try? Baselines(options.baseline, [$0], sides.old.configurations)
    }
    let (old, new) = (linter(sides.old, baselines), linter(sides.new, nil))
    let oldSelection = Selection(sides.old.configurations)
    let newSelection = Selection(sides.new.configurations)
    var inputs: [Input] = []
    var files: [FilePath: (named: NamedFile, leftOut: String?)] = [:]
    let folders = Set(sides.folders)
    for (path, text) in texts(since: sides.commit)
    where path.foldersUpward.contains(where: folders.contains) {
      let named = sides.old.configurations.file(at: path)
      guard oldSelection.decide(named, from: top, toldBy: .git) == .lint else { continue }
      let newer = sides.new.configurations.file(at: path)
      let decision = newSelection.decide(newer, from: top, toldBy: .git)
      files[named.file.path] = (newer, decision.reason(forLeavingOut: newer))
      inputs.append(Input(file: named.file, isReported: true, new: text))
    }
    for projects in [sides.old, sides.new] { projects.addFolders() }
    var found: [String: (count: Int, first: Notice)] = [:]
    var failure: GitError?
    workInOrder(
      on: try texts(of: inputs).inputs, jobs: options.jobs,
      makeWorker: { [LintWorkerState(), LintWorkerState()] },
      work: { [files] memory, batch -> [Notice] in
        guard var input = batch.inputs.first, let file = files[input.file.path],
          let bytes = try? input.newBytes()
        else { return [] }
        input.new = .bytes(bytes)
        let source = SourceFile(path: input.file.path, bytes: bytes)
        let older = old.findings(of: input, using: memory[0])
          .filter { $0.isReported && $0.key != nil }
        return new.silenced(among: older, source, file.named, file.leftOut, using: memory[1])
      },
      size: { _ in 0 },
      deliver: { batch, notices in
        failure = batch.error
        for notice in notices { found[notice.message, default: (0, notice)].count += 1 }
        return failure == nil
      })
    if let failure { throw failure }
    let notices = found.values.map { count, first in
      let more = count == 1 ? "" : "; \(grouped(count - 1)) more like it"
      return Notice(first.kind, in: first.path, at: first.location, first.message + more)
    }
    return notices + sides.projects.flatMap { $0.new.shorterTraces(since: $0.old) }
  }

  /// All Swift files of the new side; git has those that the change does not touch.
  private func texts(since commit: CommittedFiles) -> [(FilePath, FileText)] {
    let touched = Set(paths)
    let new = zip(paths, changed).filter { $0.isSwiftFile && !$1.new.isNothing }
    return new.map { ($0, $1.new) }
      + commit.swiftFiles.filter { !touched.contains($0.path) }.map { ($0, .blob($1)) }
  }
}

extension Selection.Decision {
  /// Why no file at a place is linted; nil if it is.
  fileprivate func reason(forLeavingOut file: NamedFile) -> String? {
    switch self {
    case .excluded:
      let glob = file.folder.excludingGlob(of: file.file.relativePath)
      return "the file is excluded by \(glob ?? "the configuration")"
    case .notIncluded:
      let folders = sequence(first: file.folder) { $0.outer }.map(\.configuration)
      let places = folders.flatMap { configuration in
        configuration.include.prefix(1).map {
          configuration.sources[$0.file].place(of: $0.range.lowerBound)
        }
      }
      return "no 'include' names the file (\(places.joined(separator: ", ")))"
    case .lint, .ignored, .link, .nested, .skipped, .outside: return nil
    }
  }
}

extension Linter {
  /// The older findings in a file that these settings do not report as they were.
  /// - Parameter leftOut: why the file is not linted; nil if it is.
  fileprivate func silenced(
    among older: [Diagnostic], _ source: SourceFile, _ file: NamedFile, _ leftOut: String?,
    using memory: LintWorkerState
  ) -> [Notice] {
    if older.isEmpty { return [] }
    let lines = LineTable(source.bytes)
    func notices(_ findings: [Diagnostic], _ words: (Diagnostic) -> String) -> [Notice] {
      findings.map { finding in
        let place = lines.location(of: finding.range.lowerBound)
        return Notice("finding-silenced", in: source.path, at: place, words(finding))
      }
    }
    if let leftOut { return notices(older) { _ in leftOut } }
    let input = Input(file: file.file, isReported: true, new: .bytes(source.bytes))
    let newer = findings(of: input, using: memory).filter(\.isReported)
    let reported = Set(newer.map(\.range.lowerBound))
    let errors = Set(newer.filter { $0.severity == .error }.map(\.range.lowerBound))
    let rest = older.filter {
      !($0.severity == .error ? errors : reported).contains($0.range.lowerBound)
    }
    // Settings with a mistake are reported elsewhere.
    guard !rest.isEmpty, let rules = rules(for: file.file, using: memory),
      let project = projects.compiledProject(file.file.configuration)
    else { return [] }
    return notices(rest, FileExplanation(source, file, project, rules).outcome)
  }
}
