import Diagnostics
import Rules
import SwiftLexer

/// Compares the findings in a fixture with its `// expect:` comments.
/// - Parameters:
///   - rules: rules from `CompiledRules(verifying:)`.
///   - traced: the findings of a trace in the fixture.
///   - knownIDs: the ids of further rules. Expectations for these rules are ignored.
/// - Returns: a diagnostic for each report that is not expected, and for each expectation without a
///   report, sorted by offset.
package func verify(
  _ source: SourceFile, with rules: CompiledRules, tracing traced: TracedUses = TracedUses(),
  types: TypeOfExpression? = nil, knownIDs: Set<String> = []
) -> [Diagnostic] {
  let lines = LineTable(source.bytes)
  let ids = Set(rules.rules.map(\.id) + Rule.reservedIDs)
  var parser = ExpectationParser(bytes: source.bytes, lines: lines)
  for comment in lex(source.bytes).trivia where comment.kind == .lineComment {
    parser.parse(comment)
  }
  let unknown = parser.expectations.filter { !ids.contains($0.id) && !knownIDs.contains($0.id) }
  let expectations = parser.expectations.filter { ids.contains($0.id) }
  var scratch = LintScratch()
  let reported = lint(
    source, relativePath: source.path, with: rules, tracing: traced, types: types, reusing: &scratch
  ).reported
  var mismatches = mismatches(between: expectations, and: reported, lines: lines)
  addNotes(to: &mismatches, in: source, with: rules)
  let mistakes = parser.mistakes + unknown.map { Diagnostic(.error, at: $0.place, $0.isUnknown) }
  return (mistakes + mismatches).sorted {
    ($0.range.lowerBound, $0.message) < ($1.range.lowerBound, $1.message)
  }
}

/// Adds a note to an expectation without a report if another rule takes the use.
private func addNotes(
  to mismatches: inout [Diagnostic], in source: SourceFile, with rules: CompiledRules
) {
  let missed = Set(mismatches.lazy.filter(\.isMissed).compactMap(\.rule?.id))
  if missed.isEmpty { return }
  let lines = LineTable(source.bytes)
  func add(_ text: String, at offset: Int, ofRule id: String) {
    let line = lines.location(of: offset).line
    let index = mismatches.firstIndex {
      $0.isMissed && $0.rule?.id == id && $0.notes.isEmpty
        && lines.location(of: $0.range.lowerBound).line == line
    }
    guard let index else { return }
    mismatches[index] = Diagnostic(
      .error, at: mismatches[index].range, mismatches[index].message, rule: mismatches[index].rule,
      notes: [Note(at: offset, text)])
  }
  let matches = explain(source, relativePath: source.path, with: rules)
  for match in matches where missed.contains(match.rule.id) {
    guard case .outdone(let index, let preference) = match.verdict,
      case let winner = matches[index].rule.id, winner != match.rule.id
    else { continue }
    let text = "'\(winner)' takes precedence: \(preference.words)"
    add(text, at: match.range.lowerBound, ofRule: match.rule.id)
  }
}

private let missedMessage = "expected here, but not reported"

extension Diagnostic {
  fileprivate var isMissed: Bool { message == missedMessage }
}

/// A rule id of an `// expect:` comment.
private struct Expectation {
  let id: String
  /// The line, from 1.
  let line: Int
  /// The column from 1, in UTF-8 bytes; `nil` for anywhere on the line.
  let column: Int?
  /// The range of the id in the comment, as offsets from 0 in UTF-8 bytes.
  let place: Range<Int>

  var isUnknown: String { "no rule is named '\(id)'" }

  func isMet(by id: String, at location: SourceLocation) -> Bool {
    self.id == id && line == location.line && (column ?? location.column) == location.column
  }
}

/// Pairs expectations with reports. Expectations with a column come first.
private func mismatches(
  between expectations: [Expectation], and reported: [Diagnostic], lines: LineTable
) -> [Diagnostic] {
  var unexpected = reported
  var unmet: [Expectation] = []
  let byExactness =
    expectations.filter { $0.column != nil } + expectations.filter { $0.column == nil }
  for expectation in byExactness {
    let match = unexpected.firstIndex { diagnostic in
      let location = lines.location(of: diagnostic.range.lowerBound)
      return expectation.isMet(by: diagnostic.rule?.id ?? "", at: location)
    }
    if let match {
      unexpected.remove(at: match)
    } else {
      unmet.append(expectation)
    }
  }
  return unexpected.map { diagnostic in
    Diagnostic(
      .error, at: diagnostic.range, "unexpected: \(diagnostic.message)", rule: diagnostic.rule)
  }
    + unmet.map { expectation in
      Diagnostic(
        .error, at: range(of: expectation, lines: lines), missedMessage,
        rule: RuleReference(id: expectation.id))
    }
}

/// The place to show an expectation without a report: at its column, or else at its id if that is
/// on the line, or else at the start of the line.
private func range(of expectation: Expectation, lines: LineTable) -> Range<Int> {
  let line = lines.range(ofLine: expectation.line)
  if let column = expectation.column {
    let offset = min(line.lowerBound + column - 1, line.upperBound)
    return offset..<offset
  }
  return line.contains(expectation.place.lowerBound)
    ? expectation.place : line.lowerBound..<line.lowerBound
}

/// Reads `// expect[@±LINES[:COLUMN]]: id[, id…]` comments.
private struct ExpectationParser {
  let bytes: [UInt8]
  let lines: LineTable
  var expectations: [Expectation] = []
  var mistakes: [Diagnostic] = []

  mutating func parse(_ comment: Trivia) {
    guard let start = startOfExpectation(in: comment) else { return }
    var cursor = ByteCursor(bytes: bytes, offset: start, end: comment.end)
    let line = lines.location(of: comment.start).line
    guard let (lineOffset, column) = parsePlace(&cursor), let ids = parseIDs(&cursor) else {
      mistakes.append(
        Diagnostic(
          .error, at: cursor.offset..<cursor.offset,
          "write an expectation as '// expect: rule-id' or '// expect@+1:5: rule-id'"))
      return
    }
    let (expectedLine, isOverflow) = line.addingReportingOverflow(lineOffset)
    guard !isOverflow, 1...lines.lineCount ~= expectedLine else {
      mistakes.append(
        Diagnostic(.error, at: comment.start..<comment.end, "no such line in this file"))
      return
    }
    expectations += ids.map { place in
      let id = String(decoding: bytes[place], as: UTF8.self)
      return Expectation(id: id, line: expectedLine, column: column, place: place)
    }
  }

  /// The offset after `// expect`, at the start of a comment or after a suppression; `nil` if the
  /// comment is prose.
  private func startOfExpectation(in comment: Trivia) -> Int? {
    let marker = Array("// expect".utf8)
    var text = ByteCursor(bytes: bytes, offset: comment.start + 2, end: comment.end)
    text.skipBlanks()
    let isSuppression = text.skip(word: suppressionWord)
    let starts = isSuppression ? comment.start..<comment.end : comment.start..<comment.start + 1
    return starts.lazy.map { $0 + marker.count }.last { end in
      guard end < comment.end, bytes[(end - marker.count)..<end].elementsEqual(marker) else {
        return false
      }
      return bytes[end] == UInt8(ascii: ":") || bytes[end] == UInt8(ascii: "@")
    }
  }

  /// Reads `@±LINES[:COLUMN]:` or `:`.
  private func parsePlace(_ cursor: inout ByteCursor) -> (lines: Int, column: Int?)? {
    guard cursor.skip("@") else { return cursor.skip(":") ? (0, nil) : nil }
    let isNegative = cursor.skip("-")
    guard isNegative || cursor.skip("+"), let count = cursor.number(), cursor.skip(":") else {
      return nil
    }
    let column = cursor.number()
    guard column != 0, column == nil || cursor.skip(":") else { return nil }
    return (isNegative ? -count : count, column)
  }

  /// Reads ids up to the end of the comment.
  /// - Returns: their ranges; `nil` if the comment has anything else.
  private func parseIDs(_ cursor: inout ByteCursor) -> [Range<Int>]? {
    var ids: [Range<Int>] = []
    repeat {
      cursor.skipBlanks()
      guard let id = cursor.ruleID() else { return nil }
      ids.append(id)
      cursor.skipBlanks()
    } while cursor.skip(",")
    return cursor.isAtEnd ? ids : nil
  }
}
