import Diagnostics

/// The findings that are not reported since they were there before; made once for each run.
package final class Baseline: Sendable {
  package let file: BaselineFile
  /// The entries by path, in the order of the file.
  private let entriesByPath: [FilePath: [Int]]

  package init(_ file: BaselineFile) {
    self.file = file
    var entriesByPath: [FilePath: [Int]] = [:]
    // Entries of one file stand together, so that few paths are hashed.
    var rest = file.entries.indices
    while let first = rest.first {
      let path = file.entries[first].path
      let count = file.entries[rest].prefix { $0.path == path }.count
      entriesByPath[path, default: []] += first..<first + count
      rest = rest.dropFirst(count)
    }
    self.entriesByPath = entriesByPath
  }

  package var entries: [FindingIdentity] { file.entries }

  /// The entries of a path, by index.
  package func entries(of path: FilePath) -> [Int] { entriesByPath[path] ?? [] }

  /// The paths of the entries, each once, in no order.
  package var paths: some Collection<FilePath> { entriesByPath.keys }

  /// Finds the entries for a file's findings, and marks these findings as accepted.
  ///
  /// A finding is accepted by an entry with the same rule, scope and tokens. If none is left, it is
  /// accepted by one with the same rule and tokens whose scope the file no longer declares, since
  /// its declaration was renamed or wrapped. Last of all, one whose scope is still there
  /// accepts it, since a part of the declaration was extracted or split off. An entry of another
  /// rule accepts it in the same scope: the rule has lost the place to that of the finding.
  /// If several findings are alike, the last ones in the file are left.
  /// - Parameters:
  ///   - findings: all diagnostics of the file, in source order.
  ///   - path: relative to the folder of the baseline.
  ///   - declaredScopes: asked for only if there may be a finding to accept.
  package func accept(
    _ findings: inout [Diagnostic], in path: FilePath, declaredScopes: () -> Set<String>
  ) -> AcceptedEntries {
    guard let known = entriesByPath[path], !findings.isEmpty else { return AcceptedEntries() }
    if let entries = entriesOfAll(findings, among: known) {
      findings.accept(Set(findings.indices.filter { findings[$0].isReported }))
      return AcceptedEntries(inPlace: entries)
    }
    let keyed = findings.indices.filter { findings[$0].isReported && findings[$0].key != nil }
    let found = keyed.map { FindingIdentity(path: path, findings[$0])! }
    var pairing = Pairing(new: found, old: entries, among: known)
    let inPlace = pairing.pair(alikeIn: .scope)
    var moved: [(new: Int, old: Int)] = []
    if mayPair(pairing, found) {
      moved = pairing.pair(alikeIn: [.scope, .ofAnyRule])
      let (scopes, left) = (declaredScopes(), pairing.old)
      pairing.old.removeAll { scopes.contains(entries[$0].key.scope) }
      moved += pairing.pair(alikeIn: .lastName)
      moved += pairing.pair(alikeIn: [])
      pairing.old = left.filter { old in !moved.contains { $0.old == old } }
      moved += pairing.pair(alikeIn: [])
    }
    let accepted = (inPlace + moved).map(\.new)
    findings.addNotes(on: accepted.map { found[$0] }, besides: Set(accepted.map { keyed[$0] }))
    findings.accept(Set(accepted.map { keyed[$0] }))
    return AcceptedEntries(
      inPlace: inPlace.map(\.old), moved: moved.map { (number: $0.old, finding: found[$0.new]) })
  }

  /// Finds entries for the findings of a file of a change, whose two texts tell what has moved: an
  /// entry accepts a finding with its rule, scope and tokens, and the first findings come first.
  /// - Parameters:
  ///   - path: relative to the folder of the baseline.
  ///   - spent: how often entries accept something else already.
  /// - Returns: the indexes of the findings, and those of their entries.
  package func entries(
    of findings: [Diagnostic], in path: FilePath, besides spent: [FindingIdentity: Int] = [:]
  ) -> [(finding: Int, entry: Int)] {
    var spent = spent
    guard let known = entriesByPath[path]?.filter({ !spent.take(entries[$0]) }) else { return [] }
    let keyed = findings.indices.filter { findings[$0].key != nil }
    let found = keyed.map { FindingIdentity(path: path, findings[$0])! }
    var pairing = Pairing(new: found, old: entries, among: known)
    return pairing.pair(alikeIn: .scope).map { (keyed[$0.new], $0.old) }
  }

  /// The entries for all findings, if there are few findings and each has an entry. This is so in
  /// most files, and hashing them would take longer.
  private func entriesOfAll(_ findings: [Diagnostic], among known: [Int]) -> [Int]? {
    guard findings.count(where: \.isReported) <= known.count, known.count <= 16 else { return nil }
    var taken: [Int] = []
    for finding in findings where finding.isReported {
      guard let rule = finding.rule?.id, let key = finding.key,
        let entry = known.first(where: { number in
          entries[number].key == key && entries[number].rule == rule && !taken.contains(number)
        })
      else { return nil }
      taken.append(entry)
    }
    return taken
  }

  /// Whether a finding that is left may belong to an entry whose scope is gone.
  private func mayPair(_ pairing: Pairing, _ found: [FindingIdentity]) -> Bool {
    guard !pairing.old.isEmpty, !pairing.new.isEmpty else { return false }
    let known = Set(pairing.old.map { Likeness(entries[$0], in: .ofAnyRule) })
    return pairing.new.contains { known.contains(Likeness(found[$0], in: .ofAnyRule)) }
  }
}

/// The entries of a baseline whose findings a file has, by index in the baseline.
package struct AcceptedEntries: Sendable {
  /// Entries whose finding is where they say.
  package let inPlace: [Int]
  /// Entries whose finding is somewhere else now, with the entry that replaces each.
  package let moved: [(number: Int, finding: FindingIdentity)]

  package var numbers: [Int] { inPlace + moved.map(\.number) }

  package init(inPlace: [Int] = [], moved: [(number: Int, finding: FindingIdentity)] = []) {
    (self.inPlace, self.moved) = (inPlace, moved)
  }
}

extension [Diagnostic] {
  /// Marks findings as being in the baseline.
  package mutating func accept(_ accepted: Set<Int>) {
    for index in accepted { self[index].verdict = .inBaseline }
  }

  /// Adds a note to each other finding that says how many findings like it are accepted.
  package mutating func addNotes(on known: [FindingIdentity], besides accepted: Set<Int>) {
    guard accepted.count < count, !known.isEmpty else { return }
    var counts: [Likeness: Int] = [:]
    for finding in known { counts[Likeness(finding, in: .scope), default: 0] += 1 }
    for index in indices where self[index].isReported && !accepted.contains(index) {
      guard let finding = FindingIdentity(path: FilePath(""), self[index]),
        let count = counts[Likeness(finding, in: .scope)]
      else { continue }
      let place = finding.isAtFileLevel ? "at file level" : "in '\(finding.key.scope)'"
      self[index].notes.append(
        Note(at: self[index].range.lowerBound, "the baseline has \(count) like it \(place)"))
    }
  }
}

/// The entries of a baseline that a run has found again.
package struct BaselineUse: Sendable {
  package let baseline: Baseline
  /// A flag for each entry: whether its finding is there.
  private var isFound: [Bool]
  /// The entry that replaces each entry.
  private var moved: [Int: FindingIdentity] = [:]

  package init(_ baseline: Baseline) {
    self.baseline = baseline
    isFound = Array(repeating: false, count: baseline.entries.count)
  }

  /// The number of findings that are accepted in the place that the baseline has for them.
  package var acceptedCount: Int { isFound.count { $0 } - moved.count }

  /// The number of findings that are accepted in another place.
  package var movedCount: Int { moved.count }

  package mutating func add(_ accepted: AcceptedEntries) {
    for number in accepted.inPlace { isFound[number] = true }
    for (number, finding) in accepted.moved { add(number, movedTo: finding) }
  }

  private mutating func add(_ number: Int, movedTo finding: FindingIdentity) {
    isFound[number] = true
    moved[number] = finding
  }

  /// The entries whose findings are somewhere else, with the entries that replace them.
  package var movedEntries: [(old: FindingIdentity, new: FindingIdentity)] {
    moved.map { (baseline.entries[$0], $1) }
  }

  /// Entries without their finding, by index, in order.
  package var missingEntries: [Int] { missing(among: Array(isFound.indices)) }

  /// The entries among these without their finding.
  package func missing(among entries: [Int]) -> [Int] { entries.filter { !isFound[$0] } }

  /// Accepts findings that have moved to another file. Such a finding has the rule and the tokens
  /// of an entry whose file is gone, and the same scope or at least the last name of the scope.
  /// - Parameters:
  ///   - gone: entries whose files are gone, by index.
  ///   - findings: the findings that are left in all files, by the byte order of their paths, which
  ///     are relative to the folder of the baseline.
  /// - Returns: the indexes of the findings that are accepted.
  package mutating func acceptMoved(_ gone: [Int], among findings: [FindingIdentity]) -> [Int] {
    var pairing = Pairing(
      new: findings, old: baseline.entries, among: gone.filter { !isFound[$0] })
    let pairs = pairing.pair(alikeIn: .scope) + pairing.pair(alikeIn: .lastName)
    for pair in pairs { add(pair.old, movedTo: findings[pair.new]) }
    return pairs.map(\.new)
  }

  /// The entries that the baseline should have from now on.
  /// - Parameters:
  ///   - stale: entries to leave out, by index.
  ///   - added: findings to accept from now on.
  package func entries(without stale: [Int], adding added: [FindingIdentity] = [])
    -> [FindingIdentity]
  {
    if baseline.entries.isEmpty { return added }
    let stale = Set(stale)
    return baseline.entries.indices.filter { !stale.contains($0) }
      .map { moved[$0] ?? baseline.entries[$0] } + added
  }

  /// Diagnostics about entries whose finding is gone, at their lines.
  /// - Parameter stale: by index, in order.
  package func diagnostics(of stale: [Int], _ severity: Severity) -> [Diagnostic] {
    let (file, rule) = (baseline.file, RuleReference(id: "stale-baseline"))
    var diagnostics: [Diagnostic] = []
    var rest = stale[...]
    while let first = rest.first {
      // Equal lines stand together.
      let count = rest.prefix { file.entries[$0] == file.entries[first] }.count
      rest.removeFirst(count)
      let name = FilePath(
        bytes: file.source.path.bytes.split(separator: UInt8(ascii: "/")).last ?? [])
      let names =
        count == 1
        ? "a finding that is gone; 'baseline prune' takes it out"
        : "\(count) findings that are gone; 'baseline prune' takes them out"
      diagnostics.append(
        Diagnostic(severity, at: file.ranges[first], "'\(name.string)' names \(names)", rule: rule))
    }
    return diagnostics
  }
}

/// The entries that one baseline has and an older one does not, by index.
/// - Parameter areMovesIncluded: if not, an entry that was moved or renamed is in both.
package func grownEntries(
  of new: BaselineFile, since old: BaselineFile?, areMovesIncluded: Bool = false
) -> [Int] {
  var pairing = Pairing(new: new.entries, old: old?.entries ?? [])
  if areMovesIncluded { pairing.pair(alikeIn: [.path, .scope]) } else { pairing.pairMoved() }
  return pairing.new
}

/// The number of entries that one baseline has and an older one does not, and of those that are
/// gone from it. An entry that was moved or renamed is in both.
package func countChanges(
  from old: [FindingIdentity], to new: [FindingIdentity]
) -> (added: Int, gone: Int) {
  // Most lines of two versions are the same, and both are sorted: to go through them side by side
  // is quicker than to hash them. In a baseline that is not sorted, fewer pair here, more below.
  var rest: (old: [FindingIdentity], new: [FindingIdentity]) = ([], [])
  var (oldIndex, newIndex) = (0, 0)
  while oldIndex < old.count, newIndex < new.count {
    if old[oldIndex] == new[newIndex] {
      oldIndex += 1
      newIndex += 1
    } else if old[oldIndex].isListed(before: new[newIndex]) {
      rest.old.append(old[oldIndex])
      oldIndex += 1
    } else {
      rest.new.append(new[newIndex])
      newIndex += 1
    }
  }
  var pairing = Pairing(new: rest.new + new[newIndex...], old: rest.old + old[oldIndex...])
  pairing.pairMoved()
  return (pairing.new.count, pairing.old.count)
}

extension FindingIdentity {
  fileprivate func isListed(before other: FindingIdentity) -> Bool {
    guard path == other.path else { return path < other.path }
    return (rule, key.scope, key.tokens) < (other.rule, other.key.scope, other.key.tokens)
  }
}

extension Pairing {
  /// Pairs what stayed where it is, and what was moved or renamed.
  fileprivate mutating func pairMoved() {
    for respects: Respects in [[.path, .scope], .path, .scope, .lastName] {
      pair(alikeIn: respects)
    }
  }
}
