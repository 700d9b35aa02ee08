import SwiftLexer

/// Reads the notation of `ban`: a path of names with argument labels.
struct PatternParser {
  private var reader: NotationReader

  init(_ text: String) {
    reader = NotationReader(text)
  }

  mutating func parsePattern(into path: inout PatternPath) throws(PatternError) {
    try reader.refuseTrivia(in: "pattern")
    path.root = try parseRoot()
    if path.root == .loop { return try parseLoop(into: &path) }
    if path.root == .macro || path.root == .attribute {
      try parseMacroName(into: &path)
    } else {
      try parsePath(into: &path)
    }
    guard reader.next.kind == .endOfFile else { throw reader.failure(adviceOnUnexpected(reader)) }
  }

  /// Reads up to the first name.
  private mutating func parseRoot() throws(PatternError) -> PatternRoot {
    let first = reader.next
    if reader.skip(.pound) { return .macro }
    if reader.skip(.atSign) { return .attribute }
    if reader.skip(.period) { return .implicitMember }
    if reader.text(of: first) == "_" {
      reader.advance()
      guard reader.skip(.period) else {
        throw reader.failure("expected '.' and a member's name after '_'")
      }
      return .anyReceiver
    }
    if first.keyword == .import {
      reader.advance()
      try refuseKindOfImport()
      return .module
    }
    if first.keyword == .for { return .loop }
    if first.kind == .keyword { throw reader.failure(advice(for: first.keyword)) }
    guard first.kind != .endOfFile else { throw reader.failure("expected a name such as 'Date()'") }
    guard first.isWord else { throw reader.failure(adviceOnUnexpected(reader)) }
    try refuseModule(first)
    return .name
  }

  /// Its only name is `for`.
  private mutating func parseLoop(into path: inout PatternPath) throws(PatternError) {
    guard reader.bytes.elementsEqual(PatternRoot.loopText.utf8) else {
      throw reader.failure("a pattern of loops must be 'for _ in _'; 'receiver' says over what")
    }
    append(name: parseName(), isInitializer: false, firstLabel: nil, to: &path)
  }

  private func refuseModule(_ first: Token) throws(PatternError) {
    let name = reader.text(of: first)
    let isQualifier = reader.second.kind == .period && knownModules.contains(name)
    guard isQualifier || reader.second.kind == .colonColon else { return }
    throw reader.failure(
      "leave out the module '\(name)'; a pattern matches names qualified with it too")
  }

  private func refuseKindOfImport() throws(PatternError) {
    let next = reader.next
    if next.kind == .keyword || reader.second.isWord {
      let word = reader.text(of: next)
      throw reader.failure(
        "leave out '\(word)'; a pattern matches imports of a part of the module too")
    }
    guard next.isWord else { throw reader.failure("expected a module's name after 'import'") }
  }

  private mutating func parseMacroName(into path: inout PatternPath) throws(PatternError) {
    guard reader.next.isWord else { throw reader.failure("expected a name") }
    append(name: parseName(), isInitializer: false, firstLabel: nil, to: &path)
  }

  private mutating func parsePath(into path: inout PatternPath) throws(PatternError) {
    repeat {
      try parseComponent(into: &path)
      guard reader.next.kind == .period else { return }
      let last = path.components.last!
      if last.isInitializer && last.labels == nil {
        throw reader.failure("expected '(' and argument labels after 'init'")
      }
      reader.advance()
    } while true
  }

  /// Parses a name with its labels.
  private mutating func parseComponent(into path: inout PatternPath) throws(PatternError) {
    let token = reader.next
    guard token.isWord, reader.text(of: token) != "_" else {
      let isEnd = token.kind == .endOfFile && !path.components.isEmpty
      let advice = isEnd ? "; without it the pattern matches whatever member follows" : ""
      throw reader.failure("expected a member's name after '.'" + advice)
    }
    guard token.keyword != .`self` else { throw reader.failure("leave out '.self'") }
    let isInitializer = token.keyword == .`init`
    let name = parseName()
    let firstLabel = path.labels.count
    let isCall = reader.next.kind == .leftParen && path.root != .module
    if isCall { try parseLabels(into: &path) }
    append(
      name: name, isInitializer: isInitializer, firstLabel: isCall ? firstLabel : nil, to: &path)
  }

  private func append(
    name: Range<Int>, isInitializer: Bool, firstLabel: Int?, to path: inout PatternPath
  ) {
    reader.bytes.withUnsafeBufferPointer {
      path.append(name: name, in: $0, isInitializer: isInitializer, firstLabel: firstLabel)
    }
  }

  private mutating func parseName() -> Range<Int> {
    let name = reader.range(ofName: reader.next)
    reader.advance()
    return name
  }

  private mutating func parseLabels(into path: inout PatternPath) throws(PatternError) {
    reader.advance()
    while !reader.skip(.rightParen) {
      guard reader.next.kind != .endOfFile else {
        throw reader.failure("expected ')' after the labels" + adviceOnLabels)
      }
      guard reader.next.isWord, reader.second.kind == .colon else {
        throw reader.failure(
          "expected argument labels, each with a colon, e.g. '(_:)' or '(in:)'" + adviceOnLabels)
      }
      path.append(label: parseName())
      reader.advance()
    }
  }
}

// What to write in place of notations of other linters, which are not patterns.

/// Closes what is said of wrong labels.
let adviceOnLabels = "; a name without parentheses matches every call"

/// Advice on a keyword at the start of a pattern.
func advice(for keyword: Keyword) -> String {
  let word = "'\(keyword.rawValue)'"
  return switch keyword {
  case .`self`, .super, .Self:
    "a pattern cannot start with \(word); write '_.' for any receiver"
  case .try, .as:
    "\(word) is not the name of an API; "
      + "SwiftLint has the rule '\(keyword == .try ? "force_try" : "force_cast")' for it"
  case .associatedtype, .class, .enum, .extension, .func, .let, .protocol, .struct,
    .typealias, .var:
    "leave out \(word); a pattern matches the uses of a name, not its declaration"
  default:
    "\(word) is not a name; a pattern is the name of an API, e.g. 'Date()'"
  }
}

/// Advice on a token that cannot go on a pattern.
func adviceOnUnexpected(_ reader: NotationReader) -> String {
  let text = reader.text(of: reader.next)
  let kind = reader.next.kind
  switch kind {
  case .leftBrace:
    return
      "leave out the closure; a name or its label, e.g. '(block:)', matches with a closure"
  case .leftSquare:
    return "a pattern cannot contain brackets"
  case .postfixQuestionMark, .exclamationMark:
    return "leave out '\(text)'; a pattern matches optional chains too"
  case .backslash:
    return "a pattern cannot be a key path; write '_.' before a member to ban it on any receiver"
  case .comma:
    return "a pattern is one name; write an entry for each name"
  case .dollarIdentifier:
    return "leave out '\(text)'; write '_.' for any receiver"
  case .keyword where reader.next.keyword == .import:
    return "leave out what stands before 'import'; a pattern matches imports of any kind"
  default:
    let isFirst = reader.next.start == 0
    return kind.isOperator
      ? advice(onOperator: text, isFirst: isFirst) : "unexpected '\(text)' in a pattern"
  }
}

private func advice(onOperator text: String, isFirst: Bool) -> String {
  if text.hasPrefix("<") { return "leave out the generic arguments; a pattern matches with any" }
  if text.contains(where: { "*^|".contains($0) }) {
    return "a pattern is not a regular expression or a glob; write the whole name, e.g. 'Date()'"
  }
  if text == "-", !isFirst {
    return "a pattern cannot contain an operator; write a Swift name, not the id of a rule"
  }
  return "a pattern cannot contain an operator"
}

/// Reads a pattern again that is ASCII names, periods and argument labels without a blank, as
/// nearly all are, in a fifth of the time that `PatternParser` takes. `PatternParser` has checked
/// the text; it reads all other patterns again, too.
struct PlainPatternReader {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var offset = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
  }

  /// Passes on each part as it is read, so that a caller that needs one part needs no memory for
  /// the rest.
  /// - Parameters:
  ///   - label: takes those of a call before `component` takes its name.
  /// - Returns: nil if the text is not a plain pattern, whatever has been passed on.
  @inline(__always)
  mutating func readPattern(
    label: (Range<Int>) -> Void, component: (PatternPath.Component) -> Void
  ) -> PatternRoot? {
    let root = readRoot()
    var labelCount = 0
    repeat {
      guard let name = readName() else { return nil }
      let firstLabel = labelCount
      let isCall = skip("(")
      while isCall, !skip(")") {
        guard let text = readName(), skip(":") else { return nil }
        label(text)
        labelCount += 1
      }
      let isInitializer = spells("init", name)
      // Nothing can follow an initializer whose labels are not written.
      if isInitializer, !isCall, offset < bytes.count { return nil }
      PatternPath.Component.read(
        name: name, in: bytes, isInitializer: isInitializer,
        labels: isCall ? firstLabel..<labelCount : nil, to: component)
    } while skip(".")
    return offset == bytes.count ? root : nil
  }

  private mutating func readRoot() -> PatternRoot {
    if skip(".") { return .implicitMember }
    guard bytes.count > 2, bytes[0] == UInt8(ascii: "_"), bytes[1] == UInt8(ascii: ".") else {
      return .name
    }
    offset = 2
    return .anyReceiver
  }

  private mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard offset < bytes.count, bytes[offset] == UInt8(ascii: character) else { return false }
    offset += 1
    return true
  }

  /// A name or a keyword.
  private mutating func readName() -> Range<Int>? {
    let start = offset
    var end = start
    while end < bytes.count, bytes[end].isNameByte { end &+= 1 }
    offset = end
    guard start < end, !bytes[start].isDigit else { return nil }
    return start..<end
  }

  private func spells(_ word: StaticString, _ name: Range<Int>) -> Bool {
    name.count == word.utf8CodeUnitCount
      && bytes[name].elementsEqual(
        UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount))
  }
}

extension UInt8 {
  /// Whether it is a letter, as most are, a digit or an underscore.
  fileprivate var isNameByte: Bool {
    (self | 0x20) &- UInt8(ascii: "a") < 26 || isDigit || self == UInt8(ascii: "_")
  }
}

/// A cursor over the tokens of a short text in a rule file, a pattern or a scope.
struct NotationReader {
  let bytes: [UInt8]
  private let tokens: [Token]
  private let comments: [Trivia]
  private var index = 0

  init(_ text: String) {
    bytes = Array(text.utf8)
    let source = lex(bytes)
    tokens = source.tokens
    comments = source.trivia
  }

  /// The next token; `.endOfFile` again and again at the end.
  var next: Token { tokens[index] }

  /// The token after the next.
  var second: Token { tokens[min(index + 1, tokens.count - 1)] }

  /// The text where `token` stands.
  func text(of token: Token) -> String {
    String(decoding: bytes[token.start..<token.end], as: UTF8.self)
  }

  /// The text of a name without its backticks.
  func name(of token: Token) -> String {
    String(decoding: bytes[range(ofName: token)], as: UTF8.self)
  }

  /// Where the name stands in the text, without its backticks.
  func range(ofName token: Token) -> Range<Int> {
    token.kind == .rawIdentifier ? token.start + 1..<token.end - 1 : token.start..<token.end
  }

  mutating func advance() {
    index = min(index + 1, tokens.count - 1)
  }

  /// The error at the next token.
  func failure(_ message: String) -> PatternError {
    PatternError(message: message, offset: next.start)
  }

  /// Passes the next token if it is of that kind.
  mutating func skip(_ kind: TokenKind) -> Bool {
    guard next.kind == kind else { return false }
    advance()
    return true
  }

  /// Throws at a comment, or at bytes that are no Swift.
  func refuseTrivia(in notation: String) throws(PatternError) {
    guard let first = comments.first else { return }
    let isComment = first.kind != .unexpectedText
    throw PatternError(
      message: isComment
        ? "a \(notation) cannot contain a comment" : "a \(notation) must contain only Swift names",
      offset: first.start)
  }
}
