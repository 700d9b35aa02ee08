import SwiftLexer

/// A text to write in place of a banned use, e.g. `Date(): Date.current`.
package struct Replacement: Equatable, Sendable {
  package let pattern: Pattern
  /// As written in the rule file; `$1`… stand for the arguments of the pattern, `$*` for all that
  /// a call has.
  package let text: String
  package let template: ReplacementTemplate

  /// Reads the new text with the tool's own lexer: one Swift expression, or for a macro or an
  /// attribute its new name.
  package init(of pattern: Pattern, parsing text: String) throws(PatternError) {
    (self.pattern, self.text) = (pattern, text)
    template = try ReplacementTemplate(parsing: text, of: pattern)
  }
}

/// The text that replaces a use, taken apart at its arguments.
package struct ReplacementTemplate: Equatable, Sendable {
  package enum Piece: Equatable, Sendable {
    case text(String)
    /// - Parameter number: of the argument, from 0.
    case argument(number: Int, ArgumentPlace)
    /// All arguments with their labels, as they stand.
    /// - Parameter isBeforeComma: whether others follow in the text.
    case allArguments(isBeforeComma: Bool)
  }

  package private(set) var pieces: [Piece] = []
  /// Whether it is an operand as a whole, so that it needs no parentheses wherever it stands.
  package private(set) var isOperand = false
  /// Whether it is an implicit member, such as `.current`.
  package private(set) var startsWithPeriod = false
  /// Whether its first and its last character could be part of a name.
  package private(set) var startsWithName = false
  package private(set) var endsWithName = false
  /// The names in it, without argument labels: `Date` and `current`.
  package private(set) var names: [String] = []
  /// The name that is used last, not counting arguments: `current`.
  package private(set) var lastName: String?

  /// How many times an argument is written, or all of them are.
  package var argumentCount: Int {
    pieces.count { if case .text = $0 { false } else { true } }
  }

  /// Whether all arguments are written.
  package var hasAllArguments: Bool {
    pieces.contains { if case .allArguments = $0 { true } else { false } }
  }
}

/// Where in the new text an argument stands, which says how it is written.
package enum ArgumentPlace: Sendable {
  /// Alone in parentheses or between commas: as it is.
  case whole
  /// Beside an operator: in parentheses unless it is an operand.
  case operand
  /// Before a period: in parentheses also if it is a number, since `1.5.x` is not valid.
  case receiver
  /// After an operand, as in `queue.async $1`: only a trailing closure can stand there.
  case trailingClosure
}

extension ReplacementTemplate {
  init(parsing text: String, of pattern: Pattern) throws(PatternError) {
    let bytes = Array(text.utf8)
    let source = lex(bytes)
    try bytes.withUnsafeBufferPointer { bytes throws(PatternError) in
      try source.tokens.withUnsafeBufferPointer { tokens throws(PatternError) in
        let tokens = SourceTokens(bytes: bytes, tokens: tokens)
        let pairs = TokenPairs(tokens)
        try Self.check(tokens, pairs, source.trivia)
        try read(tokens, pairs, of: pattern)
      }
    }
  }

  private static let isNoExpression = "a replacement must be a Swift expression"

  /// Throws at what would break the file that the text is written into.
  private static func check(
    _ tokens: SourceTokens, _ pairs: TokenPairs, _ trivia: [Trivia]
  ) throws(PatternError) {
    if let first = trivia.first {
      let isComment = first.kind != .unexpectedText
      throw PatternError(
        message: isComment ? "a replacement cannot contain a comment" : isNoExpression,
        offset: first.start)
    }
    var openQuotes: [Int] = []
    for index in tokens.indices {
      let token = tokens[index]
      switch token.kind {
      case .leftParen, .leftSquare, .leftBrace, .rightParen, .rightSquare, .rightBrace:
        guard pairs.partner(of: index) == nil else { continue }
        let bracket = String(decoding: tokens.text(at: index), as: UTF8.self)
        throw PatternError(
          message: "this '\(bracket)' has no partner in the replacement", offset: token.start)
      case .openQuote:
        openQuotes.append(token.start)
      case .closeQuote:
        _ = openQuotes.popLast()
      case .semicolon, .backtick, .unknown, .shebang, .poundIf, .poundElseif, .poundElse,
        .poundEndif, .poundSourceLocation:
        throw PatternError(message: isNoExpression, offset: token.start)
      default:
        break
      }
    }
    if let quote = openQuotes.first {
      throw PatternError(message: "this string is not closed in the replacement", offset: quote)
    }
  }

  private mutating func read(
    _ tokens: SourceTokens, _ pairs: TokenPairs, of pattern: Pattern
  ) throws(PatternError) {
    let end = tokens.count - 1
    var subject: String { "the replacement of '\(pattern.text)'" }
    var first = 0
    if pattern.root == .anyReceiver {
      // The receiver stays where it is, so `_.shuffled(using: $1)` begins with its name.
      if tokens.isWord("_", at: first) { first += 1 }
      if tokens[first].kind == .period { first += 1 }
      guard tokens[first].isWord else {
        let message = "the replacement of a member must begin with a member's name"
        throw PatternError(message: message, offset: tokens[first].start)
      }
    }
    if pattern.root == .module {
      guard tokens[first].keyword == .import else {
        throw PatternError(message: "\(subject) must begin with 'import'", offset: 0)
      }
      first += 1
    }
    guard first < end else { throw PatternError(message: Self.isNoExpression, offset: 0) }
    var name = first
    if pattern.root == .attribute {
      guard tokens[first].kind == .atSign else {
        throw PatternError(message: "\(subject) must begin with '@'", offset: 0)
      }
      name += 1
    }
    let isPath = (name..<end).allSatisfy { tokens[$0].isWord || tokens[$0].kind == .period }
    isOperand = isOperandExpression(name..<end, in: tokens, pairs)
    guard isOperand ? isPath || pattern.root != .module : pattern.root.allowsOperators else {
      let message = "\(subject) must be a name or a call"
      throw PatternError(message: message, offset: tokens[name].start)
    }
    startsWithPeriod = tokens[first].kind == .period
    startsWithName = tokens[first].isNameLike
    endsWithName = tokens[end - 1].isNameLike
    readNames(first..<end, tokens, pairs)
    try readPieces(first..<end, tokens, of: pattern)
  }

  private mutating func readPieces(
    _ range: Range<Int>, _ tokens: SourceTokens, of pattern: Pattern
  ) throws(PatternError) {
    var start = tokens[range.lowerBound].start
    func text(to end: Int) -> Piece {
      .text(String(decoding: tokens.bytes[start..<end], as: UTF8.self))
    }
    for index in range {
      let token = tokens[index]
      if tokens.isAllArguments(index) {
        try Self.checkAllArguments(at: index, tokens, of: pattern)
        let isBeforeComma = tokens[index + 2].kind == .comma
        pieces += [text(to: token.start), .allArguments(isBeforeComma: isBeforeComma)]
        start = tokens[index + 1].end
      }
      guard let number = tokens.argumentNumber(at: index), 0 < number else { continue }
      guard number <= pattern.argumentCount else {
        throw PatternError(
          message: "'\(pattern.text)' has no argument for '$\(number)'", offset: token.start)
      }
      if start < token.start { pieces.append(text(to: token.start)) }
      let place = tokens.argumentPlace(at: index, in: range)
      pieces.append(.argument(number: number - 1, place))
      start = token.end
    }
    let end = tokens[range.upperBound - 1].end
    if start < end { pieces.append(text(to: end)) }
  }

  private static func checkAllArguments(
    at index: Int, _ tokens: SourceTokens, of pattern: Pattern
  ) throws(PatternError) {
    var mistake: String?
    if !pattern.root.isExpression
      || pattern.components.dropLast().contains(where: { $0.labels != nil })
    {
      mistake = "stands for the arguments of one call, and '\(pattern.text)' has none"
    } else if !tokens.isWholeArgument(index..<index + 2) {
      mistake = "must stand alone in the parentheses of a call, or between commas there"
    }
    if let mistake { throw PatternError(message: "'$*' \(mistake)", offset: tokens[index].start) }
  }

  private mutating func readNames(
    _ range: Range<Int>, _ tokens: SourceTokens, _ pairs: TokenPairs
  ) {
    var endOfBrackets = range.lowerBound
    for index in range {
      let token = tokens[index]
      if endOfBrackets <= index, let partner = pairs.partner(of: index) { endOfBrackets = partner }
      guard token.kind == .identifier || token.kind == .rawIdentifier,
        tokens[index + 1].kind != .colon
      else { continue }
      names.append(String(decoding: tokens.text(at: index), as: UTF8.self))
      if endOfBrackets <= index { lastName = names.last }
    }
  }
}

extension Pattern {
  /// The number of arguments of the calls in it.
  var argumentCount: Int {
    components.reduce(0) { $0 + ($1.labels?.count ?? 0) }
  }
}

extension SourceTokens {
  /// Whether `$*` stands there.
  fileprivate func isAllArguments(_ index: Int) -> Bool {
    tokens[index].kind == .dollarIdentifier && tokens[index].end == tokens[index].start + 1
      && tokens[index + 1].kind.isOperator && text(at: index + 1).elementsEqual("*".utf8)
      && tokens[index + 1].start == tokens[index].end
  }

  /// Whether the tokens, which have no label, are all between parentheses and commas of a call.
  fileprivate func isWholeArgument(_ range: Range<Int>) -> Bool {
    guard 1 < range.lowerBound else { return false }
    let (before, after) = (tokens[range.lowerBound - 1].kind, tokens[range.upperBound].kind)
    return (before == .leftParen && endsOperand(at: range.lowerBound - 2) || before == .comma)
      && (after == .rightParen || after == .comma)
  }

  /// The 1 of `$1`.
  fileprivate func argumentNumber(at index: Int) -> Int? {
    guard tokens[index].kind == .dollarIdentifier else { return nil }
    return Int(String(decoding: text(at: index).dropFirst(), as: UTF8.self))
  }

  /// - Parameter range: the tokens of the whole text.
  fileprivate func argumentPlace(at index: Int, in range: Range<Int>) -> ArgumentPlace {
    let next = tokens[index + 1].kind
    guard range.lowerBound < index else { return next == .period ? .receiver : .operand }
    if endsOperand(at: index - 1) { return .trailingClosure }
    let isLabelled =
      range.lowerBound + 2 < index && tokens[index - 1].kind == .colon && tokens[index - 2].isWord
    let previous = tokens[isLabelled ? index - 3 : index - 1].kind
    let isWhole =
      (previous == .leftParen || previous == .leftSquare || previous == .comma)
      && (next == .rightParen || next == .rightSquare || next == .comma)
    if isWhole { return .whole }
    return next == .period ? .receiver : .operand
  }
}
