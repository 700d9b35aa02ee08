import SwiftLexer

/// The arguments that follow an expression; their labels are in `WalkState`.
struct Call {
  /// Index of the last token.
  var end: Int
  /// Whether it only names the labels, e.g. `(timeIntervalSinceNow:)` (SE-0021).
  var isReference = false
  /// How many trailing closures there are.
  var closures = 0
}

extension WalkState {
  /// Whether the labels that were read, in this order, are those of the pattern. The first trailing
  /// closure stands for any label (SE-0279).
  /// - Parameter needsLabel: one label of the pattern, if it has any, must be written.
  func hasLabels(_ wanted: [Int], _ call: Call, needsLabel: Bool) -> Bool {
    let written = labels.count
    guard wanted.count == written + call.closures else { return false }
    guard wanted[..<written].elementsEqual(labels) else { return false }
    guard 0 < call.closures else { return true }
    guard wanted[(written + 1)...].elementsEqual(closureLabels) else { return false }
    let isNamed = { (label: Int) in label != CompiledComponent.noLabel }
    return !needsLabel || !isNamed(wanted[written]) || labels.contains(where: isNamed)
      || closureLabels.contains(where: isNamed)
  }
}

extension Matcher {
  /// Reads the arguments after the token at `index`; nil if it is not called.
  /// - Parameter context: whether a `{` there can be a closure.
  mutating func readCall(after index: Int, in context: BraceContext) -> Call? {
    // Several patterns may ask one after the other.
    if let last = walk.lastCall, last.index == index, last.context == context { return last.call }
    let call = readNewCall(after: index, in: context)
    walk.lastCall = (index, context, call)
    return call
  }

  private mutating func readNewCall(after index: Int, in context: BraceContext) -> Call? {
    walk.labels.removeAll(keepingCapacity: true)
    walk.closureLabels.removeAll(keepingCapacity: true)
    var call = Call(end: index)
    if isArgumentList(at: index + 1) {
      // Without its closing parenthesis it is a call, but of nobody knows what.
      guard let close = pairs.partner(of: index + 1) else {
        walk.labels.append(CompiledComponent.unknownLabel)
        return call
      }
      call.end = close
      if readReference(from: index + 1, to: close) {
        call.isReference = true
        return call
      }
      readArguments(from: index + 1, to: close)
    }
    readTrailingClosures(of: &call, in: context)
    return index < call.end ? call : nil
  }

  /// Whether a `(` there goes on with what stands before it on the line.
  func isArgumentList(at index: Int) -> Bool {
    tokens[index].kind == .leftParen && !tokens[index].isAtLineStart
  }

  /// Reads `(a:b:)`; false if it is anything else, or empty.
  private mutating func readReference(from open: Int, to close: Int) -> Bool {
    var index = open + 1
    while index < close, tokens[index].isWord, tokens[index + 1].kind == .colon { index += 2 }
    guard index == close, open + 1 < close else { return false }
    for index in stride(from: open + 1, to: close, by: 2) {
      walk.labels.append(label(at: index))
    }
    return true
  }

  private mutating func readArguments(from open: Int, to close: Int) {
    var index = open + 1
    while index < close {
      let isLabelled = tokens[index].isWord && tokens[index + 1].kind == .colon
      walk.labels.append(isLabelled ? label(at: index) : CompiledComponent.noLabel)
      index = endOfArgument(from: index, to: close) + 1
    }
  }

  /// The index of the comma after the argument, or `close`.
  mutating func endOfArgument(from start: Int, to close: Int) -> Int {
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

  /// The number of a label in the patterns' names.
  @inline(__always)
  func label(at index: Int) -> Int { rules.label(tokens, at: index) }

  private mutating func readTrailingClosures(of call: inout Call, in context: BraceContext) {
    guard tokens[call.end + 1].kind == .leftBrace, !context.isType else { return }
    guard let close = pairs.partner(of: call.end + 1) else { return }
    guard isTrailingClosure(at: call.end + 1, inCondition: context.isCondition) else { return }
    call.end = close
    call.closures = 1
    while isLabelledClosure(at: call.end + 1), let close = pairs.partner(of: call.end + 3) {
      walk.closureLabels.append(label(at: call.end + 1))
      call.end = close
      call.closures += 1
    }
  }

  /// Whether a further trailing closure starts there, e.g. `onFailure: {`.
  func isLabelledClosure(at index: Int) -> Bool {
    tokens[index].isWord && tokens[index].keyword != .default
      && tokens[index + 1].kind == .colon && tokens[index + 2].kind == .leftBrace
  }
}

/// What a `{` after an expression may be.
struct BraceContext: Equatable {
  /// See `Level.isCondition`.
  var isCondition: Bool
  /// Whether what stands before it is a type rather than an expression, e.g. in `-> Task {`.
  var isType: Bool
}

extension Matcher {
  /// Whether the `{` at `index`, after an operand, is a trailing closure, as the compiler's parser
  /// has it: not a `switch` body, not an observer block, and in a condition only if what follows
  /// its `}` needs that.
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

  /// Whether `didSet` or `willSet` comes first in the braces, maybe after attributes.
  func isObserverBlock(at brace: Int) -> Bool {
    var index = brace + 1
    while tokens[index].kind == .atSign, tokens[index + 1].kind == .identifier {
      index += 2
      if isArgumentList(at: index) { index = (pairs.partner(of: index) ?? index) + 1 }
    }
    return tokens.isWord("didSet", at: index) || tokens.isWord("willSet", at: index)
  }
}
