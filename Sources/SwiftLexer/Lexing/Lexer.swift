/// Lexes the bytes of one file. Any bytes will do: bytes that are not Swift become tokens or
/// trivia.
package func lex(_ bytes: [UInt8]) -> LexedSource {
  var source = LexedSource()
  bytes.withUnsafeBufferPointer { lex($0, into: &source) }
  return source
}

/// Lexes the bytes of one file, less than 4 GiB, into arrays whose memory is used again.
/// - Parameter sought: the words that are marked among the tokens.
package func lex(
  _ bytes: UnsafeBufferPointer<UInt8>, marking sought: SoughtWords = .all,
  into output: inout LexedSource
) {
  sought.withMarks { lex(bytes, marking: $0, into: &output) }
}

private func lex(
  _ bytes: UnsafeBufferPointer<UInt8>, marking sought: SoughtWords.Marks,
  into output: inout LexedSource
) {
  precondition(bytes.count < Int(UInt32.max), "offsets are 32 bits wide")
  output.tokens.removeAll(keepingCapacity: true)
  output.trivia.removeAll(keepingCapacity: true)
  // This is about the number of tokens; an array that has to grow is copied, over and over.
  output.tokens.reserveCapacity(bytes.count / 4)
  withUnsafeTemporaryAllocation(of: Token.self, capacity: Lexer.stagingCapacity) { staging in
    withUnsafeTemporaryAllocation(of: ByteBlock.self, capacity: Lexer.blockCapacity + 1) { blocks in
      var lexer = Lexer(
        source: SourceBytes(bytes: bytes), sought: sought, staging: staging, blocks: blocks)
      swap(&lexer.output, &output)
      lexer.lexFile()
      swap(&lexer.output, &output)
    }
  }
}

/// The state between two tokens.
///
/// The rules are those of the parser that ships with Swift 6.3. It looks ahead in some places, as
/// far as the end of the file; `lookahead` remembers what was found, so that no byte is looked at
/// more than a constant number of times.
struct Lexer: ~Copyable {
  let source: SourceBytes
  let keywords = KeywordTable.shared
  let traits = ByteTraits.table
  let sought: SoughtWords.Marks
  var output = LexedSource()
  /// The last tokens, at least two if there are so many. The others are in `output` already, moved
  /// there many at a time, as one by one takes a third longer.
  let staging: UnsafeMutableBufferPointer<Token>
  var stagedCount = 0
  static let stagingCapacity = 512
  /// The classes of the next bytes, for `lexBlocks`.
  let blocks: UnsafeMutableBufferPointer<ByteBlock>
  /// The offset of the next byte.
  var position = 0
  /// Whether a newline, or nothing but the start of the file, lies since the last token.
  var isAtLineStart = true
  /// The number of tokens before the last newline outside comments and literals.
  var lineTokenCount = 0
  /// The strings around `position`, each in an interpolation; the innermost is last.
  var interpolatedStrings: [StringDelimiter] = []
  /// The last interruption of the parser's lexer, which forgets there: the number of tokens before
  /// it, and its cause. At a start all is forgotten, after a conflict on the last token's line all
  /// but that token.
  var interruption = (tokenCount: 0, cause: Interruption.start)
  enum Interruption { case start, conflictOnLine, brokenString }
  var lookahead = Lookahead()

  fileprivate mutating func lexFile() {
    while position < source.count { lexBlocks() }
    finish()
  }

  /// Adds the end of the file.
  mutating func finish() {
    emit(.endOfFile, to: source.count)
    moveStagedTokens(keeping: 0)
  }

  /// Reads the token or trivia that begins with the byte at `position`.
  mutating func lexToken() {
    switch source[position] {
    case " ", "\t", "\u{B}", "\u{C}": position += 1
    case "\n", "\r": lexNewline()
    case "a"..."z", "A"..."Z", "_": lexWord()
    case "0"..."9": lexNumber()
    case "(": lexParen(.leftParen, opening: 1)
    case ")": lexParen(.rightParen, opening: -1)
    case "[": emit(.leftSquare, to: position + 1)
    case "]": emit(.rightSquare, to: position + 1)
    case "{": emit(.leftBrace, to: position + 1)
    case "}": emit(.rightBrace, to: position + 1)
    case ",": emit(.comma, to: position + 1)
    case ";": emit(.semicolon, to: position + 1)
    case "@": emit(.atSign, to: position + 1)
    case "\\": emit(.backslash, to: position + 1)
    case ":" where source.byte(at: position + 1) == ":": emit(.colonColon, to: position + 2)
    case ":": emit(.colon, to: position + 1)
    case "!" where source.isLeftBound(position): emit(.exclamationMark, to: position + 1)
    case "?" where source.isLeftBound(position): emit(.postfixQuestionMark, to: position + 1)
    case "=", "-", "+", "*", "%", "&", "|", "^", "~", ".", "!", "?": lexOperator()
    case "<": if !lexConflictMarker(), !lexPlaceholder() { lexOperator() }
    case ">": if !lexConflictMarker() { lexOperator() }
    case "/": if !lexComment() { lexOperator() }
    case "\"", "'": lexString(pounds: 0)
    case "#": lexPound()
    case "`": lexRawIdentifier()
    case "$": lexDollarIdentifier()
    default: lexOther()
    }
  }

  /// Adds the token from `position` to `end` and goes on there.
  @inline(__always)
  mutating func emit(
    _ kind: TokenKind, to end: Int, keyword: Keyword = .none, isMarked: Bool? = nil
  ) {
    let token = Token(
      offset: UInt32(truncatingIfNeeded: position),
      length: UInt32(truncatingIfNeeded: end &- position), isAtLineStart: isAtLineStart,
      kind: kind, keyword: keyword, isMarked: isMarked ?? kind.mayBeSought)
    staging.initializeElement(at: stagedCount, to: token)
    stagedCount &+= 1
    isAtLineStart = false
    position = end
    if stagedCount == Self.stagingCapacity { moveStagedTokens(keeping: 2) }
  }

  @inline(never)
  mutating func moveStagedTokens(keeping keptCount: Int) {
    let movedCount = stagedCount - keptCount
    output.tokens.append(contentsOf: staging[..<movedCount])
    for index in 0..<keptCount { staging[index] = staging[movedCount + index] }
    stagedCount = keptCount
  }

  /// Adds the trivia from `position` to `end` and goes on there.
  mutating func emit(_ kind: TriviaKind, to end: Int) {
    output.trivia.append(
      Trivia(offset: UInt32(position), length: UInt32(end - position), kind: kind))
    position = end
  }

  var tokenCount: Int { output.tokens.count + stagedCount }

  /// The last token, or the one before it; nil if there are fewer tokens.
  func lastToken(_ index: Int = 1) -> Token? {
    index <= stagedCount ? staging[stagedCount - index] : nil
  }

  /// The token before `position`; nil where the parser's lexer knows of none.
  var previousToken: Token? {
    let isForgotten =
      interruption.tokenCount == tokenCount && interruption.cause != .conflictOnLine
    return isForgotten ? nil : lastToken()
  }
}

extension TokenKind {
  /// Whether a token of the kind is marked, where its word was not looked at.
  @inline(__always)
  fileprivate var mayBeSought: Bool {
    switch self {
    case .identifier, .rawIdentifier, .poundIf, .poundElseif, .poundElse, .poundEndif, .endOfFile:
      true
    default: false
    }
  }
}

/// The findings of the lexer beyond the current token, so that it need not look again. As it only
/// goes forward, it is enough to know up to where something holds.
struct Lookahead {
  /// Whether no conflict ends in the rest of the file.
  var lacksConflictEnd = false, lacksPerforceConflictEnd = false
  /// The offset of the next `#>`, or of the end of the line without one.
  var placeholderEnd = (offset: -1, isFound: false)
  /// The end of the run of `#`.
  var endOfPounds = 0
  /// The end of the operator characters, if a dot or another one begins the operator.
  var endOfDottedOperators = 0, endOfOperators = 0
  /// No text in curly quotes that begins before this offset has an end.
  var endOfOpenCurlyQuotes = 0
  /// The `"###` on the line.
  var quotes = PoundRuns()
  /// The `/###` in the rest of the file, once a regex literal has no end, and in the last regex.
  var slashes = PoundRuns()
  var passedSlashes = PoundRuns()
}

/// The delimiters with `#`s after them in a stretch of the file, but for those before one that has
/// as many or more: what remains tells for every offset the longest run of `#` from there on.
struct PoundRuns {
  /// The offset of the end of the stretch.
  var end = 0
  private(set) var runs: [(delimiter: Int, pounds: Int)] = []
  private var firstIndex = 0

  mutating func restart(from start: Int) {
    runs.removeAll(keepingCapacity: true)
    firstIndex = 0
    end = start
  }

  mutating func append(delimiterAt delimiter: Int, pounds: Int) {
    while let last = runs.last, last.pounds <= pounds { runs.removeLast() }
    runs.append((delimiter, pounds))
  }

  /// The longest run of `#` after a delimiter at `offset` or later. Offsets rise from call to call.
  mutating func longest(from offset: Int) -> Int {
    while firstIndex < runs.count, runs[firstIndex].delimiter < offset { firstIndex += 1 }
    return firstIndex < runs.count ? runs[firstIndex].pounds : 0
  }
}

/// Appends the tokens of a file: a line `F`, path, size; then for each token and comment a line of
/// its offset from 0, its length and its class, e.g. `12⇥3⇥word`. Sizes are in bytes.
package func dumpTokens(of bytes: [UInt8], path: [UInt8], into output: inout [UInt8]) {
  let source = lex(bytes)
  output += "F\t".utf8
  output += path
  output += "\t\(bytes.count)\n".utf8
  var triviaIndex = 0
  for token in source.tokens {
    while triviaIndex < source.trivia.count, source.trivia[triviaIndex].offset < token.offset {
      let trivia = source.trivia[triviaIndex]
      output += "\(trivia.offset)\t\(trivia.length)\t\(trivia.kind.rawValue)\n".utf8
      triviaIndex += 1
    }
    output += "\(token.offset)\t\(token.length)\t\(token.kind.dumpName)\n".utf8
  }
}

extension TokenKind {
  fileprivate var dumpName: String {
    switch self {
    case .identifier, .keyword: "word"
    case .rawIdentifier: "rawWord"
    case .dollarIdentifier: "dollar"
    case .placeholder: "placeholder"
    case .integerLiteral: "int"
    case .floatLiteral: "float"
    case .openQuote, .closeQuote: "quote"
    case .stringPounds: "strPounds"
    case .regexSlash: "regexSlash"
    case .regexPounds: "regexPounds"
    case .regexBody: "regexBody"
    case .interpolationBackslash, .leftParen, .rightParen, .leftSquare, .rightSquare, .leftBrace,
      .rightBrace, .comma, .colon, .colonColon, .semicolon, .atSign, .backslash, .backtick:
      "punct"
    case .pound, .poundIf, .poundElseif, .poundElse, .poundEndif, .poundAvailable,
      .poundUnavailable, .poundSourceLocation:
      "hash"
    case .period, .arrow, .equal, .prefixAmpersand, .exclamationMark, .postfixQuestionMark,
      .infixQuestionMark, .prefixOperator, .binaryOperator, .postfixOperator:
      "op"
    case .shebang: "shebang"
    case .unknown: "unknown"
    case .endOfFile: "eof"
    }
  }
}
