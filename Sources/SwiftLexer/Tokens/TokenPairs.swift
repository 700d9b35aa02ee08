/// The tokens of a file that belong together: brackets, and the directives of each `#if`.
///
/// It is made once for a file, so that skipping brackets costs nothing. It is a class so that all
/// readers of the file share its memory.
@usableFromInline package final class TokenPairs {
  /// The partners by token: the other bracket of a bracket, the index in `directives` of a
  /// directive; else `none`. Other tokens' entries are free for finding more pairs, such as the
  /// angle brackets of generic arguments, which no lexer can tell from operators.
  @usableFromInline package let partners: UnsafeMutablePointer<UInt32>
  /// The directives in source order.
  package let directives: [Directive]

  /// The partner of a token that has none.
  @inlinable @inline(__always) package static var none: UInt32 { .max }

  package convenience init(_ tokens: SourceTokens) {
    var pairing = TokenPairing()
    self.init(tokens, &pairing)
  }

  /// - Parameter pairing: lends its memory.
  package init(_ tokens: SourceTokens, _ pairing: inout TokenPairing) {
    partners = UnsafeMutablePointer.allocate(capacity: tokens.count)
    partners.initialize(repeating: Self.none, count: tokens.count)
    directives = pairing.pair(tokens, partners)
  }

  deinit { partners.deallocate() }

  /// The other bracket; nil for one that stands alone. If several clauses of an `#if` close the
  /// bracket, it is the first that does.
  @inlinable @inline(__always)
  package func partner(of index: Int) -> Int? {
    let partner = partners[index]
    return partner == Self.none ? nil : Int(partner)
  }
}

/// A directive of conditional compilation: `#if`, `#elseif`, `#else` or `#endif`.
package struct Directive: Sendable {
  /// The index of its token.
  package let token: Int
  package let kind: TokenKind
  /// The first token after the directive's line.
  package let body: Int
  /// The index of its `#if`; of itself where that is missing.
  package let opener: Int
  /// The index of the next directive of the same `#if`; nil for `#endif` or where it is missing.
  package fileprivate(set) var next: Int?
  /// The index of the last directive of the same `#if`.
  package fileprivate(set) var last = 0
  /// Whether the clause starts with a period, maybe in another `#if`.
  package fileprivate(set) var startsWithPeriod = false
  /// The token that the code of an `#if`'s clauses goes on from, as if no directive were there.
  package fileprivate(set) var previous: Int?
  /// Whether the clauses of an `#if` go on a postfix expression before it: `⏎#if A⏎.main⏎#endif`.
  package fileprivate(set) var isPostfix = false
}

extension [Directive] {
  /// The token that the one at `index` follows, as if no directive were there.
  /// - Parameter directive: the last one before `index`.
  package func previous(of index: Int, after directive: Int?) -> Int? {
    guard let directive, self[directive].body == index else { return index == 0 ? nil : index - 1 }
    let opener = self[self[directive].opener]
    return opener.isPostfix ? opener.previous : nil
  }
}

extension TokenPairing {
  private mutating func findPostfixConditions(
    of tokens: SourceTokens, _ partners: UnsafeMutablePointer<UInt32>
  ) {
    for index in directives.indices.reversed() {
      directives[index].last = directives[index].next.map { directives[$0].last } ?? index
      let body = directives[index].body
      directives[index].startsWithPeriod =
        tokens[body].kind == .period
        || tokens[body].kind == .poundIf && directives[Int(partners[body])].startsWithPeriod
    }
    for index in directives.indices where directives[index].kind == .poundIf {
      let previous = directives.previous(
        of: directives[index].token, after: index == 0 ? nil : index - 1)
      directives[index].previous = previous
      directives[index].isPostfix =
        directives[index].startsWithPeriod && previous.map { tokens.endsOperand(at: $0) } == true
    }
  }
}

/// Finds the pairs of one file after the other; it is kept for its memory.
package struct TokenPairing {
  private var directives: [Directive] = []
  private var brackets = OpenBrackets()
  private var openClauses: [OpenClause] = []

  package init() {}

  /// - Parameter partners: the memory of `TokenPairs.partners`, in which all are `none`.
  /// - Returns: the directives.
  fileprivate mutating func pair(
    _ tokens: SourceTokens, _ partners: UnsafeMutablePointer<UInt32>
  ) -> [Directive] {
    directives = []
    openClauses.removeAll(keepingCapacity: true)
    brackets.removeAll()
    var index = 0
    while index < tokens.count {
      index = brackets.pair(
        from: index, of: tokens, partners, keepsClosed: !openClauses.isEmpty)
      switch tokens[index].kind {
      case .poundIf, .poundElseif, .poundElse, .poundEndif:
        index = addDirective(at: index, of: tokens, partners)
      case .endOfFile:
        index = tokens.count
      default:
        brackets.reserveRoom()
      }
    }
    if !directives.isEmpty { findPostfixConditions(of: tokens, partners) }
    return directives
  }

  /// Adds the directive at `index`, and returns the first token after its line. Brackets in its
  /// condition are left alone.
  private mutating func addDirective(
    at index: Int, of tokens: SourceTokens, _ partners: UnsafeMutablePointer<UInt32>
  ) -> Int {
    let kind = tokens[index].kind
    let number = directives.count
    let opener = passClause(kind, number: number) ?? number
    let body = endOfCondition(from: index + 1, of: tokens)
    partners[index] = UInt32(number)
    directives.append(Directive(token: index, kind: kind, body: body, opener: opener))
    return body
  }

  /// Ends the clause that is open, and starts the next one.
  /// - Returns: the index of the `#if` in `directives`; nil where it is missing.
  private mutating func passClause(_ kind: TokenKind, number: Int) -> Int? {
    guard kind != .poundIf, var clause = openClauses.popLast() else {
      if kind != .poundEndif {
        openClauses.append(OpenClause(directive: number, outer: brackets.innermost))
      }
      return nil
    }
    let opener = directives[clause.directive].opener
    directives[clause.directive].next = number
    if clause.changed == nil, brackets.innermost != clause.outer {
      clause.changed = brackets.innermost
    }
    if kind == .poundEndif {
      if let changed = clause.changed { brackets.innermost = changed }
    } else {
      brackets.innermost = clause.outer
      clause.directive = number
      openClauses.append(clause)
    }
    return opener
  }

  /// A condition ends with its line, unless a parenthesis is open there that is closed before the
  /// next brace or directive.
  private func endOfCondition(from start: Int, of tokens: SourceTokens) -> Int {
    var index = start
    var depth = 0
    var endOfLine: Int?
    while true {
      if tokens[index].isAtLineStart {
        if depth == 0 { return index }
        endOfLine = endOfLine ?? index
      }
      switch tokens[index].kind {
      case .leftParen: depth += 1
      case .rightParen: depth = max(depth - 1, 0)
      case .endOfFile, .poundIf, .poundElseif, .poundElse, .poundEndif: return endOfLine ?? index
      case .leftBrace, .rightBrace: if let endOfLine { return endOfLine }
      default: break
      }
      index += 1
    }
  }
}

/// A clause of an `#if` whose end has not come.
private struct OpenClause {
  /// The index in `TokenPairs.directives` of the directive that starts the clause.
  var directive: Int
  /// The innermost bracket that was open before the `#if`: each clause starts with it.
  let outer: UInt32
  /// The innermost bracket after the first clause that changed it: code after `#endif` goes on with
  /// it.
  var changed: UInt32?
}

/// The brackets that are open. A closed one is kept while another clause of an `#if` may start
/// with it.
private struct OpenBrackets {
  /// An open bracket, and the innermost ones that each kind of closing bracket can reach, maybe
  /// itself: `)` and `]` do not reach out of `{…}`. Brackets are indexes in `all`; 0 stands for
  /// none.
  struct Bracket {
    var token: UInt32 = 0
    var outer: UInt32 = 0
    var reach = Reach()
  }

  struct Reach {
    var parenthesis: UInt32 = 0
    var square: UInt32 = 0
    var brace: UInt32 = 0
  }

  /// The brackets, after one that stands for the file; those from `count` on are room for more.
  private var all = [Bracket()]
  private var count = 1
  /// The index in `all` of the innermost open bracket.
  var innermost: UInt32 = 0

  mutating func removeAll() {
    count = 1
    innermost = 0
  }

  mutating func reserveRoom() {
    all.append(contentsOf: repeatElement(Bracket(), count: max(all.count, 63)))
  }

  /// Goes on to the next directive, the end of the file, or the bracket that there is no room for.
  /// - Parameters:
  ///   - partners: the memory of `TokenPairs.partners`.
  ///   - keepsClosed: whether closed brackets may be open again in another clause.
  mutating func pair(
    from start: Int, of tokens: SourceTokens, _ partners: UnsafeMutablePointer<UInt32>,
    keepsClosed: Bool
  ) -> Int {
    if !keepsClosed { count = Int(innermost) + 1 }
    let end: Int
    (end, count, innermost) = all.withUnsafeMutableBufferPointer { all in
      var pairing = BracketPairing(
        all: all, partners: partners, keepsClosed: keepsClosed, count: count,
        innermost: innermost)
      let end = pairing.pair(from: start, of: tokens)
      return (end, pairing.count, pairing.innermost)
    }
    return end
  }
}

/// The state of `OpenBrackets` while there is no directive.
private struct BracketPairing {
  let all: UnsafeMutableBufferPointer<OpenBrackets.Bracket>
  let partners: UnsafeMutablePointer<UInt32>
  let keepsClosed: Bool
  var count: Int
  var innermost: UInt32

  mutating func pair(from start: Int, of tokens: SourceTokens) -> Int {
    let stops = stops
    var index = start
    while true {
      // Most tokens are of no interest.
      while !stops.contains(tokens[index].kind) { index &+= 1 }
      switch tokens[index].kind {
      case .leftParen:
        guard open(at: index, { $0.parenthesis = $1 }) else { return index }
      case .leftSquare:
        guard open(at: index, { $0.square = $1 }) else { return index }
      case .leftBrace:
        guard open(at: index, { $0 = OpenBrackets.Reach(brace: $1) }) else { return index }
      case .rightParen: close(all[Int(innermost)].reach.parenthesis, at: index)
      case .rightSquare: close(all[Int(innermost)].reach.square, at: index)
      case .rightBrace: close(all[Int(innermost)].reach.brace, at: index)
      default: return index
      }
      index &+= 1
    }
  }

  /// Opens a bracket.
  /// - Parameter extend: makes the bracket, by number, the innermost one of its kind.
  /// - Returns: whether there was room for it.
  @inline(__always)
  private mutating func open(
    at token: Int, _ extend: (inout OpenBrackets.Reach, UInt32) -> Void
  ) -> Bool {
    guard count < all.count else { return false }
    let number = UInt32(truncatingIfNeeded: count)
    var reach = all[Int(innermost)].reach
    extend(&reach, number)
    all[count] = OpenBrackets.Bracket(
      token: UInt32(truncatingIfNeeded: token), outer: innermost, reach: reach)
    innermost = number
    count &+= 1
    return true
  }

  /// Closes a bracket, and drops those open in it: they stay alone.
  /// - Parameters:
  ///   - number: the innermost bracket of its kind; 0 if there is none.
  ///   - token: the closing bracket.
  @inline(__always)
  private mutating func close(_ number: UInt32, at token: Int) {
    if number == 0 { return }
    innermost = all[Int(number)].outer
    // Closed brackets are written over.
    if !keepsClosed { count = Int(innermost) &+ 1 }
    let open = Int(all[Int(number)].token)
    partners[token] = UInt32(truncatingIfNeeded: open)
    if partners[open] == TokenPairs.none { partners[open] = UInt32(truncatingIfNeeded: token) }
  }
}

/// The kinds of tokens that pairing does not pass over.
private let stops = TokenKinds { kind in
  switch kind {
  case .leftParen, .rightParen, .leftSquare, .rightSquare, .leftBrace, .rightBrace, .poundIf,
    .poundElseif, .poundElse, .poundEndif, .endOfFile:
    true
  default:
    false
  }
}
