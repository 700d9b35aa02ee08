import SwiftLexer

extension Parser {
  /// Parses a type, with what stands before it: `@escaping (Int) -> Void`, `repeat each T`.
  /// - Returns: false if there is none.
  @discardableResult
  mutating func parseType() -> Bool {
    if isAt(.repeat) {
      let mark = begin()
      advance()
      parseTypeScalar()
      finish(.packExpansionType, mark)
      return true
    }
    return parseTypeScalar()
  }

  @discardableResult
  private mutating func parseTypeScalar() -> Bool {
    let mark = begin()
    let hasPrefix = parseTypePrefix()
    let base = begin()
    guard parseSimpleOrCompositionType() else {
      if hasPrefix { finish(.attributedType, mark) }
      return hasPrefix
    }
    if isAtArrow {
      parseEffects()
      parseReturnClause()
      finish(.functionType, base)
    }
    if hasPrefix { finish(.attributedType, mark) }
    return true
  }

  /// Parses attributes and specifiers. Returns whether there are any.
  private mutating func parseTypePrefix() -> Bool {
    var hasPrefix = false
    while true {
      if kind == .atSign {
        parseAttribute(ofType: true)
      } else if isTypeSpecifier(at: index) {
        let isNonisolated = word == .nonisolated
        advance()
        if isNonisolated, kind == .leftParen { skipBracket() }
      } else {
        return hasPrefix
      }
      hasPrefix = true
    }
  }

  /// Whether the token is a word such as `inout` before a type.
  func isTypeSpecifier(at index: Int) -> Bool {
    let token = tokens[index]
    if token.kind == .keyword { return token.keyword == .inout }
    guard token.kind == .identifier, mayFollowTypeSpecifier(tokens[index + 1]),
      let word = word(at: index)
    else { return false }
    if word == .nonisolated {
      return !(tokens[index + 1].kind == .leftParen && tokens[index + 1].isAtLineStart)
    }
    return word.isTypeSpecifier
  }

  private func mayFollowTypeSpecifier(_ token: Token) -> Bool {
    switch token.kind {
    case .atSign, .leftParen, .identifier, .rawIdentifier, .leftSquare: true
    case .keyword:
      switch token.keyword {
      case .inout, .Any, .Self, .var, .let: true
      default: false
      }
    case .prefixOperator: source.bytes[token.start] == UInt8(ascii: "~")
    default: false
    }
  }

  /// Whether `->` follows the type that was just parsed, maybe after `async` and `throws`.
  @inline(__always)
  private var isAtArrow: Bool {
    if kind == .arrow { return true }
    guard split == 0, kind == .keyword || kind == .identifier else { return false }
    let end = endOfEffects(from: index)
    return index < end && tokens[end].kind == .arrow && end < limit
  }

  /// The token after `async`, `throws(E)` …, which may stand in any order.
  func endOfEffects(from start: Int) -> Int {
    var index = start
    while true {
      let token = tokens[index]
      if token.kind == .keyword, token.keyword == .throws || token.keyword == .rethrows {
        index += 1
        if tokens[index].kind == .leftParen, let close = pairs.partner(of: index), index < close {
          index = close + 1
        }
      } else if let word = word(at: index), word == .async || word == .reasync {
        index += 1
      } else {
        return index
      }
    }
  }

  /// Parses `async throws(E)` if it is there.
  mutating func parseEffects() {
    guard split == 0, index < endOfEffects(from: index) else { return }
    let mark = begin()
    while true {
      if isAt(.throws) || isAt(.rethrows) {
        parseThrows()
      } else if word == .async || word == .reasync {
        advance()
      } else {
        return finish(.effectSpecifiers, mark)
      }
    }
  }

  /// Parses `throws` or `throws(E)`, which is there.
  mutating func parseThrows() {
    let mark = begin()
    advance()
    guard kind == .leftParen, !isAtEnd else { return }
    let bracket = open()
    parseType()
    close(bracket)
    finish(.throwsClause, mark)
  }

  /// Parses `-> T`.
  mutating func parseReturnClause() {
    let mark = begin()
    if split == 0 {
      advance()
    } else {
      takeByte()
      takeByte()
    }
    if enterChain() {
      parseResultType()
      leaveChain()
    }
    finish(.returnClause, mark)
  }

  /// Parses a type, or `<T> Type` (an opaque type with names).
  mutating func parseResultType() {
    guard isAtOperator(startingWith: "<") else {
      parseType()
      return
    }
    let mark = begin()
    parseGenericParameters()
    parseType()
    finish(.namedOpaqueReturnType, mark)
  }

  private mutating func parseSimpleOrCompositionType() -> Bool {
    let mark = begin()
    if word == .each, isTypeStart(at: index + 1) {
      advance()
      parseSimpleType()
      finish(.packElementType, mark)
      return true
    }
    let hasSpecifier = (word == .opaque || word == .any) && isTypeStart(at: index + 1)
    if hasSpecifier { advance() }
    let composition = begin()
    guard parseSimpleType(allowsOptional: !hasSpecifier) || hasSpecifier else { return false }
    if isAtOperator("&") {
      while isAtOperator("&") {
        advance()
        parseSimpleType(allowsOptional: !hasSpecifier)
      }
      finish(.compositionType, composition)
    }
    if hasSpecifier {
      finish(.someOrAnyType, mark)
      parseOptionalMarks(mark)
    }
    return true
  }

  /// Whether a type may begin there. `any` and `some` are names, too.
  func isTypeStart(at index: Int) -> Bool {
    switch tokens[index].kind {
    case .identifier, .rawIdentifier, .placeholder, .leftParen, .leftSquare, .colonColon: true
    case .keyword: tokens[index].keyword == .Any || tokens[index].keyword == .Self
    case .prefixOperator: source.bytes[tokens[index].start] == UInt8(ascii: "~")
    default: false
    }
  }

  private mutating func parseOptionalMarks(_ mark: Mark) {
    while kind == .postfixQuestionMark || kind == .exclamationMark {
      let isOptional = kind == .postfixQuestionMark
      takeMark()
      finish(isOptional ? .optionalType : .implicitlyUnwrappedOptionalType, mark)
    }
  }

  /// Parses a type without operators around it.
  /// - Parameters:
  ///   - allowsMembers: whether `.Name` belongs to it.
  ///   - allowsOptional: whether a `?` at its end does.
  @discardableResult
  mutating func parseSimpleType(allowsMembers: Bool = true, allowsOptional: Bool = true) -> Bool {
    let mark = begin()
    guard isAtOperator("~"), isTypeStart(at: index + 1) else {
      return parseUnsuppressedType(allowsMembers, allowsOptional)
    }
    advance()
    _ = parseUnsuppressedType(allowsMembers, allowsOptional)
    finish(.suppressedType, mark)
    return true
  }

  private mutating func parseUnsuppressedType(_ allowsMembers: Bool, _ allowsOptional: Bool) -> Bool
  {
    guard split == 0, !isAtEnd else { return false }
    let mark = begin()
    switch kind {
    case .identifier, .rawIdentifier, .placeholder, .colonColon: parseTypeName(.identifierType, mark)
    case .keyword where isAt(.Any) || isAt(.Self): parseTypeName(.identifierType, mark)
    case .leftParen: parseTupleType()
    case .leftSquare: parseCollectionType()
    default: return false
    }
    while true {
      switch kind {
      case .period where allowsMembers || isMetatype(at: index + 1):
        advance()
        if isMetatype(at: index) {
          let name = index
          advance()
          finish(.metatypeType, mark, token: name)
        } else {
          parseTypeName(.memberType, mark)
        }
      case .postfixQuestionMark where allowsOptional || tokens[index + 1].kind == .period:
        takeMark()
        finish(.optionalType, mark)
      case .exclamationMark where allowsOptional || tokens[index + 1].kind == .period:
        takeMark()
        finish(.implicitlyUnwrappedOptionalType, mark)
      default:
        return true
      }
    }
  }

  private func isMetatype(at index: Int) -> Bool {
    guard let word = word(at: index) else { return false }
    return word == .metatype || word == .protocolMetatype
  }

  /// Parses `Name<…>` or `Module::Name<…>`.
  private mutating func parseTypeName(_ kind: SyntaxKind, _ mark: Mark) {
    passModuleSelector()
    let name = index
    if token.isWord || self.kind == .placeholder, !isAtEnd { advance() }
    if isAtOperator(startingWith: "<") { parseGenericArguments() }
    finish(kind, mark, token: name)
  }

  /// Passes `Module::` (SE-0491).
  @inline(__always)
  mutating func passModuleSelector() {
    guard tokens[index + 1].kind == .colonColon || kind == .colonColon else { return }
    passPresentModuleSelector()
  }

  private mutating func passPresentModuleSelector() {
    while kind == .colonColon || token.isWord && tokens[index + 1].kind == .colonColon, !isAtEnd {
      advance()
    }
  }

  mutating func parseGenericArguments() {
    let end = genericEnd(at: index)
    let mark = begin()
    if let end, maximumDepth <= depth {
      move(to: end.token)
      for _ in 0..<end.bytes { takeByte() }
      return finish(.deferred, mark, token: 0, flags: Part.genericArguments.rawValue)
    }
    if end != nil {
      let bracket = enterPart(to: nil)
      parseGenericArgumentList()
      leavePart(bracket)
    } else if enterChain() {
      parseGenericArgumentList()
      leaveChain()
    }
    finish(.genericArgumentClause, mark)
  }

  private mutating func parseGenericArgumentList() {
    takeByte()
    while !isAtOperator(startingWith: ">"), !isAtEnd {
      guard parseValueArgument() || parseType() else { break }
      if !eat(.comma) { break }
    }
    if isAtOperator(startingWith: ">") { takeByte() }
  }

  /// Parses the number in `InlineArray<3, Int>` (SE-0452).
  mutating func parseValueArgument() -> Bool {
    let mark = begin()
    if kind == .integerLiteral {
      addLeaf(.integerLiteralExpr)
      return true
    }
    guard isAtOperator("-"), tokens[index + 1].kind == .integerLiteral else { return false }
    advance()
    addLeaf(.integerLiteralExpr)
    finish(.prefixOperatorExpr, mark)
    return true
  }

  mutating func parseTupleType() {
    if deferPart(.tupleType) { return }
    let mark = begin()
    let bracket = open()
    while !isAtEnd {
      guard parseTupleTypeElement() else { break }
      if !eat(.comma) { break }
    }
    close(bracket)
    finish(.tupleType, mark)
  }

  private mutating func parseTupleTypeElement() -> Bool {
    let mark = begin()
    var isElement = false
    var name = index
    let isSpecified = isTypeSpecifier(at: index) && startsParameterName(at: index + 1)
    if isSpecified || startsParameterName(at: index) {
      isElement = true
      if isSpecified { advance() }
      advance()
      if isLabel(at: index), tokens[index + 1].kind == .colon {
        name = index
        advance()
      }
      _ = eat(.colon)
    }
    guard parseType() || isElement else { return false }
    if isAtOperator(startingWith: "."), kind != .period {
      advance()
      isElement = true
    }
    if kind == .equal {
      parseInitializerClause()
      isElement = true
    }
    if isElement { finish(.tupleTypeElement, mark, token: name) }
    return true
  }

  /// Whether the token is the name of a parameter or of an element, not a type.
  func startsParameterName(at index: Int, inClosure: Bool = false) -> Bool {
    guard isLabel(at: index) else { return false }
    let next = tokens[index + 1]
    if next.kind == .colon { return true }
    if isLabel(at: index + 1) {
      guard let word = word(at: index) else { return !(tokens[index].keyword == .repeat) }
      switch word {
      case .isolated, .opaque, .any, .each, .shared, .owned, .constUnderscored, .borrowing, .consuming,
        .sending:
        return isLabel(at: index + 1) && tokens[index + 2].kind == .colon
      default:
        return true
      }
    }
    if next.kind == .postfixQuestionMark || next.kind == .exclamationMark { return false }
    return inClosure
  }

  /// Whether the token can be a label: any word but `inout`, `var` and `let`.
  @inline(__always)
  func isLabel(at index: Int) -> Bool {
    switch tokens[index].kind {
    case .identifier, .rawIdentifier, .dollarIdentifier: return true
    case .keyword:
      let keyword = tokens[index].keyword
      return keyword != .inout && keyword != .var && keyword != .let
    default: return false
    }
  }

  mutating func parseCollectionType() {
    if deferPart(.collectionType) { return }
    let mark = begin()
    let isInline = isInlineArray
    let bracket = open()
    var kind = SyntaxKind.arrayType
    if isInline {
      parseInlineArray()
      kind = .inlineArrayType
    } else {
      parseType()
      if eat(.colon) {
        kind = .dictionaryType
        parseType()
      }
    }
    close(bracket)
    finish(kind, mark)
  }

  /// Parses `3 of Int` (SE-0483).
  mutating func parseInlineArray() {
    if !parseValueArgument() { parseType() }
    _ = eat(.of)
    if !parseValueArgument() { parseType() }
  }

  /// Whether the square bracket begins `[3 of Int]`.
  var isInlineArray: Bool {
    guard let close = partner else { return false }
    var index = index + 1
    if isOperator("-", at: index) { index += 1 }
    if tokens[index].kind == .integerLiteral {
      index += 1
    } else if let end = endOfType(at: index) {
      index = end
    } else {
      return false
    }
    return index < close && word(at: index) == .of && !tokens[index].isAtLineStart
  }
}
