import Diagnostics
import Pipeline
import Reporters
import RuleEngine
import Rules
import SwiftLexer

/// Lines of a rule's fixture: what it reports, and what it leaves alone though a name in it is one
/// that the rule looks for.
package struct RuleExample {
  package let reported: [Excerpt]
  package let silent: [Excerpt]

  /// - Parameter all: all rules, since they decide together what is reported.
  package init(of rule: Rule, in fixture: SourceFile, among all: CompiledRules, modules: [String]) {
    let matches = Check(fixture, at: fixture.path, all).matches
    let own = matches.filter { $0.rule.id == rule.id }
    let found = own.filter(\.verdict.isReported)
    // What a fixture must not report comes after what it must.
    let start = found.last?.range.upperBound ?? 0
    let alone = CompiledRules(verifying: [rule], modules: modules)
    let names = Check(fixture, at: fixture.path, alone)
      .unmatchedNames(in: start..<fixture.bytes.count, besides: matches)
    var lines = FixtureLines(fixture)
    reported = lines.excerpts(found.map(lines.place))
    // Uses that the rule's own conditions let be say more than other meanings of the names.
    silent = lines.excerpts(
      own.filter(\.verdict.isSpared).map(lines.place)
        + names.filter(\.isExample).map { name in
          let text = String(decoding: fixture.bytes[name.range], as: UTF8.self)
          return FixturePlace(
            range: name.range, kind: "\(name.context) \(text)", isBest: name.isLast)
        })
  }
}

extension Verdict {
  /// Whether the rule's `when` or `unless` let the use be.
  fileprivate var isSpared: Bool {
    switch self {
    case .unmet, .harmless: true
    default: false
    }
  }
}

private struct FixturePlace {
  /// Offsets from 0 in UTF-8 bytes.
  let range: Range<Int>
  let kind: String
  /// The others fill up.
  let isBest: Bool
}

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
  /// By line: where the comment begins that says what is expected.
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

  /// One on a single line is best.
  func place(of match: ExplainedMatch) -> FixturePlace {
    let line = lines.range(ofLine: lines.location(of: match.range.lowerBound).line)
    return FixturePlace(
      range: match.range, kind: match.pattern.text,
      isBest: match.range.upperBound <= line.upperBound)
  }

  /// One line of each kind as far as there is room, then more of the same; in order.
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
