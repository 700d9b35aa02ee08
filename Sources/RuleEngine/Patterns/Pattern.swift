/// A banned name as Swift's documentation writes it, e.g. `Date(timeIntervalSinceNow:)` (SE-0021).
package struct Pattern: Sendable {
  /// As written in the rule file.
  package let text: String

  /// Reads a pattern with the tool's own lexer.
  package init(parsing text: String) throws(PatternError) {
    self.text = text
  }
}

/// Why a text is no pattern.
package struct PatternError: Error {
  /// As the compiler words it.
  package let message: String
  /// Offset from 0 in UTF-8 bytes into the pattern's text.
  package let offset: Int
}
