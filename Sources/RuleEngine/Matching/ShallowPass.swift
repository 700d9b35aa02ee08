import SwiftLexer

// The first pass looks at the names of patterns and the tokens beside them, and at nothing around
// them: neither statements nor declarations. That is enough for most files, and costs a fraction.
// Where it is not, the pass says so, and all passes that know what is around are made.

extension Matcher {
  /// - Returns: whether what was found is all there is; if not, it counts for nothing.
  mutating func findShallowMatches() -> Bool {
    begin(.shallow)
    types = MentionedTypes(count: rules.names.names.count)
    var index = 0
    while index < tokens.count, !needsContext {
      switch tokens[index].kind {
      case .identifier, .rawIdentifier:
        matchPatterns(at: index)
      case .keyword:
        matchPatterns(at: index)
        if tokens[index].keyword == .Self, isArgumentList(at: index + 1) {
          types.hasUncertainInitializer = true
        }
      case .poundIf, .poundElseif, .poundElse, .poundEndif:
        // A condition is no code.
        directive = Int(pairs.partners[index])
        index = pairs.directives[directive!].body
        continue
      default:
        break
      }
      index += 1
    }
    return !needsContext && !needsNames && !found.matches.contains { dependsOnScope($0) }
      && !mayMatchUncertainMember()
  }

  /// Whether a member may be one of a pattern's type: then the file mentions the type.
  private mutating func mayMatchUncertainMember() -> Bool {
    if types.hasUncertainInitializer,
      rules.initializers.contains(where: { types.mentionsType(of: rules.patterns[$0]) })
    {
      return true
    }
    for (index, start) in types.uncertainMembers {
      guard let name = rules.names.number(of: tokens.text(at: index)) else { continue }
      for number in rules.patternsByMember[name] {
        let pattern = rules.patterns[number]
        guard types.mentionsType(of: pattern),
          isName(pattern.components[pattern.typeLength], at: index)
        else { continue }
        addMatch(of: number, from: index, component: pattern.typeLength, start: start)
        if needsContext { return true }
      }
    }
    return false
  }

  /// Whether it counts in which declarations the match is.
  private func dependsOnScope(_ match: Match) -> Bool {
    let rule = rules.patterns[match.pattern].rule
    return !rules.scopes.inside[rule].isEmpty || !rules.scopes.allowInside[rule].isEmpty
      || rules.templates[match.pattern] != nil
  }

  /// An implicit member, of no matter what type.
  mutating func shallowImplicitMember(at head: Int) -> MatchStart? {
    guard tokens.isMember(head), receiver(ofPeriod: head - 1) == nil,
      !isKeyPath(ofPeriod: head - 1)
    else { return nil }
    return MatchStart(report: head - 1, expression: head - 1, needsContext: true)
  }

  /// A member of a type that is known from somewhere else, if at all; see `matchMember`.
  mutating func shallowMember(at index: Int, head: Int) -> MatchStart? {
    guard tokens.isMember(head) else {
      guard isArgumentList(at: index + 1), tokens[index].keyword != .`init` else { return nil }
      return MatchStart(report: head, expression: head, needsContext: true)
    }
    if let head = selfReceiver(ofMember: head) {
      return MatchStart(report: head, expression: head, needsContext: true)
    }
    guard let start = shallowImplicitMember(at: head) else { return nil }
    return hasNoWrittenType(at: head) ? nil : start
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

  /// Whether an enumeration may be the innermost thing that the comma or `case` is in. Asked by the
  /// shallow pass, it is none, unless context is needed.
  mutating func isInEnumeration(at index: Int) -> Bool {
    guard names.phase == .shallow else { return top.role == .enumeration }
    if let open = opening(around: index)?.token {
      if tokens[open].kind != .leftBrace || !mayOpenEnumeration(open) { return false }
    }
    needsContext = true
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
  func mayBeGenericParameter(_ index: Int) -> Bool {
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
    let isKnown = first.map { startsStatement($0) || isAssignedInStatement($0) } ?? false
    if !isKnown { needsContext = true }
    return context
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

  /// Whether nothing but `let x =`, `x =` or `self.x =` comes before in a statement, for sure.
  private func isAssignedInStatement(_ index: Int) -> Bool {
    guard 1 < index, tokens[index - 1].kind == .equal else { return false }
    var start = index - 1
    while 0 < start, index - start < searchLimit {
      let isPart: Bool
      switch tokens[start - 1].kind {
      case .identifier, .rawIdentifier, .period, .postfixQuestionMark, .exclamationMark:
        isPart = true
      case .keyword:
        isPart = tokens[start - 1].keyword.isVariable || tokens[start - 1].keyword == .`self`
      default:
        isPart = false
      }
      guard isPart else { break }
      start -= 1
      if tokens[start].isAtLineStart { break }
    }
    return start < index - 1 && startsStatement(start)
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

/// The types of patterns that a file mentions, and the uses of members whose type the shallow pass
/// does not know.
struct MentionedTypes {
  /// By number of the name.
  private var isMentioned: [Bool]
  /// The token of the member's name.
  var uncertainMembers: [(index: Int, start: MatchStart)] = []
  /// Whether there is a `Self()`.
  var hasUncertainInitializer = false

  init(count: Int = 0) {
    isMentioned = Array(repeating: false, count: count)
  }

  mutating func mention(_ name: Int) { isMentioned[name] = true }

  /// Whether all names of the pattern's type are mentioned.
  func mentionsType(of pattern: CompiledPattern) -> Bool {
    pattern.components[..<pattern.typeLength].allSatisfy { isMentioned[$0.name] }
  }
}

/// In tokens. It keeps the work in proportion to the file.
private let searchLimit = 256
