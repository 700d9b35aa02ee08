import Diagnostics

/// A comment that allows rules, `// determinism:allow <id>: <reason>`.
package struct AllowingComment: Sendable {
  package let location: SourceLocation
  /// The ids of the rules, as written in the comment.
  package let rules: [String]
  /// Whether the comment is for the whole file.
  package let isForFile: Bool
  package let reason: String
}

/// The comments of a file that allow rules, in source order. Comments that have nothing to allow
/// are included.
package func allowingComments(
  in source: SourceFile, reusing scratch: inout LintScratch
) -> [AllowingComment] {
  withTokens(of: source.bytes, noRules, reusing: &scratch) { _, trivia in
    let comments = trivia.compactMap { trivia in
      SuppressionComment(trivia, in: source.bytes) { _ in false }
    }.filter { $0.mistake == nil }
    guard !comments.isEmpty else { return [] }
    let lines = LineTable(source.bytes)
    func text(_ range: Range<Int>) -> String {
      String(decoding: source.bytes[range], as: UTF8.self)
    }
    return comments.map { comment in
      AllowingComment(
        location: lines.location(of: comment.range.lowerBound), rules: comment.ids.map(text),
        isForFile: comment.isForFile, reason: text(comment.reason))
    }
  }
}
