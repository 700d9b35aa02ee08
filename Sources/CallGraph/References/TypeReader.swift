import SwiftLexer

extension SummaryReader {
  /// Reads a type.
  /// - Returns: the type, in `types`, and the token after it.
  mutating func readType(from start: Int) -> (type: Int32, end: Int) {
    guard enter() else { return (addType(WrittenType(kind: .unknown)), skipType(from: start)) }
    defer { leave() }
    var index = skipTypeSpecifiers(from: start)
    var (type, end) = readSimpleType(from: index)
    var parts = [type]
    while tokens[end].kind == .binaryOperator, isOperator("&", at: end) {
      index = skipTypeSpecifiers(from: end + 1)
      (type, end) = readSimpleType(from: index)
      parts.append(type)
    }
    if 1 < parts.count { type = addType(WrittenType(kind: .composition, parts: addList(parts))) }
    if isVariadicMark(end) { end += 1 }
    return readArrow(after: type, at: end)
  }

  /// `...` after the type of a parameter.
  func isVariadicMark(_ index: Int) -> Bool {
    tokens[index].kind.isOperator && isOperator("...", at: index)
  }

  /// Goes on with a function type if an arrow follows.
  private mutating func readArrow(after type: Int32, at start: Int) -> (type: Int32, end: Int) {
    var index = start
    while tokens.isWord("async", at: index) || tokens[index].keyword == .throws
      || tokens[index].keyword == .rethrows
    {
      index += 1
      if tokens[index].kind == .leftParen, tokens[index - 1].keyword == .throws,
        let close = pairs.partner(of: index)
      {
        index = close + 1
      }
    }
    guard tokens[index].kind == .arrow else { return (type, start) }
    let (result, end) = readType(from: index + 1)
    let parameters = summary.types[Int(type)]
    var parts: [Int32] =
      parameters.kind == .tuple
      ? Array(summary.typeLists[parameters.parts.range]) : [type]
    parts.append(result)
    return (addType(WrittenType(kind: .function, parts: addList(parts))), end)
  }

  private func skipTypeSpecifiers(from start: Int) -> Int {
    var index = start
    while true {
      if tokens[index].kind == .atSign {
        index = skipTypeAttribute(at: index)
        continue
      }
      if tokens[index].kind == .prefixOperator {
        index += 1
        continue
      }
      guard tokens[index].isWord else { return index }
      let next = tokens[index + 1]
      let isSpecifier =
        tokens[index].keyword == .inout || tokens[index].keyword == .repeat
        || tokens[index].kind == .identifier
          && (next.isWord || next.kind == .leftParen
            || next.kind == .leftSquare || next.kind == .atSign)
          && !next.isAtLineStart
          && isSpecifierWord(index)
      guard isSpecifier else { return index }
      index += 1
      // `nonisolated(nonsending)`
      if tokens[index].kind == .leftParen, tokens.isWord("nonsending", at: index + 1) { index += 3 }
    }
  }

  /// What follows a blank is no argument of the attribute: `@escaping (Int) -> Void`.
  private func skipTypeAttribute(at index: Int) -> Int {
    var last = index + 1
    while tokens[last + 1].kind == .period, tokens[last + 2].isWord { last += 2 }
    let isCalled =
      tokens[last + 1].kind == .leftParen && tokens[last + 1].start == tokens[last].end
    return isCalled ? file.skipAttribute(at: index) : min(last + 1, tokens.count - 1)
  }

  private func isSpecifierWord(_ index: Int) -> Bool {
    let words: [StaticString] = [
      "some", "any", "each", "sending", "borrowing", "consuming", "isolated", "nonisolated",
      "__owned", "__shared",
    ]
    return words.contains { tokens.isWord($0, at: index) }
  }

  private mutating func readSimpleType(from start: Int) -> (type: Int32, end: Int) {
    var type: Int32
    var end: Int
    switch tokens[start].kind {
    case .leftParen:
      (type, end) = readTuple(at: start)
    case .leftSquare:
      (type, end) = readBracketType(at: start)
    case .identifier, .rawIdentifier:
      (type, end) = readNominal(from: start, base: -1)
    case .keyword where tokens[start].keyword == .`Self`:
      (type, end) = (addType(WrittenType(kind: .selfType)), start + 1)
    case .keyword where tokens[start].keyword == .Any || tokens[start].keyword == .class:
      (type, end) = (addType(WrittenType(kind: .unknown)), start + 1)
    default:
      return (addType(WrittenType(kind: .unknown)), start)
    }
    while true {
      switch tokens[end].kind {
      case .postfixQuestionMark, .exclamationMark:
        end += 1
      case .period:
        guard tokens[end + 1].isWord else { return (type, end) }
        if tokens.isWord("Type", at: end + 1) || tokens.isWord("Protocol", at: end + 1) {
          type = addType(WrittenType(kind: .metatype, base: type))
          end += 2
        } else {
          (type, end) = readNominal(from: end + 1, base: type)
        }
      case .postfixOperator where isMarks(end):
        end += 1
      default:
        return (type, end)
      }
    }
  }

  /// `??` behind a type is one token.
  private func isMarks(_ index: Int) -> Bool {
    tokens.text(at: index).allSatisfy { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "!") }
  }

  private mutating func readNominal(from start: Int, base: Int32) -> (type: Int32, end: Int) {
    var written = WrittenType(kind: .nominal, name: name(at: start), base: base)
    var end = start + 1
    if tokens[end].kind == .colonColon, tokens[end + 1].isWord {
      written.name = name(at: end + 1)
      end += 2
    }
    if let (close, isShared) = closingAngle(of: end) {
      written.parts = addList(readTypes(from: end + 1, to: close))
      end = isShared ? close : close + 1
    }
    // `Optional` is like `?`.
    if tokens.isWord("Optional", at: start), written.parts.count == 1 {
      return (summary.typeLists[Int(written.parts.start)], end)
    }
    return (addType(written), end)
  }

  /// The token with the `>` that closes generic arguments, and whether a `>` after it in the same
  /// token closes others, as in `A<B<C>>`. The lexer joins `>` with what follows, as in `>?`.
  private func closingAngle(of open: Int) -> (token: Int, isShared: Bool)? {
    guard tokens.isOpeningAngle(at: open) else { return nil }
    var depth = 1
    var index = open + 1
    while index < open + 1000 {
      switch tokens[index].kind {
      case .leftParen, .leftSquare:
        guard let close = pairs.partner(of: index), index < close else { return nil }
        index = close
      case .leftBrace, .rightBrace, .rightParen, .rightSquare, .semicolon, .equal, .endOfFile:
        return nil
      case let kind where kind.isOperator && kind != .arrow:
        if tokens.isOpeningAngle(at: index) { depth += 1 }
        let text = tokens.text(at: index)
        for (offset, byte) in text.enumerated() where byte == UInt8(ascii: ">") {
          depth -= 1
          if depth == 0 {
            return (index, text.dropFirst(offset + 1).contains(UInt8(ascii: ">")))
          }
        }
      default:
        break
      }
      index += 1
    }
    return nil
  }

  /// Reads types with commas between them.
  mutating func readTypes(from start: Int, to limit: Int) -> [Int32] {
    var found: [Int32] = []
    var index = start
    while index < limit {
      if tokens[index].isWord, tokens[index + 1].kind == .colon {
        index += 2
      } else if tokens[index].isWord, tokens[index + 1].isWord, tokens[index + 2].kind == .colon {
        index += 3
      }
      let (type, end) = readType(from: index)
      found.append(type)
      index = end
      while index < limit, tokens[index].kind != .comma { index += 1 }
      index += 1
    }
    return found
  }

  private mutating func readTuple(at open: Int) -> (type: Int32, end: Int) {
    guard let close = pairs.partner(of: open), open < close else {
      return (addType(WrittenType(kind: .unknown)), open + 1)
    }
    let parts = readTypes(from: open + 1, to: close)
    let isFunction = isArrow(after: close)
    if parts.count == 1, !isFunction { return (parts[0], close + 1) }
    return (addType(WrittenType(kind: .tuple, parts: addList(parts))), close + 1)
  }

  private func isArrow(after close: Int) -> Bool {
    switch tokens[close + 1].kind {
    case .arrow: true
    case .keyword: tokens[close + 1].keyword == .throws || tokens[close + 1].keyword == .rethrows
    default: tokens.isWord("async", at: close + 1)
    }
  }

  private mutating func readBracketType(at open: Int) -> (type: Int32, end: Int) {
    guard let close = pairs.partner(of: open), open < close else {
      return (addType(WrittenType(kind: .unknown)), open + 1)
    }
    let (first, end) = readType(from: open + 1)
    if end < close, tokens[end].kind == .colon {
      let (second, _) = readType(from: end + 1)
      return (addType(WrittenType(kind: .dictionary, parts: addList([first, second]))), close + 1)
    }
    return (addType(WrittenType(kind: .array, parts: addList([first]))), close + 1)
  }

  /// The token after a type that is too deep to read.
  private func skipType(from start: Int) -> Int {
    var index = start
    while true {
      switch tokens[index].kind {
      case .leftParen, .leftSquare:
        index = pairs.partner(of: index) ?? index
      case .identifier, .rawIdentifier, .keyword, .period, .postfixQuestionMark, .exclamationMark,
        .atSign, .arrow:
        break
      default:
        guard let (close, _) = closingAngle(of: index) else { return index }
        index = close
      }
      index += 1
    }
  }

  mutating func addType(_ type: WrittenType) -> Int32 {
    summary.types.append(type)
    return Int32(summary.types.count - 1)
  }

  mutating func addList(_ types: [Int32]) -> Span {
    let start = summary.typeLists.count
    summary.typeLists += types
    return Span(start..<summary.typeLists.count)
  }
}
