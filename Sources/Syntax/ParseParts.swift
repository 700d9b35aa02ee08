import SwiftLexer

/// A part of the code that is parsed on its own. It is left for later if it is too deep.
enum Part: UInt8 {
  // These parts are in brackets.
  case accessorBlock, arguments, captures, caseParameters, closure, closureParameters, codeBlock
  case collection, collectionType, interpolation, memberBlock, parameters, switchCaseList
  case tuple, tuplePattern, tupleType
  // These parts are in each clause of an `#if`.
  case arrayElements, attributes, cases, labeledArguments, members, postfix, statements
}

extension Parser {
  /// Parses the bracket that begins at the current token, or leaves it for later.
  mutating func parse(_ part: Part, _ context: ExpressionContext = []) {
    var open = index
    if part == .interpolation { open += tokens[index + 1].kind == .stringPounds ? 2 : 1 }
    let context = context.inBrackets
    if deferPart(part, context, to: end(ofBracketAt: open)) { return }
    let mark = begin()
    index = open
    let kind = inBracket { $0.parseContents(of: part, context) }
    finish(kind, mark)
  }

  /// Parses `{ … }`, if it is there.
  mutating func parseBlock(_ part: Part) {
    if kind == .leftBrace, !isAtEnd { parse(part) }
  }

  /// Parses the inside of a bracket or of a clause. Returns the kind of the bracket's node.
  private mutating func parseContents(of part: Part, _ context: ExpressionContext) -> SyntaxKind {
    switch part {
    case .accessorBlock:
      parseAccessors()
      return .accessorBlock
    case .arguments, .labeledArguments:
      parseList(.labeledArguments) { $0.parseArgument(context) }
      return .arguments
    case .tuple:
      parseList(.labeledArguments) { $0.parseArgument(context) }
      return .tupleExpr
    case .interpolation:
      parseList(.labeledArguments) { $0.parseArgument([]) }
      return .expressionSegment
    case .captures:
      parseList { $0.parseCapture() }
      return .closureCaptureClause
    case .parameters, .caseParameters, .closureParameters:
      parseList { $0.parseParameter(part) }
      return .parameterClause
    case .closure:
      parseClosureSignature()
      parseStatements()
      return .closureExpr
    case .codeBlock, .statements:
      parseStatements()
      return .codeBlock
    case .collection: return parseCollection()
    case .arrayElements: return parseCollectionElements()
    case .collectionType: return parseCollectionType()
    case .memberBlock, .members:
      parseMembers()
      return .memberBlock
    case .switchCaseList, .cases:
      parseSwitchCases()
      return .switchCaseList
    case .tuplePattern:
      parseList { $0.parseTuplePatternElement() }
      return .tuplePattern
    case .tupleType:
      parseList { $0.parseTupleTypeElement() }
      return .tupleType
    case .attributes:
      parseAttributes()
      return .ifConfigClause
    case .postfix:
      parsePostfixOfClause()
      return .ifConfigClause
    }
  }

  // MARK: - Deferred parts

  /// Leaves the part from the current token on for later, if it is too deep.
  @inline(__always)
  private mutating func deferPart(
    _ part: Part, _ context: ExpressionContext = [], to end: Int
  ) -> Bool {
    guard maximumDepth <= depth || !isSought(to: end) else { return false }
    let mark = begin()
    move(to: end)
    finish(.deferred, mark, token: 0, flags: part.rawValue | context.rawValue << 4)
    if isSpeculating { isFaulty = true }
    return true
  }

  /// Parses the part that a deferred node stands for.
  mutating func parse(_ deferred: SyntaxNode) {
    limit = Int(deferred.end)
    // The bracket itself is parsed, however few may nest.
    depth = -1
    move(to: Int(deferred.start))
    let part = Part(rawValue: deferred.flags & 31)!
    if kind == .poundIf {
      parseIfConfig(part)
    } else {
      parse(part, ExpressionContext(rawValue: (deferred.flags >> 5) << 1))
    }
  }

  // MARK: - Conditional compilation

  /// The directive at the token.
  func directive(at index: Int) -> Directive? {
    let number = pairs.partners[index]
    return number == TokenPairs.none ? nil : pairs.directives[Int(number)]
  }

  /// Parses an `#if` with all its clauses.
  /// - Parameter part: the part in each clause.
  mutating func parseIfConfig(_ part: Part) {
    guard let directive = directive(at: index) else { return skipUnexpected() }
    let last = pairs.directives[directive.last]
    let isClosed = last.kind == .poundEndif && last.token < limit
    if deferPart(part, to: isClosed ? last.token + 1 : limit) { return }
    let mark = begin()
    inPart(to: limit) { $0.parseClauses(of: part, from: directive) }
    finish(.ifConfigDecl, mark)
  }

  /// Parses clauses, and the `#endif` if it comes before `limit`.
  private mutating func parseClauses(of part: Part, from first: Directive) {
    let outer = limit
    var directive: Directive? = first
    while let current = directive, current.token < outer, current.kind != .poundEndif {
      let clause = begin()
      directive = current.next.map { pairs.directives[$0] }
      let end = min(directive?.token ?? outer, outer)
      parseCondition(of: current, end)
      limit = end
      _ = parseContents(of: part, [])
      finishUnexpected()
      finish(.ifConfigClause, clause)
    }
    if let directive, directive.token < outer { advance() }
  }

  private mutating func parseCondition(of directive: Directive, _ end: Int) {
    advance()
    limit = min(directive.body, end)
    if directive.kind != .poundElse {
      pairBrackets(in: index..<limit)
      parseExpression()
    }
    finishUnexpected()
  }

  /// `TokenPairs` leaves the brackets of conditions alone, as they pair with nothing outside.
  private func pairBrackets(in condition: Range<Int>) {
    var open: [Int] = []
    for index in condition {
      if tokens[index].kind == .leftParen {
        open.append(index)
      } else if tokens[index].kind == .rightParen, let opening = open.popLast() {
        pairs.partners[opening] = UInt32(index)
        pairs.partners[index] = UInt32(opening)
      }
    }
  }

  /// Parses the code of a clause that goes on with the expression before an `#if`.
  private mutating func parsePostfixOfClause() {
    let mark = begin()
    if kind == .poundIf {
      parseIfConfig(.postfix)
      finish(.postfixIfConfigExpr, mark)
    } else if kind == .period {
      parseMember(mark)
    } else {
      return
    }
    parseSuffixes(mark, [])
  }

  mutating func parseSourceLocation() {
    let mark = take()
    if kind == .leftParen { skipBracket() }
    finish(.poundSourceLocation, mark)
  }
}
