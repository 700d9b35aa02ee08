import Diagnostics

/// What `llvm` draws under an ASCII source line: `^` at the place, `~` under what fix-its replace,
/// and on a line of its own what they write.
struct LLVMDrawing {
  /// One for each byte of the line, as far as there is something to mark.
  private var marks: [UInt8] = []
  /// One for each byte of the line, and beyond; empty where there is nothing to write.
  private(set) var insertions: [UInt8] = []

  /// - Parameters:
  ///   - line: without its line break.
  ///   - column: from 0, in bytes.
  ///   - fixIts: with places in this line.
  init(under line: ArraySlice<UInt8>, at column: Int, _ fixIts: [FixIt]) {
    for fixIt in fixIts.sorted(by: Self.precedes) {
      draw(fixIt, under: line)
    }
    mark(min(column, line.count), UInt8(ascii: "^"))
  }

  private mutating func mark(_ column: Int, _ mark: UInt8) {
    while marks.count <= column { marks.append(blank) }
    marks[column] = mark
  }

  /// Whether one fix-it is drawn before the other.
  private static func precedes(_ left: FixIt, _ right: FixIt) -> Bool {
    if left.range != right.range {
      return (left.range.lowerBound, left.range.upperBound)
        < (right.range.lowerBound, right.range.upperBound)
    }
    return left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
  }

  /// Marks what the fix-it replaces on this line, and writes its text below the start of that, or
  /// one blank after the text that is there already. Text that needs more than a line, or a tab,
  /// is not shown.
  private mutating func draw(_ fixIt: FixIt, under line: ArraySlice<UInt8>) {
    let isOneLine = !fixIt.text.utf8.contains { "\n\r\t".utf8.contains($0) }
    let isHere =
      fixIt.range.lowerBound <= line.endIndex && line.startIndex <= fixIt.range.upperBound
    guard isOneLine && isHere else { return }
    let replaced = fixIt.range.clamped(to: line.startIndex..<line.endIndex)
    for offset in replaced { mark(offset - line.startIndex, UInt8(ascii: "~")) }

    var column = replaced.lowerBound - line.startIndex
    if column < insertions.count { column = insertions.count + 1 }
    while insertions.count < column { insertions.append(blank) }
    insertions += fixIt.text.utf8
  }

  /// The marks, as far to the right as tabs move the line.
  func expandedMarks(under line: ArraySlice<UInt8>) -> [UInt8] {
    guard line.prefix(marks.count).contains(UInt8(ascii: "\t")) else { return marks }
    var expanded: [UInt8] = []
    for (column, mark) in marks.enumerated() {
      expanded.append(mark)
      while hasTab(line, at: column) && expanded.count % tabStop != 0 { expanded.append(mark) }
    }
    return expanded
  }

  /// The text of fix-its, as far to the right as tabs move the line. Where a text runs past a tab,
  /// LLVM steps once too often and loses a character, and so must this.
  func expandedInsertions(under line: ArraySlice<UInt8>) -> [UInt8] {
    var expanded: [UInt8] = []
    var column = 0
    while column < insertions.count {
      if hasTab(line, at: column) {
        repeat {
          expanded.append(insertions[column])
          if insertions[column] != blank { column += 1 }
        } while expanded.count % tabStop != 0 && column < insertions.count
      } else {
        expanded.append(insertions[column])
      }
      column += 1
    }
    return expanded
  }
}

/// A line with blanks up to the next multiple of eight bytes for every tab.
func expandingTabs(in line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
  guard line.contains(UInt8(ascii: "\t")) else { return line }
  var expanded: [UInt8] = []
  for byte in line {
    expanded.append(byte == UInt8(ascii: "\t") ? blank : byte)
    while byte == UInt8(ascii: "\t") && expanded.count % tabStop != 0 { expanded.append(blank) }
  }
  return expanded[...]
}

private func hasTab(_ line: ArraySlice<UInt8>, at column: Int) -> Bool {
  column < line.count && line[line.startIndex + column] == UInt8(ascii: "\t")
}

private let blank = UInt8(ascii: " ")
private let tabStop = 8
