import Diagnostics

@testable import RuleEngine
@testable import Rules

/// What a run finds without all that is there for speed: it lexes each file, takes all passes and
/// starts with fresh memory.
func lintSlowly(
  _ source: SourceFile, relativePath: FilePath, with rules: CompiledRules
) -> FileFindings {
  var scratch = LintScratch()
  return withTokens(of: source.bytes, rules, reusing: &scratch) { nearby, trivia in
    var uses = usesKnowingContext(nearby)
    return findings(of: &uses, in: source, trivia, relativePath: relativePath, rules)
  }
}

/// What is found when context is asked for at each word, and at no word less where names count.
private func usesKnowingContext(_ nearby: Nearby) -> FileUses {
  var pass = NearbyPass(nearby)
  var answer = pass.find(at: nil)
  var finder = UseFinder(Surroundings(nearby))
  finder.find(at: nearby.tokens.indices.filter { nearby.tokens[$0].isWord })
  if answer != .needsNames {
    answer = pass.noticed.answer(knowing: finder.found.matches, nearby.tables)
    if !finder.found.placeNames.isEmpty { answer = .needsNames }
  }
  return answer == .needsNames
    ? usesWithNames(Surroundings(nearby), at: nil)
    : FileUses(finder, scopes: finder.context.scopes)
}

/// All that a run uses of the findings.
func description(of findings: FileFindings) -> [String] {
  findings.diagnostics.map { diagnostic in
    let notes = diagnostic.notes.map { "\($0.offset) \($0.message)" }
    let fixIts = diagnostic.fixIts.map { "\($0.range) \($0.text) \($0.kept)" }
    return "\(diagnostic.range) \(diagnostic.severity) \(diagnostic.message) "
      + "\(diagnostic.rule?.id ?? "-") \(notes) \(fixIts) "
      + "\(diagnostic.key?.scope ?? "-") \(diagnostic.key?.tokens ?? "-")"
  }
    + findings.suppressed.map { finding in
      "\(finding.kind) \(finding.reason) \(finding.diagnostic.key!.scope)"
    } + [
      "\(findings.allowedByPath) \(findings.rulesAllowedByPath.sorted())",
      "\(findings.allowedInSource) \(findings.usesOfOwnTypes)",
    ]
}
