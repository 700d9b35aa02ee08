import SwiftLexer

extension Nearby: UseContext {
  var nearby: Nearby {
    @inline(__always) get { self }
    @inline(__always) _modify { yield &self }
  }
  var scope: Int { 0 }
  var isCasePattern: Bool? { nil }

  mutating func isInEnumeration(at index: Int) -> Bool {
    if let open = opening(around: index)?.token {
      if tokens[open].kind != .leftBrace || !mayOpenEnumeration(open) { return false }
    }
    unknownCount += 1
    return false
  }

  mutating func isParameterName(at index: Int) -> Bool {
    unknownCount += 1
    return false
  }

  mutating func endsBody(_ index: Int) -> Bool {
    unknownCount += 1
    return false
  }

  mutating func isUntypedMember(at head: Int) -> Bool? {
    isImplicitMember(head) ? nil : false
  }

  /// Whether nothing stands before the period of the member.
  mutating func isImplicitMember(_ head: Int) -> Bool {
    tokens.isMember(head) && receiver(ofPeriod: head - 1) == nil && !isKeyPath(ofPeriod: head - 1)
  }

  mutating func braceContext(after end: Int, of first: Int?, parentheses: Int) -> BraceContext {
    let context = BraceContext(isCondition: false, isType: false)
    var end = end
    if isArgumentList(at: end + 1) { end = pairs.partner(of: end + 1) ?? end }
    guard tokens[end + 1].kind == .leftBrace else { return context }
    if let first, 0 < first, isType(after: first - 1) {
      return BraceContext(isCondition: false, isType: true)
    }
    if first.map(isOutsideConditions) != true { unknownCount += 1 }
    return context
  }
}

extension Nearby {
  /// Whether the `{` may be the one of an enumeration: that has its keyword after all others.
  private func mayOpenEnumeration(_ brace: Int) -> Bool {
    for index in stride(from: brace - 1, through: max(brace - searchLimit, 0), by: -1) {
      switch tokens[index].kind {
      case .leftBrace, .rightBrace, .semicolon: return false
      case .keyword: if tokens[index].keyword == .enum { return true }
      case .poundIf, .poundElseif, .poundElse, .poundEndif: return true
      default: break
      }
    }
    return searchLimit < brace
  }

  /// Whether a comma or an operator may make the name after it the one of a declaration, as in
  /// `func f<Date>()` and `let a = b, Date = c`.
  func mayDeclare(after mark: Int) -> Bool {
    if tokens[mark].kind != .comma {
      return tokens.isOpeningAngle(at: mark) && mayIntroduceGenericParameters(mark)
    }
    return openingAngle(around: mark).map(mayIntroduceGenericParameters) ?? !isInList(mark)
  }

  /// The `<` of the list that the comma is in, if nothing but types stands between.
  private func openingAngle(around comma: Int) -> Int? {
    var depth = 0
    for index in stride(from: comma - 1, to: max(comma - searchLimit, 0), by: -1) {
      switch tokens[index].kind {
      case .prefixOperator, .binaryOperator, .postfixOperator:
        if !tokens.isOpeningAngle(at: index) {
          depth += tokens.text(at: index).count { $0 == UInt8(ascii: ">") }
        } else if depth == 0 {
          return index
        } else {
          depth -= 1
        }
      case .identifier, .rawIdentifier, .comma, .colon, .period, .postfixQuestionMark:
        break
      default:
        return nil
      }
    }
    return nil
  }

  /// Whether the `<` may follow the name of a declaration.
  private func mayIntroduceGenericParameters(_ angle: Int) -> Bool {
    guard 1 < angle else { return true }
    let (introducer, name) = (tokens[angle - 2], tokens[angle - 1])
    switch name.kind {
    case .identifier, .rawIdentifier:
      return introducer.kind == .identifier || introducer.keyword.declaration != nil
    case .keyword:
      return name.keyword.declaration != nil
    default:
      return true
    }
  }

  /// Whether the token, the first of an expression, stands in no condition, for sure: it starts the
  /// statement, or is what that assigns or returns, as in `let timer = Timer…`.
  private func isOutsideConditions(_ first: Int) -> Bool {
    if startsStatement(first) { return true }
    guard tokens[first - 1].kind == .equal || tokens[first - 1].keyword == .return else {
      return false
    }
    for index in stride(from: first - 1, to: max(first - searchLimit, -1), by: -1) {
      switch tokens[index].kind {
      case .identifier, .period, .equal, .colon, .postfixQuestionMark, .exclamationMark: break
      case .keyword:
        switch tokens[index].keyword {
        case .let, .var, .`self`, .return: break
        default: return false
        }
      default: return false
      }
      if startsStatement(index) { return true }
    }
    return false
  }

  /// Whether the token makes what follows a type, whatever is around.
  private func isType(after index: Int) -> Bool {
    switch tokens[index].kind {
    case .arrow: true
    case .colon: isDeclaration(namedBefore: index)
    case .keyword: tokens[index].keyword == .as || tokens[index].keyword == .is
    case .postfixQuestionMark, .exclamationMark: 0 < index && tokens[index - 1].keyword == .as
    default: false
    }
  }

  /// Whether the token is the first of a statement, for sure.
  private func startsStatement(_ index: Int) -> Bool {
    guard 0 < index else { return true }
    let previous = tokens[index - 1]
    switch previous.kind {
    case .leftBrace:
      return true
    case .colon:
      return endsCase(index - 1)
    case .keyword where previous.keyword == .in:
      return endsSignature(index - 1)
    case .postfixOperator:
      return false
    default:
      guard tokens[index].isAtLineStart, tokens.endsOperand(at: index - 1),
        !tokens.mayContinueStatement(at: index), !tokens.isWord("some", at: index - 1),
        !tokens.isWord("any", at: index - 1)
      else { return false }
      return opening(around: index).map { tokens[$0.token].kind == .leftBrace } ?? false
    }
  }

  /// Whether the colon ends the `case` of a `switch`.
  private func endsCase(_ colon: Int) -> Bool {
    var index = colon - 1
    while 0 <= index, colon - index < searchLimit {
      switch tokens[index].kind {
      case .keyword where tokens[index].keyword == .case:
        guard let open = opening(around: index)?.token else { return false }
        return tokens[index + 1].kind != .colon && startsStatement(index)
          && tokens[open].kind == .leftBrace && !mayOpenEnumeration(open)
      case .rightParen:
        guard let open = pairs.partner(of: index) else { return false }
        index = open - 1
      case .identifier, .comma, .period, .integerLiteral:
        index -= 1
      default:
        return false
      }
    }
    return false
  }

  /// Whether the `in` ends the signature of a closure: nothing but names stands between its `{` and
  /// it.
  private func endsSignature(_ end: Int) -> Bool {
    var index = end - 1
    while 0 <= index, end - index < searchLimit {
      switch tokens[index].kind {
      case .leftBrace:
        return true
      case .rightParen, .rightSquare:
        guard let open = pairs.partner(of: index) else { return false }
        index = open - 1
      case .identifier, .comma, .arrow, .postfixQuestionMark, .atSign, .period:
        index -= 1
      default:
        return false
      }
    }
    return false
  }

  /// Whether a parenthesis or a square bracket is the innermost thing around the token, for sure,
  /// and no declaration in it, which would have names of its own.
  func isInList(_ index: Int) -> Bool {
    guard let opening = opening(around: index) else { return false }
    return tokens[opening.token].kind != .leftBrace && !opening.hasDeclaration
  }

  /// The bracket that the token is in; nil where it is far, or where it may depend on conditional
  /// compilation.
  /// - Returns: its token, and whether it holds a declaration before the token.
  func opening(around index: Int) -> (token: Int, hasDeclaration: Bool)? {
    var index = index - 1
    var hasDeclaration = false
    for _ in 0..<searchLimit where 0 <= index {
      switch tokens[index].kind {
      case .leftBrace, .leftParen, .leftSquare:
        return pairs.partner(of: index) == nil ? nil : (index, hasDeclaration)
      case .rightBrace, .rightParen, .rightSquare:
        guard let open = pairs.partner(of: index) else { return nil }
        index = open
      case .poundIf, .poundElseif, .poundElse, .poundEndif:
        return nil
      case .keyword:
        hasDeclaration = hasDeclaration || tokens[index].keyword.declaration != nil
      case .identifier:
        hasDeclaration = hasDeclaration || tokens.isWord("actor", at: index)
      default:
        break
      }
      index -= 1
    }
    return nil
  }

  /// The token before the variable or the parameter, or its first one, whose `=` comes.
  func declaration(before equal: Int) -> Int? {
    var (brackets, angles) = (0, 0)
    for index in stride(from: equal - 1, to: max(equal - searchLimit, 0), by: -1) {
      switch tokens[index].kind {
      case .rightSquare: brackets += 1
      case .leftSquare where 0 < brackets: brackets -= 1
      case .comma where brackets == 0 && angles == 0: return index
      case .leftParen where brackets == 0: return index
      case .keyword:
        switch tokens[index].keyword {
        case .let, .var: return index
        case .`self`: break
        default: return nil
        }
      case .binaryOperator, .prefixOperator, .postfixOperator:
        let text = tokens.text(at: index)
        angles += text.count { $0 == UInt8(ascii: ">") }
        angles = max(angles - text.count { $0 == UInt8(ascii: "<") }, 0)
      case .identifier, .colon, .comma, .period, .postfixQuestionMark, .exclamationMark: break
      default: return nil
      }
      if startsStatement(index) { return index }
    }
    return nil
  }
}

/// In tokens. It keeps the work in proportion to the file.
private let searchLimit = 256
