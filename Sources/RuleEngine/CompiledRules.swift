import Rules

/// Rules prepared for a run; made once for it.
package final class CompiledRules: Sendable {
  let tables: RuleTables
  /// Whether diagnostics have keys, and what is excused is told too.
  let describesFindings: Bool
  /// The ids of the rules of which it is told which patterns match.
  let watched: Set<String>
  let prefilter: Prefilter
  /// How much of any file may be written again in fix-its, in bytes; see `FixItBudget`.
  let fixItBytes: Int

  package var rules: [Rule] { tables.rules }

  /// - Parameters:
  ///   - modules: what the configuration adds to the modules a name may be qualified with.
  ///   - ownTypes: those of the configuration.
  ///   - knownIDs: of rules that are not in force too; a comment may name them.
  ///   - readsSuppressions: whether comments in the source count.
  ///   - describesFindings: whether diagnostics have a key, and findings hold what is excused; a
  ///     file that has any takes a pass more.
  ///   - watched: the ids of rules of which findings tell which patterns match.
  package init(
    _ rules: [Rule], modules: [String] = [], ownTypes: [Configuration.OwnType] = [],
    knownIDs: [String] = [], readsSuppressions: Bool = true, describesFindings: Bool = false,
    watched: Set<String> = []
  ) {
    tables = RuleTables(
      rules, modules: modules, ownTypes: ownTypes, knownIDs: knownIDs,
      readsSuppressions: readsSuppressions)
    self.describesFindings = describesFindings
    self.watched = watched
    fixItBytes = 1 << 16
    prefilter = Prefilter(
      tables.patterns, tables.names, otherWords: readsSuppressions ? ["\(suppressionWord)"] : [])
  }

  /// The same rules for a text whose fix-its are to be applied at once and then forgotten: with
  /// more of them, fewer looks at the text are needed.
  init(fixingBy rules: CompiledRules) {
    tables = rules.tables
    describesFindings = rules.describesFindings
    watched = rules.watched
    prefilter = rules.prefilter
    fixItBytes = 1 << 22
  }

  /// The rules for holding fixtures against them: every rule runs, whatever its severity, and in
  /// every file, though only inside the declarations that it names.
  package convenience init(verifying rules: [Rule], modules: [String] = []) {
    let everywhere = rules.map { rule in
      var rule = rule
      rule.severity = rule.severity == .off ? .error : rule.severity
      rule.files = []
      rule.allow = []
      return rule
    }
    self.init(everywhere, modules: modules)
  }

  /// Whether the bytes hold a name without which no rule can match, or the word of a suppression;
  /// false spares lexing the file.
  package func mayMatch(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    prefilter.mayMatch(bytes)
  }
}
