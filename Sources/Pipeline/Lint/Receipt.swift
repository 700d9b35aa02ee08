import Commands
import Diagnostics
import Reporters
import RuleEngine
import Workspace

/// An account of what a run did, so that "clean" says something.
package struct Receipt {
  /// The number of rules that were looked for in any file.
  package var ruleCount = 0
  /// The configurations that held for any file, as printed.
  package var configurations: [FilePath] = []
  /// The commit that they were read from, e.g. `'origin/main' (1a2b3c4)`; nil for the disk.
  package var settingsRevision: String?
  package private(set) var fileCount = 0
  /// Rules with 'trace' that were traced, and from how many functions and the like; nil for none.
  package var traced: (rules: Int, entries: Int)?
  /// Rules with 'trace' of which only the use itself was looked for.
  package var untracedCount = 0
  /// The number of rules with 'receiver', where they know fewer types than in a run over the root,
  /// and the words for which they know.
  package var typed = (count: 0, words: "")
  /// Files that the configuration excludes.
  package private(set) var excludedCount = 0
  /// Files that no `include` of the configuration names.
  package private(set) var notIncludedCount = 0
  /// The files that git tracks in folders that walks skip.
  package private(set) var skipped: [SkippedFolder] = []
  /// The roots of the repositories that were walked; absolute.
  package private(set) var repositories: [FilePath] = []
  /// Repositories in these, as printed; they are not entered.
  package private(set) var nestedRepositories: [FilePath] = []
  /// Symbolic links to Swift files and to folders, as printed; they are not followed.
  package private(set) var links: [FilePath] = []
  /// Swift files that a sparse checkout leaves out.
  package var absentCount = 0
  package private(set) var counts = FindingCounts()
  /// The number of findings that the baseline holds; nil without a baseline.
  package var baseline: (accepted: Int, moved: Int)?
  /// The change that is linted; nil where whole files and folders are.
  package var change: (file: String, base: String?)?
  /// Paths that could not be read.
  package private(set) var unreadCount = 0
  /// The files among these; a run tells of them at its end, after the folders.
  package private(set) var unread: [Trouble] = []
  /// Files whose fixes could not be written.
  private(set) var unfixedCount = 0
  /// Notices of what the change silences.
  package var silencing: [Notice] = []
  /// The fixes that were made before the files were checked.
  package var fixes: FixCounts?

  package init() {}

  package mutating func add(_ counts: FindingCounts, ofFiles count: Int = 0) {
    fileCount += count
    self.counts.add(counts)
  }

  package mutating func add(_ batch: LintedBatch) {
    let left = batch.unread.count + batch.unlinted.count + batch.uncounted.count
    add(batch.counts, ofFiles: batch.inputs.files.count - left)
    unreadCount += batch.unread.count
    for (index, error) in batch.unread {
      unread.append(Trouble(batch.inputs.files[index].path, error))
    }
  }

  package mutating func add(leftOutOf found: FoundFiles) {
    excludedCount += found.excluded.count
    notIncludedCount += found.notIncluded.count
    skipped += found.skipped
    repositories += found.repositories
    nestedRepositories += found.nestedRepositories
    links += found.links
  }

  package mutating func addUnread() {
    unreadCount += 1
  }

  package mutating func addUnfixed() {
    unfixedCount += 1
  }

  /// e.g. `Checked 412 files (3 excluded) against 5 rules: 3 errors, 1 warning (9 allowed by
  /// path).`
  package func text(isColored: Bool) -> String {
    (fixes?.text ?? "") + line(isColored: isColored) + configurationClause + "\n" + silencingList
  }

  /// Without what was fixed, the configurations and what is silenced.
  package func line(isColored: Bool = false) -> String {
    var text = "Checked \(counted(fileCount, change?.file ?? "file"))"
    if !leftOut.isEmpty { text += " (\(leftOut.joined(separator: ", ")))" }
    text += " against \(counted(ruleCount, "rule"))\(tracedRules): "
    text += result(isColored: isColored)
    if let base = change?.base { text += " \(base)" }
    let silent = [allowed, ownTypes, acceptedFindings, oldFindings].compactMap { $0 }
    if !silent.isEmpty { text += " (\(silent.joined(separator: ", ")))" }
    text += "."
    if 0 < unreadCount { text += " \(counted(unreadCount, "path")) could not be read." }
    if 0 < unfixedCount { text += " \(counted(unfixedCount, "file")) could not be fixed." }
    return text
  }

  /// e.g. `3 errors, 1 warning`, in the colours that these have, or green if there are none.
  private func result(isColored: Bool) -> String {
    let isClean = counts.errors + counts.warnings == 0
    let words = [
      (counts.errors, counted(counts.errors, "error"), "31"),
      (counts.warnings, counted(counts.warnings, "warning"), "33"),
    ].map { count, words, color in
      guard isColored, 0 < count || isClean else { return words }
      return "\u{1B}[1;\(isClean ? "32" : color)m\(words)\u{1B}[0;0m"
    }
    return words.joined(separator: ", ")
  }

  /// A clause on the rules with 'trace'; empty where there are none.
  private var tracedRules: String {
    if let traced {
      return " (\(traced.rules) traced from \(counted(traced.entries, "function")))"
    }
    let notes = [(untracedCount, "not traced"), typed]
      .filter { 0 < $0.0 }.map { "\($0) \($1)" }
    return notes.isEmpty ? "" : " (\(notes.joined(separator: ", ")))"
  }

  /// The list of what the change silences; empty for nothing.
  package var silencingList: String {
    if silencing.isEmpty { return "" }
    return "This change silences:\n" + silencing.map { "  - \($0.line)\n" }.joined()
  }

  /// The names of a few, else how many there are.
  package var configurationClause: String {
    let names = configurations.map(\.printable).joined(separator: ", ")
    let origin = settingsRevision.map { ", from \($0)" } ?? ""
    return switch configurations.count {
    case 0: settingsRevision.map { " No configuration in \($0)." } ?? ""
    case 1: " Configuration: \(names)\(origin)"
    case 2...3: " Configurations: \(names)\(origin)"
    default: " Configurations: \(configurations.count)\(origin)"
    }
  }

  /// e.g. `412 files, 3 errors, 1 warning`
  package var summary: String {
    [
      counted(fileCount, "file"), counted(counts.errors, "error"),
      counted(counts.warnings, "warning"),
    ]
    .joined(separator: ", ")
  }

  /// Each kind of files that were left out, e.g. `3 excluded`.
  package var leftOut: [String] {
    let (nested, linkCount) = (nestedRepositories.count, links.count)
    let repositories = counted(nested, "nested repository", plural: "nested repositories")
    return [
      excludedCount == 0 ? nil : "\(excludedCount) excluded",
      notIncludedCount == 0 ? nil : "\(notIncludedCount) not included",
      skipped.isEmpty ? nil : skippedFolders,
      nested == 0 ? nil : "\(repositories) not entered",
      linkCount == 0 ? nil : "\(counted(linkCount, "link")) not followed",
      absentCount == 0 ? nil : "\(absentCount) not checked out",
    ].compactMap { $0 }
  }

  /// The names of a few folders, else of those with the most files, and how many the others hold.
  private var skippedFolders: String {
    let limit = skipped.count <= 3 ? 3 : 2
    let most = skipped.indices.sorted { skipped[$1].count < skipped[$0].count }.prefix(limit)
    let named = most.sorted().map { "\(skipped[$0].count) in '\(skipped[$0].path.printable)'" }
    let otherCount = skipped.count - most.count
    let rest = skipped.reduce(0) { $0 + $1.count } - most.reduce(0) { $0 + skipped[$1].count }
    let others = otherCount == 0 ? [] : ["\(rest) in \(otherCount) other folders"]
    return (named + others).joined(separator: ", ") + " skipped"
  }

  private var allowed: String? {
    let phrases = [
      (counts.allowedByPath, "by path"), (counts.allowedInSource, "in source"),
      (
        counts.allowedDefaultArguments,
        counts.allowedDefaultArguments == 1 ? "as a default argument" : "as default arguments"
      ),
    ].filter { 0 < $0.0 }
    guard let (count, place) = phrases.first else { return nil }
    return (["\(count) allowed \(place)"] + phrases.dropFirst().map { "\($0) \($1)" })
      .joined(separator: ", ")
  }

  private var acceptedFindings: String? {
    baseline.map { baseline in
      "\(baseline.accepted) in the baseline"
        + (baseline.moved == 0 ? "" : ", \(baseline.moved) moved")
    }
  }

  /// Whether there are findings, and the baseline holds them all.
  package var isAllKnown: Bool {
    counts.errors + counts.warnings == 0 && 0 < baseline?.accepted ?? 0
  }

  private var oldFindings: String? { counts.old == 0 ? nil : "\(counts.old) not new" }

  private var ownTypes: String? {
    counts.usesOfOwnTypes == 0 ? nil : "\(counted(counts.usesOfOwnTypes, "use")) of own types"
  }
}

/// The fixes that `--fix` makes, or would make.
package struct FixCounts: Sendable {
  /// Whether it is written into the files.
  package let isDone: Bool
  /// Findings before anything was fixed.
  package var found = 0
  /// The number of those that were fixed, and of their files.
  package var fixed = 0
  package var files = 0

  package init(isDone: Bool) { self.isDone = isDone }

  /// e.g. `Fixed 3 of 5 findings in 2 files.`; empty where nothing was found.
  fileprivate var text: String {
    guard 0 < found else { return "" }
    let place = files == 0 ? "" : " in \(counted(files, "file"))"
    return "\(isDone ? "Fixed" : "Would fix") \(fixed) of \(counted(found, "finding"))\(place).\n"
  }

  /// - Parameter fixes: of a file that is changed.
  package mutating func addFixed(_ fixes: FileFixes) {
    fixed += fixes.fixed
    files += 1
  }
}
