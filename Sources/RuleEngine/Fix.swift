import Diagnostics

/// What fixing one file came to.
package struct FileFixes: Sendable {
  /// How many diagnostics there were, and how many of them were fixed.
  package var found = 0
  package var fixed = 0
  /// The new text; nil where the file is to stay as it is.
  package var bytes: [UInt8]?
  /// Whether a use is replaced by one that is replaced again, and so without end; the file is to
  /// stay as it is then.
  package var isEndless = false
  /// Whether so many uses lie within each other that some are left to the next time.
  package var isUnfinished = false

  package init() {}
}

/// How many bytes may be read in all to fix a text.
private func readLimit(for text: [UInt8]) -> Int { 1 << 20 + 20 * text.count }

/// Applies the fix-its of what the rules report in one file. What is left then has none.
/// - Parameter unaccepted: what of all that is reported in a text is to be fixed.
package func fix(
  _ source: SourceFile, relativePath: FilePath, with rules: CompiledRules,
  reusing scratch: inout LintScratch,
  unaccepted: (SourceFile, [Diagnostic]) -> [Diagnostic] = { $1 }
) -> FileFixes {
  var fixes = FileFixes()
  var text = source.bytes
  var fewestLeft = Int.max
  var idleRounds = 0
  var (rules, readBytes) = (rules, 0)
  for round in 0... {
    let current = SourceFile(path: source.path, bytes: text)
    let all = lint(current, relativePath: relativePath, with: rules, reusing: &scratch).diagnostics
    let left = unaccepted(current, all)
    if round == 0 { fixes.found = left.count }
    let fixIts = left.flatMap(\.fixIts)
    // Of many uses within each other a few are replaced at a time (`FixItBudget`).
    idleRounds = left.count < fewestLeft ? 0 : idleRounds + 1
    fewestLeft = min(fewestLeft, left.count)
    readBytes += text.count
    // Replacements that lead to others may do so without end, which is to show.
    fixes.isUnfinished =
      !fixIts.isEmpty && idleRounds == 0 && readLimit(for: text) < readBytes
    guard !fixIts.isEmpty, !fixes.isUnfinished else {
      guard 0 < round else { return fixes }
      fixes.bytes = text
      // More than at once if some had to wait for others; fewer findings are left only if no
      // replacement is a finding itself.
      let gone = fixes.found - left.count
      fixes.fixed = fixes.isUnfinished ? gone : max(fixes.fixed, gone)
      return fixes
    }
    guard idleRounds < Limits.idleRounds else { break }
    // Arguments that are written several times make the text longer.
    let limit = 65_536 + 16 * source.bytes.count
    guard let fixed = apply(fixIts, to: text, limit: limit) else { break }
    if round == 0 { (fixes.fixed, rules) = (fixed.count, CompiledRules(fixingBy: rules)) }
    text = fixed.bytes
  }
  fixes.fixed = 0
  fixes.isEndless = true
  return fixes
}
