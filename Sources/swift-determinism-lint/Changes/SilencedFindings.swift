import Diagnostics
import Reporters
import RuleEngine
import Rules
import Workspace

/// The settings before a change and those after it.
struct SettingsSides {
  let old: Projects
  let new: Projects
  /// What the older ones are read from.
  let commit: CommittedFiles
  /// The folders whose settings differ; absolute.
  var folders: [FilePath] = []
  /// What holds in them.
  var projects: [(old: Project, new: Project)] = []
}

extension Project {
  /// Whether nothing that was read for it differs.
  func hasSettings(of other: Project) -> Bool {
    let (files, others) = (settingsFiles, other.settingsFiles)
    return folder.root == other.folder.root
      && files.elementsEqual(others) { ($0.path, $0.bytes) == ($1.path, $1.bytes) }
  }

  private var settingsFiles: [SourceFile] { configuration.files + ownFiles.map(\.source) }

  /// Where traces end, or do not go on, and did before; to lint shows nothing of that.
  fileprivate func shorterTraces(since old: Project) -> [Notice] {
    old.selection.rules.compactMap { older in
      guard let rule = selection.known.first(where: { $0.id == older.id }) else { return nil }
      let words = words(forTracesOf: rule, since: older.trace)
      return words.map { Notice("trace-shortened", in: configuration.source?.path, $0) }
    }
  }

  /// Why a trace ends earlier than with older settings; nil if it does not.
  func words(forTracesOf rule: Rule, since old: Rule.Trace) -> String? {
    let seams = rule.trace.seams.filter { !old.seams.contains($0) }
    let entries = seams.map { seam in configuration.seams.entry(for: rule) { $0 == seam } }
    let names = zip(seams, entries).map { seam, entry in
      "'\(seam.text)'" + (entry.map { " (\(words(for: $0.place)))" } ?? "")
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
  /// What the older settings report in the files of their folders and the newer ones do not, by
  /// what lets it be.
  func silencedFindings(
    by sides: SettingsSides, _ options: LintOptions
  ) throws(GitError) -> [Notice] {
    let start = sides.old.configurations.folder(from: top)
    let baselines = (try? sides.old.project(of: start)).flatMap {
      try? Baselines(options.baseline, [$0], sides.old.configurations)
    }
    let old = Linter(
      RuleSets(sides.old, options, describesFindings: true), options,
      Known(baselines ?? Baselines(nil)))
    let reasons = SilencingReasons(sides.new, options, from: top)
    let selection = Selection(sides.old.configurations)
    var inputs: [Input] = []
    let folders = Set(sides.folders)
    for (path, text) in texts(since: sides.commit)
    where path.foldersUpward.contains(where: folders.contains) {
      let named = sides.old.configurations.file(at: path)
      guard selection.decide(named, from: top, toldBy: .git) == .lint else { continue }
      reasons.add(named.file.path)
      inputs.append(Input(file: named.file, isReported: true, new: text))
    }
    for ruleSets in [old.ruleSets, reasons.linter.ruleSets] { ruleSets.addFolders() }
    var tally = SilencedTally()
    var failure: GitError?
    workInOrder(
      on: try texts(of: inputs).inputs, jobs: options.jobs,
      makeWorker: { [LintMemory(), LintMemory()] },
      work: { memory, batch -> [(String, Notice)] in
        guard var input = batch.inputs.first, let bytes = try? input.newBytes() else { return [] }
        input.new = .bytes(bytes)
        let older = old.findings(of: input, using: memory[0])
        return reasons.silenced(
          among: older.filter { $0.isReported && $0.key != nil },
          SourceFile(path: input.file.path, bytes: bytes), using: memory[1])
      },
      size: { _ in 0 },
      deliver: { batch, found in
        failure = batch.error
        for (reason, notice) in found { tally.add(notice, reason) }
        return failure == nil
      })
    if let failure { throw failure }
    return tally.notices + sides.projects.flatMap { $0.new.shorterTraces(since: $0.old) }
  }

  /// All Swift files of the new side; git has those that the change does not touch.
  private func texts(since commit: CommittedFiles) -> [(FilePath, Input.Text)] {
    let touched = Set(paths)
    let new = zip(paths, changed).filter { $0.isSwiftFile && !$1.new.isNothing }
    return new.map { ($0, Input.Text($1.new)) }
      + commit.swiftFiles.filter { !touched.contains($0.path) }.map { ($0, .blob($1)) }
  }
}

/// Why newer settings let be what older ones report.
final class SilencingReasons: @unchecked Sendable {
  let linter: Linter
  private let selection: Selection
  private let top: FilePath
  /// By path as printed.
  private var files: [FilePath: NamedFile] = [:]

  init(_ projects: Projects, _ options: LintOptions, from top: FilePath) {
    self.top = top
    selection = Selection(projects.configurations)
    linter = Linter(
      RuleSets(projects, options, describesFindings: true), options,
      Known(Baselines(nil)))
  }

  /// Adds a file before others ask.
  /// - Parameter path: as printed.
  func add(_ path: FilePath) {
    let configurations = selection.configurations
    files[path] = configurations.file(at: configurations.place.absolutePath(of: path))
  }

  /// Why no file at the path is linted; nil if it is.
  func wordsForLeftOut(_ path: FilePath) -> String? {
    guard let named = files[path] else { return nil }
    switch selection.decide(named, from: top, toldBy: .git) {
    case .excluded:
      let glob = named.folder.excludingGlob(of: named.file.relativePath)
      return "the file is excluded by \(glob ?? "the configuration")"
    case .notIncluded:
      let folders = sequence(first: named.folder) { $0.outer }.map(\.configuration)
      let places = folders.flatMap { configuration in
        configuration.include.prefix(1).map {
          configuration.files[$0.file].place(of: $0.range.lowerBound)
        }
      }
      return "no 'include' names the file (\(places.joined(separator: ", ")))"
    case .lint, .ignored, .link, .nested, .skipped, .outside: return nil
    }
  }

  /// The older findings in a file that are not reported as they were, each with its reason.
  func silenced(
    among older: [Diagnostic], _ source: SourceFile, using memory: LintMemory
  ) -> [(String, Notice)] {
    guard !older.isEmpty, let named = files[source.path] else { return [] }
    let lines = LineTable(source.bytes)
    func silenced(_ finding: Diagnostic, _ reason: String) -> (String, Notice) {
      let place = lines.location(of: finding.range.lowerBound)
      return (reason, Notice("finding-silenced", in: source.path, at: place, reason))
    }
    if let words = wordsForLeftOut(source.path) { return older.map { silenced($0, words) } }
    let input = Input(file: named.file, isReported: true, new: .bytes(source.bytes))
    let newer = linter.findings(of: input, using: memory).filter(\.isReported)
    let reported = Set(newer.map(\.range.lowerBound))
    let errors = Set(newer.filter { $0.severity == .error }.map(\.range.lowerBound))
    let rest = older.filter {
      !($0.severity == .error ? errors : reported).contains($0.range.lowerBound)
    }
    guard !rest.isEmpty, let explanation = explanation(of: source, using: memory) else { return [] }
    return rest.map { silenced($0, explanation.outcome(of: $0)) }
  }

  /// What became of findings in a file that is linted; nil where the settings have a mistake.
  func explanation(of source: SourceFile, using memory: LintMemory) -> PlaceExplanation? {
    guard let named = files[source.path], let rules = linter.rules(for: named.file, using: memory),
      let project = linter.ruleSets.ruleSet(of: named.file.configuration)?.project
    else { return nil }
    return PlaceExplanation(source, named, project, rules)
  }

  /// Why a trace ends earlier; nil if it does not.
  func words(forTracesOf id: String, in source: SourceFile, since old: Rule.Trace) -> String? {
    let project = files[source.path].flatMap {
      linter.ruleSets.ruleSet(of: $0.file.configuration)?.project
    }
    let rule = project?.selection.known.first { $0.id == id }
    return rule.flatMap { project?.words(forTracesOf: $0, since: old) }
  }
}

/// What was let be, by the reason.
struct SilencedTally {
  private var found: [String: (count: Int, first: Notice)] = [:]

  mutating func add(_ notice: Notice, _ reason: String) {
    found[reason, default: (0, notice)].count += 1
  }

  var notices: [Notice] {
    found.values.map { count, first in
      let more = count == 1 ? "" : "; \(grouped(count - 1)) more like it"
      return Notice(first.kind, in: first.path, at: first.location, first.message + more)
    }
  }
}
