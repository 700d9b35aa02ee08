import SwiftLexer

// The first pass looks at the names of patterns and the tokens beside them, and at nothing around
// them: neither statements nor declarations. That is enough for most files, and costs a fraction.
// Where it is not, the pass says so, and all passes that know what is around are made; they can
// pass over brackets in which it has found nothing.

extension Matcher {
  /// - Parameter places: offsets in the names that count, in order; nil for all names.
  /// - Returns: whether what was found is all there is; if not, it counts for nothing.
  mutating func findShallowMatches(at places: [Int]? = nil) -> Bool {
    begin(.shallow)
    if let places {
      matchShallowly(at: places)
    } else {
      matchShallowlyEverywhere()
    }
    return !needsContext && !needsNames
      && !found.matches.contains { [rules] in rules.dependsOnScope($0.pattern) }
      && !mayMatchUncertainMember()
  }

  private mutating func matchShallowly(at places: [Int]) {
    var index = 0
    for place in places where !needsContext {
      index = tokens.firstIndex(endingAfter: place, from: index)
      // A place in a comment or in the text of a string is none in the token that follows.
      guard index < tokens.count, tokens[index].start <= place else { continue }
      directive = pairs.directive(before: index, from: directive)
      if let directive, index < pairs.directives[directive].body { continue }
      if tokens[index].isMarked { matchShallowly(atMarked: index) }
      index += 1
    }
  }

  private mutating func matchShallowlyEverywhere() {
    var index = 0
    while true {
      // The end of the file is marked too.
      while !tokens[index].isMarked { index &+= 1 }
      switch tokens[index].kind {
      case .endOfFile:
        return
      case .poundIf, .poundElseif, .poundElse, .poundEndif:
        // A condition is no code.
        directive = Int(pairs.partners[index])
        index = pairs.directives[directive!].body
      default:
        matchShallowly(atMarked: index)
        index &+= 1
      }
    }
  }

  @inline(__always)
  private mutating func matchShallowly(atMarked index: Int) {
    switch tokens[index].kind {
    case .identifier, .rawIdentifier:
      matchShallowly(at: index)
    case .keyword:
      matchShallowly(at: index)
      if tokens[index].keyword == .Self, isArgumentList(at: index + 1) {
        types.hasUncertainInitializer = true
        activeTokens.append(index)
      }
    default:
      break
    }
  }

  @inline(__always)
  private mutating func matchShallowly(at index: Int) {
    guard let name = rules.starts.number(of: tokens.text(at: index)) else { return }
    let before = outcomeCount
    matchPatterns(named: name, at: index)
    if before < outcomeCount { activeTokens.append(index) }
  }

  @inline(__always)
  private var outcomeCount: Int {
    openQuestions + found.matches.count + types.uncertainMembers.count
  }

  /// Whether a member may be one of a pattern's type: then the file mentions the type.
  private mutating func mayMatchUncertainMember() -> Bool {
    if types.hasUncertainInitializer {
      for number in rules.initializers where types.mentionsType(of: rules.patterns[number]) {
        return true
      }
    }
    // Most members are called `init`, and most types of the patterns are not mentioned.
    var (name, patterns) = (Int?.none, [Int]())
    for member in types.uncertainMembers {
      let index = member.index
      let number = rules.names.number(of: tokens.text(at: index))
      if name != number {
        name = number
        patterns = number.map { patternsOfMentionedTypes(member: $0) } ?? []
      }
      guard !patterns.isEmpty else { continue }
      let next = next(after: index, isType: false)
      // What is not called may be a reference.
      for number in patterns where !next.isCall || rules.nextOfMember[number].mayBe(next) {
        let pattern = rules.patterns[number]
        guard isName(pattern.components[pattern.typeLength], at: index),
          member.type.map({ mentionsType(of: pattern, in: $0) }) ?? true
        else { continue }
        addMatch(of: number, from: index, component: pattern.typeLength, start: member.start)
        if needsContext { return true }
      }
    }
    return false
  }

  private func patternsOfMentionedTypes(member name: Int) -> [Int] {
    rules.patternsByMember[name].filter { types.mentionsType(of: rules.patterns[$0]) }
  }

  /// An implicit member, of no matter what type.
  mutating func shallowImplicitMember(at head: Int) -> MatchStart? {
    guard tokens.isMember(head), receiver(ofPeriod: head - 1) == nil,
      !isKeyPath(ofPeriod: head - 1)
    else { return nil }
    return MatchStart(report: head - 1, expression: head - 1, needsContext: true)
  }

  /// A member of a type that is known from somewhere else, if at all; see `matchMember`.
  mutating func shallowMember(at index: Int, head: Int) -> UncertainMember? {
    guard tokens.isMember(head) else {
      guard isArgumentList(at: index + 1), tokens[index].keyword != .`init` else { return nil }
      let start = MatchStart(report: head, expression: head, needsContext: true)
      return UncertainMember(index: index, start: start)
    }
    if let head = selfReceiver(ofMember: head) {
      let start = MatchStart(report: head, expression: head, needsContext: true)
      return UncertainMember(index: index, start: start)
    }
    guard let start = shallowImplicitMember(at: head), !hasNoWrittenType(at: head) else {
      return nil
    }
    let type = writtenType(ofAssignedMember: head)
    if let type, !type.contains(where: isAnchor) { return nil }
    return UncertainMember(index: index, start: start, type: type)
  }

  /// Whether the implicit member is an argument with a label, where no type is written but for one
  /// after `as`.
  private mutating func hasNoWrittenType(at head: Int) -> Bool {
    let colon = head - 2
    guard 1 < colon, tokens[colon].kind == .colon, tokens[colon - 1].isWord else { return false }
    switch tokens[colon - 2].kind {
    case .leftParen: break
    case .comma where opening(around: colon).map({ tokens[$0.token].kind }) == .leftParen: break
    default: return false
    }
    return typeAfterAs(from: endOfPostfix(from: head) + 1) == nil
  }

  /// What the type of the implicit member is written in, if at all, where it is assigned, as in
  /// `let names: [String] = .init()`; nil where that cannot be told.
  private mutating func writtenType(ofAssignedMember head: Int) -> Range<Int>? {
    let equal = head - 2
    guard 0 < equal, tokens[equal].kind == .equal, let start = declaration(before: equal),
      typeAfterAs(from: endOfPostfix(from: head) + 1) == nil
    else { return nil }
    return start..<equal
  }

  /// Whether the last name of the pattern's type is among the tokens.
  private func mentionsType(of pattern: CompiledPattern, in range: Range<Int>) -> Bool {
    let name = pattern.components[pattern.typeLength - 1].name
    return range.contains { rules.isName(name, tokens.text(at: $0)) }
  }

  /// The token before the variable or the parameter, or its first one, whose `=` comes.
  private func declaration(before equal: Int) -> Int? {
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

  private func isAnchor(_ index: Int) -> Bool {
    rules.starts.number(of: tokens.text(at: index)).map { !rules.roles[$0].heads.isEmpty } ?? false
  }

  /// Whether an enumeration may be the innermost thing that the comma or `case` is in. Asked by the
  /// shallow pass, it is none, unless context is needed.
  mutating func isInEnumeration(at index: Int) -> Bool {
    guard names.phase == .shallow else { return top.role == .enumeration }
    if let open = opening(around: index)?.token {
      if tokens[open].kind != .leftBrace || !mayOpenEnumeration(open) { return false }
    }
    openQuestions += 1
    return false
  }

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

  /// Whether the name after a comma or an operator may be a generic parameter, as in
  /// `func f<Date>()`.
  mutating func mayBeGenericParameter(_ index: Int) -> Bool {
    guard names.phase == .shallow else { return top.header != .none && top.header != .variable }
    return tokens[index - 1].kind == .comma
      ? !isInList(index - 1) : tokens.isOpeningAngle(at: index - 1)
  }

  /// The context of a `{` that may follow the arguments after a token.
  /// - Parameter first: the first token of the expression; nil where that is unknown.
  mutating func shallowBraceContext(after end: Int, of first: Int?) -> BraceContext {
    let context = BraceContext(isCondition: false, isType: false)
    var end = end
    if isArgumentList(at: end + 1) { end = pairs.partner(of: end + 1) ?? end }
    guard tokens[end + 1].kind == .leftBrace else { return context }
    if let first, 0 < first, isType(after: first - 1) {
      return BraceContext(isCondition: false, isType: true)
    }
    if first.map(isOutsideConditions) != true { openQuestions += 1 }
    return context
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
        !tokens.isWord("async", at: index), !tokens.isWord("some", at: index - 1),
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
  private func isInList(_ index: Int) -> Bool {
    guard let opening = opening(around: index) else { return false }
    return tokens[opening.token].kind != .leftBrace && !opening.hasDeclaration
  }

  /// The bracket that the token is in; nil where it is far, or where it may depend on conditional
  /// compilation.
  /// - Returns: its token, and whether it holds a declaration before the token.
  private func opening(around index: Int) -> (token: Int, hasDeclaration: Bool)? {
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
}

/// In tokens. It keeps the work in proportion to the file.
private let searchLimit = 256
