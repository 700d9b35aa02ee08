import Comparison
import RuleEngine

extension Linter {
  /// What is reported of a whole change, in the order of the files: what no old tree has.
  /// - Parameter scopes: of the change, for each old tree; few changes need them.
  func introduced(
    in files: [ComparedSides], ofStaged isStaged: Bool, scopes: () -> [DeclaredScopes]
  ) -> BatchOutcome {
    var known: [DeclaredScopes]?
    func knownScopes() -> [DeclaredScopes] {
      let declared = known ?? scopes()
      known = declared
      return declared
    }
    let memory = LintMemory()
    var batch = emptyBatch
    let trees = files.first?.differences.indices ?? 0..<0
    var indexes = files.map { Set($0.diagnostics.indices) }
    for tree in trees {
      let introduced = introduced(in: files, since: tree) { knownScopes()[tree] }
      for file in files.indices { indexes[file].formIntersection(introduced[file]) }
    }
    for (file, introduced) in zip(files, indexes) where !file.diagnostics.isEmpty {
      var findings = FileFindings()
      findings.diagnostics = introduced.sorted().map { file.diagnostics[$0] }
      if isStaged { addWorkingCopyNotes(to: &findings.diagnostics, in: file.source) }
      add(findings, in: file.source, at: 0, using: memory, &batch)
      batch.counts.old += file.diagnostics.count - introduced.count
    }
    return batch
  }

  /// For each file, indexes of its diagnostics.
  /// - Parameter tree: by index in `ComparedSides.differences`.
  private func introduced(
    in files: [ComparedSides], since tree: Int, scopes: () -> DeclaredScopes
  ) -> [[Int]] {
    let left = introducedFindings(in: files.map(\.differences[tree].findings), scopes)
    return zip(files, left).map { file, left in
      left.map { file.differences[tree].introduced[$0] }
    }
  }
}
