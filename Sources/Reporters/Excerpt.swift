import Diagnostics

/// A line of source with marks under a part of it, for text that is about the part:
/// ```
/// let start = Date()
///             ^~~~~~
/// ```
package struct Excerpt: Sendable {
  /// From 1.
  package let line: Int
  /// Without what a terminal could obey, and without line break.
  package private(set) var code: [UInt8]
  /// As wide as the code up to the end of the part; a tab stands under a tab. Empty where nothing
  /// is marked.
  package private(set) var marks: [UInt8]

  /// - Parameters:
  ///   - range: offsets from 0 in UTF-8 bytes; what lies beyond the line of its start is not shown.
  ///   - end: where the line is cut off, if it goes on.
  package init(_ range: Range<Int>, of source: SourceFile, _ lines: LineTable, end: Int = .max) {
    line = lines.location(of: range.lowerBound).line
    let whole = lines.range(ofLine: line)
    let text = source.bytes[whole.clamped(to: 0..<max(end, whole.lowerBound))]
      .trimmingSuffix(while: { $0 == UInt8(ascii: " ") || 9...13 ~= $0 })
    let window = LineWindow(
      text.startIndex..<text.endIndex, around: range.lowerBound, in: source.bytes)
    let shown = window?.text(in: source.bytes)[...] ?? text
    func index(of offset: Int) -> Int {
      window?.index(of: offset) ?? min(offset, text.endIndex)
    }
    let start = index(of: range.lowerBound)
    let stop = max(start, index(of: range.upperBound))
    var code = TextBuffer()
    code.append(printable: shown, invalid: .replaced)
    self.code = code.bytes
    marks = String(decoding: shown[..<start], as: UTF8.self)
      .map { $0 == "\t" ? UInt8(ascii: "\t") : UInt8(ascii: " ") }
    let width = String(decoding: shown[start..<stop], as: UTF8.self).count
    marks += [UInt8(ascii: "^")] + repeatElement(UInt8(ascii: "~"), count: max(width - 1, 0))
  }

  /// Without the blanks that the line begins with.
  package var withoutIndentation: Excerpt {
    let width = code.prefix { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }.count
    var excerpt = self
    excerpt.code.removeFirst(width)
    excerpt.marks.removeFirst(min(width, marks.count - 1))
    return excerpt
  }

  package var withoutMarks: Excerpt {
    var excerpt = self
    excerpt.marks = []
    return excerpt
  }

  /// The line and its marks, as `text` draws source: beside the number of the line.
  package func render(isColored: Bool) -> [UInt8] {
    let colors = TextColors(isEnabled: isColored)
    func gutter(_ number: String) -> [UInt8] {
      var text = TextBuffer()
      colors.appendGutterStart(to: &text)
      text.append(printable: number)
      text.append(" |")
      colors.appendGutterEnd(to: &text)
      text.append(character: " ")
      return text.bytes
    }
    let blanks = String(repeating: " ", count: decimalWidth(line))
    return render(after: gutter(String(line)), gutter(blanks), isColored: isColored)
  }

  /// The line and its marks, both indented.
  package func render(indentation: Int, isColored: Bool) -> [UInt8] {
    let blanks = [UInt8](repeating: UInt8(ascii: " "), count: indentation)
    return render(after: blanks, blanks, isColored: isColored)
  }

  private func render(after first: [UInt8], _ second: [UInt8], isColored: Bool) -> [UInt8] {
    let newline = [UInt8(ascii: "\n")]
    let (on, off) = isColored ? ("\u{1B}[0;1;32m", "\u{1B}[0m") : ("", "")
    if marks.isEmpty { return first + code + newline }
    return first + code + newline + second + on.utf8 + marks + off.utf8 + newline
  }
}

extension ArraySlice<UInt8> {
  fileprivate func trimmingSuffix(while isDropped: (UInt8) -> Bool) -> ArraySlice {
    let end = lastIndex { !isDropped($0) }.map { $0 + 1 }
    return self[..<(end ?? startIndex)]
  }
}
