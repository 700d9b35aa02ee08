import Diagnostics
import Pipeline
import Reporters
import RuleEngine
import Rules
import SwiftLexer

/// Lines of a rule's fixture: what it reports, and what it leaves alone though a name in it is one
/// that the rule looks for.
/// - Parameter all: all rules, since they decide together what is reported.
func examples(
  of rule: Rule, in fixture: SourceFile, among all: CompiledRules, modules: [String]
) -> (reported: [Excerpt], silent: [Excerpt]) {
  let matches = Check(fixture, at: fixture.path, all).matches
  let own = matches.filter { $0.rule.id == rule.id }
  let found = own.filter(\.verdict.isReported)
  // What a fixture must not report comes after what it must.
  let start = found.last?.range.upperBound ?? 0
  let alone = CompiledRules(verifying: [rule], modules: modules)
  let names = Check(fixture, at: fixture.path, alone)
    .unmatchedNames(in: start..<fixture.bytes.count, besides: matches)
  var lines = FixtureLines(fixture)
  let reported = lines.excerpts(found.map(lines.place))
  // Uses that the rule's own conditions let be say more than other meanings of the names.
  let silent = own.filter(\.verdict.isSpared).map(lines.place)
  let others = names.filter(\.isExample).map { name -> FixturePlace in
    let text = String(decoding: fixture.bytes[name.range], as: UTF8.self)
    return (name.range, "\(name.context) \(text)", name.isLast)
  }
  return (reported, lines.excerpts(silent + others))
}

extension MatchVerdict {
  /// Whether the rule's `when` or `unless` let the use be.
  fileprivate var isSpared: Bool {
    switch self {
    case .unmet, .otherUse, .restored, .otherType, .otherEnd, .harmless: true
    default: false
    }
  }
}

/// A place that may be shown, as offsets from 0 in UTF-8 bytes. Others than the best fill up.
private typealias FixturePlace = (range: Range<Int>, kind: String, isBest: Bool)

extension UnmatchedName {
  /// Comments of a fixture talk about it.
  fileprivate var isExample: Bool {
    switch context {
    case .code, .string, .regex: true
    case .comment, .condition: false
    }
  }
}

/// The lines of a fixture, each of which is shown once.
private struct FixtureLines {
  private let fixture: SourceFile
  private let lines: LineTable
  /// The start of the comment that says what is expected, by line.
  private var expectations: [Int: Int] = [:]
  private var shown: Set<Int> = []

  private static let count = 4
  /// In bytes.
  private static let longestLine = 96

  init(_ fixture: SourceFile) {
    self.fixture = fixture
    lines = LineTable(fixture.bytes)
    for comment in lex(fixture.bytes).trivia
    where fixture.bytes[comment.start..<comment.end].starts(with: "// expect".utf8) {
      expectations[lines.location(of: comment.start).line] = comment.start
    }
  }

  /// The place of a match; it is best on a single line.
  func place(of match: ExplainedMatch) -> FixturePlace {
    let line = lines.range(ofLine: lines.location(of: match.range.lowerBound).line)
    return (match.range, match.pattern.text, match.range.upperBound <= line.upperBound)
  }

  /// Excerpts: one line of each kind as far as there is room, then more of the same; in order.
  mutating func excerpts(_ places: [FixturePlace]) -> [Excerpt] {
    var chosen: [Range<Int>] = []
    var kinds: Set<String> = []
    for (isBest, isMore) in [(true, false), (true, true), (false, false), (false, true)] {
      for place in places where place.isBest == isBest && chosen.count < Self.count {
        let line = lines.location(of: place.range.lowerBound).line
        guard isShort(line, upTo: place.range), isMore || !kinds.contains(place.kind),
          shown.insert(line).inserted
        else { continue }
        kinds.insert(place.kind)
        chosen.append(place.range)
      }
    }
    return chosen.sorted { $0.lowerBound < $1.lowerBound }.map { range in
      let line = lines.location(of: range.lowerBound).line
      return Excerpt(range, of: fixture, lines, end: expectations[line] ?? .max)
        .withoutIndentation
    }
  }

  private func isShort(_ line: Int, upTo range: Range<Int>) -> Bool {
    let text = lines.range(ofLine: line)
    let end = max(range.upperBound, expectations[line] ?? text.upperBound)
    return end - text.lowerBound <= Self.longestLine
  }
}
