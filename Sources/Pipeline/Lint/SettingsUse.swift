import Commands
import Diagnostics
import RuleEngine
import Rules
import Workspace

/// Which settings of the configurations of a run are used. This is only known after a run that
/// checks all files of a configuration's folder against all rules.
package struct SettingsUse {
  private let projects: Projects
  /// The folders that are walked; absolute.
  private let walked: [FilePath]
  /// The entries of use by the number of the configuration.
  private var entries: [Int: SettingEntries] = [:]
  /// The declarations that traced rules name and no file has.
  private var missingHeaders: Set<ScopeHeader> = []

  /// Fails for a run that cannot know it.
  package init?(_ options: LintOptions, _ projects: Projects) {
    guard case .paths(let paths, nil) = options.input, options.rules.onlyRules.isEmpty,
      options.rules.disabledRules.isEmpty
    else { return nil }
    self.projects = projects
    walked = paths.map { projects.place.absolutePath(of: $0) }
  }

  private mutating func change(_ folder: ConfiguredFolder, _ body: (inout SettingEntries) -> Void) {
    guard folder.configuration.source != nil else { return }
    body(&entries[folder.number, default: SettingEntries(folder.configuration)])
  }

  /// Records files that were linted, or that the configurations exclude.
  package mutating func add(_ files: LintFiles, areExcluded: Bool = false) {
    for number in Set(files.indices.map { files.configuration(at: $0) }) {
      var folder: ConfiguredFolder? = projects.folders[number]
      while let configured = folder {
        let isOwn = configured.number == number
        change(configured) { entries in
          for index in files.indices where files.configuration(at: index) == number {
            guard entries.lacksFiles(excluded: areExcluded) else { return }
            entries.add(files[index].relativePath, isExcluded: areExcluded, isOwn: isOwn)
          }
        }
        folder = configured.outer
      }
    }
  }

  /// Records files that were linted, and what each has used.
  package mutating func add(_ batch: LintedBatch) {
    let files = batch.inputs.files
    add(files)
    for (index, settings) in batch.usedSettings {
      change(projects.folders[files.configuration(at: index)]) {
        $0.add(settings, in: files[index].relativePath)
      }
    }
  }

  /// Records what was traced.
  package mutating func add(_ traced: RuleTraceResults) { missingHeaders = traced.missingHeaders }

  /// The warnings about each configuration whose whole folder was linted, with the file as printed.
  package var warnings: [FileDiagnostics] {
    let used = Set(entries.values.flatMap(\.used))
    return projects.folders.filter(isWhole).compactMap { settingWarnings(of: $0, used) }
  }

  private func isWhole(_ folder: ConfiguredFolder) -> Bool {
    walked.contains { folder.path.relative(to: $0) != nil }
  }
}

// MARK: - Entries

extension SettingsUse {
  /// - Parameter used: the entries of use, by any configuration.
  private func settingWarnings(
    of folder: ConfiguredFolder, _ used: Set<SettingEntries.Place>
  ) -> FileDiagnostics? {
    guard let source = folder.configuration.source else { return nil }
    let project = projects.compiledProjects.first { $0.folder === folder }
    let namesInForce = project?.namesInForce
    var warnings = project?.idleSettings(besides: namesInForce ?? []) ?? []
    let missing = folder.configuration.warnings(aboutMissing: missingHeaders)
    if !missing.isEmpty, !isSparseCheckout(around: folder.path) { warnings += missing }
    // One above may leave out what the entries are for.
    if folder.isUsable, folder.outer?.hasIncludes != true,
      !folder.excludes(folder.relativePath(of: folder.path))
    {
      let entries = entries[folder.number] ?? SettingEntries(folder.configuration)
      let unused = entries.unused(besides: used)
      // In a sparse checkout they may be for files that are not on the disk.
      if !unused.isEmpty, !isSparseCheckout(around: folder.path) {
        let elsewhere = globs(of: unused, matchingElsewhereIn: folder)
        warnings += unused.enumerated().compactMap { index, entry in
          elsewhere.contains(index)
            ? nil : warning(about: entry, folder.configuration, namesInForce)
        }
      }
    }
    if warnings.isEmpty { return nil }
    let path = source.path.resolved(from: projects.place.workingFolder)
    return FileDiagnostics(
      source: SourceFile(
        path: projects.place.printsAbsolutePaths ? path : source.path, bytes: source.bytes),
      diagnostics: inReportOrder(warnings))
  }

  /// A warning about an entry; nil if its rules are not in force, since it is unknown what they
  /// would find.
  /// - Parameter namesInForce: what the rules that were looked for are named by; nil if no file of
  ///   the configuration was linted.
  private func warning(
    about entry: SettingEntries.Entry, _ configuration: Configuration, _ namesInForce: Set<String>?
  ) -> Diagnostic? {
    func isInForce(_ name: String) -> Bool { namesInForce?.contains(name) == true }
    let text = entry.text
    let noFile = "no file that was linted matches '\(text)'"
    var id = "unused-setting"
    let message: String
    switch entry.kind {
    case .include: message = "\(noFile); name its new place, or remove it from 'include'"
    case .exclude: message = "nothing matches '\(text)'; remove it from 'exclude'"
    case .files(let override):
      let rules = configuration.overrides[override].namedRules
      if let namesInForce, namesInForce.isDisjoint(with: rules) { return nil }
      message = "\(noFile); name its new place, or remove it from 'files'"
    case .allow(let name):
      id = "stale-allow"
      guard !entry.matchesFile || isInForce(name) else { return nil }
      message =
        entry.matchesFile
        ? "'\(name)' finds nothing in '\(text)'; remove it from 'allow'"
        : "\(noFile); remove it from 'allow'"
    case .allowInside(let name, _):
      guard isInForce(name) else { return nil }
      message = "'\(text)' allows nothing that '\(name)' finds; remove it from 'allow-inside'"
    case .ownType:
      if namesInForce == nil { return nil }
      message = "no finding is about the type '\(text)'; remove it from 'own-types'"
    }
    return Diagnostic(.warning, at: entry.range, message, rule: RuleReference(id: id))
  }

  // MARK: - What lies where no run looks

  /// The entries of `exclude` and `files`, by index, that may still be of use: something that no
  /// whole run reaches matches them, e.g. what git ignores.
  private func globs(
    of entries: [SettingEntries.Entry], matchingElsewhereIn folder: ConfiguredFolder
  ) -> Set<Int> {
    let settings = GitSettings(environment: environmentVariable)
    var selection = Selection(projects.configurations, gitSettings: settings)
    // `Pods` may come, with its `Podfile` or without.
    selection.hasFile = { _ in true }
    var (matching, unknown): (Set<Int>, Set<Int>) = ([], [])
    for (index, entry) in entries.enumerated() {
      switch entry.kind {
      case .exclude, .files: break
      case .include, .allow, .allowInside, .ownType: continue
      }
      let path = entry.text.withoutWildcards.resolved(from: folder.path)
      let file = projects.configurations.file(at: path.appending("x.swift"))
      switch selection.decide(file, from: folder.path, toldBy: .editor) {
      case .ignored, .skipped: matching.insert(index)
      case _ where isNameTaken(path): matching.insert(index)
      // A name alone may be anywhere.
      case _ where entry.text.hasWildcards || !entry.text.contains("/"): unknown.insert(index)
      default: break
      }
    }
    if unknown.isEmpty { return matching }
    let root = projects.place.printedPath(of: folder.path, namedAs: FilePath(""))
    let isWhole = FileSearch(named: [root.orFolder], in: projects.place, selection).visitAll {
      path in
      let path = folder.relativePath(of: projects.place.absolutePath(of: path))
      let found = unknown.filter { entries[$0].glob!.matches(path) }
      matching.formUnion(found)
      unknown.subtract(found)
      return !unknown.isEmpty
    }
    // Nobody knows what the rest of a huge tree holds.
    return isWhole ? matching : matching.union(unknown)
  }
}

extension String {
  fileprivate var hasWildcards: Bool { contains { "*?[{".contains($0) } }

  /// A path that the glob would match, of one without classes and alternatives.
  fileprivate var withoutWildcards: FilePath {
    let components = split(separator: "/").filter { $0 != "**" }
    return FilePath(String(components.joined(separator: "/").map { "*?".contains($0) ? "x" : $0 }))
  }
}

extension Project {
  /// Warnings about settings of rules that are not in force.
  fileprivate func idleSettings(besides namesInForce: Set<String>) -> [Diagnostic] {
    configuration.idleSettings(besides: namesInForce) { name in
      let bundled = bundledFiles.lazy.flatMap(\.rules).first { $0.value.isNamed(by: name) }
      let rule = bundled ?? ownFiles.lazy.flatMap(\.rules).first { $0.value.isNamed(by: name) }
      return rule.map {
        let standing = configuration.standing(
          of: $0.value, isBundled: bundled != nil, choices: choices)
        return (standing, $0.value.pack)
      }
    }
  }
}
