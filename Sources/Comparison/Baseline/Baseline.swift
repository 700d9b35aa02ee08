import Diagnostics

/// The findings that are not reported since they were there before; made once for a run.
package final class Baseline: Sendable {
  package let file: BaselineFile
  /// By path, in the order of the file.
  private let entriesByPath: [FilePath: [Int]]

  package init(_ file: BaselineFile) {
    self.file = file
    var entriesByPath: [FilePath: [Int]] = [:]
    // Those of a file stand together, so that few paths are hashed.
    var rest = file.entries.indices
    while let first = rest.first {
      let path = file.entries[first].path
      let count = file.entries[rest].prefix { $0.path == path }.count
      entriesByPath[path, default: []] += first..<first + count
      rest = rest.dropFirst(count)
    }
    self.entriesByPath = entriesByPath
  }

  package var entries: [BaselineEntry] { file.entries }

  /// Those of the entries, each once, in no order.
  package var paths: some Collection<FilePath> { entriesByPath.keys }

  /// Takes what the baseline has from the findings of a file.
  ///
  /// A finding is accepted by an entry with the same rule, scope and tokens; then, as its
  /// declaration was renamed or wrapped, by one with the same rule and tokens whose scope the file
  /// does not declare any more. Of several that are alike the last in the file are left.
  /// - Parameters:
  ///   - findings: all diagnostics of the file, in source order.
  ///   - path: relative to the folder of the baseline.
  ///   - declaredScopes: asked for only where there may be a finding to accept.
  package func accept(
    _ findings: [Diagnostic], in path: FilePath, declaredScopes: () -> Set<String>
  ) -> AcceptedFindings {
    guard let known = entriesByPath[path], !findings.isEmpty else {
      return AcceptedFindings(left: findings)
    }
    if let entries = entriesOfAll(findings, among: known) {
      return AcceptedFindings(entries: entries, known: findings, left: [])
    }
    let keyed = findings.indices.filter { findings[$0].key != nil }
    let found = keyed.map { BaselineEntry(path: path, findings[$0])! }
    var pairing = Pairing(new: Array(found.indices), old: known)
    let exact = pairing.pair(by: EntryLikeness.sameScope, found, entries)
    var moved: [(new: Int, old: Int)] = []
    if mayPair(pairing, found) {
      let scopes = declaredScopes()
      pairing.old.removeAll { scopes.contains(entries[$0].key.scope) }
      moved = pairing.pair(by: EntryLikeness.sameLastName, found, entries)
      moved += pairing.pair(by: EntryLikeness.anyScope, found, entries)
    }
    let isAccepted = Set((exact + moved).map { keyed[$0.new] })
    let accepted = AcceptedFindings(
      entries: exact.map(\.old),
      moved: moved.map { MovedEntry(number: $0.old, entry: found[$0.new]) },
      known: isAccepted.sorted().map { findings[$0] },
      left: findings.indices.filter { !isAccepted.contains($0) }.map { findings[$0] })
    return accepted.addingNotes(on: (exact + moved).map { found[$0.new] })
  }

  /// The entries that the findings have, where they are few and each has one: so it is in most
  /// files, and to hash them would take longer.
  private func entriesOfAll(_ findings: [Diagnostic], among known: [Int]) -> [Int]? {
    guard findings.count <= known.count, known.count <= 16 else { return nil }
    var taken: [Int] = []
    for finding in findings {
      guard let rule = finding.rule?.id, let key = finding.key,
        let entry = known.first(where: { number in
          entries[number].key == key && entries[number].rule == rule && !taken.contains(number)
        })
      else { return nil }
      taken.append(entry)
    }
    return taken
  }

  /// Whether a finding that is left may be that of an entry whose scope is gone.
  private func mayPair(_ pairing: Pairing, _ found: [BaselineEntry]) -> Bool {
    guard !pairing.old.isEmpty, !pairing.new.isEmpty else { return false }
    let known = Set(pairing.old.map { EntryLikeness.anyScope(entries[$0]) })
    return pairing.new.contains { known.contains(EntryLikeness.anyScope(found[$0])) }
  }
}

/// What a baseline makes of the findings of a file.
package struct AcceptedFindings: Sendable {
  /// Entries whose finding is there as they have it, by index in the baseline.
  package var entries: [Int] = []
  package var moved: [MovedEntry] = []
  /// What is accepted, in source order.
  package var known: [Diagnostic] = []
  /// What is to be reported, in source order.
  package var left: [Diagnostic]

  /// Says of what is left how many like it are accepted.
  fileprivate func addingNotes(on known: [BaselineEntry]) -> AcceptedFindings {
    guard !left.isEmpty else { return self }
    var counts: [EntryLikeness: Int] = [:]
    for entry in known { counts[EntryLikeness.sameScope(entry), default: 0] += 1 }
    var noted = self
    for (index, finding) in left.enumerated() {
      guard let entry = BaselineEntry(path: FilePath(""), finding),
        let count = counts[EntryLikeness.sameScope(entry)]
      else { continue }
      let scope = entry.key.scope
      let place = scope == "-" ? "at file level" : "in '\(scope)'"
      noted.left[index].notes.append(
        Note(at: finding.range.lowerBound, "the baseline has \(count) like it \(place)"))
    }
    return noted
  }
}

/// An entry whose finding is somewhere else now.
package struct MovedEntry: Sendable {
  /// By index in the baseline.
  package let number: Int
  /// What takes its place.
  package let entry: BaselineEntry
}

extension BaselineEntry {
  /// Nil for a diagnostic that has no key, which no baseline holds.
  package init?(path: FilePath, _ finding: Diagnostic) {
    guard let rule = finding.rule?.id, let key = finding.key else { return nil }
    self.init(path: path, rule: rule, key: key)
  }
}

/// In what two findings are alike.
struct EntryLikeness: Hashable {
  let rule: String
  let tokens: String
  /// All of it or its last name; nil where it does not matter.
  let scope: String?

  static func sameScope(_ entry: BaselineEntry) -> EntryLikeness {
    EntryLikeness(rule: entry.rule, tokens: entry.key.tokens, scope: entry.key.scope)
  }

  static func sameLastName(_ entry: BaselineEntry) -> EntryLikeness {
    EntryLikeness(rule: entry.rule, tokens: entry.key.tokens, scope: lastName(of: entry.key.scope))
  }

  static func anyScope(_ entry: BaselineEntry) -> EntryLikeness {
    EntryLikeness(rule: entry.rule, tokens: entry.key.tokens, scope: nil)
  }
}

/// e.g. `show(_:)` of `FeedModel.Cell.show(_:)`
private func lastName(of scope: String) -> String {
  let period = scope.utf8.lastIndex(of: UInt8(ascii: "."))
  return period.map { String(scope[scope.utf8.index(after: $0)...]) } ?? scope
}
