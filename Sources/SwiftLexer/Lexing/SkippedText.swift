/// Text that is not lexed, since nobody is interested in it: what stands between braces, or whole
/// statements.
package struct SkippedText: Sendable {
  /// Offset from 0 in UTF-8 bytes; what stands before it, after the opening brace or the statement
  /// before, is lexed.
  package let start: Int
  /// Offset of the closing brace; after a statement, the offset behind it.
  package let end: Int
  /// Whether the closing brace is the first on its line.
  let endsLine: Bool
}
