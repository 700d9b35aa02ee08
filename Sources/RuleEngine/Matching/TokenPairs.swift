import SwiftLexer

/// Which tokens of a file belong together: brackets, and the directives of each `#if`.
///
/// It is made once for a file, so that skipping what is in brackets costs nothing.
struct TokenPairs {
  /// By token: the other bracket of a bracket, the index in `directives` of a directive, what
  /// `GenericArguments.swift` found at a `<`; else `none`.
  var partners: [UInt32] = []
  private(set) var directives: [Directive] = []
  /// Whether every bracket has its other one.
  private(set) var areBalanced = true
  private var brackets = OpenBrackets()
  private var openClauses: [OpenClause] = []

  static let none = UInt32.max

  /// Fills it anew for the tokens of a file.
  mutating func pair(_ tokens: SourceTokens) {
    partners.removeAll(keepingCapacity: true)
    partners.append(contentsOf: repeatElement(Self.none, count: tokens.count))
    directives.removeAll(keepingCapacity: true)
    brackets.removeAll()
    openClauses.removeAll(keepingCapacity: true)
    var index = 0
    let pairedKinds = pairedKinds
    while index < tokens.count {
      // Most have none.
      guard tokens[index].kind.isAmong(pairedKinds) else {
        index += 1
        continue
      }
      switch tokens[index].kind.pairRole {
      case .opening(let kind):
        brackets.open(kind, at: index, keepsClosed: !openClauses.isEmpty)
      case .closing(let kind):
        if let open = brackets.close(kind) { join(open, index) } else { brackets.hasLone = true }
      case .directive:
        index = addDirective(at: index, of: tokens)
        continue
      case nil:
        break
      }
      index += 1
    }
    areBalanced = !brackets.hasLone && brackets.innermost == Self.none
    if !directives.isEmpty { findPostfixConditions(of: tokens) }
  }

  /// The other bracket; nil for one that stands alone. Of a bracket that several clauses of an
  /// `#if` close, the first.
  func partner(of index: Int) -> Int? {
    let partner = partners[index]
    return partner == Self.none ? nil : Int(partner)
  }

  private mutating func join(_ open: Int, _ close: Int) {
    partners[close] = UInt32(open)
    if partners[open] == Self.none { partners[open] = UInt32(close) }
  }
}

/// One of `#if`, `#elseif`, `#else` and `#endif`.
struct Directive {
  /// The index of its token.
  let token: Int
  let kind: TokenKind
  /// The first token after the directive's line.
  let body: Int
  /// The index of its `#if`; of itself where that is missing.
  let opener: Int
  /// The index of the next directive of the same `#if`; nil for `#endif` or where it is missing.
  var next: Int?
  /// The index of the last directive of the same `#if`.
  var last = 0
  /// Whether the clause starts with a period, maybe in another `#if`.
  var startsWithPeriod = false
  /// Of `#if`: the token that the code of each clause goes on from, as if no directive were there.
  var previous: Int?
  /// Of `#if`: whether its clauses go on a postfix expression before it: `⏎#if A⏎.main⏎#endif`.
  var isPostfix = false
}

extension TokenPairs {
  /// The token that the one at `index` follows, as if no directive were there.
  /// - Parameter directive: the last one before `index`.
  func previous(of index: Int, after directive: Int?) -> Int? {
    guard let directive, directives[directive].body == index else {
      return index == 0 ? nil : index - 1
    }
    let opener = directives[directives[directive].opener]
    return opener.isPostfix ? opener.previous : nil
  }

  /// The last directive before a token; nil if there is none.
  /// - Parameter start: one before the token, if it is known.
  func directive(before index: Int, from start: Int?) -> Int? {
    var next = start.map { $0 + 1 } ?? 0
    while next < directives.count, directives[next].token < index { next += 1 }
    return next == 0 ? nil : next - 1
  }

  /// The `#endif` that ends the clause of a directive; nil where it is missing.
  func endDirective(of directive: Directive) -> Directive? {
    let last = directives[directives[directive.opener].last]
    return last.kind == .poundEndif ? last : nil
  }

  /// Adds the directive at `index`; the result is the first token after its line. Brackets in its
  /// condition are left alone.
  private mutating func addDirective(at index: Int, of tokens: SourceTokens) -> Int {
    let kind = tokens[index].kind
    let number = directives.count
    let opener = passClause(kind, number: number) ?? number
    let body = endOfCondition(from: index + 1, of: tokens)
    partners[index] = UInt32(number)
    directives.append(Directive(token: index, kind: kind, body: body, opener: opener))
    return body
  }

  /// Ends the clause that is open, and starts the next one.
  /// - Returns: the `#if`, by index in `directives`; nil where it is missing.
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

  private mutating func findPostfixConditions(of tokens: SourceTokens) {
    for index in directives.indices.reversed() {
      directives[index].last = directives[index].next.map { directives[$0].last } ?? index
      let body = directives[index].body
      directives[index].startsWithPeriod =
        tokens[body].kind == .period
        || tokens[body].kind == .poundIf && directives[Int(partners[body])].startsWithPeriod
    }
    for index in directives.indices where directives[index].kind == .poundIf {
      let previous = previous(of: directives[index].token, after: index == 0 ? nil : index - 1)
      directives[index].previous = previous
      directives[index].isPostfix =
        directives[index].startsWithPeriod && previous.map { tokens.endsOperand(at: $0) } == true
    }
  }
}

/// A clause of an `#if` whose end has not come.
private struct OpenClause {
  /// The directive that it starts with, by index in `TokenPairs.directives`.
  var directive: Int
  /// The innermost bracket that was open before the `#if`: each clause starts with it.
  let outer: UInt32
  /// That at the end of the first clause that changed it: what follows `#endif` goes on with it.
  var changed: UInt32?
}

/// The brackets that are open. A closed one is kept while another clause of an `#if` may start
/// with it.
private struct OpenBrackets {
  /// An open bracket, and the innermost ones that each kind of closing bracket can reach, maybe
  /// itself: `)` and `]` do not reach out of `{…}`. All by index in `all`.
  private struct Bracket {
    let token: UInt32
    let outer: UInt32
    var reach: Reach
  }

  private struct Reach {
    var parenthesis = TokenPairs.none
    var square = TokenPairs.none
    var brace = TokenPairs.none
  }

  private var all: [Bracket] = []
  /// By index in `all`.
  var innermost = TokenPairs.none
  /// Whether one has been passed that has no other one.
  var hasLone = false

  mutating func removeAll() {
    all.removeAll(keepingCapacity: true)
    innermost = TokenPairs.none
    hasLone = false
  }

  mutating func open(_ kind: BracketKind, at token: Int, keepsClosed: Bool) {
    // What is closed is written over.
    let index = keepsClosed ? all.count : isAnyOpen ? Int(innermost) + 1 : 0
    let number = UInt32(index)
    var reach = isAnyOpen ? all[Int(innermost)].reach : Reach()
    switch kind {
    case .parenthesis: reach.parenthesis = number
    case .square: reach.square = number
    case .brace: reach = Reach(brace: number)
    }
    let bracket = Bracket(token: UInt32(token), outer: innermost, reach: reach)
    if index < all.count { all[index] = bracket } else { all.append(bracket) }
    innermost = number
  }

  /// Closes the innermost bracket of that kind, and what is open in it: that stays alone.
  /// - Returns: its token; nil if there is none.
  mutating func close(_ kind: BracketKind) -> Int? {
    guard isAnyOpen else { return nil }
    let reach = all[Int(innermost)].reach
    let number =
      switch kind {
      case .parenthesis: reach.parenthesis
      case .square: reach.square
      case .brace: reach.brace
      }
    guard number != TokenPairs.none else { return nil }
    if number != innermost { hasLone = true }
    innermost = all[Int(number)].outer
    return Int(all[Int(number)].token)
  }

  private var isAnyOpen: Bool { innermost != TokenPairs.none }
}

private enum BracketKind {
  case parenthesis, square, brace
}

/// What a token does for the pairing.
private enum PairRole {
  case opening(BracketKind)
  case closing(BracketKind)
  case directive
}

extension TokenKind {
  /// - Parameter kinds: a bit for each kind.
  @inline(__always)
  fileprivate func isAmong(_ kinds: UInt64) -> Bool {
    kinds &>> UInt64(unsafeBitCast(self, to: UInt8.self)) & 1 == 1
  }

  fileprivate var pairRole: PairRole? {
    switch self {
    case .leftParen: .opening(.parenthesis)
    case .leftSquare: .opening(.square)
    case .leftBrace: .opening(.brace)
    case .rightParen: .closing(.parenthesis)
    case .rightSquare: .closing(.square)
    case .rightBrace: .closing(.brace)
    case .poundIf, .poundElseif, .poundElse, .poundEndif: .directive
    default: nil
    }
  }
}

/// A bit for each kind of token that has a role.
private let pairedKinds = (UInt8.min..<64).reduce(0 as UInt64) { bits, kind in
  TokenKind(rawValue: kind)?.pairRole == nil ? bits : bits | 1 << UInt64(kind)
}
