import Diagnostics
import SwiftLexer

/// Memory that is used again from file to file; one for each thread.
package struct LintScratch {
  fileprivate var source = LexedSource()
  fileprivate var pairing = TokenPairing()
  /// Tests cut small files.
  var slicing = Slicing()

  package init() {}

  /// Of the last file.
  var tokenCount: Int { source.tokens.count }
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
  let slicing = scratch.slicing
  return withTokens(of: source.bytes, rules, reusing: &scratch) { nearby, trivia in
    var nearby = nearby
    let found = findings(
      inSlicesOf: &nearby, in: source, trivia, relativePath: relativePath, rules, slicing)
    if let found { return found }
    let named = findings(
      inSlicesKnowingNames: &nearby, in: source, trivia, relativePath: relativePath, rules, slicing)
    if let named { return named }
    var uses = findUses(nearby, needsScopes: rules.describesFindings)
    return findings(of: &uses, in: source, trivia, relativePath: relativePath, rules)
  }
}

/// Calls the body with the uses in the file, and the file's trivia.
func withUses<Result>(
  in source: SourceFile, of rules: CompiledRules, reusing scratch: inout LintScratch,
  _ body: (inout FileUses, [Trivia]) -> Result
) -> Result {
  withTokens(of: source.bytes, rules, reusing: &scratch) { nearby, trivia in
    var uses = findUses(nearby, needsScopes: rules.describesFindings)
    return body(&uses, trivia)
  }
}

/// Calls the body with the file's tokens and trivia.
func withTokens<Result>(
  of bytes: [UInt8], _ rules: CompiledRules, reusing scratch: inout LintScratch,
  _ body: (consuming Nearby, [Trivia]) -> Result
) -> Result {
  // What a large file took is given back, as most are small.
  defer { if 1 << 20 < scratch.tokenCount { scratch.source = LexedSource() } }
  return bytes.withUnsafeBufferPointer { bytes in
    lex(bytes, marking: rules.tables.soughtWords, into: &scratch.source)
    return scratch.source.tokens.withUnsafeBufferPointer { tokens in
      let tokens = SourceTokens(bytes: bytes, tokens: tokens)
      let pairs = scratch.pairing.pairs(of: tokens)
      return body(Nearby(tokens, pairs, rules.tables), scratch.source.trivia)
    }
  }
}
