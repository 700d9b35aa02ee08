/// The tokens of one file and what lies between them, each in source order and without overlap.
package struct LexedSource: Sendable {
  /// Ends with `.endOfFile`.
  package var tokens: [Token] = []
  /// Comments and unexpected text.
  package var trivia: [Trivia] = []

  package init() {}
}
