/// The weight of a diagnostic; only an error fails a run.
package enum Severity: String, Sendable {
  case error
  case warning
}

/// A message about a place in a file. It knows offsets; lines and columns are counted when it is
/// printed.
///
/// It is small, 24 bytes, since a file may have one for each of its words: what all those of a rule
/// have in common is shared, and what few have lies elsewhere.
package struct Diagnostic: Sendable {
  private let words: DiagnosticWords
  private var start: UInt32
  private var end: UInt32
  private var extras: Extras?

  /// The parts that most diagnostics lack.
  private final class Extras: Sendable {
    let notes: [Note]
    let fixIts: [FixIt]
    let key: FindingKey?
    let verdict: FindingVerdict

    /// Fails if there are none.
    init?(_ notes: [Note], _ fixIts: [FixIt], _ key: FindingKey?, _ verdict: FindingVerdict) {
      if notes.isEmpty, fixIts.isEmpty, key == nil, verdict == .reported { return nil }
      (self.notes, self.fixIts, self.key, self.verdict) = (notes, fixIts, key, verdict)
    }

    var isReported: Bool {
      if case .reported = verdict { true } else { false }
    }
  }

  package init(
    _ words: DiagnosticWords, at range: Range<Int>, notes: [Note] = [], fixIts: [FixIt] = [],
    key: FindingKey? = nil, verdict: FindingVerdict = .reported
  ) {
    self.words = words
    (start, end) = Self.offsets(range)
    extras = Extras(notes, fixIts, key, verdict)
  }

  /// A diagnostic that says the same of another place; it shares everything except the place.
  package init(like other: Diagnostic, at range: Range<Int>) {
    self = other
    self.range = range
  }

  /// The offsets in 32 bits; what is longer is not read.
  private static func offsets(_ range: Range<Int>) -> (UInt32, UInt32) {
    (UInt32(clamping: range.lowerBound), UInt32(clamping: range.upperBound))
  }

  package init(
    _ severity: Severity, at range: Range<Int>, _ message: String, rule: RuleReference? = nil,
    notes: [Note] = [], fixIts: [FixIt] = []
  ) {
    self.init(
      DiagnosticWords(severity, message, rule: rule), at: range, notes: notes, fixIts: fixIts)
  }

  /// Whether both share their words, and so their rule and severity.
  package func isLike(_ other: Diagnostic) -> Bool { words === other.words }

  package var severity: Severity { words.severity }
  /// Offsets from 0 in UTF-8 bytes; what is printed points at `lowerBound`.
  package var range: Range<Int> {
    get { Int(start)..<Int(end) }
    set { (start, end) = Self.offsets(newValue) }
  }
  /// A phrase as the compiler words it: lower case, no full stop, code in `'…'`.
  package var message: String { words.message }
  /// Printed as `[#rule-id]`, as the compiler prints a diagnostic group; nil for trouble in a rule
  /// or configuration file.
  package var rule: RuleReference? { words.rule }
  package var notes: [Note] {
    get { extras?.notes ?? [] }
    set { extras = Extras(newValue, fixIts, key, verdict) }
  }
  /// Edits that together resolve it. Reports offer them in one note, in the words of the first.
  package var fixIts: [FixIt] { extras?.fixIts ?? [] }
  /// The key that identifies it from run to run; nil if it is not needed, or if the diagnostic is
  /// not about a use of a banned API.
  package var key: FindingKey? {
    get { extras?.key }
    set { extras = Extras(notes, fixIts, newValue, verdict) }
  }
  /// The verdict on it.
  package var verdict: FindingVerdict {
    get { extras?.verdict ?? .reported }
    set { extras = Extras(notes, fixIts, key, newValue) }
  }
  package var isReported: Bool {
    // Most have no extras; not even the verdict is copied for them.
    guard let extras else { return true }
    return extras.isReported
  }
}

/// A verdict on a finding.
package enum FindingVerdict: Hashable, Sendable {
  case reported
  /// A comment allows it; the reason is what the comment gives.
  case allowedInSource(reason: String)
  /// The rule or the configuration allows it; the reason is the entry, as in
  /// `allow: Date+current.swift`.
  case allowedBySettings(reason: String)
  /// The baseline holds it: it was there before.
  case inBaseline
}

/// The words that diagnostics of one rule share.
package final class DiagnosticWords: Sendable {
  fileprivate let severity: Severity
  fileprivate let message: String
  package let rule: RuleReference?

  package init(_ severity: Severity, _ message: String, rule: RuleReference?) {
    (self.severity, self.message, self.rule) = (severity, message, rule)
  }

  /// Another message about the same rule.
  package func saying(_ message: String) -> DiagnosticWords {
    DiagnosticWords(severity, message, rule: rule)
  }
}

/// A reference to the rule behind a diagnostic. It is a class since copying a structure would count
/// references to each of its strings, for every diagnostic.
package final class RuleReference: Hashable, Sendable {
  package let id: String
  package let category: String?
  /// Printed the way the compiler prints the link of a diagnostic group.
  package let url: String?
  /// The rule's pack; nil for what the tool itself reports.
  package let pack: String?

  package init(id: String, category: String? = nil, url: String? = nil, pack: String? = nil) {
    (self.id, self.category, self.url, self.pack) = (id, category, url, pack)
  }

  package static func == (left: RuleReference, right: RuleReference) -> Bool {
    left === right
      || (left.id, left.category, left.url, left.pack)
        == (right.id, right.category, right.url, right.pack)
  }

  package func hash(into hasher: inout Hasher) {
    // The id tells rules apart; the others would only take time.
    hasher.combine(id)
  }
}

/// A key that identifies a finding after its line has moved. It is a class for the reason that
/// `RuleReference` is one.
package final class FindingKey: Hashable, Sendable {
  /// The declarations around it from outside in, e.g. `FeedModel.show(_:animated:)`; `-` at file
  /// level.
  package let scope: String
  /// The names and argument labels of the use without trivia or arguments, e.g.
  /// `Date(timeIntervalSinceNow:)`.
  package let tokens: String

  package init(scope: String, tokens: String) {
    (self.scope, self.tokens) = (scope, tokens)
  }

  package static func == (left: FindingKey, right: FindingKey) -> Bool {
    (left.scope, left.tokens) == (right.scope, right.tokens)
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(scope)
    hasher.combine(tokens)
  }
}

/// A remark that belongs to a diagnostic, at a place of its own in the same file.
package struct Note: Sendable {
  /// Offset from 0 in UTF-8 bytes.
  package var offset: Int
  package var message: String

  package init(at offset: Int, _ message: String) {
    (self.offset, self.message) = (offset, message)
  }
}

/// A replacement of source text that would resolve the diagnostic.
package struct FixIt: Sendable {
  /// Offsets from 0 in UTF-8 bytes; empty for an insertion.
  package var range: Range<Int>
  package var text: String
  /// The parts of the new text that stand in the replaced range already, in the order of the text;
  /// other fix-its may be for them.
  package var kept: [KeptText]

  package init(replacing range: Range<Int>, with text: String, keeping kept: [KeptText] = []) {
    (self.range, self.text, self.kept) = (range, text, kept)
  }
}

/// Source text that a fix-it writes again, e.g. an argument.
package struct KeptText: Hashable, Sendable {
  /// Offsets from 0 in UTF-8 bytes of the file.
  package let source: Range<Int>
  /// Offset from 0 in UTF-8 bytes of the fix-it's text.
  package let offset: Int
  /// Whether any expression can stand there, rather than one that binds as tightly alone.
  package let isAlone: Bool

  package init(_ source: Range<Int>, at offset: Int, isAlone: Bool = true) {
    (self.source, self.offset, self.isAlone) = (source, offset, isAlone)
  }
}
