import Rules

/// Rules prepared for a run. They are prepared once.
package final class CompiledRules: Sendable {
  let tables: RuleTables
  /// Whether diagnostics have keys, and findings include what is allowed.
  let describesFindings: Bool
  /// The ids of the rules whose matching patterns the findings list.
  let watched: Set<String>
  let prefilter: Prefilter
  /// The fixed part of what may be written again in fix-its for a file, in bytes; see
  /// `FixItBudget`.
  let fixItBytes: Int

  package var rules: [Rule] { tables.rules }

  /// - Parameters:
  ///   - modules: names of modules, from the configuration, that may be written before a name. They
  ///     are added to the known ones.
  ///   - ownTypes: the own types in the configuration.
  ///   - knownIDs: the ids of rules that comments may name, also rules that are not in force.
  ///   - readsSuppressions: whether comments in the source count.
  ///   - describesFindings: whether diagnostics have a key, and findings include what is allowed.
  ///   - watched: the ids of the rules whose matching patterns the findings list.
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

  /// The same rules for a text whose fix-its are applied at once. With more fix-its at a time, the
  /// text has to be linted fewer times.
  init(fixingBy rules: CompiledRules) {
    tables = rules.tables
    describesFindings = rules.describesFindings
    watched = rules.watched
    prefilter = rules.prefilter
    fixItBytes = 1 << 22
  }

  /// The rules to verify fixtures with. Every rule is used, whatever its severity, and in every
  /// file, but only inside the declarations that the rule names.
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

  /// Whether the bytes hold a name that some rule needs for a match, or the word of a suppression.
  /// If not, the file need not be lexed.
  package func mayMatch(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    prefilter.mayMatch(bytes)
  }
}
