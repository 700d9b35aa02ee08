import Diagnostics

/// A baseline as it is in a file: a finding a line, as often as it occurs.
///
///     swift-determinism-baseline 2
///     Sources/Feed/FeedModel.swift  date-init  FeedModel.refresh()  Date()
///     Sources/Feed/FeedModel.swift  date-init  FeedModel.refresh()  Date()
///
/// There are no counts and no line numbers in it, and no line says anything of another. So branches
/// that fix findings seldom conflict, and all lines of two branches together are a valid baseline
/// again.
package struct BaselineFile: Sendable {
  package let source: SourceFile
  /// In the order of their lines.
  package private(set) var entries: [FindingIdentity] = []
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
        isOtherVersion
        ? "this is a baseline of another version; remove it, then 'baseline write' writes it anew"
        : "this is not a baseline; the first line must be '\(firstLine)'"
      let end = source.bytes.firstIndex(where: \.endsLine) ?? source.bytes.count
      addMistake(advice, at: 0..<end)
      return
    }
    var last: LastLine?
    while let line = lines.next() {
      if isConflictMarker(source.bytes[line]) {
        // One hint is enough.
        let isFirst = !mistakes.contains { $0.message == conflict }
        if isFirst { addMistake(conflict, at: line) }
      } else {
        addEntry(at: line, after: &last)
      }
    }
  }

  /// The path and the rule of a line, with the bytes that they stand in: most lines have those of
  /// the line before.
  private typealias LastLine = (
    bytes: (path: Range<Int>, rule: Range<Int>), path: FilePath, rule: String
  )

  private mutating func addEntry(at line: Range<Int>, after last: inout LastLine?) {
    let bytes = source.bytes
    var rest = line
    let words = (0..<4).map { _ in bytes.word(in: &rest) }
    if words[0].isEmpty { return }
    let isWhole = !words[3].isEmpty && bytes.word(in: &rest).isEmpty
    let range = words[0].lowerBound..<(isWhole ? words[3].upperBound : line.upperBound)
    guard isWhole else {
      return addMistake("a finding must be written as 'path  rule  scope  tokens'", at: range)
    }
    let decoded = words.compactMap { percentDecoded(bytes[$0]) }
    guard decoded.count == words.count else { return addMistake(wrongPercent, at: range) }
    guard isEntryPath(decoded[0]) else { return addMistake(wrongPath, at: words[0]) }
    let isLikeLast = last.map {
      bytes[$0.bytes.path] == bytes[words[0]] && bytes[$0.bytes.rule] == bytes[words[1]]
    }
    if isLikeLast != true {
      last = (
        (words[0], words[1]), FilePath(bytes: decoded[0]),
        String(decoding: decoded[1], as: UTF8.self)
      )
    }
    let key = FindingKey(
      scope: String(decoding: decoded[2], as: UTF8.self),
      tokens: String(decoding: decoded[3], as: UTF8.self))
    entries.append(FindingIdentity(path: last!.path, rule: last!.rule, key: key))
    ranges.append(range)
  }

  private mutating func addMistake(_ message: String, at range: Range<Int>) {
    mistakes.append(Diagnostic(.error, at: range, message))
  }
}

private let conflict =
  "the baseline has a conflict; take the lines of both sides, then run 'baseline prune'"
private let wrongPath = "the path must start in the folder of the baseline, as in 'Sources/A.swift'"
private let wrongPercent = "expected two hexadecimal digits after '%'"

/// Whether a baseline is written with such a path: others would name no file that is linted.
private func isEntryPath(_ path: ArraySlice<UInt8>) -> Bool {
  let names = path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
  return !path.contains(0)
    && !names.drop { $0.elementsEqual("..".utf8) }.contains {
      $0.isEmpty || $0.elementsEqual(".".utf8) || $0.elementsEqual("..".utf8)
    }
}

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

let firstLine = "swift-determinism-baseline 2"

/// The text of a baseline with these entries, in any order.
package func baselineText(_ entries: [FindingIdentity]) -> [UInt8] {
  var text = baselineHead
  var rest = entries.sorted { $0.path < $1.path }[...]
  while let path = rest.first?.path {
    let ofPath = rest.prefix { $0.path == path }
    rest = rest[ofPath.endIndex...]
    baselineLines(of: path, ofPath) { text += $0 }
  }
  return text
}

/// The start of a baseline file; the lines of files follow, in the order of their paths.
package let baselineHead = Array("\(firstLine)\n".utf8)

/// The lines of a baseline for one file, in pieces of about a mebibyte.
/// - Parameter entries: the entries of the file, in any order.
package func baselineLines(
  of path: FilePath, _ entries: some Sequence<FindingIdentity>, _ append: ([UInt8]) -> Void
) {
  // If a file has very many entries, most are the same.
  var counts: [FindingIdentity: Int] = [:]
  for entry in entries { counts[entry, default: 0] += 1 }
  let path = word(path)
  let lines = counts.map { entry, count in
    (text: path + words(of: entry) + "\n".utf8, count: count)
  }.sorted { $0.text.lexicographicallyPrecedes($1.text) }
  var piece: [UInt8] = []
  for line in lines {
    for _ in 0..<line.count {
      piece += line.text
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

private func words(of entry: FindingIdentity) -> [UInt8] {
  let words = [entry.rule, entry.key.scope, entry.key.tokens]
  return words.reduce(into: []) { $0 += "  ".utf8 + word($1) }
}

/// A path as the first word of a line. Bytes that are not UTF-8 are encoded, too.
private func word(_ path: FilePath) -> [UInt8] {
  var encoded: [UInt8] = []
  var parser = Unicode.UTF8.ForwardParser()
  var bytes = path.bytes.makeIterator()
  var rest = path.bytes[...]
  while true {
    switch parser.parseScalar(from: &bytes) {
    case .emptyInput:
      return encoded
    case .error(let count):
      for byte in rest.prefix(count) { appendPercent(byte, to: &encoded) }
      rest = rest.dropFirst(count)
    case .valid(let scalar):
      // A path must not look like a conflict marker.
      if encoded.isEmpty, let first = scalar.first, "<|=>".utf8.contains(first) {
        appendPercent(first, to: &encoded)
      } else {
        for byte in scalar { append(byte, to: &encoded) }
      }
      rest = rest.dropFirst(scalar.count)
    }
  }
}

/// A text without blanks.
private func word(_ text: String) -> [UInt8] {
  text.utf8.reduce(into: []) { append($1, to: &$0) }
}

private func append(_ byte: UInt8, to word: inout [UInt8]) {
  if byte == UInt8(ascii: "%") || byte.isBlank || byte.endsLine {
    appendPercent(byte, to: &word)
  } else {
    word.append(byte)
  }
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
