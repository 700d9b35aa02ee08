import SwiftLexer

extension Parser {
  /// The token after the attributes that begin at the token, and `#if`s of attributes.
  mutating func endOfAttributes(from start: Int, _ depth: Int = 0) -> Int {
    var index = start
    while index < limit {
      if tokens[index].kind == .atSign {
        index = endOfAttribute(at: index)
      } else if tokens[index].kind == .poundIf, let end = endOfAttributes(in: index, depth) {
        index = end
      } else {
        break
      }
    }
    return index
  }

  /// The token after the `#if` at the token, if each clause has attributes alone and one has any.
  /// The attributes belong to the declaration after it.
  private mutating func endOfAttributes(in start: Int, _ depth: Int = 0) -> Int? {
    guard depth < 8, var directive = directive(at: start) else { return nil }
    var hasAttribute = false
    while let next = directive.next.map({ pairs.directives[$0] }) {
      let body = directive.body
      guard endOfAttributes(from: body, depth + 1) == next.token else { return nil }
      hasAttribute = hasAttribute || body < next.token
      if next.kind == .poundEndif { return hasAttribute ? next.token + 1 : nil }
      directive = next
    }
    return nil
  }

  /// The token after the attribute at the token, which may be of a declaration or of a type.
  mutating func endOfAttribute(at start: Int) -> Int {
    var index = start + 1
    guard tokens[index].isWord else { return index }
    index += 1
    while tokens[index].kind == .period || tokens[index].kind == .colonColon,
      tokens[index + 1].isWord
    {
      index += 2
    }
    index = endOfGenericArguments(at: index)
    guard isArgumentList(ofAttributeAt: index), let close = partner(of: index) else { return index }
    return close + 1
  }

  /// Whether the token opens the arguments of the attribute whose name ends before it.
  private func isArgumentList(ofAttributeAt index: Int) -> Bool {
    tokens[index].kind == .leftParen && !tokens[index].isAtLineStart
      && tokens[index].start == tokens[index - 1].end
  }

  /// Parses attributes, and `#if`s of attributes.
  mutating func parseAttributes() {
    while !isAtEnd {
      if kind == .atSign {
        parseAttribute()
      } else if kind == .poundIf, endOfAttributes(in: index) != nil {
        parseIfConfig(.attributes)
      } else {
        return
      }
    }
  }

  /// Parses an attribute, which is there.
  /// - Parameter ofType: whether parentheses after it may begin a function type.
  mutating func parseAttribute(ofType: Bool = false) {
    let mark = take()
    let name = index
    let isBuiltIn = tokens[index + 1].kind != .period && tokens[index + 1].kind != .colonColon
    if isAt(.rethrows) {
      addLeaf(.identifierType)
    } else if parseSimpleType(allowsOptional: false), split == 0, !isAtEnd,
      isArgumentList(ofAttributeAt: index)
    {
      if isBuiltIn, let special = specialArguments(name) {
        inBracket { $0.parse(special) }
      } else if !ofType || !isParenthesisOfFunctionType {
        parse(.arguments)
      }
    }
    finish(.attribute, mark, token: name)
  }

  /// Whether the parentheses after a type's attribute are those of the type: `@escaping(Int) -> A`.
  private var isParenthesisOfFunctionType: Bool {
    tokens[endOfEffects(from: end(ofBracketAt: index))].kind == .arrow
  }

  private func specialArguments(_ name: Int) -> SpecialArguments? {
    let text = source.text(at: name)
    return specialAttributes.first { text.elementsEqual($0.name) }?.arguments
  }

  private mutating func parse(_ special: SpecialArguments) {
    switch special {
    case .tokens: move(to: limit)
    case .declaration: parseDeclaration()
    case .type:
      parseType()
      move(to: limit)
    case .requirements:
      while !isAtEnd, !isAt(.where) { advance() }
      parseGenericWhere()
    }
  }
}

/// The arguments of an attribute that has rules of its own.
private enum SpecialArguments {
  /// The arguments are left as tokens.
  case tokens
  case declaration
  /// A type, and more.
  case type
  /// A `where` at the end.
  case requirements
}

private let specialAttributes: [(name: [UInt8], arguments: SpecialArguments)] =
  [
    "available", "_spi_available", "backDeployed", "_backDeploy", "objc", "_effects",
    "_documentation", "_dynamicReplacement", "_originallyDefinedIn", "derivative", "transpose",
  ].map { (Array($0.utf8), .tokens) }
  + ["specialized", "_specialize", "differentiable"].map { (Array($0.utf8), .requirements) }
  + [(Array("abi".utf8), .declaration), (Array("_implements".utf8), .type)]
