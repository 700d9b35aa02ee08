import Diagnostics
import Pipeline
import Reporters
import RuleEngine
import Rules
import Trace

/// A part of what there is to say of a rule or a pack. `Page` prints it for a terminal,
/// `MarkdownPage` for the documentation. Texts have code in '…'.
package struct ExplanationSection {
  package let heading: String
  package let parts: [Part]

  package enum Part {
    /// Code with what there is to say of each.
    case terms([(code: String, text: String)])
    case lines([String])
    /// Lines of a fixture.
    case code([Excerpt])
    case rules([Rule])
  }

  package init(_ heading: String, _ parts: Part...) {
    (self.heading, self.parts) = (heading, parts)
  }
}

// MARK: - What holds for a rule in whatever project

extension ExplanationSection {
  /// A section on what the rule looks for.
  package static func bans(of rule: Rule) -> ExplanationSection {
    let terms = rule.ban.map { (code: $0.text, text: rule.meaning(of: $0)) }
    return ExplanationSection("Bans", .terms(terms), .lines(rule.beside.lines))
  }

  /// A section on what must be there; nil if every match is a use.
  static func conditions(of rule: Rule) -> ExplanationSection? {
    var lines = (rule.when?.lines(for: rule.ban) ?? []).enumerated()
      .map { index, line in index == 0 ? line : "or \(line)" }
    if rule.isAssigned { lines.append("written to, with no write back at the end of the code") }
    if rule.isDiscarded { lines.append("whose value '_ =' discards") }
    return lines.isEmpty ? nil : ExplanationSection("Only", .lines(lines))
  }

  /// A section on what is no use; nil if there is nothing to say.
  /// - Parameter origin: what allows default arguments, if they are allowed.
  static func exceptions(
    of rule: Rule, defaultArgumentsBy origin: @autoclosure () -> String? = nil
  ) -> ExplanationSection? {
    var lines = rule.unless?.lines(for: rule.ban) ?? []
    if !rule.coveredBy.isEmpty {
      lines.append("in the arguments of a use that \(list(rule.coveredBy)) reports")
    }
    if rule.defaultArguments == .allow {
      lines.append("as a parameter's default value\(origin().map { " (\($0))" } ?? "")")
    }
    return lines.isEmpty ? nil : ExplanationSection("But not", .lines(lines))
  }

  /// A section on how far the rule looks beyond its own places; nil if it does not.
  package static func trace(of rule: Rule) -> ExplanationSection? {
    let trace = rule.trace
    var lines: [String] = []
    if trace.isOn { lines.append("what the code there calls, in whatever file that is") }
    if !trace.through.isEmpty {
      lines.append("through all implementations of \(list(trace.through.map(\.text)))")
    }
    if !trace.seams.isEmpty { lines.append("not beyond \(list(trace.seams.map(\.text)))") }
    if trace.goesThroughAllowed { lines.append("through what is allowed, too") }
    return lines.isEmpty ? nil : ExplanationSection("Traces", .lines(lines))
  }

  /// Lines of the rule's fixture that it reports, and lines that it leaves alone.
  package static func examples(
    of entry: ProjectRule, in project: Project, among rules: @autoclosure () -> CompiledRules
  ) -> [ExplanationSection] {
    guard let fixture = project.fixture(of: entry) else { return [] }
    let (reported, silent) = Explain.examples(
      of: entry.written.value, in: fixture, among: rules(),
      modules: project.configuration.modules.map(\.value))
    let sections = [("Reports", reported), ("Leaves alone", silent.map(\.withoutMarks))]
    return sections.filter { !$1.isEmpty }.map { ExplanationSection($0, .code($1)) }
  }

  /// A section on how code says that a use is meant.
  static func allowance(
    of rule: Rule, _ more: [(code: String, text: String)] = []
  ) -> ExplanationSection {
    let comment = suppression(of: [rule.id])
    return ExplanationSection(
      "Allow a use", .terms([(comment, "after the code, or on the line above it")] + more))
  }
}

extension Beside {
  /// Lines on what tells the type where it is not written.
  fileprivate var lines: [String] {
    let places = [
      ("after", labels.map { "\($0):" }), ("assigned to", members),
      ("in", functions.map(\.text)),
    ]
    let words = places.filter { !$0.1.isEmpty }.map { "\($0.0) \(list($0.1))" }
    return words.isEmpty ? [] : ["and as an implicit member " + words.joined(separator: ", ")]
  }
}

/// Where a rule looks, or does not look, as its own file has it.
package struct RulePlace: Equatable {
  package let words: String
  /// Globs, or headers of declarations; one of them is enough.
  let codes: [String]
  package let isAllowed: Bool

  /// Fails if there are none.
  fileprivate init?(_ words: String, _ codes: [String], isAllowed: Bool = false) {
    if codes.isEmpty { return nil }
    (self.words, self.codes, self.isAllowed) = (words, codes, isAllowed)
  }

  fileprivate init?(inside headers: [ScopeHeader], _ words: String, isAllowed: Bool = false) {
    let words = headers.count == 1 ? words : "\(words) one of"
    self.init(words, headers.map(\.text), isAllowed: isAllowed)
  }

  /// For a terminal.
  package var text: String { "\(words): \(codes.joined(separator: ", "))" }
  package var line: String { "\(words): \(list(codes))" }
}

extension Rule {
  /// The meaning of a pattern of the rule, in a few words.
  package func meaning(of pattern: Pattern) -> String {
    pattern.meaning(saysCalls: when?.isCalled != true && unless?.isCalled != true)
  }

  package var places: [RulePlace] {
    let places = [
      RulePlace("only in files", files.map(\.text)),
      RulePlace(inside: inside, "only inside"),
      RulePlace("allowed in files", allow.map(\.text), isAllowed: true),
      RulePlace(inside: allowInside, "allowed inside", isAllowed: true),
    ]
    return places.compactMap { $0 }
  }
}

/// A clause on how to switch a bundled pack on.
func advice(forAdding pack: String) -> String {
  "'--pack \(pack)' turns it on, or 'packs: [core, \(pack)]' in the configuration"
}

/// A clause on how to switch a rule on without its pack.
func advice(forEnabling id: String) -> String {
  "'enable: [\(id)]' in the configuration turns it on, '--only-rule \(id)' runs it alone"
}

/// The setting that lets a file do what a rule bans.
package func allowSetting(of id: String, in path: FilePath) -> String {
  "allow: { \(id): [\(path.string)] }"
}

// MARK: - What an editor shows, too

extension Rule {
  /// e.g. `, category clock, pack core`
  package var membership: String { (category.map { ", category \($0)" } ?? "") + ", pack \(pack)" }
}

extension ExplainedMatch {
  /// What can be written in its place, or why nothing is offered though the rule has a replacement;
  /// nil where nobody would expect any.
  package var fixItWords: String? {
    if case .success(let fixIt)? = fixIt { return "It can be replaced with '\(fixIt.text)'." }
    return refusal.map { "No replacement is offered: \($0)." }
  }

  /// Why no replacement is offered, as a clause.
  package var refusal: String? {
    guard case .failure(let obstacle)? = fixIt else { return nil }
    return switch obstacle {
    case .noReplacement: nil
    case .otherForm: "'replace' has no entry for a use of this form"
    case .insideItself: "inside a declaration of that name it would call itself"
    case .wouldLoseComment: "a comment in it would be lost"
    case .wouldMeanOtherwise: "it would mean something else at this place"
    }
  }
}
