import Rules
import SwiftLexer

/// Where a value stands, by the name that may tell its type. Positions are indices of tokens.
enum ValuePlace: Equatable {
  /// A whole argument, or an arm of it.
  /// - Parameters:
  ///   - label: nil where there is none.
  ///   - open: the parenthesis.
  ///   - value: a token of the argument.
  case argument(label: Int?, open: Int, value: Int)
  /// What the variable or member is set to, or what stands in for it behind a `??`.
  case variable(Int)

  /// The name that counts; nil for an argument without a label.
  var name: Int? {
    switch self {
    case .argument(let label, _, _): label
    case .variable(let name): name
    }
  }
}

extension Outline {
  /// The places of an operand whose type is not written, the one of the whole expression first.
  /// - Parameter index: the operand's first token, in the innermost level.
  func places(ofValueAt index: Int) -> [ValuePlace] {
    var places: [ValuePlace] = []
    let previous = file.skipPrefixWords(before: index) - 1
    switch anchor(at: index, in: levels.innermost) {
    case .annotation:
      if let name = file.variable(before: top.expression.mark) { places = [.variable(name)] }
    case .argument:
      if isCall(top.open) {
        places = [.argument(label: top.expression.mark - 1, open: top.open, value: index)]
      }
    case .content, .none:
      let isWhole = anchor(at: index, in: levels.innermost) == .content
      if 0 < previous, isWhole || tokens[previous].kind == .comma, top.role == .parentheses,
        isCall(top.open)
      {
        places = [.argument(label: nil, open: top.open, value: index)]
      }
    case .result:
      break
    }
    if 0 < previous, tokens[previous].kind == .binaryOperator, tokens.isCoalescing(at: previous),
      let name = file.variable(before: previous)
    {
      places.append(.variable(name))
    }
    return places
  }

  private func isCall(_ open: Int) -> Bool {
    tokens[open].kind == .leftParen && !file.isGrouping(open)
  }

  /// Whether a name beside the value is one of those that tell its type.
  mutating func tells(_ beside: CompiledBeside, _ place: ValuePlace) -> Bool {
    switch place {
    case .variable(let name):
      return beside.members.contains(tables.label(tokens, at: name))
    case .argument(let label, let open, let value):
      if let label, beside.labels.contains(tables.label(tokens, at: label)) { return true }
      guard !beside.functions.isEmpty, tokens[open - 1].isWord else { return false }
      let name = tables.label(tokens, at: open - 1)
      for function in beside.functions
      where function.name == name && isAmong(function.labels, value, from: open) {
        return true
      }
      return false
    }
  }

  /// Whether a call's first arguments have the labels, and the value is one of them.
  private mutating func isAmong(_ labels: [Int], _ value: Int, from open: Int) -> Bool {
    guard let close = pairs.partner(of: open) else { return false }
    var start = open + 1
    var isFound = false
    for wanted in labels {
      guard start < close else { return false }
      let isLabelled = tokens[start].isWord && tokens[start + 1].kind == .colon
      let label = isLabelled ? tables.label(tokens, at: start) : CompiledComponent.noLabel
      guard label == wanted else { return false }
      let end = file.endOfArgument(from: start, to: close)
      if value < end, start <= value { isFound = true }
      start = end + 1
    }
    return isFound
  }

  /// The names of the type that a value is made of before a `??`, as in `TimeZone(…) ?? .current`.
  /// - Parameter index: the first token after the `??`.
  func typeMade(before index: Int) -> Range<Int>? {
    let mark = file.skipPrefixWords(before: index) - 1
    guard 0 < mark, tokens[mark].kind == .binaryOperator, tokens.isCoalescing(at: mark),
      tokens[mark - 1].kind == .rightParen, let open = pairs.partner(of: mark - 1), 0 < open,
      !tokens[open].isAtLineStart
    else { return nil }
    let isExplicit = tokens[open - 1].keyword == .`init` && tokens.isMember(open - 1)
    let last = isExplicit ? open - 3 : open - 1
    guard 0 <= last, file.isIdentifier(last), isTypeName(tokens.text(at: last)) else {
      return nil
    }
    var first = last
    while 1 < first, tokens.isMember(first) {
      guard file.isIdentifier(first - 2) else { return nil }
      first -= 2
    }
    return first..<last + 1
  }
}

extension FileTokens {
  /// The name that the expression before an `=` or `??` ends with, maybe in a chain.
  func variable(before mark: Int) -> Int? {
    var last = mark - 1
    while 0 < last,
      tokens[last].kind == .postfixQuestionMark || tokens[last].kind == .exclamationMark
    {
      last -= 1
    }
    return 0 <= last && isIdentifier(last) ? last : nil
  }

  /// Whether the file may declare a variable or a parameter with one of the names, and a type.
  /// - Parameters:
  ///   - names: tokens.
  ///   - ofPattern: whether a type counts only where it may be that of a pattern.
  func mayDeclare(_ names: [Int], ofPattern: Bool) -> Bool {
    if names.isEmpty { return false }
    let table = WordTable(names.map { (Array(tokens.text(at: $0))[...], 0) })
    let isOne = { (index: Int) in
      0 <= index && tokens[index].isWord && table.number(of: tokens.text(at: index)) != nil
    }
    return tokens.indices.contains { colon in
      guard tokens[colon].kind == .colon, 0 < colon, tokens[colon - 1].isWord,
        isOne(colon - 1) || isOne(colon - 2), mayBeDeclaration(namedBefore: colon)
      else { return false }
      return !ofPattern || mayBeTypeOfPattern(after: colon)
    }
  }

  private func mayBeTypeOfPattern(after colon: Int) -> Bool {
    guard let type = type(from: colon + 1) else { return true }
    // `inout` and the like.
    if tokens[type.upperBound].isWord, !tokens[type.upperBound].isAtLineStart { return true }
    return type.contains(where: isTypeOfPattern)
  }

  /// Whether the token is the name of a type that patterns start with.
  func isTypeOfPattern(_ index: Int) -> Bool {
    tables.starts.number(of: tokens.text(at: index)).map { tables.roles[$0].isType } ?? false
  }

  /// Whether the colon stands in no call, as far as the name before the bracket tells.
  private func mayBeDeclaration(namedBefore colon: Int) -> Bool {
    if isDeclaration(namedBefore: colon) { return true }
    guard let open = opening(around: colon) else { return true }
    guard tokens[open].kind == .leftParen, 0 < open else { return tokens[open].kind == .leftBrace }
    let callee = open - 1
    switch tokens[callee].keyword {
    case .`init`: return !tokens.isMember(callee)
    case .subscript: return true
    default: break
    }
    // A closure's parameters stand behind no name.
    guard tokens[callee].isWord, 0 < callee else { return true }
    let introducer = tokens[callee - 1]
    return introducer.kind == .comma || introducer.keyword == .func || introducer.keyword == .case
  }
}
