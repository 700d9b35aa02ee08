import Diagnostics

/// What a project's baseline is called, where nothing else is said.
package let baselineFileName = ".swift-determinism-baseline"

/// A finding that was there before: it is not reported.
package struct BaselineEntry: Hashable, Sendable {
  /// Relative to the folder of the baseline.
  package let path: FilePath
  /// The id of its rule.
  package let rule: String
  package let key: FindingKey

  package init(path: FilePath, rule: String, key: FindingKey) {
    self.path = path
    self.rule = rule
    self.key = key
  }
}

/// A baseline as a file has it: below the path of each file its findings, one a line, as often as
/// they occur.
///
///     swift-determinism-baseline 1
///
///     Sources/Feed/FeedModel.swift
///       date-init  FeedModel.refresh()  Date()
///       date-init  FeedModel.refresh()  Date()
///
/// There are no counts and no line numbers in it, so that branches which fix something seldom
/// conflict, and all lines of both of them together are a baseline again.
package struct BaselineFile: Sendable {
  package let source: SourceFile
  /// In the order of their lines.
  package private(set) var entries: [BaselineEntry] = []
  /// By entry: offsets of its line from 0 in UTF-8 bytes, without the blanks around it.
  package private(set) var ranges: [Range<Int>] = []
  /// With any, the baseline must not be used.
  package private(set) var mistakes: [Diagnostic] = []

  /// A baseline that is not written yet.
  package init(emptyAt path: FilePath) {
    source = SourceFile(path: path, bytes: [])
  }

  package init(parsing source: SourceFile) {
    self.source = source
    var lines = LinesOfText(bytes: source.bytes)
    guard let first = lines.next(), source.bytes[first].elementsEqual(firstLine.utf8) else {
      let name = firstLine.prefix { $0 != " " }
      let isOtherVersion = source.bytes.starts(with: name.utf8)
      let advice = isOtherVersion ? "this is a baseline of another version" : "this is no baseline"
      let end = source.bytes.firstIndex(where: \.endsLine) ?? source.bytes.count
      addMistake("\(advice); the first line is '\(firstLine)'", at: 0..<end)
      return
    }
    var section = Section()
    while let line = lines.next() {
      guard !line.isEmpty else { continue }
      if isConflictMarker(source.bytes[line]) {
        // One hint is enough.
        let isFirst = !mistakes.contains { $0.message == conflict }
        if isFirst { addMistake(conflict, at: line) }
      } else if !source.bytes[line.lowerBound].isBlank {
        section = Section()
        section.path = percentDecoded(source.bytes[line]).map { FilePath(bytes: $0) }
        if section.path == nil { addMistake(wrongPercent, at: line) }
      } else {
        addEntry(at: line, to: &section)
      }
    }
  }

  /// What the lines have in common that stand below one path.
  private struct Section {
    var path: FilePath?
    /// The one of the last line, with the bytes that it stands in.
    var rule: (bytes: Range<Int>, id: String)?
  }

  /// - Parameter line: starts with a blank.
  private mutating func addEntry(at line: Range<Int>, to section: inout Section) {
    let bytes = source.bytes
    var rest = line
    let (rule, scope, tokens) = (
      bytes.word(in: &rest), bytes.word(in: &rest), bytes.word(in: &rest)
    )
    if rule.isEmpty { return }
    let isWhole = !tokens.isEmpty && bytes.word(in: &rest).isEmpty
    let range = rule.lowerBound..<(isWhole ? tokens.upperBound : line.upperBound)
    guard isWhole else {
      return addMistake("a finding is written '  rule  scope  tokens'", at: range)
    }
    guard let path = section.path else {
      return addMistake("a finding stands below the path of its file", at: range)
    }
    guard let id = percentDecoded(bytes[rule]), let scope = percentDecoded(bytes[scope]),
      let tokens = percentDecoded(bytes[tokens])
    else {
      return addMistake(wrongPercent, at: range)
    }
    if section.rule.map({ bytes[$0.bytes] == bytes[rule] }) != true {
      section.rule = (rule, String(decoding: id, as: UTF8.self))
    }
    let key = FindingKey(
      scope: String(decoding: scope, as: UTF8.self), tokens: String(decoding: tokens, as: UTF8.self)
    )
    entries.append(BaselineEntry(path: path, rule: section.rule!.id, key: key))
    ranges.append(range)
  }

  private mutating func addMistake(_ message: String, at range: Range<Int>) {
    mistakes.append(Diagnostic(.error, at: range, message))
  }
}

private let conflict =
  "the baseline has a conflict; take the lines of both sides, then 'baseline prune'"
private let wrongPercent = "after '%' stand two hexadecimal digits"

private func isConflictMarker(_ line: ArraySlice<UInt8>) -> Bool {
  guard let first = line.first, "<|=>".utf8.contains(first), 7 <= line.count else { return false }
  return line.prefix(7).allSatisfy { $0 == first }
}

extension [UInt8] {
  /// The next bytes between blanks, as offsets; empty where there are none.
  fileprivate func word(in rest: inout Range<Int>) -> Range<Int> {
    var start = rest.lowerBound
    while start < rest.upperBound, self[start].isBlank { start += 1 }
    var end = start
    while end < rest.upperBound, !self[end].isBlank { end += 1 }
    rest = end..<rest.upperBound
    return start..<end
  }
}

/// Offsets of the lines of a text, without line breaks.
private struct LinesOfText: IteratorProtocol {
  let bytes: [UInt8]
  private var offset = 0

  init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  mutating func next() -> Range<Int>? {
    guard offset < bytes.count else { return nil }
    let start = offset
    let lineFeed = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
    offset = lineFeed + 1
    // Git may have been asked to write CRs.
    let hasReturn = start < lineFeed && bytes[lineFeed - 1] == UInt8(ascii: "\r")
    return start..<(hasReturn ? lineFeed - 1 : lineFeed)
  }
}
