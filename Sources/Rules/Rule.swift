import Diagnostics
import SwiftLexer

/// A rule as its file has it, with what the project's configuration adds.
package struct Rule: Equatable, Sendable {
  /// Kebab-case; names what is banned.
  package var id: String
  /// The pack of the file it comes from.
  package var pack: String
  package var severity = RuleSeverity.error
  /// The category, one of `categories`.
  package var category: String?
  package var message: String
  var writtenNote: UnreadText? = nil
  package var url: String?
  /// The patterns under `ban`, in file order.
  package var ban: [Pattern]
  /// The entries of `replace`, in file order; their patterns are patterns of `ban`.
  package var replacements: [Replacement] = []
  /// The treatment of uses that are a parameter's default value.
  package var defaultArguments = DefaultArguments.report
  /// The conditions that must hold beside a match, so that it is a use; nil if every match is one.
  package internal(set) var when: UseConditions?
  /// The conditions that make a use harmless; nil if nothing does.
  package internal(set) var unless: UseConditions?
  /// The ids of rules: what stands in the arguments of a use of theirs is not reported once more.
  package internal(set) var coveredBy: [String] = []
  /// Whether only writes to the path, or to a member of it, count: `=`, `+=`, `&x.y`.
  package internal(set) var isAssigned = false
  /// Whether only uses whose value is discarded count: `_ =`.
  package internal(set) var isDiscarded = false
  /// Words by which people look for the rule: what they see.
  package internal(set) var keywords: [String] = []
  /// The texts that tell the type of an implicit member; empty for a rule that only written types
  /// tell.
  package var beside = Beside()
  /// If not empty, a use counts only if its base has one of these types, e.g. `Dictionary.Keys`.
  package var receiver: [String] = []
  /// Where the order of the base ends, so that a use counts; nil for wherever.
  package var order: Order?
  /// If not empty, only in these files.
  package var files: [Glob] = []
  /// Not in these files.
  package var allow: [Glob] = []
  /// If not empty, only inside these declarations.
  package var inside: [ScopeHeader] = []
  /// Not inside these declarations.
  package var allowInside: [ScopeHeader] = []
  package var trace = Trace()

  /// Why, and what to write instead; several lines.
  package var note: String? { writtenNote?.text }

  /// Whether it is looked for.
  package var isMatched: Bool { severity != .off }

  /// Whether what it bans is looked for in a file.
  /// - Parameter relativePath: of the file, relative to the root.
  package func isInForce(in relativePath: FilePath) -> Bool {
    isMatched && (files.isEmpty || files.contains { $0.matches(relativePath) })
  }

  /// The first `allow` glob that excuses the rule in a file; nil if none does.
  package func glob(allowing relativePath: FilePath) -> Glob? {
    allow.first { $0.matches(relativePath) }
  }

  /// The values of a rule's `category`.
  package static let categories = [
    "clock", "calendar", "random", "scheduling", "concurrency", "environment", "hashing", "io",
    "tests",
  ]

  /// The name of all rules in settings.
  package static let nameOfAll = "all"

  /// The ids under which the tool itself reports, which no rule can have.
  package static let reservedIDs = [
    "baseline-shrunk", "baseline-unused", "stale-allow", "stale-baseline",
    "suppression-without-reason", "unknown-rule",
    "unused-setting", "unused-suppression",
  ]
}

package enum RuleSeverity: String, CaseIterable, Sendable {
  case error, warning, off

  static let names = allCases.map(\.rawValue)
}

extension Glob: Hashable {
  package static func == (left: Glob, right: Glob) -> Bool {
    left.text == right.text && left.base == right.base
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

extension Rule {
  /// A rule that matches where code uses a name, which is its id.
  package init(finding name: Pattern) {
    self.init(id: name.text, pack: "", message: "", ban: [name])
  }

  /// A rule for the inside of some declarations, which bans nothing.
  package init(inside headers: [ScopeHeader]) {
    self.init(id: "", pack: "", message: "", ban: [], inside: headers)
  }

  /// Whether what the code in its `inside` calls is looked at, too, in whatever file it is.
  package struct Trace: Equatable, Sendable {
    package var isOn = false
    /// Protocols and classes: a trace follows all implementations of their members, not only those
    /// of types that the traced code makes.
    package var through: [ScopeHeader] = []
    /// A trace ends at these declarations.
    package var seams: [ScopeHeader] = []
    /// Whether a trace goes on through what is allowed.
    package var goesThroughAllowed = false

    package init() {}
  }
}

/// Where the order of a collection ends, so that a rule reports it.
package struct Order: Equatable, Sendable {
  package enum End: String, CaseIterable, Sendable {
    /// In text: joined, appended, printed, written.
    case text
    /// In a list that is kept as it is: appended, returned, stored, encoded.
    case list

    static let names = allCases.map(\.rawValue)
  }

  /// The end that the rule reports.
  package let end: End
  /// The configuration's `text-sinks`: functions and members whose arguments end in text.
  package var textSinks: [String] = []
}

/// The treatment of a use that is a parameter's default value.
package enum DefaultArguments: String, CaseIterable, Sendable {
  case report
  /// It is the seam that the message asks for.
  case allow

  static let names = allCases.map(\.rawValue)
}

/// The texts that give away the type of an implicit member that no type is written for: the names
/// that stand beside `.current` in `f(locale: .current)` and `formatter.locale = .current`.
package struct Beside: Equatable, Sendable {
  /// Of an argument that has the type, in whatever call.
  package var labels: [String] = []
  /// Variables of the type, of whatever they are a member.
  package var members: [String] = []
  /// Each a name with the labels of the arguments that have the type, e.g. `dateComponents(in:)`.
  package var functions: [Pattern] = []

  package var isEmpty: Bool { labels.isEmpty && members.isEmpty && functions.isEmpty }
}
