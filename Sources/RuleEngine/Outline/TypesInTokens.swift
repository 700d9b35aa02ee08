import SwiftLexer

extension FileTokens {
  /// The type after the first arrow of a header.
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

  /// The result type of a closure's signature, as in `{ [weak self] (a: Int) -> Date in`.
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

  /// The `in` that ends a closure's signature.
  private func endOfSignature(from start: Int) -> Int? {
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

  /// The tokens of the names of a nominal type, without its module, generic arguments and marks of
  /// optionals; nil for any other type.
  func nominalPath(of type: Range<Int>) -> [Int]? {
    var type = trimmed(type)
    while let inner = wrapped(in: type, by: "Optional") { type = trimmed(inner) }
    var path: [Int] = []
    var index = type.lowerBound
    while index < type.upperBound, tokens[index].isWord {
      path.append(index)
      index += 1
      if let angle = genericArguments(at: index), angle < type.upperBound { index = angle + 1 }
      if index == type.upperBound {
        return 1 < path.count && isModule(at: path[0]) ? Array(path.dropFirst()) : path
      }
      guard tokens[index].kind == .period || tokens[index].kind == .colonColon else { return nil }
      index += 1
    }
    return nil
  }

  /// The element type of an array or set type, the value type of a dictionary type.
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

  /// Whether it is a list of types, of which an expression in parentheses may have only one.
  func isTuple(_ type: Range<Int>) -> Bool {
    let type = trimmed(type)
    return type.isEmpty || tokens[type.lowerBound].kind == .leftParen
  }

  /// Without attributes, specifiers such as `inout`, marks of optionals, `...`, and parentheses
  /// around it.
  private func trimmed(_ type: Range<Int>) -> Range<Int> {
    var (start, end) = (type.lowerBound, type.upperBound)
    while start < end {
      let (first, last) = (tokens[start], tokens[end - 1])
      if first.kind == .atSign {
        start += 2
        if isArgumentList(at: start), let close = pairs.partner(of: start) { start = close + 1 }
      } else if first.isWord, start + 1 < end, tokens[start + 1].isWord {
        start += 1
      } else if last.kind == .postfixQuestionMark || last.kind == .exclamationMark
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

  /// The generic arguments of a type of that name.
  private func wrapped(in type: Range<Int>, by name: StaticString) -> Range<Int>? {
    guard 3 < type.count else { return nil }
    let open = type.lowerBound + 1
    guard tokens.isWord(name, at: open - 1), genericArguments(at: open) == type.upperBound - 1
    else { return nil }
    return open + 1..<type.upperBound - 1
  }

  /// The first token of that kind, but for those in brackets.
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

  /// The type that `as` at `index` converts to.
  func typeAfterAs(from index: Int) -> Range<Int>? {
    tokens[index].keyword == .as ? type(from: index + 1) : nil
  }

  /// The type that starts there, as it stands after `as` or the colon of a variable.
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

  /// The names after a keyword that declares or extends a type, without a module.
  func declaredPath(at introducer: Int) -> [Int] {
    var path = [introducer + 1]
    while tokens[path.last! + 1].kind == .period || tokens[path.last! + 1].kind == .colonColon {
      path.append(path.last! + 2)
    }
    return 1 < path.count && isModule(at: path[0]) ? Array(path.dropFirst()) : path
  }

  /// The names in `<T, each U: P<V>, let n: Int>`, and the token after it; none if there is no `<`.
  func genericParameters(at index: Int) -> (names: [Int], end: Int) {
    guard index < tokens.count, tokens[index].kind.isOperator,
      tokens.text(at: index).elementsEqual("<".utf8)
    else {
      return ([], index)
    }
    var found: [Int] = []
    var depth = 0
    var isStart = false
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
        let text = tokens.text(at: end)
        if text.elementsEqual("<".utf8) {
          depth += 1
          isStart = depth == 1
        }
        depth -= text.prefix { $0 == UInt8(ascii: ">") }.count
      default:
        return ([], index)
      }
      end += 1
    } while 0 < depth
    return (found, end)
  }
}

extension Keyword {
  fileprivate var isPartOfGenericParameters: Bool {
    switch self {
    case .Any, .Self, .class, .inout, .let, .throws, .where: true
    default: false
    }
  }
}
