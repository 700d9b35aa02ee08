import SwiftLexer

/// What each brace of a file opens, and where its statements start: for who reads all of a file.
package struct CodeShape {
  /// By token: what a `{` opens; `.file` for every other token.
  package private(set) var roles: [LevelRole]
  /// By token: whether a statement or declaration may start there.
  package private(set) var isStart: [Bool]

  init(of file: FileTokens) {
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
