import SwiftLexer

/// Reads the notation of `ban`: a path of names with argument labels.
struct PatternParser {
  private var reader: NotationReader

  init(_ text: String) {
    reader = NotationReader(text)
  }

  mutating func parsePattern() throws(PatternError) -> (PatternRoot, [PatternComponent]) {
    try reader.refuseTrivia(in: "pattern")
    let root = try parseRoot()
    let components =
      root == .macro || root == .attribute ? [try parseMacroName()] : try parsePath(from: root)
    guard reader.next.kind == .endOfFile else { throw unexpected() }
    return (root, components)
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

  private mutating func parseMacroName() throws(PatternError) -> PatternComponent {
    guard reader.next.isWord else { throw failure("expected a name") }
    return PatternComponent(name: parseName(), isInitializer: false, labels: nil)
  }

  private mutating func parsePath(
    from root: PatternRoot
  ) throws(PatternError) -> [PatternComponent] {
    var components: [PatternComponent] = []
    repeat {
      try parseComponent(into: &components)
      guard reader.next.kind == .period else { return components }
      if components.last!.isInitializer && components.last!.labels == nil {
        throw failure("expected '(' and argument labels after 'init'")
      }
      reader.advance()
    } while true
  }

  /// One name with its labels.
  private mutating func parseComponent(
    into components: inout [PatternComponent]
  ) throws(PatternError) {
    let token = reader.next
    guard token.isWord, reader.text(of: token) != "_" else {
      throw failure("expected a member's name after '.'")
    }
    guard token.keyword != .`self` else { throw failure("leave out '.self'") }
    let isInitializer = token.keyword == .`init`
    let name = parseName()
    let labels = reader.next.kind == .leftParen ? try parseLabels() : nil
    components.append(name: name, isInitializer: isInitializer, labels: labels)
  }

  private mutating func parseName() -> String {
    let name = reader.name(of: reader.next)
    reader.advance()
    return name
  }

  private mutating func parseLabels() throws(PatternError) -> [String] {
    reader.advance()
    var labels: [String] = []
    while !reader.skip(.rightParen) {
      guard reader.next.kind != .endOfFile else { throw failure("expected ')' after the labels") }
      guard reader.next.isWord, reader.second.kind == .colon else {
        throw failure("expected argument labels, each with a colon, e.g. '(_:)' or '(in:)'")
      }
      labels.append(parseName())
      reader.advance()
    }
    return labels
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

extension [PatternComponent] {
  /// Adds a name with its labels; a type's name with labels is the type and its initializer.
  mutating func append(name: String, isInitializer: Bool, labels: [String]?) {
    let component = PatternComponent(name: name, isInitializer: isInitializer, labels: labels)
    if labels != nil, component.isType {
      append(PatternComponent(name: name, isInitializer: false, labels: nil))
      append(PatternComponent(name: "init", isInitializer: true, labels: labels))
    } else {
      append(component)
    }
  }
}
