import Diagnostics

/// A baseline as it is in a file: below the path of each file there are its findings, one a line,
/// as often as they occur.
///
///     swift-determinism-baseline 1
///
///     Sources/Feed/FeedModel.swift
///       date-init  FeedModel.refresh()  Date()
///       date-init  FeedModel.refresh()  Date()
///
/// There are no counts and no line numbers in it. So branches that fix findings seldom conflict,
/// and all lines of two branches together are a valid baseline again.
package struct BaselineFile: Sendable {
  package let source: SourceFile
  /// In the order of their lines.
  package private(set) var entries: [KnownFinding] = []
  /// The offsets of the line of each entry from 0 in UTF-8 bytes, without the blanks around it.
  package private(set) var ranges: [Range<Int>] = []
  /// If there are any, the baseline must not be used.
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
      let advice =
        isOtherVersion ? "this is a baseline of another version" : "this is not a baseline"
      let end = source.bytes.firstIndex(where: \.endsLine) ?? source.bytes.count
      addMistake("\(advice); the first line must be '\(firstLine)'", at: 0..<end)
      return
    }
    var section: Section = (nil, nil)
    while let line = lines.next() {
      guard !line.isEmpty else { continue }
      if isConflictMarker(source.bytes[line]) {
        // One hint is enough.
        let isFirst = !mistakes.contains { $0.message == conflict }
        if isFirst { addMistake(conflict, at: line) }
      } else if !source.bytes[line.lowerBound].isBlank {
        section = (percentDecoded(source.bytes[line]).map { FilePath(bytes: $0) }, nil)
        if section.path == nil { addMistake(wrongPercent, at: line) }
      } else {
        addEntry(at: line, to: &section)
      }
    }
  }

  /// The things that the lines below one path share: the path, and the rule of the last line with
  /// the bytes that it stands in.
  private typealias Section = (path: FilePath?, rule: (bytes: Range<Int>, id: String)?)

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
      return addMistake("a finding must be written as '  rule  scope  tokens'", at: range)
    }
    guard let path = section.path else {
      return addMistake("a finding needs the path of its file on a line above it", at: range)
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
    entries.append(KnownFinding(path: path, rule: section.rule!.id, key: key))
    ranges.append(range)
  }

  private mutating func addMistake(_ message: String, at range: Range<Int>) {
    mistakes.append(Diagnostic(.error, at: range, message))
  }
}

private let conflict =
  "the baseline has a conflict; take the lines of both sides, then run 'baseline prune'"
private let wrongPercent = "expected two hexadecimal digits after '%'"

private func isConflictMarker(_ line: ArraySlice<UInt8>) -> Bool {
  guard let first = line.first, "<|=>".utf8.contains(first), 7 <= line.count else { return false }
  return line.prefix(7).allSatisfy { $0 == first }
}

extension [UInt8] {
  /// The next bytes between blanks, as offsets; empty if there are none.
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
    // Git may be configured to write CRs.
    let hasReturn = start < lineFeed && bytes[lineFeed - 1] == UInt8(ascii: "\r")
    return start..<(hasReturn ? lineFeed - 1 : lineFeed)
  }
}

// MARK: - Writing

let firstLine = "swift-determinism-baseline 1"

/// The text of a baseline with these entries, in any order.
package func baselineText(_ entries: [KnownFinding]) -> [UInt8] {
  var text = baselineHead
  var rest = entries.sorted { $0.path < $1.path }[...]
  while let path = rest.first?.path {
    let ofPath = rest.prefix { $0.path == path }
    rest = rest[ofPath.endIndex...]
    baselineSection(of: path, ofPath) { text += $0 }
  }
  return text
}

/// The start of a baseline file; the sections of files follow, in the order of their paths.
package let baselineHead = Array("\(firstLine)\n".utf8)

/// The section of a baseline for one file, in pieces of about a mebibyte.
/// - Parameter entries: the entries of the file, in any order.
package func baselineSection(
  of path: FilePath, _ entries: some Sequence<KnownFinding>, _ append: ([UInt8]) -> Void
) {
  // If a file has very many entries, most are the same.
  var counts: [KnownFinding: Int] = [:]
  for entry in entries { counts[entry, default: 0] += 1 }
  let lines = counts.map { entry, count in
    (text: line(of: entry), count: count)
  }.sorted { $0.text.lexicographicallyPrecedes($1.text) }
  var piece = "\n".utf8 + heading(path) + "\n".utf8
  for line in lines {
    for _ in 0..<line.count {
      piece += line.text + "\n".utf8
      if pieceSize < piece.count {
        append(piece)
        piece = []
      }
    }
  }
  append(piece)
}

/// In bytes.
private let pieceSize = 1 << 20

private func line(of entry: KnownFinding) -> [UInt8] {
  let words = [entry.rule, entry.key.scope, entry.key.tokens]
  return words.reduce(into: []) { $0 += "  ".utf8 + word($1) }
}

/// A path as a line of its own.
private func heading(_ path: FilePath) -> [UInt8] {
  var isFirst = true
  var encoded: [UInt8] = []
  var parser = Unicode.UTF8.ForwardParser()
  var bytes = path.bytes.makeIterator()
  var offset = 0
  while true {
    let length: Int
    switch parser.parseScalar(from: &bytes) {
    case .emptyInput:
      return encoded
    case .error(let count):
      length = count
      for byte in path.bytes[offset..<offset + count] { appendPercent(byte, to: &encoded) }
    case .valid(let scalar):
      length = scalar.count
      let isLast = offset + length == path.bytes.count
      for byte in scalar {
        // A blank at an end would be lost, and a path must not look like a conflict marker.
        let isUnclear = (isFirst || isLast) && byte.isBlank || isFirst && "<|=>".utf8.contains(byte)
        if byte == UInt8(ascii: "%") || byte.endsLine || isUnclear {
          appendPercent(byte, to: &encoded)
        } else {
          encoded.append(byte)
        }
      }
    }
    offset += length
    isFirst = false
  }
}

/// A text without blanks.
private func word(_ text: String) -> [UInt8] {
  var encoded: [UInt8] = []
  for byte in text.utf8 {
    if byte == UInt8(ascii: "%") || byte.isBlank || byte.endsLine {
      appendPercent(byte, to: &encoded)
    } else {
      encoded.append(byte)
    }
  }
  return encoded
}

private func appendPercent(_ byte: UInt8, to text: inout [UInt8]) {
  let digits = Array("0123456789ABCDEF".utf8)
  text += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
}

/// The bytes that are meant; nil if a `%` is not followed by two hexadecimal digits.
func percentDecoded(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
  guard text.contains(UInt8(ascii: "%")) else { return text }
  var decoded: [UInt8] = []
  var rest = text
  while let byte = rest.popFirst() {
    guard byte == UInt8(ascii: "%") else {
      decoded.append(byte)
      continue
    }
    guard let high = rest.popFirst()?.hexadecimalDigit, let low = rest.popFirst()?.hexadecimalDigit
    else { return nil }
    decoded.append(high << 4 | low)
  }
  return decoded[...]
}

extension UInt8 {
  var isBlank: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }

  var endsLine: Bool { self == UInt8(ascii: "\n") || self == UInt8(ascii: "\r") }

  fileprivate var hexadecimalDigit: UInt8? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
    case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
    case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
    default: nil
    }
  }
}
