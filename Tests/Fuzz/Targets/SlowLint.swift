import Diagnostics

@testable import RuleEngine
@testable import Rules

/// What a run finds without all that is there for speed: it lexes each file, parses all of it and
/// starts with fresh memory.
func lintSlowly(
  _ source: SourceFile, relativePath: FilePath, with rules: CompiledRules
) -> FileFindings {
  var scratch = LintScratch()
  return withSyntax(of: source.bytes, rules, parsingAll: true, reusing: &scratch) { file, trivia in
    file.relativePath = relativePath
    var findings = SummedFindings(
      of: file, in: source, trivia, linterComments(among: trivia, in: file.tokens.bytes),
      relativePath: relativePath, makingKeys: true, applyingFixIts: false)
    var uses = FileUses(of: file)
    findings.add(&uses)
    return findings.end()
  }
}

/// All that a run uses of the findings.
func description(of findings: FileFindings) -> [String] {
  findings.all.map { diagnostic in
    let notes = diagnostic.notes.map { "\($0.offset) \($0.message)" }
    let fixIts = diagnostic.fixIts.map { "\($0.range) \($0.text) \($0.kept)" }
    return "\(diagnostic.range) \(diagnostic.verdict) \(diagnostic.severity) \(diagnostic.message) "
      + "\(diagnostic.rule?.id ?? "-") \(notes) \(fixIts) "
      + "\(diagnostic.key?.scope ?? "-") \(diagnostic.key?.tokens ?? "-")"
  }
    + [
      "\(findings.allowedByPath) \(findings.usedSettings.map { "\($0)" }.sorted())",
      "\(findings.allowedInSource) \(findings.usesOfOwnTypes)",
    ]
}
