import SwiftLexer

/// The type written for what a bracket holds.
struct ContentType {
  /// The tokens of the type; nil if it is not written.
  var type: Range<Int>?
  /// Whether it is the type of a dictionary's values.
  var isOfValues = false
}

extension Outline {
  /// The tokens of the type that is written beside an operand; nil if none is.
  /// - Parameter index: the operand's first token, in the innermost level.
  mutating func writtenType(at index: Int) -> Range<Int>? {
    writtenType(of: anchor(at: index, in: levels.innermost), in: levels.innermost)
  }

  /// What has the type of the operand that starts there: the whole expression, an arm of it, or an
  /// element of a literal.
  /// - Parameter level: by index in `levels`.
  func anchor(at index: Int, in level: Int) -> TypeAnchor {
    let level = levels[level]
    let start = file.skipPrefixWords(before: index)
    let previous = start - 1
    if start == level.expression.statementStart { return .content }
    if previous == level.open { return previous < 0 ? .none : .content }
    switch tokens[previous].kind {
    case .equal:
      return level.expression.anchor == .annotation ? .annotation : .none
    case .keyword:
      return tokens[previous].keyword == .return ? .result : .none
    case .infixQuestionMark:
      return level.expression.anchor
    case .colon:
      return level.expression.anchor(afterColon: previous)
    case .comma:
      return level.role == .brackets ? .content : .none
    case .binaryOperator:
      let isArm = tokens.isCoalescing(at: previous) && !level.expression.isOperand
      return isArm ? level.expression.anchor : .none
    default:
      return .none
    }
  }

  private mutating func writtenType(of anchor: TypeAnchor, in level: Int) -> Range<Int>? {
    switch anchor {
    case .none, .argument:
      return nil
    case .annotation:
      let annotation = levels[level].expression.annotation
      return annotation.isEmpty ? nil : annotation
    case .result:
      return levels[level].function.flatMap { contentType(of: $0).type }
    case .content:
      let content = contentType(of: level)
      return content.isOfValues && !levels[level].expression.isValue ? nil : content.type
    }
  }

  /// Finds the type of what a bracket holds, going up while that depends on the brackets around it,
  /// and remembers it for all of them.
  private mutating func contentType(of level: Int) -> ContentType {
    var pending: [Int] = []
    var outermost = level
    while levels[outermost].contentType == nil {
      pending.append(outermost)
      guard typeAfterBracket(outermost) == nil, anchor(ofBracket: outermost) == .content else {
        break
      }
      outermost = levels[outermost].parent
    }
    for level in pending.reversed() {
      let content = contentType(of: level, in: typeAround(level))
      levels[level].contentType = content
    }
    return levels[level].contentType!
  }

  /// The type of the bracket itself, where that of what holds it is known if it depends on that; of
  /// a body, what it results in.
  private mutating func typeAround(_ level: Int) -> Range<Int>? {
    if levels[level].function == level { return resultType(of: level) }
    return typeAfterBracket(level)
      ?? writtenType(of: anchor(ofBracket: level), in: levels[level].parent)
  }

  /// What, in the level around it, has the type of what the bracket holds.
  private func anchor(ofBracket level: Int) -> TypeAnchor {
    let (open, parent) = (levels[level].open, levels[level].parent)
    switch levels[level].role {
    case .statements:
      return levels[parent].expression.conditional
    case .parentheses:
      return file.isGrouping(open) ? anchor(at: open, in: parent) : .none
    case .brackets:
      return file.isGrouping(open) ? anchor(at: open, in: parent) : .none
    case .file, .closure, .function, .variable, .accessor, .setter, .type, .enumeration:
      return .none
    }
  }

  /// The type after `as` behind a literal or an expression in parentheses.
  private mutating func typeAfterBracket(_ level: Int) -> Range<Int>? {
    let bracket = levels[level]
    guard
      bracket.role == .parentheses && file.isGrouping(bracket.open)
        || bracket.role == .brackets && file.isGrouping(bracket.open)
    else { return nil }
    return pairs.partner(of: bracket.open).flatMap { file.typeAfterAs(from: $0 + 1) }
  }

  /// Whether there is a comma between what the bracket holds.
  private mutating func isList(_ level: Int) -> Bool {
    let open = levels[level].open
    return pairs.partner(of: open).map { file.firstToken(.comma, in: open + 1..<$0) != nil }
      ?? true
  }

  /// What of the type around a bracket is the type of what it holds.
  private mutating func contentType(of level: Int, in type: Range<Int>?) -> ContentType {
    switch levels[level].role {
    case .brackets:
      return type.map { file.elementType(of: $0) } ?? ContentType()
    case .parentheses:
      return ContentType(type: type.flatMap { file.isTuple($0) || isList(level) ? nil : $0 })
    case .file, .closure, .statements, .function, .variable, .accessor, .setter, .type,
      .enumeration:
      return ContentType(type: type)
    }
  }

  /// The result type that a function, an accessor or a closure has in its own header.
  /// - Parameter level: the one of its body.
  mutating func resultType(of level: Int) -> Range<Int>? {
    let body = levels[level]
    switch body.role {
    case .closure:
      return file.resultType(ofClosureAt: body.open)
    case .function:
      return scopes[body.base].introducer.flatMap { file.resultType(from: $0 + 1, to: body.open) }
    case .variable:
      let annotation = levels[body.parent].expression.annotation
      if !annotation.isEmpty { return annotation }
      guard let introducer = scopes[body.base].introducer,
        tokens[introducer].keyword == .subscript
      else { return nil }
      return file.resultType(from: introducer + 1, to: body.open)
    case .accessor:
      return resultType(of: body.parent)
    case .file, .parentheses, .brackets, .statements, .setter, .type, .enumeration:
      return nil
    }
  }
}
