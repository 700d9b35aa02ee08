import SwiftLexer

/// Parses a file, or a part of one, by recursive descent. It accepts what Swift's own parser
/// accepts, and gives the same nodes. Where that one reports an error, this one only has to lose
/// nothing.
///
/// No function passes `limit`, the bracket or directive that ends what is parsed. So the time is in
/// proportion to the size.
struct Parser: ~Copyable {
  let source: SourceTokens
  let tokens: UnsafePointer<Token>
  let pairs: TokenPairs
  let words = ContextualWords.shared
  var storage: NodeStorage
  /// The current token.
  var index = 0
  /// Its kind. If the token was split, it is the kind of the rest.
  var kind = TokenKind.endOfFile
  /// The number of bytes of the current token that are parsed, as after the first `>` of `>>`.
  var split = 0
  /// The token that ends the part being parsed: the closing bracket, the next directive …
  var limit: Int
  /// The number of open brackets and other parts. From `maximumDepth` on a bracket is deferred.
  var depth = 0
  /// The number of parts without brackets that are open in the innermost bracket.
  private var chain = 0
  private(set) var maximumDepth: Int
  /// Brackets without one of these tokens are left for later; see `SyntaxTree.init`.
  private let marks: UnsafeBufferPointer<UInt32>?
  /// The first mark that may come next, by index.
  private var nextMark = 0
  /// Whether the nodes are taken back if `isFaulty`.
  private(set) var isSpeculating = false
  /// Whether something was missing or unexpected.
  var isFaulty = false

  init(
    _ source: SourceTokens, _ pairs: TokenPairs, maximumDepth: Int,
    around marks: UnsafeBufferPointer<UInt32>? = nil, _ storage: consuming NodeStorage
  ) {
    self.marks = marks
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
  mutating func advance() { move(to: index &+ 1) }

  @inline(__always)
  mutating func move(to index: Int) {
    self.index = index
    split = 0
    kind = tokens[index].kind
  }

  @inline(__always)
  @discardableResult
  mutating func eat(_ expected: TokenKind) -> Bool {
    guard kind == expected, !isAtEnd else { return false }
    advance()
    return true
  }

  @inline(__always)
  func isAt(_ keyword: Keyword) -> Bool { kind == .keyword && tokens[index].keyword == keyword }

  @inline(__always)
  @discardableResult
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
    return words.word(source.text(at: index))
  }

  /// The byte at which the rest of the current token begins.
  @inline(__always) var byte: UInt8 { source.bytes[tokens[index].start &+ split] }

  @inline(__always) var restLength: Int { Int(tokens[index].length) &- split }

  /// Whether the token is that one byte, as an operator.
  func isOperator(_ character: Unicode.Scalar, at index: Int) -> Bool {
    let token = tokens[index]
    return token.length == 1 && token.kind.isOperator
      && source.bytes[token.start] == UInt8(ascii: character)
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

  /// Goes on after one byte of the current token. The rest is a token of its own.
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

  /// Whether a `?` or `!` comes directly after something.
  @inline(__always)
  var isAtMark: Bool { kind == .postfixQuestionMark || kind == .exclamationMark }

  // MARK: - Nodes

  /// The start of a node.
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

  /// Begins a node with the current token, and goes on after it.
  @inline(__always)
  mutating func take() -> Mark {
    let mark = begin()
    advance()
    return mark
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
    finish(kind, take())
  }

  /// Adds an `unexpected` node of the tokens left before `limit`.
  mutating func finishUnexpected() {
    guard index < limit else { return }
    let mark = begin()
    move(to: limit)
    finish(.unexpected, mark)
    isFaulty = true
  }

  /// Parses the tokens left before `limit`, which nothing in the bracket allows: an `unexpected`
  /// node with the code that can be parsed of them.
  mutating func parseUnexpected() {
    guard index < limit else { return }
    if isSpeculating { return finishUnexpected() }
    let mark = begin()
    while index < limit { parseStatementOrDeclaration() }
    finish(.unexpected, mark)
    isFaulty = true
  }

  /// Adds an `unexpected` node of the current token, or of the bracket that it begins.
  mutating func skipUnexpected() {
    let mark = begin()
    if kind == .leftParen || kind == .leftSquare || kind == .leftBrace {
      skipBracket()
    } else {
      advance()
    }
    finish(.unexpected, mark)
  }

  /// Whether one of the tokens up to an end is sought.
  @inline(__always)
  mutating func isSought(to end: Int) -> Bool {
    guard let marks, !isSpeculating else { return true }
    // The parser may have gone back.
    while 0 < nextMark, index <= marks[nextMark &- 1] { nextMark &-= 1 }
    while nextMark < marks.count, marks[nextMark] < index { nextMark &+= 1 }
    return nextMark < marks.count && marks[nextMark] < end
  }

  // MARK: - Brackets

  /// The token after the bracket that begins at the token; `limit` if it is not closed before that.
  @inline(__always)
  func end(ofBracketAt index: Int) -> Int { partner(of: index).map { $0 + 1 } ?? limit }

  /// The closing bracket of the token, if it comes before `limit`.
  @inline(__always)
  func partner(of index: Int) -> Int? {
    let partner = pairs.partners[index]
    return partner != TokenPairs.none && index < partner && partner < limit ? Int(partner) : nil
  }

  /// Skips the bracket at the current token.
  mutating func skipBracket() { move(to: end(ofBracketAt: index)) }

  /// Parses the inside of the bracket at the current token. The rest of it is unexpected.
  @inline(__always)
  mutating func inBracket<Result>(_ parse: (inout Parser) -> Result) -> Result {
    let partner = partner(of: index)
    advance()
    let result = inPart(to: partner ?? limit, parse)
    if partner != nil { advance() }
    return result
  }

  /// Parses a part with an end of its own.
  @inline(__always)
  mutating func inPart<Result>(to end: Int, _ parse: (inout Parser) -> Result) -> Result {
    let outer = (limit, chain)
    limit = end
    chain = 0
    depth &+= 1
    let result = parse(&self)
    parseUnexpected()
    (limit, chain) = outer
    depth &-= 1
    return result
  }

  /// Parses a part that may nest without brackets, as `if if a` and `A<A<B>>` do. If it nests too
  /// deeply, the rest of the bracket is unexpected. No code that somebody wrote does.
  @inline(__always)
  mutating func inChain(_ parse: (inout Parser) -> Void) {
    guard chain < 64 else { return finishUnexpected() }
    chain &+= 1
    depth &+= 1
    parse(&self)
    chain &-= 1
    depth &-= 1
  }

  /// Parses elements with commas between them, until one is not there.
  /// - Parameter part: the part that each clause of an `#if` among them has; nil where none may be.
  @inline(__always)
  mutating func parseList(_ part: Part? = nil, _ parseElement: (inout Parser) -> Bool) {
    while !isAtEnd {
      if let part, kind == .poundIf {
        parseIfConfig(part)
      } else {
        guard parseElement(&self), eat(.comma) || part != nil && kind == .poundIf else { return }
      }
    }
  }

  /// Parses what may be something else. Its nodes are taken back if it is not there or is faulty.
  mutating func speculate(_ parse: (inout Parser) -> Bool) -> Bool {
    let before = (index, storage.count, maximumDepth, isSpeculating, isFaulty)
    // The result must not depend on the depth of the part around it.
    if !isSpeculating { maximumDepth = depth + 64 }
    isSpeculating = true
    isFaulty = false
    let isThere = parse(&self) && !isFaulty
    if !isThere {
      move(to: before.0)
      storage.remove(from: before.1)
    }
    (maximumDepth, isSpeculating, isFaulty) = (before.2, before.3, before.4)
    return isThere
  }
}
