import Diagnostics
import SwiftLexer

/// The code of a file by line. Lines that differ only in blanks and comments have the same code.
package struct LineCode: Sendable {
  private let source: SourceFile
  private let lines: LineTable
  /// In source order.
  private let comments: [Trivia]

  package init(_ source: SourceFile) {
    self.source = source
    lines = LineTable(source.bytes)
    comments = lex(source.bytes).trivia.filter { $0.kind != .unexpectedText }
  }

  /// The code of a line without blanks and comments; only the start of a long line.
  /// - Parameter offset: an offset anywhere in the line, from 0 in UTF-8 bytes.
  package func code(ofLineAt offset: Int) -> [UInt8] {
    var rest = lines.range(ofLine: lines.location(of: offset).line)
    var next = comments.partition { rest.lowerBound < $0.end }
    var code: [UInt8] = []
    while !rest.isEmpty, code.count < Limits.lineCode {
      let comment = next < comments.count ? comments[next].start..<comments[next].end : nil
      let end = min(max(comment?.lowerBound ?? rest.upperBound, rest.lowerBound), rest.upperBound)
      for byte in source.bytes[rest.lowerBound..<end] where !byte.isBlank && !byte.isNewline {
        code.append(byte)
        if code.count == Limits.lineCode { return code }
      }
      rest = min(max(comment?.upperBound ?? end, end), rest.upperBound)..<rest.upperBound
      next += 1
    }
    return code
  }
}
