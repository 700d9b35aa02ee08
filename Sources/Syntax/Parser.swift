import SwiftLexer

/// Parses a file, or a part of one, by recursive descent. It accepts what Swift's own parser accepts,
/// and gives the same nodes; where that reports an error it only has to lose nothing.
///
/// No function passes `limit`, the bracket or directive that ends what is parsed; so the time is in
/// proportion to the size.
struct Parser: ~Copyable {
  let source: SourceTokens
  let tokens: UnsafePointer<Token>
  let pairs: TokenPairs
  let words = ContextualWords.shared
  var storage: NodeStorage
  /// The current token.
  var index = 0
  /// Its kind; of a token that was split, that of the rest.
  var kind = TokenKind.endOfFile
  /// How many bytes of the current token are parsed, as after the first `>` of `>>`.
  var split = 0
  /// The token that ends what is parsed: the closing bracket, the next directive …
  var limit: Int
  /// How many brackets and other parts are open. From `maximumDepth` on a bracket is deferred.
  var depth = 0
  /// How many parts that nest without brackets are open in the innermost bracket.
  private var chain = 0
  let maximumDepth: Int

  init(
    _ source: SourceTokens, _ pairs: TokenPairs, maximumDepth: Int, _ storage: consuming NodeStorage
  ) {
    self.source = source
    tokens = source.tokens.baseAddress!
    self.pairs = pairs
    self.maximumDepth = maximumDepth
    self.storage = storage
    limit = source.count - 1
    kind = tokens[0].kind
  }

  mutating func parseSourceFile() {
    let mark = begin()
    if kind == .shebang { advance() }
    parseStatements()
    index = source.count
    finish(.sourceFile, mark)
  }

  // MARK: - Tokens

  @inline(__always) var token: Token { tokens[index] }

  @inline(__always) var isAtLineStart: Bool { tokens[index].isAtLineStart && split == 0 }

  @inline(__always) var isAtEnd: Bool { limit <= index }

  @inline(__always)
  mutating func advance() {
    index &+= 1
    split = 0
    kind = tokens[index].kind
  }

  mutating func move(to index: Int) {
    self.index = index
    split = 0
    kind = tokens[index].kind
  }

  @inline(__always)
  mutating func eat(_ expected: TokenKind) -> Bool {
    guard kind == expected, !isAtEnd else { return false }
    advance()
    return true
  }

  @inline(__always)
  func isAt(_ keyword: Keyword) -> Bool { kind == .keyword && tokens[index].keyword == keyword }

  @inline(__always)
  mutating func eat(_ keyword: Keyword) -> Bool {
    guard isAt(keyword), !isAtEnd else { return false }
    advance()
    return true
  }

  /// The contextual word at the current token.
  @inline(__always)
  var word: ContextualWord? { kind == .identifier ? word(at: index) : nil }

  func word(at index: Int) -> ContextualWord? {
    let token = tokens[index]
    guard token.kind == .identifier else { return nil }
    return words.word(source.bytes.baseAddress! + token.start, length: Int(token.length))
  }

  @inline(__always)
  mutating func eat(_ expected: ContextualWord) -> Bool {
    guard word == expected else { return false }
    advance()
    return true
  }

  /// The byte at which the rest of the current token begins.
  @inline(__always) var byte: UInt8 { source.bytes[tokens[index].start &+ split] }

  @inline(__always) var restLength: Int { Int(tokens[index].length) &- split }

  func isOperator(_ text: StaticString, at index: Int) -> Bool {
    let token = tokens[index]
    return Int(token.length) == text.utf8CodeUnitCount && token.kind.isOperator
      && source.text(at: index).elementsEqual(
        UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// Whether the current token, or the rest of it, begins with the one byte of an operator.
  @inline(__always)
  func isAtOperator(startingWith first: Unicode.Scalar) -> Bool {
    kind.isOperator && byte == UInt8(ascii: first)
  }

  /// Whether the rest of the current token is that one byte, as an operator.
  @inline(__always)
  func isAtOperator(_ character: Unicode.Scalar) -> Bool {
    kind.isOperator && restLength == 1 && byte == UInt8(ascii: character)
  }

  /// Goes on after one byte of the current token. What is left is a token of its own.
  mutating func takeByte() {
    guard 1 < restLength else { return advance() }
    split += 1
    switch (byte, restLength) {
    case (UInt8(ascii: "?"), _): kind = .postfixQuestionMark
    case (UInt8(ascii: "!"), _): kind = .exclamationMark
    case (UInt8(ascii: "="), 1): kind = .equal
    case (UInt8(ascii: "."), 1): kind = .period
    case (UInt8(ascii: "-"), 2) where source.bytes[token.start + split + 1] == UInt8(ascii: ">"):
      kind = .arrow
    default: kind = .binaryOperator
    }
  }

  /// Goes on after a `?` or `!`, which may be the first byte of what is left of a token.
  @inline(__always)
  mutating func takeMark() {
    if split == 0 { advance() } else { takeByte() }
  }

  // MARK: - Nodes

  /// Where a node begins.
  struct Mark {
    let node: UInt32
    let token: UInt32
    let lead: UInt8
  }

  @inline(__always)
  func begin() -> Mark {
    Mark(
      node: UInt32(truncatingIfNeeded: storage.count), token: UInt32(truncatingIfNeeded: index),
      lead: UInt8(truncatingIfNeeded: split))
  }

  /// Adds a node that covers what was parsed since the mark.
  @inline(__always)
  mutating func finish(_ kind: SyntaxKind, _ mark: Mark, token: Int? = nil, flags: UInt8 = 0) {
    storage.append(
      SyntaxNode(
        kind: kind, flags: flags, lead: mark.lead, trail: UInt8(truncatingIfNeeded: split),
        start: mark.token, end: UInt32(truncatingIfNeeded: split == 0 ? index : index &+ 1),
        first: mark.node, parent: 0,
        token: token.map { UInt32(truncatingIfNeeded: $0) } ?? mark.token))
  }

  /// Adds a node of the current token.
  @inline(__always)
  mutating func addLeaf(_ kind: SyntaxKind) {
    let mark = begin()
    advance()
    finish(kind, mark)
  }

  /// The kind of the node that was added last.
  @inline(__always)
  var lastKind: SyntaxKind { storage.nodes[storage.count - 1].kind }

  /// Takes what is left before `limit` for `unexpected`.
  mutating func finishUnexpected() {
    guard index < limit else { return }
    let mark = begin()
    move(to: limit)
    finish(.unexpected, mark)
  }

  /// Takes the current token for `unexpected`, and what is in brackets if it is one.
  mutating func skipUnexpected() {
    let mark = begin()
    switch kind {
    case .leftParen, .leftSquare, .leftBrace:
      move(to: min(pairs.partner(of: index).map { $0 + 1 } ?? limit, limit))
    default:
      advance()
    }
    finish(.unexpected, mark)
  }

  // MARK: - Brackets

  /// The bracket that is being parsed, and what ends the code around it.
  struct Bracket {
    let limit: Int
    let chain: Int
    let isClosed: Bool
  }

  /// The closing bracket of the current token, if it comes before `limit`.
  @inline(__always)
  var partner: Int? {
    let partner = pairs.partners[index]
    return partner != TokenPairs.none && index < partner && partner < limit ? Int(partner) : nil
  }

  /// Goes into the bracket at the current token.
  @inline(__always)
  mutating func open() -> Bracket {
    let partner = partner
    let bracket = enterPart(to: partner)
    advance()
    return bracket
  }

  /// Goes on after the bracket. What is left in it is unexpected.
  @inline(__always)
  mutating func close(_ bracket: Bracket) {
    if index < limit { finishUnexpected() }
    leavePart(bracket)
    if bracket.isClosed { advance() }
  }

  @inline(__always)
  mutating func enterPart(to end: Int?) -> Bracket {
    let bracket = Bracket(limit: limit, chain: chain, isClosed: end != nil)
    limit = end ?? limit
    chain = 0
    depth &+= 1
    return bracket
  }

  @inline(__always)
  mutating func leavePart(_ bracket: Bracket) {
    limit = bracket.limit
    chain = bracket.chain
    depth &-= 1
  }

  /// Begins a part that may nest without brackets, as `if if a` does. No code that somebody wrote
  /// nests so deeply in one bracket that it returns false; the rest of the bracket is unexpected then.
  @inline(__always)
  mutating func enterChain() -> Bool {
    guard chain < 64 else {
      finishUnexpected()
      return false
    }
    chain &+= 1
    depth &+= 1
    return true
  }

  @inline(__always)
  mutating func leaveChain() {
    chain &-= 1
    depth &-= 1
  }

  /// Skips the bracket at the current token.
  mutating func skipBracket() {
    move(to: partner.map { $0 + 1 } ?? limit)
  }

  // MARK: - Deferred parts

  /// What a deferred node stands for.
  enum Part: UInt8 {
    case codeBlock, memberBlock, accessorBlock, switchCaseList, closure
    case tuple, patternTuple, bindingTuple
    case arguments, patternArguments, bindingArguments
    case collection, interpolation
    case tupleType, collectionType, genericArguments, tuplePattern
    case statements, members, cases, attributes, arrayElements, labeledArguments, postfix
  }

  /// If it is too deep, the part from the current token on is left for later.
  /// - Parameter end: the token after it, nil for the end of the bracket.
  @inline(__always)
  mutating func deferPart(_ part: Part, to end: Int? = nil) -> Bool {
    guard maximumDepth <= depth else { return false }
    let mark = begin()
    move(to: end ?? partner.map { $0 + 1 } ?? limit)
    finish(.deferred, mark, token: 0, flags: part.rawValue)
    return true
  }

  /// Parses what a deferred node stands for.
  mutating func parse(_ deferred: SyntaxNode) {
    limit = Int(deferred.end)
    // The bracket itself is parsed, however few may nest.
    depth = -1
    move(to: Int(deferred.start))
    split = Int(deferred.lead)
    switch Part(rawValue: deferred.flags)! {
    case .codeBlock: parseCodeBlock()
    case .memberBlock: parseMemberBlock()
    case .accessorBlock: parseAccessorBlock()
    case .switchCaseList: parseSwitchCaseList()
    case .closure: parseClosure()
    case .tuple: parseTuple([])
    case .patternTuple: parseTuple(.pattern)
    case .bindingTuple: parseTuple(.bindingPattern)
    case .arguments: parseArguments([])
    case .patternArguments: parseArguments(.pattern)
    case .bindingArguments: parseArguments(.bindingPattern)
    case .collection: parseCollection()
    case .interpolation: parseInterpolation()
    case .tupleType: parseTupleType()
    case .collectionType: parseCollectionType()
    case .genericArguments: parseGenericArguments()
    case .tuplePattern: parseTuplePattern()
    case .statements: parseIfConfig(.statements)
    case .members: parseIfConfig(.members)
    case .cases: parseIfConfig(.cases)
    case .attributes: parseIfConfig(.attributes)
    case .arrayElements: parseIfConfig(.arrayElements)
    case .labeledArguments: parseIfConfig(.labeledArguments)
    case .postfix: parseIfConfig(.postfix)
    }
  }

  // MARK: - Conditional compilation

  /// The directive at the current token.
  var directive: Directive? {
    let number = pairs.partners[index]
    return number == TokenPairs.none ? nil : pairs.directives[Int(number)]
  }

  /// Parses an `#if` with all its clauses.
  /// - Parameter part: what stands in each.
  mutating func parseIfConfig(_ part: Part) {
    guard var directive else { return skipUnexpected() }
    let last = pairs.directives[directive.last]
    let isClosed = last.kind == .poundEndif && last.token < limit
    if deferPart(part, to: isClosed ? last.body : limit) { return }
    let mark = begin()
    let outer = enterPart(to: nil)
    while true {
      let clause = begin()
      let next = directive.next.map { pairs.directives[$0] }
      let end = min(next?.token ?? outer.limit, outer.limit)
      parseCondition(of: directive, end)
      limit = end
      parseClause(part)
      finishUnexpected()
      finish(.ifConfigClause, clause)
      guard let next, next.token < outer.limit else { break }
      directive = next
      if next.kind == .poundEndif {
        advance()
        break
      }
    }
    leavePart(outer)
    finish(.ifConfigDecl, mark)
    if isClosed, index < last.body {
      let mark = begin()
      move(to: min(last.body, limit))
      finish(.unexpected, mark)
    }
  }

  private mutating func parseCondition(of directive: Directive, _ end: Int) {
    advance()
    limit = min(directive.body, end)
    if directive.kind != .poundElse {
      pairBrackets(in: index..<limit)
      parseExpression(.directive)
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

  private mutating func parseClause(_ part: Part) {
    switch part {
    case .members: parseMembers()
    case .cases: parseSwitchCases()
    case .attributes: parseAttributes()
    case .arrayElements: _ = parseCollectionElements()
    case .labeledArguments: parseArgumentList([])
    case .postfix: parsePostfixOfClause()
    default: parseStatements()
    }
  }

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

  /// Whether each clause of the `#if` at the token has attributes alone, and one has any: they
  /// belong to the declaration after it.
  func holdsAttributes(_ index: Int, depth: Int = 0) -> Int? {
    let number = pairs.partners[index]
    guard number != TokenPairs.none, depth < 8 else { return nil }
    var directive = pairs.directives[Int(number)]
    var hasAttribute = false
    while true {
      guard let next = directive.next.map({ pairs.directives[$0] }) else { return nil }
      var index = directive.body
      while index < next.token {
        if tokens[index].kind == .atSign {
          hasAttribute = true
          index = endOfAttribute(at: index)
        } else if tokens[index].kind == .poundIf, let end = holdsAttributes(index, depth: depth + 1)
        {
          hasAttribute = true
          index = end
        } else {
          return nil
        }
      }
      if next.kind == .poundEndif { return hasAttribute ? next.token + 1 : nil }
      directive = next
    }
  }

  mutating func parseSourceLocation() {
    let mark = begin()
    advance()
    if kind == .leftParen { skipBracket() }
    finish(.poundSourceLocation, mark)
  }
}
