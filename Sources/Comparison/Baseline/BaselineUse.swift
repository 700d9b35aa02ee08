import Diagnostics

/// What a run has found of a baseline.
package struct BaselineUse: Sendable {
  package let baseline: Baseline
  /// By entry: whether its finding is there.
  private var isFound: [Bool]
  /// By entry: what takes its place.
  private var moved: [Int: BaselineEntry] = [:]

  package init(_ baseline: Baseline) {
    self.baseline = baseline
    isFound = Array(repeating: false, count: baseline.entries.count)
  }

  /// How many findings are accepted where the baseline has them.
  package var acceptedCount: Int { isFound.count { $0 } - moved.count }
  /// How many are accepted elsewhere.
  package var movedCount: Int { moved.count }

  package mutating func add(_ accepted: AcceptedFindings) {
    for number in accepted.entries { isFound[number] = true }
    for entry in accepted.moved { add(entry) }
  }

  private mutating func add(_ entry: MovedEntry) {
    isFound[entry.number] = true
    moved[entry.number] = entry.entry
  }

  /// Entries without their finding, by index.
  /// - Parameter isJudged: asked for each path once.
  package func missingEntries(where isJudged: (FilePath) -> Bool) -> [Int] {
    var answers: [FilePath: Bool] = [:]
    return isFound.indices.filter { number in
      guard !isFound[number] else { return false }
      let path = baseline.entries[number].path
      let answer = answers[path] ?? isJudged(path)
      answers[path] = answer
      return answer
    }
  }

  /// Takes what has moved to another file from what is left of the findings: those with the rule,
  /// the tokens and the scope of an entry whose file is gone, or the last name of that scope.
  /// - Parameters:
  ///   - gone: entries whose files are gone, by index.
  ///   - files: by byte order of their paths, which are relative to the folder of the baseline.
  /// - Returns: what was taken, with the index of its file.
  @discardableResult
  package mutating func acceptMoved(
    _ gone: [Int], from files: inout [(path: FilePath, findings: [Diagnostic])]
  ) -> [(file: Int, finding: Diagnostic)] {
    let places = files.indices.flatMap { file in
      files[file].findings.indices.filter { files[file].findings[$0].key != nil }
        .map { (file: file, index: $0) }
    }
    let found = places.map {
      BaselineEntry(path: files[$0.file].path, files[$0.file].findings[$0.index])!
    }
    var pairing = Pairing(new: Array(found.indices), old: gone.filter { !isFound[$0] })
    var pairs = pairing.pair(by: EntryLikeness.sameScope, found, baseline.entries)
    pairs += pairing.pair(by: EntryLikeness.sameLastName, found, baseline.entries)
    // From the last on, so that the others keep their index.
    return pairs.sorted { $1.new < $0.new }.map { pair in
      add(MovedEntry(number: pair.old, entry: found[pair.new]))
      let (file, index) = places[pair.new]
      return (file, files[file].findings.remove(at: index))
    }
  }

  /// The baseline as it is to be from now on.
  /// - Parameters:
  ///   - stale: entries to be left out, by index.
  ///   - added: findings to be accepted from now on.
  package func entries(without stale: [Int], adding added: [BaselineEntry] = []) -> [BaselineEntry]
  {
    if baseline.entries.isEmpty { return added }
    let stale = Set(stale)
    return baseline.entries.indices.filter { !stale.contains($0) }
      .map { moved[$0] ?? baseline.entries[$0] } + added
  }

  /// What is said of entries whose finding is gone, at their lines.
  /// - Parameter stale: by index, in order.
  package func diagnostics(of stale: [Int], _ severity: Severity) -> [Diagnostic] {
    let (file, rule) = (baseline.file, RuleReference(id: "stale-baseline"))
    var diagnostics: [Diagnostic] = []
    var rest = stale[...]
    while let first = rest.first {
      // Lines that are the same stand together.
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
