import Rules
import SwiftLexer

/// What following a path needs; kept so that its memory is used again.
struct WalkState {
  /// The tokens of the names that were followed.
  var names: [Int] = []
  /// The labels written in the argument list that was last read; numbers as in `CompiledComponent`.
  var labels: [Int] = []
  /// The labels of its second and further trailing closures.
  var closureLabels: [Int] = []
  /// What was read last, whose labels these are; nil for what is not called.
  var lastCall: (index: Int, context: BraceContext, call: Call?)?
  /// The clauses of `#if`s in which the path may go on, too.
  var branches: [Branch] = []
}

/// How far a path was followed.
struct Step {
  /// The index of the pattern's last component that was found.
  var component = 0
  /// Its last token.
  var end: Int
  /// How many parentheses around the expression were closed, as in `((Date))()`.
  var parentheses = 0
  /// Whether what belongs to the component, as its arguments, was passed.
  var isPassed = false
}

/// A place where a path may go on.
struct Branch {
  let step: Step
  /// The token to go on at.
  let token: Int
  /// The count of names up to there.
  let names: Int
}

/// How many clauses are looked into for one path. Real code has two or three; the limit keeps the
/// work in proportion to the file whatever is in it.
private let branchLimit = 64

extension UseFinder {
  /// The last token of the use that was found up to a step; nil if the path goes on otherwise. The
  /// tokens of its names are then in `walk.names`.
  /// - Parameter first: ends with one of the pattern's names.
  mutating func followPath(
    of pattern: CompiledPattern, from first: Step, start: MatchStart
  ) -> Int? {
    startWalk(at: first.end)
    var step = first
    var budget = branchLimit
    while true {
      if let end = follow(&step, of: pattern, start: start, budget: &budget) { return end }
      guard !walk.branches.isEmpty, let branch = nextBranch(of: pattern, budget: &budget) else {
        return nil
      }
      step = branch
    }
  }

  private mutating func startWalk(at name: Int) {
    // They are few, mostly none.
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

  /// Goes on to the next component.
  private mutating func advance(
    _ step: inout Step, in pattern: CompiledPattern, start: MatchStart, budget: inout Int
  ) -> Bool {
    guard pass(&step, of: pattern, start: start) else { return false }
    let next = pattern.components[step.component + 1]
    if next.isInitializer, pattern.components[step.component].isType, isCalled(step, start: start) {
      step.component += 1
      step.isPassed = false
      return true
    }
    guard let period = findPeriod(at: step.end + 1, step, budget: &budget) else { return false }
    return enterMember(after: period, &step, in: pattern)
  }

  /// Goes on to the end of what belongs to the component: its arguments, and parentheses around it.
  private mutating func pass(
    _ step: inout Step, of pattern: CompiledPattern, start: MatchStart
  ) -> Bool {
    let component = pattern.components[step.component]
    if step.isPassed {
      skipWrapping(&step, of: nil, start: start)
      return true
    }
    step.isPassed = true
    skipGenericArguments(&step, of: component)
    skipWrapping(&step, of: component, start: start)
    guard let labels = component.labels else { return true }
    guard let call = readCall(after: step.end, in: braceContext(of: step, start: start)),
      !call.isReference, hasLabels(labels, of: pattern, call)
    else { return false }
    step.end = call.end
    skipWrapping(&step, of: nil, start: start)
    return true
  }

  /// Passes the member's name after the period if it is the pattern's next.
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
      tables.isName(component.name, tokens.text(at: index))
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

  /// Skips what leaves an expression the same: `.self`, `?` and `!` of optional chains, and the
  /// parentheses around it.
  private func skipWrapping(
    _ step: inout Step, of component: CompiledComponent?, start: MatchStart
  ) {
    while true {
      step.end =
        file.skipWrapping(
          from: step.end + 1, overMarks: component?.isType != true) - 1
      guard tokens[step.end + 1].kind == .rightParen,
        let open = start.expression.map({ $0 - 1 - step.parentheses }),
        0 <= open, pairs.partner(of: step.end + 1) == open, file.isGrouping(open)
      else { return }
      step.parentheses += 1
      step.end += 1
    }
  }

  /// Whether arguments or a trailing closure follow.
  private mutating func isCalled(_ step: Step, start: MatchStart) -> Bool {
    readCall(after: step.end, in: braceContext(of: step, start: start)) != nil
  }

  /// The last token of the use whose last name, or the expression before its elided `init`, ends
  /// the step.
  private mutating func end(of pattern: CompiledPattern, _ step: Step, start: MatchStart) -> Int? {
    guard pattern.root.isExpression else { return step.end }
    let component = pattern.components[step.component]
    var called = step
    skipGenericArguments(&called, of: component)
    skipWrapping(&called, of: component, start: start)
    let call = readCall(after: called.end, in: braceContext(of: called, start: start))
    guard let labels = component.labels else {
      guard pattern.root != .implicitMember || call == nil else { return nil }
      return call?.end ?? step.end
    }
    if let call {
      return hasLabels(labels, of: pattern, call) ? call.end : nil
    }
    let isReference =
      labels.isEmpty && 1 < pattern.components.count
      && (component.isInitializer || pattern.startsWithType) && !file.isGivenElements(step.end)
    return isReference ? step.end : nil
  }

  private func braceContext(of step: Step, start: MatchStart) -> BraceContext {
    outline.braceContext(
      of: start.expression.map { $0 - step.parentheses }, parentheses: step.parentheses)
  }

  /// The period that goes on with the postfix expression before `index`, in the first clause where
  /// `#if` stands there; the other clauses are put by.
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

  /// The step at the next member that was put by.
  private mutating func nextBranch(of pattern: CompiledPattern, budget: inout Int) -> Step? {
    while let branch = walk.branches.popLast() {
      walk.names.removeLast(walk.names.count - branch.names)
      var step = branch.step
      guard let period = findPeriod(at: branch.token, step, budget: &budget) else { continue }
      if enterMember(after: period, &step, in: pattern) { return step }
    }
    return nil
  }
}

extension UseFinder {
  /// The last of the pattern's components that there are up to the end of a declaration; nil if
  /// that is only a type, the whole pattern, or something else.
  mutating func lastComponent(
    ofValueIn pattern: CompiledPattern, from first: Step, start: MatchStart
  ) -> Int? {
    startWalk(at: first.end)
    var step = first
    var budget = 1
    while step.component < pattern.components.count - 1 {
      guard pass(&step, of: pattern, start: start) else { return nil }
      if pattern.typeLength <= step.component, outline.endsDeclaration(step.end) {
        return step.component
      }
      guard advance(&step, in: pattern, start: start, budget: &budget) else { return nil }
    }
    return nil
  }
}
