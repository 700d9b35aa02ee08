import Rules
import SwiftLexer

/// What the search along a path needs. It is kept so that its memory is used again.
struct WalkState {
  /// The tokens of the path's names so far.
  var names: [Int] = []
  /// The labels in the argument list that was read last, by number as in `CompiledComponent`.
  var labels: [Int] = []
  /// The labels of the second and further trailing closures.
  var closureLabels: [Int] = []
  /// The call that was read last, which the labels belong to. `index` is the token before the call;
  /// `call` is `nil` if there is no call.
  var lastCall: (index: Int, context: BraceContext, call: Call?)?
  /// Further clauses of `#if`s in which the path may go on.
  var branches: [Branch] = []
}

/// How far a path was followed.
struct Step {
  /// The index of the last component of the pattern that was found.
  var component = 0
  /// The last token of the component.
  var end: Int
  /// How many parentheses around the expression were closed, as in `((Date))()`.
  var parentheses = 0
  /// Whether what belongs to the component was passed: its generic arguments and its arguments.
  var isPassed = false
}

/// A place where a path may go on.
struct Branch {
  let step: Step
  /// The token after the directive of the clause.
  let token: Int
  /// How many names the path has up to the clause.
  let names: Int
}

extension UseFinder {
  /// Follows the path of a pattern. Afterwards the tokens of its names are in `walk.names`.
  /// - Parameter first: a step that ends with one of the pattern's names.
  /// - Returns: the last token of the use; `nil` if the tokens do not follow the path.
  mutating func followPath(
    of pattern: CompiledPattern, from first: Step, start: MatchStart
  ) -> Int? {
    startWalk(at: first.end)
    var step = first
    var budget = Limits.clauses
    while true {
      if let end = follow(&step, of: pattern, start: start, budget: &budget) { return end }
      guard !walk.branches.isEmpty, let branch = nextBranch(of: pattern, budget: &budget) else {
        return nil
      }
      step = branch
    }
  }

  private mutating func startWalk(at name: Int) {
    // There are few names, and mostly no branches.
    while !walk.names.isEmpty { walk.names.removeLast() }
    walk.names.append(name)
    while !walk.branches.isEmpty { walk.branches.removeLast() }
  }

  private mutating func follow(
    _ step: inout Step, of pattern: CompiledPattern, start: MatchStart, budget: inout Int
  ) -> Int? {
    while step.component < pattern.components.count - 1 {
      guard advance(&step, in: pattern, start: start, budget: &budget) else { return nil }
    }
    return end(of: pattern, step, start: start)
  }

  /// Goes on to the next component; false if the tokens do not follow the path.
  private mutating func advance(
    _ step: inout Step, in pattern: CompiledPattern, start: MatchStart, budget: inout Int
  ) -> Bool {
    guard pass(&step, of: pattern, start: start) else { return false }
    let next = pattern.components[step.component + 1]
    if next.isInitializer, pattern.components[step.component].isType,
      readCall(after: step.end, in: braceContext(of: step, start: start)) != nil
    {
      step.component += 1
      step.isPassed = false
      return true
    }
    guard let period = findPeriod(at: step.end + 1, step, budget: &budget) else { return false }
    return enterMember(after: period, &step, in: pattern)
  }

  /// Goes on to the end of what belongs to the component: its arguments, and the parentheses around
  /// it. False if it is not called as the pattern says.
  private mutating func pass(
    _ step: inout Step, of pattern: CompiledPattern, start: MatchStart
  ) -> Bool {
    let component = pattern.components[step.component]
    if step.isPassed {
      skipWrapping(&step, of: nil, in: pattern, start: start)
      return true
    }
    step.isPassed = true
    skipGenericArguments(&step, of: component)
    skipWrapping(&step, of: component, in: pattern, start: start)
    guard let labels = component.labels else { return true }
    guard let call = readCall(after: step.end, in: braceContext(of: step, start: start)),
      !call.isReference, hasLabels(labels, of: pattern, call)
    else { return false }
    step.end = call.end
    skipWrapping(&step, of: nil, in: pattern, start: start)
    return true
  }

  /// Passes the name of the member after the period if it is the next name of the pattern;
  /// otherwise false.
  private mutating func enterMember(
    after period: Int, _ step: inout Step, in pattern: CompiledPattern
  ) -> Bool {
    var index = period + 1
    if tokens[index].isWord, tokens[index + 1].kind == .colonColon {
      guard file.isModule(at: index) else { return false }
      index += 2
    }
    let component = pattern.components[step.component + 1]
    guard tokens[index].isWord, isName(component, at: index),
      tables.names.spells(component.name, tokens.text(at: index))
    else { return false }
    walk.names.append(index)
    step.component += 1
    step.end = index
    step.isPassed = false
    return true
  }

  private mutating func skipGenericArguments(_ step: inout Step, of component: CompiledComponent) {
    let index = step.end + 1
    let end =
      component.isType
      ? file.genericArguments(at: index) : file.genericArgumentsInExpression(at: index)
    step.end = end ?? step.end
  }

  /// Skips what does not change an expression: `.self`, the `?` and `!` of optional chains, and the
  /// parentheses around the expression, maybe with a conversion to its own type.
  private func skipWrapping(
    _ step: inout Step, of component: CompiledComponent?, in pattern: CompiledPattern,
    start: MatchStart
  ) {
    while true {
      step.end = file.skipWrapping(from: step.end + 1, overMarks: component?.isType != true) - 1
      var close = step.end + 1
      if tokens[close].kind == .keyword { close = skipConversion(from: close, of: pattern) }
      guard tokens[close].kind == .rightParen,
        let open = start.expression.map({ $0 - 1 - step.parentheses }),
        0 <= open, pairs.partner(of: close) == open, file.isGrouping(open)
      else { return }
      step.parentheses += 1
      step.end = close
    }
  }

  /// The index of the first token after `as` and the pattern's type, as in
  /// `DispatchQueue.main as DispatchQueue`; `index` if there is no such conversion.
  private func skipConversion(from index: Int, of pattern: CompiledPattern) -> Int {
    guard tokens[index].keyword == .as else { return index }
    guard let type = file.type(from: file.isMark(index + 1) ? index + 2 : index + 1),
      let path = file.nominalPath(of: type), path.count == pattern.typeLength,
      zip(path, pattern.components).allSatisfy({
        tables.names.spells($1.name, tokens.text(at: $0))
      })
    else { return index }
    return type.upperBound
  }

  /// The last token of the use. The step ends with the last name of the pattern, or with the
  /// expression before an `init` that is not written. `nil` if the use is not called as the pattern
  /// says.
  private mutating func end(of pattern: CompiledPattern, _ step: Step, start: MatchStart) -> Int? {
    // A constant stands for all of a mention.
    guard pattern.root.isExpression, !step.isPassed else { return step.end }
    let component = pattern.components[step.component]
    var called = step
    skipGenericArguments(&called, of: component)
    skipWrapping(&called, of: component, in: pattern, start: start)
    let call = readCall(after: called.end, in: braceContext(of: called, start: start))
    guard let labels = component.labels else {
      guard pattern.root != .implicitMember || call == nil else { return nil }
      return call?.end ?? step.end
    }
    if let call { return hasLabels(labels, of: pattern, call) ? call.end : nil }
    let isReference =
      labels.isEmpty && 1 < pattern.components.count
      && (component.isInitializer || pattern.startsWithType) && !file.isGivenElements(step.end)
    return isReference ? step.end : nil
  }

  private func braceContext(of step: Step, start: MatchStart) -> BraceContext {
    outline.braceContext(
      of: start.expression.map { $0 - step.parentheses }, parentheses: step.parentheses)
  }

  /// The period after the postfix expression that ends before `index`. If an `#if` follows the
  /// expression, the period is that of the first clause, and the other clauses are added to
  /// `walk.branches`. `nil` if there is no period.
  private mutating func findPeriod(at index: Int, _ step: Step, budget: inout Int) -> Int? {
    var index = index
    while 0 < budget {
      let kind = tokens[index].kind
      if kind == .period { return index }
      guard kind == .poundIf || kind == .poundElseif || kind == .poundElse || kind == .poundEndif,
        pairs.partners[index] != TokenPairs.none
      else { return nil }
      budget -= 1
      let directive = pairs.directives[Int(pairs.partners[index])]
      guard pairs.directives[directive.opener].isPostfix else { return nil }
      if kind == .poundIf {
        putByClauses(after: directive, step, budget: &budget)
        index = directive.body
      } else {
        guard let end = pairs.endDirective(of: directive) else { return nil }
        index = end.body
      }
    }
    return nil
  }

  private mutating func putByClauses(after opener: Directive, _ step: Step, budget: inout Int) {
    var clause = opener.next
    while let number = clause, 0 < budget {
      budget -= 1
      let directive = pairs.directives[number]
      walk.branches.append(Branch(step: step, token: directive.body, names: walk.names.count))
      clause = directive.next
    }
  }

  /// The step at the member in the next branch that goes on as the pattern does; `nil` if there is
  /// none.
  private mutating func nextBranch(of pattern: CompiledPattern, budget: inout Int) -> Step? {
    while let branch = walk.branches.popLast() {
      walk.names.removeLast(walk.names.count - branch.names)
      var step = branch.step
      guard let period = findPeriod(at: branch.token, step, budget: &budget) else { continue }
      if enterMember(after: period, &step, in: pattern) { return step }
    }
    return nil
  }

  /// The index of the pattern's last component that a value consists of. The value ends with its
  /// declaration. `nil` if the value is only a type, the whole pattern of a rule, or something
  /// else.
  mutating func lastComponent(
    ofValueIn pattern: CompiledPattern, from first: Step, start: MatchStart
  ) -> Int? {
    startWalk(at: first.end)
    var step = first
    var budget = 1
    while step.component < pattern.components.count - 1 {
      guard pass(&step, of: pattern, start: start) else { return nil }
      let end = skipConversion(from: step.end + 1, of: pattern) - 1
      if pattern.typeLength <= step.component, outline.endsDeclaration(end) {
        return step.component
      }
      guard advance(&step, in: pattern, start: start, budget: &budget) else { return nil }
    }
    guard pattern.isMention, let end = end(of: pattern, step, start: start) else { return nil }
    step.end = end
    skipWrapping(&step, of: nil, in: pattern, start: start)
    let last = skipConversion(from: step.end + 1, of: pattern) - 1
    return outline.endsDeclaration(last) ? step.component : nil
  }
}

/// The arguments after an expression. Their labels are in `WalkState`.
struct Call {
  /// The last token of the call.
  var end: Int
  /// Whether the parentheses only name the labels of a function: `(timeIntervalSinceNow:)`
  /// (SE-0021).
  var isReference = false
  /// How many trailing closures there are.
  var closures = 0
}

extension UseFinder {
  /// Whether the labels that were read are those of a pattern's component, in this order. The first
  /// trailing closure fits any label (SE-0279), except a label that must be written.
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

  /// Whether a call that has neither this label nor any other is a call of something else: of any
  /// initializer, or of a member that takes a closure in place of the argument with the label.
  private func mustBeWritten(_ label: Int, of pattern: CompiledPattern) -> Bool {
    if pattern.startsWithType { return false }
    return pattern.isNamedByLabels || tables.isLabelOfValue(label)
  }

  /// Reads the arguments after the token at `index`; `nil` if there is no call.
  /// - Parameter context: whether a `{` there can be a closure.
  mutating func readCall(after index: Int, in context: BraceContext) -> Call? {
    // Several patterns may ask about the same call.
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
      // Without a closing parenthesis this is a call, but its arguments are unknown.
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

  /// Reads `(a:b:)`; false if the parentheses are empty or hold anything else.
  private mutating func readReference(from open: Int, to close: Int) -> Bool {
    var index = open + 1
    while index < close, tokens[index].isWord, tokens[index + 1].kind == .colon { index += 2 }
    guard index == close, open + 1 < close else { return false }
    for index in stride(from: open + 1, to: close, by: 2) {
      walk.labels.append(tables.label(tokens, at: index))
    }
    return true
  }

  private mutating func readArguments(from open: Int, to close: Int) {
    var index = open + 1
    while index < close {
      let isLabelled = file.isLabel(at: index)
      walk.labels.append(isLabelled ? tables.label(tokens, at: index) : CompiledComponent.noLabel)
      index = file.endOfArgument(from: index, to: close) + 1
    }
  }

  private mutating func readTrailingClosures(of call: inout Call, in context: BraceContext) {
    guard tokens[call.end + 1].kind == .leftBrace, !context.isType else { return }
    guard let close = pairs.partner(of: call.end + 1) else { return }
    guard file.isTrailingClosure(at: call.end + 1, inCondition: context.isCondition) else { return }
    call.end = close
    call.closures = 1
    while file.isLabelledClosure(at: call.end + 1), let close = pairs.partner(of: call.end + 3) {
      walk.closureLabels.append(tables.label(tokens, at: call.end + 1))
      call.end = close
      call.closures += 1
    }
  }

  /// What the token before a name allows the name to be the first name of.
  /// - Parameter index: the token of the name.
  @inline(__always)
  func possibleRoots(at index: Int) -> PossibleRoots {
    guard 0 < index else { return .name }
    switch tokens[index - 1].kind {
    case .period: return 1 < index && file.isModule(at: index - 2) ? .any : .members
    case .pound: return PossibleRoots(.macro)
    case .atSign: return PossibleRoots(.attribute)
    case .colonColon: return .any
    case .keyword: return .names
    default: return .name
    }
  }

  /// What follows a name, after its generic arguments.
  /// - Parameter isType: see `CompiledComponent`.
  mutating func next(after index: Int, isType: Bool) -> FoundNext {
    var next = index + 1
    if tokens.isOpeningAngle(at: next) {
      let end =
        isType ? file.genericArguments(at: next) : file.genericArgumentsInExpression(at: next)
      guard let end else { return .end }
      next = end + 1
    }
    switch tokens[next].kind {
    case .leftParen:
      return file.isArgumentList(at: next) ? firstArgument(after: next) : .end
    case .leftBrace:
      if isBeforeBody(index) { return .end }
      let end = pairs.partner(of: next)
      return .closure(areSeveral: end.map { file.isLabelledClosure(at: $0 + 1) } ?? false)
    case .period:
      return member(after: next)
    case .rightParen:
      return mayBeInParentheses(index) ? .unknown : .end
    case .postfixQuestionMark, .exclamationMark:
      return isType ? .end : .unknown
    case .poundIf, .poundElseif, .poundElse, .poundEndif:
      return .unknown
    default:
      return .end
    }
  }

  /// Whether the name is a written type before the `{` of a body.
  private func isBeforeBody(_ index: Int) -> Bool {
    guard 0 < index else { return false }
    switch tokens[index - 1].kind {
    case .arrow: return true
    case .colon: return file.isDeclaration(namedBefore: index - 1)
    default: return false
    }
  }

  @inline(__always)
  private func firstArgument(after open: Int) -> FoundNext {
    let first = tokens[open + 1]
    if first.kind == .rightParen {
      return tokens[open + 2].kind == .leftBrace ? .unknown : .call(nil)
    }
    guard first.isWord, tokens[open + 2].kind == .colon else {
      return .call(CompiledComponent.noLabel)
    }
    return .call(tables.label(tokens, at: open + 1))
  }

  @inline(__always)
  private func member(after period: Int) -> FoundNext {
    let member = tokens[period + 1]
    guard member.isWord else { return .end }
    if member.keyword == .`self` || tokens[period + 2].kind == .colonColon { return .unknown }
    return .member(
      tables.names.number(of: tokens.text(at: period + 1)),
      isInitializer: member.keyword == .`init`)
  }

  /// Whether the expression that starts with the name may be in parentheses.
  private func mayBeInParentheses(_ index: Int) -> Bool {
    guard 0 < index else { return false }
    switch tokens[index - 1].kind {
    case .leftParen, .period, .colonColon: return true
    default: return false
    }
  }
}

// What a constant may stand for, read from the tokens after its name.

extension FileTokens {
  /// The parts of patterns that a constant with the name at `index` may stand for, by index in
  /// `RuleTables.boundParts`. Empty if the token cannot be the name of a constant.
  @inline(__always)
  func boundParts(goingOnAfter index: Int) -> ArraySlice<Int> {
    guard isIdentifier(index) else { return [] }
    switch tokens[index + 1].kind {
    case .period, .postfixQuestionMark, .exclamationMark, .rightParen, .poundIf, .poundElseif,
      .poundElse, .poundEndif:
      return parts(goingOnAfter: index)
    default:
      return []
    }
  }

  /// Whether the name may be that of a constant that stands for all of a mention.
  func mayBeWholeConstant(at index: Int) -> Bool {
    guard isIdentifier(index), headOfOwnMember(at: index) != index || !isQualified(index) else {
      return false
    }
    if isLabel(at: index), [.leftParen, .comma].contains(tokens[index - 1].kind) { return false }
    let next = skipWrapping(from: index + 1)
    return tokens[next].kind != .period && !isArgumentList(at: next)
  }

  private func parts(goingOnAfter index: Int) -> ArraySlice<Int> {
    var head = headOfOwnMember(at: index)
    guard head != index || !isQualified(index) else { return [] }
    var end = skipWrapping(from: index + 1)
    while tokens[end].kind == .rightParen, 0 < head, pairs.partner(of: end) == head - 1,
      isGrouping(head - 1)
    {
      head -= 1
      end = skipWrapping(from: end + 1)
    }
    switch tokens[end].kind {
    case .period:
      guard tokens[end + 1].isWord else { return [] }
      guard tokens[end + 2].kind != .colonColon else { return tables.allBoundParts[...] }
      return tables.names.number(of: tokens.text(at: end + 1)).map { tables.partsByNextName[$0] }
        ?? []
    case .poundIf, .poundElseif, .poundElse, .poundEndif:
      return tables.allBoundParts[...]
    default:
      return []
    }
  }
}
