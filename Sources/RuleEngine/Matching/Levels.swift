import SwiftLexer

/// An open bracket, or the file, and what the code directly in it is in the middle of.
struct Level {
  /// The index of the bracket's token; -1 for the file.
  let open: Int
  /// Whether the `{` of an `enum` opened it.
  var isEnumBody = false
  /// Whether it is the body of a declaration or a statement rather than part of an expression.
  var isBody = false
  /// Between `if`, `while`, `switch`, … and their body, where `{` seldom is a closure.
  var isCondition = false
  /// Between a declaration's keyword and its `=` or `{`, where names stand for types.
  var header = DeclarationKind.none
  /// Between `case` and its `:` or `=`, where `.now` is no use but a pattern.
  var casePattern = CasePattern.none
}

enum DeclarationKind {
  case none, enumeration, other
}

enum CasePattern {
  case none
  /// The `case` stands in this bracket.
  case direct
  /// The `case` stands in a bracket around this one.
  case enclosing
}

extension Matcher {
  private var top: Level {
    _read { yield levels[levels.count - 1] }
    _modify { yield &levels[levels.count - 1] }
  }

  /// At the first token of a line: ends the header of a declaration that has neither `=` nor body,
  /// e.g. of `let d: Date`.
  @inline(__always)
  mutating func passLineStart(at index: Int) {
    if top.header != .none, !continuesHeader(at: index) { top.header = .none }
  }

  private func continuesHeader(at index: Int) -> Bool {
    guard 0 < index, tokens.endsOperand(at: index - 1) else { return true }
    switch tokens[index].kind {
    case .leftBrace, .colon, .comma, .period, .arrow, .equal, .binaryOperator, .prefixOperator,
      .postfixOperator:
      return true
    case .keyword:
      let keyword = tokens[index].keyword
      return keyword == .where || keyword == .throws || keyword == .rethrows
    default:
      return tokens.isWord("async", at: index)
    }
  }

  mutating func openBracket(at index: Int) {
    var level = Level(open: index)
    if top.casePattern != .none { level.casePattern = .enclosing }
    levels.append(level)
  }

  mutating func openBrace(at index: Int) {
    var level = Level(open: index)
    level.isEnumBody = top.header == .enumeration
    level.isBody = isBody(at: index)
    top.header = .none
    if level.isBody { top.isCondition = false }
    levels.append(level)
  }

  mutating func closeBracket(at index: Int) {
    guard let open = pairs.partner(of: index) else { return }
    while let last = levels.last, open < last.open { levels.removeLast() }
    guard top.open == open else { return }
    if top.isBody { endOfBody = index }
    levels.removeLast()
  }

  mutating func passPunctuation(at index: Int) {
    switch tokens[index].kind {
    case .colon:
      if top.casePattern == .direct { top.casePattern = .none }
    case .equal:
      top.casePattern = .none
      top.header = .none
    default:
      top.header = .none
    }
  }

  mutating func passKeyword(at index: Int) {
    guard !tokens.isMember(index), tokens[index + 1].kind != .colon else { return }
    switch tokens[index].keyword {
    case .`if`, .guard, .switch, .for:
      beginStatement()
      top.isCondition = true
    case .while:
      beginStatement()
      top.isCondition = !endsRepeat(at: index)
    case .catch:
      beginStatement()
      top.isCondition = tokens[index + 1].kind != .leftBrace
    case .case:
      beginStatement()
      top.casePattern = .direct
    case .in, .where:
      top.casePattern = .none
    case .enum:
      beginDeclaration(.enumeration)
    case .class, .extension, .func, .`init`, .protocol, .struct, .subscript, .typealias,
      .associatedtype:
      beginDeclaration(.other)
    case .let, .var:
      let isBinding = top.isCondition || top.casePattern != .none && !top.isEnumBody
      if !isBinding { beginDeclaration(.other) }
    case .return, .throw, .do, .defer, .repeat:
      beginStatement()
    default:
      break
    }
  }

  /// The word declares a type only if a name follows on its line.
  mutating func passActor(at index: Int) {
    guard !tokens.isMember(index), tokens[index + 1].isWord else { return }
    if !tokens[index + 1].isAtLineStart { beginDeclaration(.other) }
  }

  private mutating func beginStatement() {
    top.header = .none
    top.casePattern = .none
  }

  private mutating func beginDeclaration(_ kind: DeclarationKind) {
    top.header = kind
    if top.isEnumBody { top.casePattern = .none }
  }

  /// Whether the `while` there belongs to a `repeat`, so that no body follows.
  private func endsRepeat(at index: Int) -> Bool {
    guard 0 < index, tokens[index - 1].kind == .rightBrace else { return false }
    guard let open = pairs.partner(of: index - 1), 0 < open else { return false }
    return tokens[open - 1].keyword == .repeat
  }

  /// Whether the `{` there opens the body of a declaration or a statement, or the accessors of a
  /// variable.
  private func isBody(at index: Int) -> Bool {
    guard top.header == .none, 0 < index else { return true }
    let previous = tokens[index - 1]
    if previous.kind == .keyword, !tokens.isMember(index - 1), previous.keyword.precedesBody {
      return true
    }
    guard tokens.endsOperand(at: index - 1) else { return false }
    return !isTrailingClosure(at: index, inCondition: top.isCondition)
  }
}

extension Keyword {
  fileprivate var precedesBody: Bool {
    switch self {
    case .catch, .defer, .deinit, .do, .else, .repeat: true
    default: false
    }
  }
}
