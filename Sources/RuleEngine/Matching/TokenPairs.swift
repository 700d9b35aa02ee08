import SwiftLexer

/// Which tokens of a file belong together: brackets, and the directives of each `#if`.
///
/// It is made once for a file, so that skipping what is in brackets costs nothing.
struct TokenPairs {
  /// By token: the other bracket of a bracket, the index in `directives` of a directive, what
  /// `GenericArguments.swift` found at a `<`; else `none`.
  var partners: [UInt32] = []
  private(set) var directives: [Directive] = []
  private var openBrackets: [UInt32] = []
  private var openClauses: [Int] = []

  static let none = UInt32.max

  /// Fills it anew for the tokens of a file.
  mutating func pair(_ tokens: SourceTokens) {
    partners.removeAll(keepingCapacity: true)
    partners.append(contentsOf: repeatElement(Self.none, count: tokens.count))
    openBrackets.removeAll(keepingCapacity: true)
    var hasDirectives = false
    for index in tokens.indices {
      let kind = tokens[index].kind
      guard let role = kind.pairRole else { continue }
      switch role {
      case .opening: openBrackets.append(UInt32(index))
      case .closing: close(kind, at: index, in: tokens)
      case .directive: hasDirectives = true
      }
    }
    directives.removeAll(keepingCapacity: true)
    if hasDirectives { pairDirectives(of: tokens) }
  }

  /// The other bracket; nil for one that stands alone.
  func partner(of index: Int) -> Int? {
    let partner = partners[index]
    return partner == Self.none ? nil : Int(partner)
  }

  /// Pairs a closing bracket with the innermost open one of its kind. An open one of another kind
  /// in between stays alone, but that `)` and `]` do not reach out of `{…}`.
  private mutating func close(_ kind: TokenKind, at index: Int, in tokens: SourceTokens) {
    let opening = kind.openingBracket
    while let open = openBrackets.last {
      let openKind = tokens[Int(open)].kind
      if openKind == .leftBrace && opening != .leftBrace { return }
      openBrackets.removeLast()
      guard openKind == opening else { continue }
      partners[Int(open)] = UInt32(index)
      partners[index] = open
      return
    }
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

  /// The `#endif` that ends the clause of a directive; nil where it is missing.
  func endDirective(of directive: Directive) -> Directive? {
    let last = directives[directives[directive.opener].last]
    return last.kind == .poundEndif ? last : nil
  }

  private mutating func pairDirectives(of tokens: SourceTokens) {
    openClauses.removeAll(keepingCapacity: true)
    var index = 0
    while index < tokens.count {
      guard tokens[index].kind.pairRole == .directive else {
        index += 1
        continue
      }
      index = addDirective(at: index, of: tokens)
    }
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

  /// Adds the directive at `index`; the result is the first token after its line.
  private mutating func addDirective(at index: Int, of tokens: SourceTokens) -> Int {
    let kind = tokens[index].kind
    let number = directives.count
    let clause = kind == .poundIf ? nil : openClauses.popLast()
    if let clause { directives[clause].next = number }
    if kind != .poundEndif { openClauses.append(number) }
    let body = endOfCondition(from: index + 1, of: tokens)
    let opener = clause.map { directives[$0].opener } ?? number
    partners[index] = UInt32(number)
    directives.append(Directive(token: index, kind: kind, body: body, opener: opener))
    return body
  }

  /// A condition ends with its line, unless a parenthesis is open there.
  private func endOfCondition(from start: Int, of tokens: SourceTokens) -> Int {
    var index = start
    while !tokens[index].isAtLineStart && tokens[index].kind != .endOfFile {
      let isOpening = tokens[index].kind == .leftParen
      index = (isOpening ? partner(of: index) ?? index : index) + 1
    }
    return index
  }
}

/// What a token does for the pairing.
private enum PairRole {
  case opening, closing, directive
}

extension TokenKind {
  fileprivate var pairRole: PairRole? {
    switch self {
    case .leftParen, .leftSquare, .leftBrace: .opening
    case .rightParen, .rightSquare, .rightBrace: .closing
    case .poundIf, .poundElseif, .poundElse, .poundEndif: .directive
    default: nil
    }
  }

  /// The kind that a closing bracket closes.
  fileprivate var openingBracket: TokenKind {
    switch self {
    case .rightParen: .leftParen
    case .rightSquare: .leftSquare
    default: .leftBrace
    }
  }
}
