import Diagnostics
import SwiftLexer

/// What the rules say of one file.
package struct FileFindings: Sendable {
  /// In report order (`inReportOrder`).
  package var diagnostics: [Diagnostic] = []
  /// Findings that an `allow` glob excused.
  package var allowedByPath = 0
  /// Findings that a declaration scope or a comment in the source excused.
  package var allowedInSource = 0

  package init() {}
}

/// Memory that is used again from file to file; one for each thread.
package struct LintScratch: Sendable {
  var source = LexedSource()
  var pairs = TokenPairs()

  package init() {}
}

/// Holds one file against the rules.
/// - Parameter relativePath: relative to the root; what `files` and `allow` are matched against.
package func lint(
  _ source: SourceFile, relativePath: FilePath, with rules: CompiledRules
) -> FileFindings {
  var scratch = LintScratch()
  return lint(source, relativePath: relativePath, with: rules, reusing: &scratch)
}

/// Holds one file against the rules, whether or not `CompiledRules.mayMatch` says that it may pay.
package func lint(
  _ source: SourceFile, relativePath: FilePath, with rules: CompiledRules,
  reusing scratch: inout LintScratch
) -> FileFindings {
  source.bytes.withUnsafeBufferPointer { bytes in
    lex(bytes, into: &scratch.source)
    return scratch.source.tokens.withUnsafeBufferPointer { tokens in
      let tokens = SourceTokens(bytes: bytes, tokens: tokens)
      scratch.pairs.pair(tokens)
      var matcher = Matcher(rules: rules, tokens: tokens, pairs: &scratch.pairs)
      matcher.findMatches()
      let findings = findings(of: &matcher, relativePath: relativePath)
      swap(&matcher.pairs, &scratch.pairs)
      return findings
    }
  }
}

private func findings(of matcher: inout Matcher, relativePath: FilePath) -> FileFindings {
  var findings = FileFindings()
  for judgement in matcher.judgements(relativePath: relativePath) {
    switch judgement.outcome {
    case .reported:
      let rule = matcher.rules.rules[judgement.rule]
      findings.diagnostics.append(
        diagnostic(of: judgement.match, rule: rule, in: matcher.tokens))
    case .allowedByPath:
      findings.allowedByPath += 1
    case .allowedInside:
      findings.allowedInSource += 1
    case .outOfFiles, .outOfScope, .outdone, .memberOfReported:
      break
    }
  }
  findings.diagnostics = inReportOrder(findings.diagnostics)
  return findings
}

private func diagnostic(of match: Match, rule: Rule, in tokens: SourceTokens) -> Diagnostic {
  Diagnostic(
    rule.severity == .warning ? .warning : .error,
    at: tokens[match.start].start..<tokens[match.end].end,
    rule.message,
    rule: RuleReference(id: rule.id, category: rule.category, url: rule.url))
}
