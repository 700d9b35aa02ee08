/// A place in a file as the compiler counts it.
package struct SourceLocation: Hashable, Sendable {
  /// From 1. A line ends with LF, CR or CRLF, and nothing else.
  package let line: Int
  /// From 1, in UTF-8 bytes; a tab is one, a byte order mark three.
  package let column: Int
  /// From 0, in UTF-8 bytes.
  package let offset: Int

  package init(line: Int, column: Int, offset: Int) {
    (self.line, self.column, self.offset) = (line, column, offset)
  }
}
