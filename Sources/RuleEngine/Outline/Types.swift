import SwiftLexer

extension FileTokens {
  /// The last token of the generic arguments whose `<` stands at `index`, e.g. the `>` of
  /// `<Never, Never>`. `nil` if the token starts no generic arguments, or if they end within an
  /// operator such as `>>`.
  package func genericArguments(at index: Int) -> Int? {
    guard isOperator("<", at: index) else { return nil }
    if pairs.partners[index] == TokenPairs.none { scanGenericArguments(from: index) }
    let end = pairs.partners[index]
    return end == GenericArguments.notAny ? nil : Int(end)
  }

  /// The last token of the generic arguments in an expression. In an expression, `a < b, c > d` may
  /// be two comparisons: the token after the `>` decides, as in the compiler's parser.
  package func genericArgumentsInExpression(at index: Int) -> Int? {
    guard let end = genericArguments(at: index) else { return nil }
    let next = tokens[end + 1]
    switch next.kind {
    case .rightParen, .rightSquare, .leftBrace, .rightBrace, .period, .comma, .semicolon,
      .endOfFile, .exclamationMark, .postfixQuestionMark, .colon:
      return end
    case .binaryOperator:
      return isOperator("&", at: end + 1) ? end : nil
    case .leftParen, .leftSquare:
      return next.isAtLineStart ? nil : end
    default:
      return nil
    }
  }

  /// Finds the end of the generic arguments at `start` and of all generic arguments in them, and
  /// remembers the ends, so that no token is looked at twice. The open lists are linked through
  /// `TokenPairs.partners`, from the innermost outward.
  private func scanGenericArguments(from start: Int) {
    var innermost = UInt32(start)
    pairs.partners[start] = TokenPairs.none
    var index = start + 1
    while innermost != TokenPairs.none {
      if isOperator("<", at: index), tokens[index - 1].isWord {
        pairs.partners[index] = innermost
        innermost = UInt32(index)
      } else if startsWithRightAngle(at: index) {
        guard closeAngles(at: index, &innermost) else { break }
      } else if isGroup(at: index), let close = pairs.partner(of: index) {
        index = close
      } else if !isPartOfType(at: index) {
        break
      }
      index += 1
    }
    while innermost != TokenPairs.none {
      let outer = pairs.partners[Int(innermost)]
      pairs.partners[Int(innermost)] = GenericArguments.notAny
      innermost = outer
    }
  }

  /// Closes as many lists as the operator has `>`.
  /// - Returns: false if the rest of the operator cannot follow a list that is inside another one.
  private func closeAngles(at index: Int, _ innermost: inout UInt32) -> Bool {
    let text = tokens.text(at: index)
    let angles = text.prefix { $0 == UInt8(ascii: ">") }.count
    for angle in 1...angles {
      guard innermost != TokenPairs.none else { return true }
      let open = Int(innermost)
      innermost = pairs.partners[open]
      let isWhole = angle == text.count
      pairs.partners[open] = isWhole ? UInt32(index) : GenericArguments.notAny
    }
    let isMark = { (byte: UInt8) in byte == UInt8(ascii: "?") || byte == UInt8(ascii: "!") }
    return text[(text.startIndex + angles)...].allSatisfy(isMark)
  }

  /// Whether a tuple, array or dictionary type starts at the token, rather than a call.
  private func isGroup(at index: Int) -> Bool {
    let kind = tokens[index].kind
    guard kind == .leftParen || kind == .leftSquare else { return false }
    let previous = tokens[index - 1]
    return !previous.isWord || [.throws, .inout].contains(previous.keyword)
      || isTypeSpecifier(index - 1)
  }

  /// Whether the name is a word that only types stand after, or the name of an attribute.
  func isTypeSpecifier(_ index: Int) -> Bool {
    if tokens.isMember(index) || index == 0 { return false }
    return tokens[index - 1].kind == .atSign
      || typeSpecifiers.contains { tokens.isWord($0, at: index) }
  }

  private func isPartOfType(at index: Int) -> Bool {
    switch tokens[index].kind {
    case .identifier, .rawIdentifier, .keyword, .placeholder, .integerLiteral, .period, .comma,
      .colonColon, .atSign, .arrow, .exclamationMark, .postfixQuestionMark:
      true
    case .binaryOperator:
      isOperator("&", at: index)
    case .prefixOperator:
      isOperator("~", at: index) || isOperator("-", at: index)
    case .postfixOperator:
      isOperator("...", at: index)
    default:
      false
    }
  }

  private func startsWithRightAngle(at index: Int) -> Bool {
    tokens[index].kind.isOperator && tokens.text(at: index).first == UInt8(ascii: ">")
  }

  private func isOperator(_ text: StaticString, at index: Int) -> Bool {
    guard tokens[index].kind.isOperator else { return false }
    let expected = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    return tokens.text(at: index).elementsEqual(expected)
  }
}

private let typeSpecifiers: [StaticString] = [
  "any", "some", "sending", "borrowing", "consuming", "isolated", "nonisolated", "__owned",
  "__shared", "_const",
]

enum GenericArguments {
  /// In `TokenPairs.partners`: this `<` starts no generic arguments that end with a whole token.
  static let notAny = UInt32.max - 1
}

extension FileTokens {
  /// The tokens of the type after the first arrow of a header; `nil` if there is no arrow.
  func resultType(from start: Int, to end: Int) -> Range<Int>? {
    var index = start
    var arrow: Int?
    while index < end {
      switch tokens[index].kind {
      case .leftParen, .leftSquare:
        index = pairs.partner(of: index) ?? index
      case .arrow:
        arrow = arrow ?? index
      case .keyword where tokens[index].keyword == .where:
        return arrow.map { $0 + 1..<index }
      default:
        if let angle = genericArguments(at: index) { index = angle }
      }
      index += 1
    }
    return arrow.map { $0 + 1..<end }
  }

  /// The result type in a closure's signature, as in `{ [weak self] (a: Int) -> Date in`; `nil` if
  /// none is written.
  func resultType(ofClosureAt brace: Int) -> Range<Int>? {
    var index = brace + 1
    while true {
      switch tokens[index].kind {
      case .leftParen, .leftSquare:
        guard let close = pairs.partner(of: index) else { return nil }
        index = close + 1
      case .atSign, .identifier, .rawIdentifier, .comma:
        index += 1
      case .keyword where tokens[index].keyword == .throws:
        index += 1
      case .arrow:
        return endOfSignature(from: index + 1).map { index + 1..<$0 }
      default:
        return nil
      }
    }
  }

  /// The `in` that ends a closure's signature; `nil` if there is none.
  package func endOfSignature(from start: Int) -> Int? {
    var index = start
    while true {
      switch tokens[index].kind {
      case .keyword where tokens[index].keyword == .in:
        return index
      case .leftParen, .leftSquare:
        guard let close = pairs.partner(of: index) else { return nil }
        index = close
      case .leftBrace, .rightBrace, .rightParen, .rightSquare, .semicolon, .equal, .endOfFile:
        return nil
      default:
        break
      }
      index += 1
    }
  }

  /// The tokens of the names of a nominal type, without module, generic arguments, `?` and `!`.
  /// `nil` for any other type.
  func nominalPath(of type: Range<Int>) -> [Int]? {
    var type = trimmed(type)
    while let inner = wrapped(in: type, by: "Optional") { type = trimmed(inner) }
    guard !type.isEmpty, tokens[type.lowerBound].isWord else { return nil }
    let (names, end) = path(from: type.lowerBound, to: type.upperBound)
    return end == type.upperBound ? withoutModule(names) : nil
  }

  /// The names with periods or `::` between them, and the token after them. Generic arguments are
  /// skipped.
  /// - Parameters:
  ///   - start: the first name.
  ///   - limit: the token that is none of them, whatever it is.
  func path(from start: Int, to limit: Int = .max) -> (names: [Int], end: Int) {
    var names = [start]
    while true {
      var end = names[names.count - 1] + 1
      if let angle = genericArguments(at: end), angle < limit { end = angle + 1 }
      guard end < limit, tokens[end].kind == .period || tokens[end].kind == .colonColon,
        tokens[end + 1].isWord
      else { return (names, end) }
      names.append(end + 1)
    }
  }

  private func withoutModule(_ path: [Int]) -> [Int] {
    1 < path.count && isModule(at: path[0]) ? Array(path.dropFirst()) : path
  }

  /// The result type of a function type; `nil` for any other type.
  func resultType(ofFunction type: Range<Int>) -> Range<Int>? {
    guard type.count < Limits.tuple else { return nil }
    let type = trimmed(type)
    return resultType(from: type.lowerBound, to: type.upperBound)
  }

  /// The types of a tuple's elements; empty for any other type.
  func elementTypes(ofTuple type: Range<Int>) -> [Range<Int>] {
    guard type.count < Limits.tuple else { return [] }
    let type = trimmed(type)
    guard !type.isEmpty, isInParentheses(type) else { return [] }
    return entries(of: type.lowerBound + 1..<type.upperBound - 1).map { element in
      isLabel(at: element.lowerBound)
        ? min(element.lowerBound + 2, element.upperBound)..<element.upperBound : element
    }
  }

  /// The array type before a call, `[Date]` or `Array<Date>`; `nil` if there is none.
  func arrayType(endingAt end: Int) -> Range<Int>? {
    if tokens[end].kind == .rightSquare {
      return pairs.partner(of: end).flatMap { isGrouping($0) ? $0..<end + 1 : nil }
    }
    let angle = (max(end - Limits.writtenType, 1)..<max(end, 1)).last {
      tokens.isOpeningAngle(at: $0) && genericArguments(at: $0) == end
    }
    return angle.map { $0 - 1..<end + 1 }
  }

  /// The element type of an array or set type, or the value type of a dictionary type.
  func elementType(of type: Range<Int>) -> ContentType {
    var type = trimmed(type)
    while let inner = wrapped(in: type, by: "Optional") { type = trimmed(inner) }
    guard !type.isEmpty else { return ContentType() }
    if tokens[type.lowerBound].kind == .leftSquare,
      pairs.partner(of: type.lowerBound) == type.upperBound - 1
    {
      let element = type.lowerBound + 1..<type.upperBound - 1
      guard let colon = firstToken(.colon, in: element) else { return ContentType(type: element) }
      return ContentType(type: colon + 1..<element.upperBound, isOfValues: true)
    }
    for name: StaticString in ["Array", "Set", "ContiguousArray", "ArraySlice"] {
      if let element = wrapped(in: type, by: name) { return ContentType(type: element) }
    }
    guard let arguments = wrapped(in: type, by: "Dictionary"),
      let comma = firstToken(.comma, in: arguments)
    else { return ContentType() }
    return ContentType(type: comma + 1..<arguments.upperBound, isOfValues: true)
  }

  /// Whether the type is a list of types, or empty: no expression in parentheses has such a type.
  func isTuple(_ type: Range<Int>) -> Bool {
    let type = trimmed(type)
    return type.isEmpty || isInParentheses(type)
  }

  private func isInParentheses(_ type: Range<Int>) -> Bool {
    tokens[type.lowerBound].kind == .leftParen
      && pairs.partner(of: type.lowerBound) == type.upperBound - 1
  }

  /// The type without attributes, specifiers such as `inout`, `?`, `!`, `...`, and parentheses
  /// around the type.
  private func trimmed(_ type: Range<Int>) -> Range<Int> {
    var (start, end) = (type.lowerBound, type.upperBound)
    while start < end {
      let (first, last) = (tokens[start], tokens[end - 1])
      if first.kind == .atSign {
        start += 2
        if isArgumentList(at: start), let close = pairs.partner(of: start) { start = close + 1 }
      } else if first.isWord, start + 1 < end, tokens[start + 1].isWord {
        start += 1
      } else if isMark(end - 1)
        || last.kind == .postfixOperator && tokens.text(at: end - 1).first != UInt8(ascii: ">")
      {
        end -= 1
      } else if first.kind == .leftParen, pairs.partner(of: start) == end - 1,
        firstToken(.comma, in: start + 1..<end - 1) == nil, start + 1 < end - 1
      {
        start += 1
        end -= 1
      } else {
        break
      }
    }
    return min(start, end)..<end
  }

  /// The generic arguments of a type with the name; `nil` for any other type.
  private func wrapped(in type: Range<Int>, by name: StaticString) -> Range<Int>? {
    guard 3 < type.count else { return nil }
    let open = type.lowerBound + 1
    guard tokens.isWord(name, at: open - 1), genericArguments(at: open) == type.upperBound - 1
    else { return nil }
    return open + 1..<type.upperBound - 1
  }

  /// The first token of a kind that is not in brackets; `nil` if there is none.
  func firstToken(_ kind: TokenKind, in range: Range<Int>) -> Int? {
    var index = range.lowerBound
    while index < range.upperBound {
      switch tokens[index].kind {
      case kind: return index
      case .leftParen, .leftSquare, .leftBrace: index = pairs.partner(of: index) ?? index
      default: if let angle = genericArguments(at: index) { index = angle }
      }
      index += 1
    }
    return nil
  }

  /// What stands between the commas of a list, such as parameters.
  func entries(of list: Range<Int>) -> [Range<Int>] {
    var entries: [Range<Int>] = []
    var start = list.lowerBound
    while start < list.upperBound {
      let end = firstToken(.comma, in: start..<list.upperBound) ?? list.upperBound
      entries.append(start..<end)
      start = end + 1
    }
    return entries
  }

  /// The type that `as` at `index` converts to; `nil` if there is no `as`.
  func typeAfterAs(from index: Int) -> Range<Int>? {
    tokens[index].keyword == .as ? type(from: index + 1) : nil
  }

  /// The type that starts at a token, as after `as` or the colon of a variable; `nil` if it is no
  /// type with a name.
  func type(from start: Int) -> Range<Int>? {
    var end = start
    while true {
      switch tokens[end].kind {
      case .leftParen, .leftSquare:
        guard end == start, let close = pairs.partner(of: end) else { return nil }
        end = close + 1
      case .identifier, .rawIdentifier, .keyword:
        end += 1
        if let angle = genericArguments(at: end) { end = angle + 1 }
      default:
        return nil
      }
      while tokens[end].kind == .postfixQuestionMark { end += 1 }
      guard tokens[end].kind == .period || tokens[end].kind == .colonColon else { break }
      end += 1
    }
    return start..<end
  }

  /// The tokens of the names after a keyword that declares or extends a type, without a module.
  func declaredPath(at introducer: Int) -> [Int] {
    var path = [introducer + 1]
    while tokens[path.last! + 1].kind == .period || tokens[path.last! + 1].kind == .colonColon {
      path.append(path.last! + 2)
    }
    return withoutModule(path)
  }

  /// The names in `<T, each U: P<V>, let n: Int>`, and the token after the `>`. If there is no `<`,
  /// there are no names and `end` is `index`.
  /// - Parameter isOpen: whether the `<` stands before the index, as a part of another token.
  package func genericParameters(at index: Int, isOpen: Bool = false) -> (names: [Int], end: Int) {
    guard isOpen || index < tokens.count && isOperator("<", at: index) else { return ([], index) }
    var found: [Int] = []
    var depth = isOpen ? 1 : 0
    var isStart = isOpen
    var end = index
    repeat {
      let token = tokens[end]
      switch token.kind {
      case .leftParen, .leftSquare:
        end = pairs.partner(of: end) ?? end
      case .comma:
        isStart = depth == 1
      case .identifier, .rawIdentifier:
        if isStart, !tokens.isWord("each", at: end) {
          found.append(end)
          isStart = false
        }
      case .keyword where token.keyword.isPartOfGenericParameters, .colon, .period, .colonColon,
        .atSign, .arrow, .integerLiteral, .postfixQuestionMark, .exclamationMark:
        break
      case let kind where kind.isOperator:
        depth += angles(at: end)
        if isOperator("<", at: end) { isStart = depth == 1 }
      default:
        return ([], index)
      }
      end += 1
    } while 0 < depth
    return (found, end)
  }

  /// How many lists of generic parameters the operator opens, less the lists that it closes.
  private func angles(at index: Int) -> Int {
    let text = tokens.text(at: index)
    if text.first == UInt8(ascii: "<") { return 1 }
    return -text.prefix { $0 == UInt8(ascii: ">") }.count
  }
}

extension Keyword {
  fileprivate var isPartOfGenericParameters: Bool {
    switch self {
    case .Any, .Self, .class, .inout, .let, .repeat, .throws, .where: true
    default: false
    }
  }
}
