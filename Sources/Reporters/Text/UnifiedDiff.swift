import Diagnostics

/// The reader of a diff.
package enum DiffReader: Sendable {
  /// Every byte counts: `git apply`, `patch`.
  case program
  /// Characters that control a terminal are replaced.
  case terminal(isColored: Bool)
}

/// A patch that changes a text into another one, in the format of `diff -u`; `git apply` and `patch
/// -p1` take it in the folder that the path starts from. It is empty if the two are the same.
/// - Parameter kept: the parts of the new text that stand in the old one, in the order of both.
package func unifiedDiff(
  of path: FilePath, from old: [UInt8], to new: [UInt8], keeping kept: [KeptText],
  for reader: DiffReader
) -> [UInt8] {
  let (old, new) = (lines(of: old), lines(of: new))
  let hunks = hunks(of: changes(from: old, to: new, keeping: kept), lineCount: old.count)
  guard !hunks.isEmpty else { return [] }
  var page = DiffPage(reader: reader)
  page.append("", "1", Array("--- ".utf8) + quoted("a/", path))
  page.append("", "1", Array("+++ ".utf8) + quoted("b/", path))
  for hunk in hunks {
    page.append("", "36", Array("@@ -\(place(of: hunk.old)) +\(place(of: hunk.new)) @@".utf8))
    var next = hunk.old.lowerBound
    for change in hunk.changes {
      for line in old[next..<change.old.lowerBound] { page.append(" ", nil, line) }
      for line in old[change.old] { page.append("-", "31", line) }
      for line in new[change.new] { page.append("+", "32", line) }
      next = change.old.upperBound
    }
    for line in old[next..<hunk.old.upperBound] { page.append(" ", nil, line) }
  }
  return page.bytes
}

/// Each with the newline that ends it; a carriage return is part of the line.
private func lines(of text: [UInt8]) -> [ArraySlice<UInt8>] {
  var lines: [ArraySlice<UInt8>] = []
  var rest = text[...]
  while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
    lines.append(rest[...end])
    rest = rest[(end + 1)...]
  }
  if !rest.isEmpty { lines.append(rest) }
  return lines
}

/// Changes that are shown together, with the lines around them.
private struct Hunk {
  /// The ranges of lines, from 0.
  var old: Range<Int>
  var new: Range<Int>
  var changes: [LineChange]
}

/// The number of unchanged lines that are shown on each side of a change.
private let contextLength = 3

/// - Parameter lineCount: the number of lines of the old text.
private func hunks(of changes: [LineChange], lineCount: Int) -> [Hunk] {
  var hunks: [Hunk] = []
  for change in changes {
    let end = min(change.old.upperBound + contextLength, lineCount)
    let after = end - change.old.upperBound
    if let last = hunks.last, change.old.lowerBound - contextLength <= last.old.upperBound {
      hunks[hunks.count - 1].old = last.old.lowerBound..<end
      hunks[hunks.count - 1].new = last.new.lowerBound..<change.new.upperBound + after
      hunks[hunks.count - 1].changes.append(change)
    } else {
      let before = min(contextLength, change.old.lowerBound)
      hunks.append(
        Hunk(
          old: change.old.lowerBound - before..<end,
          new: change.new.lowerBound - before..<change.new.upperBound + after, changes: [change]))
    }
  }
  return hunks
}

/// The first line, from 1, and the number of lines, e.g. `12,7`; for none, the line before.
private func place(of lines: Range<Int>) -> String {
  switch lines.count {
  case 0: "\(lines.lowerBound),0"
  case 1: "\(lines.lowerBound + 1)"
  default: "\(lines.lowerBound + 1),\(lines.count)"
  }
}

/// The path as git writes it in a diff: in quotes where it holds what could end it, and before a
/// tab where it holds a blank.
private func quoted(_ side: String, _ path: FilePath) -> [UInt8] {
  let bytes = Array(side.utf8) + path.bytes
  let (quote, backslash) = (UInt8(ascii: "\""), UInt8(ascii: "\\"))
  func isControl(_ byte: UInt8) -> Bool { byte < UInt8(ascii: " ") || byte == 0x7F }
  guard bytes.contains(where: { isControl($0) || $0 == quote || $0 == backslash }) else {
    return bytes.contains(UInt8(ascii: " ")) ? bytes + [UInt8(ascii: "\t")] : bytes
  }
  let escaped = bytes.map { byte -> [UInt8] in
    if isControl(byte) {
      // Three octal digits.
      return [backslash] + [6, 3, 0].map { UInt8(ascii: "0") + (byte >> $0) & 7 }
    }
    return byte == quote || byte == backslash ? [backslash, byte] : [byte]
  }
  return [quote] + escaped.joined() + [quote]
}

/// The lines of a diff.
private struct DiffPage {
  let reader: DiffReader
  private(set) var bytes: [UInt8] = []

  init(reader: DiffReader) {
    self.reader = reader
  }

  mutating func append(_ mark: String, _ color: String, _ text: [UInt8]) {
    append(mark, color, ArraySlice(text + [UInt8(ascii: "\n")]))
  }

  /// - Parameters:
  ///   - mark: the text that the line begins with.
  ///   - color: the color as git has it, as a parameter of SGR (ECMA-48).
  ///   - text: the text of a line in a file, with its newline if it has one.
  mutating func append(_ mark: String, _ color: String?, _ text: ArraySlice<UInt8>) {
    let isEnded = text.last == UInt8(ascii: "\n")
    let text = isEnded ? text.dropLast() : text
    switch reader {
    case .program:
      bytes += mark.utf8
      bytes += text
    case .terminal(let isColored):
      if isColored, let color { bytes += "\u{1B}[\(color)m".utf8 }
      bytes += mark.utf8
      // The carriage return of a line end is not shown.
      bytes += printable(Array(text.last == UInt8(ascii: "\r") ? text.dropLast() : text))
      if isColored, color != nil { bytes += "\u{1B}[m".utf8 }
    }
    bytes.append(UInt8(ascii: "\n"))
    if !isEnded { bytes += "\\ No newline at end of file\n".utf8 }
  }
}

/// Lines that take the place of others; one of the two ranges may be empty.
private struct LineChange {
  /// The ranges of lines, from 0.
  let old: Range<Int>
  let new: Range<Int>
}

/// The changes in order, with unchanged lines between one and the next.
private func changes(
  from old: [ArraySlice<UInt8>], to new: [ArraySlice<UInt8>], keeping kept: [KeptText]
) -> [LineChange] {
  var changes: [LineChange] = []
  var (oldEnd, newEnd) = (0, 0)
  func addGap(to index: Int, _ place: Int) {
    if oldEnd < index || newEnd < place {
      changes.append(LineChange(old: oldEnd..<index, new: newEnd..<place))
    }
    (oldEnd, newEnd) = (index + 1, place + 1)
  }
  var (rest, place) = (kept[...], 0)
  for (index, line) in old.enumerated() {
    while let part = rest.first, part.source.upperBound < line.endIndex { rest.removeFirst() }
    guard let part = rest.first, part.source.lowerBound <= line.startIndex else { continue }
    let start = part.offset + line.startIndex - part.source.lowerBound
    while place < new.count, new[place].startIndex < start { place += 1 }
    guard place < new.count, new[place].startIndex == start, new[place].count == line.count
    else { continue }
    addGap(to: index, place)
    place += 1
  }
  addGap(to: old.count, new.count)
  return changes
}
