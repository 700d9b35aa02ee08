import Diagnostics
import Rules
import SwiftLexer

/// Memory that is used again from file to file; one for each thread.
package struct LintScratch {
  fileprivate var source = LexedSource()
  fileprivate var pairing = TokenPairing()
  fileprivate var idleBlocks = IdleBlockMemory()

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
  lintActiveBlocks(of: source, relativePath: relativePath, with: rules, reusing: &scratch)
    ?? withUses(in: source, of: rules, reusing: &scratch) { uses, trivia in
      findings(of: &uses, in: source, trivia, relativePath: relativePath, rules)
    }
}

/// Does without what `IdleBlocks` finds; nil where that must be known.
private func lintActiveBlocks(
  of source: SourceFile, relativePath: FilePath, with rules: CompiledRules,
  reusing scratch: inout LintScratch
) -> FileFindings? {
  guard rules.idleBlocks.isWorthwhile else { return nil }
  source.bytes.withUnsafeBufferPointer { rules.idleBlocks.find(in: $0, using: &scratch.idleBlocks) }
  let blocks = scratch.idleBlocks
  return withTokens(of: source.bytes, but: blocks.skipped, rules, reusing: &scratch) {
    nearby, trivia in
    let uses = findUses(nearby, at: blocks.places, needsScopes: rules.describesFindings)
    guard var uses else { return nil }
    return findings(
      of: &uses, in: source, trivia, mayBeForLinters: !blocks.comments.isEmpty,
      relativePath: relativePath, rules)
  }
}

/// Calls the body with the uses in the file, and the file's trivia.
func withUses<Result>(
  in source: SourceFile, of rules: CompiledRules, reusing scratch: inout LintScratch,
  _ body: (inout FileUses, [Trivia]) -> Result
) -> Result {
  withTokens(of: source.bytes, rules, reusing: &scratch) { nearby, trivia in
    var uses = findUses(nearby, at: nil, needsScopes: rules.describesFindings)!
    return body(&uses, trivia)
  }
}

/// Calls the body with the file's tokens and trivia.
/// - Parameter skipped: what is left out of both.
func withTokens<Result>(
  of bytes: [UInt8], but skipped: [SkippedText] = [], _ rules: CompiledRules,
  reusing scratch: inout LintScratch, _ body: (consuming Nearby, [Trivia]) -> Result
) -> Result {
  bytes.withUnsafeBufferPointer { bytes in
    lex(bytes, skipping: skipped, marking: rules.tables.soughtWords, into: &scratch.source)
    return scratch.source.tokens.withUnsafeBufferPointer { tokens in
      let tokens = SourceTokens(bytes: bytes, tokens: tokens)
      let pairs = scratch.pairing.pairs(of: tokens)
      return body(Nearby(tokens, pairs, rules.tables), scratch.source.trivia)
    }
  }
}
