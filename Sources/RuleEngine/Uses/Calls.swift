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

extension UseFinder {
  /// Whether the labels that were read, in this order, are those of a pattern's component. The
  /// first trailing closure stands for any label (SE-0279), but for one that must be written.
  func hasLabels(_ range: Range<Int>, of pattern: CompiledPattern, _ call: Call) -> Bool {
    let written = walk.labels.count
    guard range.count == written + call.closures else { return false }
    let wanted = pattern.labels(range)
    guard wanted.prefix(written).elementsEqual(walk.labels) else { return false }
    guard 0 < call.closures else { return true }
    guard wanted.dropFirst(written + 1).elementsEqual(walk.closureLabels) else { return false }
    let isNamed = { (label: Int) in label != CompiledComponent.noLabel }
    let first = wanted[range.lowerBound + written]
    return !isNamed(first) || walk.labels.contains(where: isNamed)
      || walk.closureLabels.contains(where: isNamed) || !mustBeWritten(first, of: pattern)
  }

  /// Whether a call without the label, and without any other, is one of something else: of any
  /// initializer, or of a member that takes a closure instead of what the label asks for.
  private func mustBeWritten(_ label: Int, of pattern: CompiledPattern) -> Bool {
    if pattern.startsWithType { return false }
    return pattern.isNamedByLabels || tables.isLabelOfValue(label)
  }
}

extension UseFinder {
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
    if file.isArgumentList(at: index + 1) {
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
      index = file.endOfArgument(from: index, to: close) + 1
    }
  }

  /// The number of a label in the patterns' names.
  @inline(__always)
  func label(at index: Int) -> Int { tables.label(tokens, at: index) }

  private mutating func readTrailingClosures(of call: inout Call, in context: BraceContext) {
    guard tokens[call.end + 1].kind == .leftBrace, !context.isType else { return }
    guard let close = pairs.partner(of: call.end + 1) else { return }
    guard file.isTrailingClosure(at: call.end + 1, inCondition: context.isCondition) else {
      return
    }
    call.end = close
    call.closures = 1
    while file.isLabelledClosure(at: call.end + 1), let close = pairs.partner(of: call.end + 3) {
      walk.closureLabels.append(label(at: call.end + 1))
      call.end = close
      call.closures += 1
    }
  }
}
