import Diagnostics
import Rules
import SwiftLexer
import Syntax

/// Memory that is used for one file after another. Each thread has its own.
package struct LintScratch {
  fileprivate var source = LexedSource()
  fileprivate var pairing = TokenPairing()

  package init() {}

  /// The number of tokens of the last file.
  var tokenCount: Int { source.tokens.count }
}

/// Lints one file.
/// - Parameter relativePath: the path from the root, which `files` and `allow` match.
package func lint(
  _ source: SourceFile, relativePath: FilePath, with rules: CompiledRules,
  makingKeys makesKeys: Bool = false
) -> FileFindings {
  var scratch = LintScratch()
  return lint(
    source, relativePath: relativePath, with: rules, makingKeys: makesKeys, reusing: &scratch)
}

/// Lints one file, whatever `CompiledRules.mayMatch` says about it.
/// - Parameters:
///   - traced: the findings of a trace in the file; `nil` if nothing was traced.
///   - types: the types of its expressions, for rules with `receiver`.
///   - makesKeys: whether findings get keys, which are dear.
///   - appliesFixIts: whether the fix-its are applied at once.
package func lint(
  _ source: SourceFile, relativePath: FilePath, with rules: CompiledRules,
  tracing traced: TracedUses? = nil, types: TypeOfExpression? = nil,
  makingKeys makesKeys: Bool = false, applyingFixIts appliesFixIts: Bool = false,
  reusing scratch: inout LintScratch
) -> FileFindings {
  return withSyntax(of: source.bytes, rules, reusing: &scratch) { file, trivia in
    (file.types, file.relativePath) = (types, relativePath)
    let comments = linterComments(among: trivia, in: file.tokens.bytes)
    var findings = SummedFindings(
      of: file, in: source, trivia, comments, relativePath: relativePath,
      makingKeys: makesKeys, applyingFixIts: appliesFixIts)
    var uses = FileUses(of: file)
    findings.add(&uses)
    return findings.end(tracing: traced)
  }
}

/// Calls the body with the syntax and the trivia of a file.
/// - Parameter parsingAll: whether nothing is left out for speed.
func withSyntax<Result>(
  of bytes: [UInt8], _ rules: CompiledRules, parsingAll: Bool = false,
  reusing scratch: inout LintScratch,
  _ body: (FileSyntax, [Trivia]) -> Result
) -> Result {
  // Frees the memory after a large file, since most files are small.
  defer { if 1 << 20 < scratch.tokenCount { scratch.source = LexedSource() } }
  return bytes.withUnsafeBufferPointer { bytes in
    lex(bytes, marking: rules.tables.soughtWords, into: &scratch.source)
    return scratch.source.tokens.withUnsafeBufferPointer { tokens in
      let tokens = SourceTokens(bytes: bytes, tokens: tokens)
      let pairs = TokenPairs(tokens, &scratch.pairing)
      return body(
        FileSyntax(rules.tables, tokens, pairs, isWhole: parsingAll), scratch.source.trivia)
    }
  }
}

/// Rules prepared for a run. They are prepared once.
package final class CompiledRules: Sendable {
  let tables: RuleTables
  let prefilter: Prefilter

  package var rules: [Rule] { tables.rules }
  /// Whether a rule has a `receiver`, so that it needs the types of expressions.
  package var asksForTypes: Bool { tables.asksForTypes }

  /// - Parameters:
  ///   - modules: names of modules, from the configuration, that may be written before a name. They
  ///     are added to the known ones.
  ///   - ownTypes: the own types in the configuration.
  ///   - known: the names of all rules, which comments may name, also those of rules that are not
  ///     in force, and of packs, which they may not name.
  ///   - readsSuppressions: whether comments in the source count.
  package init(
    _ rules: [Rule], modules: [String] = [], ownTypes: [Configuration.OwnType] = [],
    known: KnownNames = KnownNames(), readsSuppressions: Bool = true
  ) {
    tables = RuleTables(
      rules, modules: modules, ownTypes: ownTypes, known: known,
      readsSuppressions: readsSuppressions)
    prefilter = Prefilter(
      tables.patterns, tables.names, otherWords: readsSuppressions ? ["\(suppressionWord)"] : [])
  }

  /// Makes a rule for each name, with the name as its id, that matches where code uses it.
  /// - Parameter names: the texts of patterns.
  package convenience init(finding names: [String], modules: [String]) {
    let patterns = names.compactMap { try? Pattern(parsing: $0) }
    self.init(patterns.map { Rule(finding: $0) }, modules: modules, readsSuppressions: false)
  }

  /// The rules to verify fixtures with. Every rule is used, whatever its severity, and in every
  /// file, but only inside the declarations that the rule names.
  package convenience init(verifying rules: [Rule], modules: [String] = []) {
    let everywhere = rules.map { rule in
      var rule = rule
      rule.severity = rule.severity == .off ? .error : rule.severity
      rule.files = []
      rule.allow = []
      rule.inside = rule.inside.map(\.inAllFiles)
      rule.allowInside = rule.allowInside.map(\.inAllFiles)
      return rule
    }
    self.init(everywhere, modules: modules)
  }

  /// Whether the bytes hold a name that some rule needs for a match, or the word of a suppression.
  /// If not, the file need not be lexed.
  package func mayMatch(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    prefilter.mayMatch(bytes)
  }
}
