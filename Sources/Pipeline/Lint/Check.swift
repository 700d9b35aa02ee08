import Diagnostics
import RuleEngine
import Rules
import Workspace

/// A text of a file, held against some rules. No other code asks the engine about a file.
package struct Check: Sendable {
  package let source: SourceFile
  /// The path from the root, which `files` and `allow` match.
  package let relativePath: FilePath
  package let rules: CompiledRules
  /// Whether findings get keys.
  private let makesKeys: Bool
  /// What the root declares; nil to know the types of the text alone.
  private let rootTypes: RootTypes?

  package init(
    _ source: SourceFile, at relativePath: FilePath, _ rules: CompiledRules,
    makingKeys makesKeys: Bool = false, in types: RootTypes? = nil
  ) {
    (self.source, self.relativePath, self.rules) = (source, relativePath, rules)
    (self.makesKeys, rootTypes) = (makesKeys, types)
  }

  /// The types of its expressions; nil if no rule asks.
  private var types: TypeOfExpression? {
    guard rules.asksForTypes else { return nil }
    return rootTypes?.types(of: source.path) ?? typesOfText(at: source.path)
  }

  /// The findings, with their verdicts.
  /// - Parameter traced: what a trace has found in the file; nil if nothing was traced.
  package func findings(tracing traced: TracedUses? = nil, using memory: LintWorkerState)
    -> FileFindings
  {
    RuleEngine.lint(
      source, relativePath: relativePath, with: rules, tracing: traced, types: types,
      makingKeys: makesKeys,
      reusing: &memory.scratch)
  }

  /// The same for a text that may hold nothing that the rules look for.
  package func findingsIfAny(using memory: LintWorkerState) -> FileFindings {
    guard source.bytes.withUnsafeBufferPointer(rules.mayMatch) else { return FileFindings() }
    return findings(using: memory)
  }

  /// Each match with its verdict, also where nothing comes of it; in source order.
  package var matches: [ExplainedMatch] {
    RuleEngine.explain(source, relativePath: relativePath, with: rules, types: types)
  }

  /// The names in some lines that the rules know and no pattern matches.
  /// - Parameter matches: those of the whole text.
  package func unmatchedNames(in lines: Range<Int>, besides matches: [ExplainedMatch])
    -> [UnmatchedName]
  {
    RuleEngine.unmatchedNames(in: lines, of: source, matches: matches, with: rules)
  }

  /// The differences from the `// expect:` comments of a fixture.
  package func mismatches(tracing traced: TracedUses) -> [Diagnostic] {
    RuleEngine.verify(source, with: rules, tracing: traced, types: types)
  }

  /// Replaces what has a replacement until no finding has one.
  /// - Parameter reported: takes a text and its findings; returns those to fix.
  package func fixes(
    using memory: LintWorkerState, _ reported: (SourceFile, [Diagnostic]) -> [Diagnostic]
  ) -> FileFixes {
    RuleEngine.fix(
      source, relativePath: relativePath, with: rules, types: { types }, makingKeys: makesKeys,
      reusing: &memory.scratch, unaccepted: reported)
  }
}

// MARK: - What a text says, whatever the rules

extension SourceFile {
  /// The comments that allow rules.
  package func allowingComments(using memory: LintWorkerState) -> [AllowingComment] {
    RuleEngine.allowingComments(in: self, reusing: &memory.scratch)
  }

  /// The declarations that findings may be in.
  package func declaredScopes(using memory: LintWorkerState) -> Set<String> {
    RuleEngine.declaredScopes(of: self, reusing: &memory.scratch)
  }

  /// The code of each line.
  package var code: LineCode { LineCode(self) }
}

extension ScopeFinder {
  /// The declarations that the headers name, in source order.
  package func places(
    in source: SourceFile, relativePath: FilePath, using memory: LintWorkerState
  ) -> [Place] {
    places(in: source, relativePath: relativePath, reusing: &memory.scratch)
  }
}

/// Memory that is reused from file to file; one for each thread.
package final class LintWorkerState {
  package let buffer = FileBuffer()
  fileprivate var scratch = LintScratch()
  /// The rules of the last file: the number of its configuration, nil before the first file; the
  /// overrides that hold for it; and the rules with these.
  var last: (configuration: Int?, project: Project?, overrides: [Int], rules: CompiledRules?) =
    (nil, nil, [], nil)

  package init() {}
}
