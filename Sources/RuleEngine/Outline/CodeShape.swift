import SwiftLexer

/// What each brace of a file opens, and where its statements start: for who reads all of a file.
package struct CodeShape {
  /// By token: what a `{` opens; `.file` for every other token.
  package private(set) var roles: [LevelRole]
  /// By token: whether a statement or declaration may start there.
  package private(set) var isStart: [Bool]

  fileprivate init(of file: FileTokens) {
    roles = Array(repeating: .file, count: file.tokens.count)
    isStart = Array(repeating: false, count: file.tokens.count + 1)
    var outline = Outline(file)
    while let index = outline.passToken() {
      if file.tokens[index].kind == .leftBrace, outline.top.open == index {
        roles[index] = outline.top.role
      }
      let start = outline.top.expression.statementStart
      if 0 <= start { isStart[start] = true }
    }
  }
}

/// Calls the body with the tokens of a file and their shape.
package func withShape<Result>(
  of bytes: [UInt8], reusing scratch: inout LintScratch, _ body: (FileTokens, CodeShape) -> Result
) -> Result {
  withTokens(of: bytes, noRules, reusing: &scratch) { file, _ in body(file, CodeShape(of: file)) }
}
