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
    if path.root == .macro || path.root == .attribute {
      try parseMacroName(into: &path)
    } else {
      try parsePath(into: &path)
    }
    guard reader.next.kind == .endOfFile else { throw unexpected() }
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
        throw failure("expected '.' and a member's name after '_'")
      }
      return .anyReceiver
    }
    if first.kind == .keyword {
      let word = reader.text(of: first)
      throw failure("a pattern cannot start with '\(word)'; write '_.' for any receiver")
    }
    guard first.kind != .endOfFile else { throw failure("expected a name such as 'Date()'") }
    guard first.isWord else { throw unexpected() }
    try refuseModule(first)
    return .name
  }

  private func refuseModule(_ first: Token) throws(PatternError) {
    let name = reader.text(of: first)
    let isQualifier = reader.second.kind == .period && knownModules.contains(name)
    guard isQualifier || reader.second.kind == .colonColon else { return }
    throw failure("leave out the module '\(name)'; a pattern matches names qualified with it too")
  }

  private mutating func parseMacroName(into path: inout PatternPath) throws(PatternError) {
    guard reader.next.isWord else { throw failure("expected a name") }
    append(name: parseName(), isInitializer: false, firstLabel: nil, to: &path)
  }

  private mutating func parsePath(into path: inout PatternPath) throws(PatternError) {
    repeat {
      try parseComponent(into: &path)
      guard reader.next.kind == .period else { return }
      let last = path.components.last!
      if last.isInitializer && last.labels == nil {
        throw failure("expected '(' and argument labels after 'init'")
      }
      reader.advance()
    } while true
  }

  /// One name with its labels.
  private mutating func parseComponent(into path: inout PatternPath) throws(PatternError) {
    let token = reader.next
    guard token.isWord, reader.text(of: token) != "_" else {
      throw failure("expected a member's name after '.'")
    }
    guard token.keyword != .`self` else { throw failure("leave out '.self'") }
    let isInitializer = token.keyword == .`init`
    let name = parseName()
    let firstLabel = path.labels.count
    let isCall = reader.next.kind == .leftParen
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
      guard reader.next.kind != .endOfFile else { throw failure("expected ')' after the labels") }
      guard reader.next.isWord, reader.second.kind == .colon else {
        throw failure("expected argument labels, each with a colon, e.g. '(_:)' or '(in:)'")
      }
      path.append(label: parseName())
      reader.advance()
    }
  }

  /// What is wrong with a token that cannot go on a pattern.
  private func unexpected() -> PatternError {
    let text = reader.text(of: reader.next)
    let kind = reader.next.kind
    if kind == .leftBrace {
      return failure("a pattern holds no closure; write the closure's argument label")
    }
    if kind == .leftSquare {
      return failure("a pattern holds no brackets")
    }
    if kind == .postfixQuestionMark || kind == .exclamationMark {
      return failure("leave out '\(text)'; a pattern matches optional chains too")
    }
    if kind.isOperator && text.hasPrefix("<") {
      return failure("leave out the generic arguments; a pattern matches with any")
    }
    if kind.isOperator {
      return failure("a pattern holds no operator")
    }
    return failure("unexpected '\(text)' in a pattern")
  }

  private func failure(_ message: String) -> PatternError {
    PatternError(message: message, offset: reader.next.start)
  }
}
