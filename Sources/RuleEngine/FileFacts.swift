import Diagnostics
import SwiftLexer

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
  withSyntax(of: source.bytes, noRules, reusing: &scratch) { _, trivia in
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

/// The code of a file by line. Lines that differ only in blanks and comments have the same code.
package struct LineCode: Sendable {
  private let source: SourceFile
  private let lines: LineTable
  /// The comments in source order.
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
    var next = comments.partitioningIndex { rest.lowerBound < $0.end }
    var code: [UInt8] = []
    while !rest.isEmpty, code.count < Limits.text {
      let comment = next < comments.count ? comments[next].start..<comments[next].end : nil
      let end = min(max(comment?.lowerBound ?? rest.upperBound, rest.lowerBound), rest.upperBound)
      for byte in source.bytes[rest.lowerBound..<end] where !byte.isBlank && !byte.isNewline {
        code.append(byte)
        if code.count == Limits.text { return code }
      }
      rest = min(max(comment?.upperBound ?? end, end), rest.upperBound)..<rest.upperBound
      next += 1
    }
    return code
  }
}

/// The scopes that findings in the file may have, as written in a `FindingKey`; `-` is one of them.
package func declaredScopes(
  of source: SourceFile, reusing scratch: inout LintScratch
) -> Set<String> {
  withSyntax(of: source.bytes, noRules, reusing: &scratch) { file, _ in
    var (uses, names) = (FileUses(withoutUsesOf: file), ScopeNames())
    var scopes: Set<String> = ["-"]
    for node in file.tree.allNodes where file.tree.isScope(node) || file.tree.isNamedPart(node) {
      scopes.insert(uses.name(ofScope: node, knowing: &names))
    }
    return scopes
  }
}

let noRules = CompiledRules([], readsSuppressions: false)
