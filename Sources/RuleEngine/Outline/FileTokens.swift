import Rules
import SwiftLexer

/// The tokens of one file, their brackets, and the names that rules know. Its functions answer from
/// the tokens beside a place; `Outline` knows what is around a place.
package struct FileTokens {
  let tables: RuleTables
  package let tokens: SourceTokens
  package let pairs: TokenPairs

  /// The index of the innermost bracket around the token. `nil` if the bracket is too far away, or
  /// if it may depend on conditional compilation.
  func opening(around index: Int) -> Int? {
    var index = index - 1
    for _ in 0..<Limits.toOpening where 0 <= index {
      switch tokens[index].kind {
      case .leftBrace, .leftParen, .leftSquare:
        return pairs.partner(of: index) == nil ? nil : index
      case .rightBrace, .rightParen, .rightSquare:
        guard let open = pairs.partner(of: index) else { return nil }
        index = open
      case .poundIf, .poundElseif, .poundElse, .poundEndif:
        return nil
      default:
        break
      }
      index -= 1
    }
    return nil
  }
}

extension FileTokens {
  /// The index of the last token of the expression that starts with a name: the name with the
  /// calls, subscripts and members that follow it.
  func endOfPostfix(from name: Int) -> Int {
    var end = name
    while true {
      let next = tokens[end + 1]
      switch next.kind {
      case .leftParen, .leftSquare:
        guard !next.isAtLineStart, let close = pairs.partner(of: end + 1) else { return end }
        end = close
      case .postfixQuestionMark, .exclamationMark:
        end += 1
      case .period:
        guard tokens[end + 2].isWord else { return end }
        end += 2
      default:
        guard let angle = genericArgumentsInExpression(at: end + 1) else { return end }
        end = angle
      }
    }
  }

  /// The index of the first token after the tokens that do not change an expression: `.self`, and
  /// the `?` and `!` of optional chains.
  /// - Parameter overMarks: whether to skip `?` and `!`.
  @inline(__always)
  func skipWrapping(from index: Int, overMarks: Bool = true) -> Int {
    var end = index
    while true {
      switch tokens[end].kind {
      case .postfixQuestionMark, .exclamationMark:
        guard overMarks else { return end }
        end += 1
      case .period:
        guard tokens[end + 1].keyword == .`self` else { return end }
        end += 2
      default:
        return end
      }
    }
  }

  /// Whether the token, the last one of an operand, belongs to something that does not change the
  /// expression: `.self`, `?`, `!`, or parentheses around it.
  func isWrapping(_ index: Int) -> Bool {
    switch tokens[index].kind {
    case .rightParen: pairs.partner(of: index).map(isGrouping) ?? false
    case .postfixQuestionMark, .exclamationMark: true
    case .keyword: tokens[index].keyword == .`self` && tokens.isMember(index)
    case .period: tokens[index + 1].keyword == .`self`
    default: false
    }
  }

  /// Whether the token is the `?` or `!` of an optional.
  package func isMark(_ index: Int) -> Bool {
    tokens[index].kind == .postfixQuestionMark || tokens[index].kind == .exclamationMark
  }

  /// Whether the `(` starts no argument list, or the `[` starts a literal and no subscript.
  func isGrouping(_ open: Int) -> Bool {
    open == 0 || tokens[open].isAtLineStart || !tokens.endsOperand(at: open - 1)
  }

  /// The index of the first `try`, `await` or `unsafe` before an operand; `index` if there is none.
  func skipPrefixWords(before index: Int) -> Int {
    var start = index
    while 0 < start {
      let isTry = { [tokens] (index: Int) in 0 <= index && tokens[index].keyword == .try }
      if isTry(start - 1) || tokens.isWord("await", at: start - 1)
        || tokens.isWord("unsafe", at: start - 1)
      {
        start -= 1
      } else if isMark(start - 1), isTry(start - 2) {
        start -= 2
      } else {
        break
      }
    }
    return start
  }

  /// The index of the `Self` or `self` before the member; `nil` if there is neither.
  func selfReceiver(ofMember head: Int) -> Int? {
    guard 1 < head, !tokens.isMember(head - 2) else { return nil }
    let keyword = tokens[head - 2].keyword
    return keyword == .Self || keyword == .`self` ? head - 2 : nil
  }

  /// The index of the first token of the `self`, `Self`, `type(of: self)` or type whose member the
  /// name is; `index` if there is none.
  func headOfOwnMember(at index: Int) -> Int {
    guard 1 < index, tokens.isMember(index) else { return index }
    if 6 < index, isOwnType(at: index - 7) { return index - 7 }
    let head = isMark(index - 2) ? index - 3 : index - 2
    guard 0 <= head, !isQualified(head) else { return index }
    let keyword = tokens[head].keyword
    return keyword == .`self` || keyword == .Self || isIdentifier(head) ? head : index
  }

  /// Whether `type(of: self)` starts at the token.
  func isOwnType(at index: Int) -> Bool {
    guard index + 5 < tokens.count, tokens[index + 5].kind == .rightParen else { return false }
    return tokens[index + 4].keyword == .`self` && tokens[index + 3].kind == .colon
      && tokens.isWord("of", at: index + 2) && tokens[index + 1].kind == .leftParen
      && tokens.isWord("type", at: index) && !isQualified(index)
  }

  func isKeyPath(ofPeriod index: Int) -> Bool {
    0 < index && tokens[index - 1].kind == .backslash
  }

  /// The index of the first token of a name with its module selector, as in `Foundation::Date`
  /// (SE-0491); `index` if there is no selector. `nil` if rules do not know the module.
  @inline(__always)
  func skipModuleSelector(before index: Int) -> Int? {
    guard 0 < index, tokens[index - 1].kind == .colonColon else { return index }
    guard 1 < index, isModule(at: index - 2) else { return nil }
    return index - 2
  }

  /// The index of the first token of a name with its module, as in `Foundation.Date`; `index` if
  /// the name is no member. `nil` if it is a member of something other than a module.
  @inline(__always)
  func skipModule(before index: Int) -> Int? {
    guard tokens.isMember(index) else { return index }
    guard 1 < index, isModule(at: index - 2) else { return nil }
    let isMember = tokens.isMember(index - 2) || 2 < index && tokens[index - 3].kind == .colonColon
    return isMember ? nil : index - 2
  }

  @inline(__always)
  func isModule(at index: Int) -> Bool { tables.isModule(tokens, at: index) }

  /// Whether a module, a type or a value is written before the name.
  func isQualified(_ index: Int) -> Bool {
    tokens.isMember(index) || 0 < index && tokens[index - 1].kind == .colonColon
  }

  package func isIdentifier(_ index: Int) -> Bool {
    tokens[index].kind == .rawIdentifier
      || tokens[index].kind == .identifier && !tokens.isWord("_", at: index)
  }

  /// Whether the word before the colon is the name of a variable or a type in its declaration, so
  /// that a type follows the colon.
  func isDeclaration(namedBefore colon: Int) -> Bool {
    guard 1 < colon, tokens[colon - 1].isWord else { return false }
    switch tokens[colon - 2].keyword {
    case .let, .var, .struct, .enum, .protocol, .extension: return true
    default: return false
    }
  }

  /// Whether the token is a `(` that continues what stands before it on the line.
  package func isArgumentList(at index: Int) -> Bool {
    tokens[index].kind == .leftParen && !tokens[index].isAtLineStart
  }

  /// The index of the comma after the argument; `close` for the last argument.
  func endOfArgument(from start: Int, to close: Int) -> Int {
    var index = start
    while index < close {
      switch tokens[index].kind {
      case .comma:
        return index
      case .leftParen, .leftSquare, .leftBrace:
        index = pairs.partner(of: index) ?? index
      case .binaryOperator, .prefixOperator, .postfixOperator:
        if let end = genericArgumentsInExpression(at: index) { index = end }
      default:
        break
      }
      index += 1
    }
    return close
  }

  /// Whether the name is that of a function that is passed, without a call, to a method that calls
  /// it with the elements of a collection: `map(Date.init)`.
  func isGivenElements(_ name: Int) -> Bool {
    guard tokens[name + 1].kind == .rightParen, let open = pairs.partner(of: name + 1), 0 < open
    else { return false }
    return takersOfFunctions.contains { tokens.isWord($0, at: open - 1) }
  }

  /// How many words of a large file a use may start at. An array that grows takes twice the memory
  /// of one that has room, and memory that is not written to takes none.
  var wordLimit: Int? {
    tokens.count < 1 << 16 ? nil : tokens.tokens.count { $0.isMarked }
  }

  /// The arguments between parentheses, each with its label.
  func arguments(in list: Range<Int>) -> [Range<Int>] {
    var arguments: [Range<Int>] = []
    var start = list.lowerBound
    while start < list.upperBound {
      let end = endOfArgument(from: start, to: list.upperBound)
      arguments.append(start..<end)
      start = end + 1
    }
    return arguments
  }

  /// - Parameter label: `_` for none.
  func isLabelled(_ label: String, _ argument: Range<Int>) -> Bool {
    guard isLabel(at: argument.lowerBound) else { return label == "_" }
    return tokens.text(at: argument.lowerBound).elementsEqual(label.utf8)
  }

  /// The argument without its label.
  func value(ofArgument argument: Range<Int>) -> Range<Int> {
    argument.dropFirst(isLabel(at: argument.lowerBound) ? 2 : 0)
  }

  /// The `@` of each attribute that the closure begins with; empty if none belongs to the closure.
  func attributes(ofClosureAt brace: Int) -> [Int] {
    var attributes: [Int] = []
    var index = brace + 1
    while tokens[index].kind == .atSign, tokens[index + 1].isWord {
      attributes.append(index)
      index = path(from: index + 1).end
      // After a space, the parameters of the closure begin.
      if tokens[index].kind == .leftParen, tokens[index].start == tokens[index - 1].end {
        index = (pairs.partner(of: index) ?? index) + 1
      }
    }
    let isSigned = tokens[index].keyword.declaration == nil && endOfSignature(from: index) != nil
    return isSigned ? attributes : []
  }

  /// The last token of the call of a member, trailing closures included; the member's name if it is
  /// not called.
  func endOfCall(after name: Int) -> Int {
    var end = genericArgumentsInExpression(at: name + 1) ?? name
    if isArgumentList(at: end + 1), let close = pairs.partner(of: end + 1) { end = close }
    guard tokens[end + 1].kind == .leftBrace, isTrailingClosure(at: end + 1, inCondition: false),
      let close = pairs.partner(of: end + 1)
    else { return end }
    end = close
    while isLabelledClosure(at: end + 1), let close = pairs.partner(of: end + 3) { end = close }
    return end
  }

  /// Whether a word with a colon stands there, as a label before an argument.
  package func isLabel(at index: Int) -> Bool {
    tokens[index].isWord && tokens[index + 1].kind == .colon
  }

  /// Whether a labelled trailing closure starts at the token, as in `onFailure: {`.
  package func isLabelledClosure(at index: Int) -> Bool {
    tokens[index].isWord && tokens[index].keyword != .default
      && tokens[index + 1].kind == .colon && tokens[index + 2].kind == .leftBrace
  }

  /// Whether the `{` at `index`, which follows an operand, starts a trailing closure. The
  /// compiler's parser decides alike: the body of a `switch` and a block of observers are no
  /// closures. In a condition, the token after the `}` must show that the braces are a closure.
  func isTrailingClosure(at index: Int, inCondition: Bool) -> Bool {
    guard tokens[index + 1].keyword != .case, !isObserverBlock(at: index) else { return false }
    guard inCondition else { return true }
    guard !tokens[index + 1].isAtLineStart, let close = pairs.partner(of: index) else {
      return false
    }
    let next = tokens[close + 1]
    switch next.kind {
    case .leftBrace, .comma:
      return true
    case .keyword:
      return next.keyword == .where
        || (next.keyword == .is || next.keyword == .as) && !next.isAtLineStart
    case .leftSquare, .leftParen, .period, .postfixQuestionMark, .infixQuestionMark,
      .exclamationMark, .colon, .equal, .postfixOperator, .binaryOperator:
      return !next.isAtLineStart
    default:
      return false
    }
  }

  /// Whether `didSet` or `willSet` is the first word in the braces, apart from attributes.
  func isObserverBlock(at brace: Int) -> Bool {
    var index = brace + 1
    while tokens[index].kind == .atSign, tokens[index + 1].kind == .identifier {
      index += 2
      if isArgumentList(at: index) { index = (pairs.partner(of: index) ?? index) + 1 }
    }
    return tokens.isWord("didSet", at: index) || tokens.isWord("willSet", at: index)
  }
}

/// Methods that call a function with each element.
private let takersOfFunctions: [StaticString] = [
  "map", "flatMap", "compactMap", "forEach", "reduce",
]

/// A number in 32 bits: no file that the linter reads has more tokens.
@propertyWrapper struct Narrow {
  private var bits: UInt32

  init(wrappedValue: Int) { bits = UInt32(wrappedValue) }

  var wrappedValue: Int {
    get { Int(bits) }
    set { bits = UInt32(newValue) }
  }
}

/// A number in 32 bits, or `nil`.
@propertyWrapper struct NarrowOptional {
  private var bits: UInt32

  init(wrappedValue: Int?) { bits = wrappedValue.map { UInt32($0) } ?? .max }

  var wrappedValue: Int? {
    get { bits == .max ? nil : Int(bits) }
    set { self = NarrowOptional(wrappedValue: newValue) }
  }
}

extension SourceTokens {
  /// What is written at some places, each text once.
  func table(of indices: [Int]) -> NameTable {
    var table = NameTable()
    for index in indices { _ = table.insert(text(at: index)) }
    return table
  }
}
