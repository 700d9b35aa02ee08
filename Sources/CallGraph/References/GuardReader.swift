import SwiftLexer
import Syntax

/// Which code of a statement runs only for some values of a parameter or property.
extension SummaryReader {
  /// What a condition is about: a parameter, -1 for `self`, or -2 for the member named at a place.
  private struct Subject: Equatable {
    var parameter: Int32
    /// The name of the parameter or local that stands there; -1 for a member of something.
    var name: Int32
    var place: UInt32 = 0
    /// Whether it is `nil` for other reasons, too, as `self?.x` is.
    var isChained = false
  }

  /// The values of a parameter for which code runs.
  private struct Condition {
    var subject: Subject
    /// The names of cases; -1 for `nil`.
    var values: [Int32]
    /// The type that it is cast to, in place of values; -1 for none.
    var type: Int32 = -1
    /// Whether the code runs for all values but those.
    var isRefused = false
    /// Whether it runs for each of its values, so that other code runs for the others alone.
    var isExact = true
  }

  /// Reads a statement with the conditions in it.
  mutating func readGuarded(_ node: Int) {
    let (start, first) = (summary.guards.count, summary.expressions.count)
    if tree.kind(of: node) == .switchExpr { noteCases(of: node) } else { noteConditions(of: node) }
    let added = start..<summary.guards.count
    _ = readStatements(of: node)
    findSubjects(of: added, from: first)
  }

  /// Finds the members that guards are about. The expression of one is read close to its guard.
  private mutating func findSubjects(of guards: Range<Int>, from first: Int) {
    for index in guards where summary.guards[index].parameter == -2 {
      let place = UInt32(bitPattern: summary.guards[index].subject)
      let last = min(first + 64, summary.expressions.count)
      let found = (first..<last).first {
        summary.expressions[$0].offset == place
          && [.name, .member].contains(summary.expressions[$0].kind)
      }
      summary.guards[index].subject = Int32(found ?? -1)
    }
  }

  private mutating func addGuard(_ condition: Condition, _ bytes: Range<Int>, negated: Bool = false)
  {
    guard place.owner != -1 else { return }
    let start = summary.attributes.count
    summary.attributes += condition.values
    summary.guards.append(
      Guard(
        owner: place.owner, parameter: condition.subject.parameter,
        subject: Int32(bitPattern: condition.subject.place), start: UInt32(bytes.lowerBound),
        end: UInt32(bytes.upperBound), values: Span(start..<summary.attributes.count),
        type: condition.type, isRefused: condition.isRefused != negated))
  }

  /// The parameter that an expression is, as it is or cast; -1 for `self`, nil for any other one.
  mutating func parameter(of node: Int) -> Int32? {
    let subject = subject(uncast(node))
    return subject?.parameter == -2 ? nil : subject?.parameter
  }

  /// The `x` in `x as T`.
  private func uncast(_ node: Int) -> Int {
    guard tree.kind(of: node) == .sequenceExpr, let first = tree.firstChild(of: node),
      let next = tree.nextSibling(of: first), tree.kind(of: next) == .unresolvedAsExpr
    else { return node }
    return first
  }

  private mutating func subject(_ node: Int) -> Subject? {
    let token = tree.token(of: node)
    switch tree.kind(of: node) {
    case .declReferenceExpr where tokens[token].keyword == .`self`:
      return Subject(parameter: -1, name: -1)
    case .declReferenceExpr, .identifierPattern:
      let name = name(at: token)
      switch meaning(of: name) {
      case .local(let local):
        let parameter = summary.locals[local].parameter
        return parameter == -1 ? nil : Subject(parameter: parameter, name: name)
      case .function: return nil
      case nil: return Subject(parameter: -2, name: name, place: tokens[token].offset)
      }
    case .memberAccessExpr:
      guard var inner = tree.operand(of: node), tokens[token].isWord else { return nil }
      var subject = Subject(parameter: -2, name: -1, place: tokens[token].offset)
      while true {
        subject.isChained = subject.isChained || tree.kind(of: inner) == .optionalChainingExpr
        guard let next = tree.operand(of: inner) else { return subject }
        inner = next
      }
    default: return nil
    }
  }

  // MARK: - switch

  private mutating func noteCases(of node: Int) {
    guard let part = tree.firstChild(of: node), let list = tree.child(.switchCaseList, of: node),
      let subject = subject(uncast(part))
    else { return }
    var refused = Condition(subject: subject, values: [], isRefused: true)
    let isCast = tree.kind(of: part) == .sequenceExpr || subject.isChained
    for part in tree.children(of: list) {
      guard let label = tree.child(.switchCaseLabel, of: part) else {
        // The cases of an `#if` may be missing.
        if tree.kind(of: part) != .switchCase { return }
        if !refused.values.isEmpty, !isCast { addGuard(refused, tree.bytes(of: part)) }
        continue
      }
      var accepted = Condition(subject: subject, values: [])
      if let item = tree.firstChild(of: label), tree.nextSibling(of: item) == nil,
        let type = tree.firstChild(of: item).flatMap(castType)
      {
        accepted.type = readType(type)
        addGuard(accepted, tree.bytes(of: part))
        continue
      }
      var isKnown = true
      for item in tree.children(of: label) {
        guard let pattern = tree.firstChild(of: item), let (value, isWhole) = value(of: pattern)
        else {
          isKnown = false
          continue
        }
        accepted.values.append(value)
        if isWhole, tree.nextSibling(of: pattern) == nil { refused.values.append(value) }
      }
      if isKnown { addGuard(accepted, tree.bytes(of: part)) }
    }
  }

  /// The case that a pattern names, -1 for `nil`, and whether it matches each value of it; nil for
  /// any other pattern.
  private mutating func value(of pattern: Int) -> (value: Int32, isWhole: Bool)? {
    let pattern = tree.unwrapped(pattern: pattern)
    guard let first = tree.firstChild(of: pattern) else {
      switch tree.kind(of: pattern) {
      case .nilLiteralExpr: return (-1, true)
      case .memberAccessExpr: return value(at: tree.token(of: pattern))
      default: return nil
      }
    }
    switch tree.kind(of: pattern) {
    case .memberAccessExpr:
      // `Kind.name`, but not `.name.other`.
      return tree.kind(of: first) == .memberAccessExpr && tree.firstChild(of: first) == nil
        ? nil : value(at: tree.token(of: pattern))
    case .optionalChainingExpr:
      return tree.kind(of: first) == .memberAccessExpr ? value(of: first) : nil
    case .functionCallExpr:
      guard tree.kind(of: first) == .memberAccessExpr, let named = value(of: first) else {
        return nil
      }
      let isWhole = tree.arguments(of: pattern).allSatisfy { argument in
        guard let value = tree.value(of: argument) else { return false }
        switch tree.kind(of: tree.unwrapped(pattern: value)) {
        case .identifierPattern, .wildcardPattern, .discardAssignmentExpr: return true
        default: return false
        }
      }
      return (named.value, isWhole)
    default: return nil
    }
  }

  /// The type `T` of the pattern `let x as T` or `is T`.
  private func castType(_ pattern: Int) -> Int? {
    let pattern = tree.unwrapped(pattern: pattern)
    if tree.kind(of: pattern) == .isTypePattern { return tree.firstType(in: pattern) }
    guard tree.kind(of: pattern) == .sequenceExpr else { return nil }
    let parts = Array(tree.children(of: pattern))
    return parts.count == 3 && tree.kind(of: parts[1]) == .unresolvedAsExpr ? parts[2] : nil
  }

  private mutating func value(at token: Int) -> (value: Int32, isWhole: Bool)? {
    guard tokens[token].isWord, !tokens.isWord("some", at: token) else { return nil }
    return (tokens.isWord("none", at: token) ? -1 : name(at: token), true)
  }

  /// Takes back the guard of the case that a `fallthrough` goes on with.
  mutating func noteFallthrough(_ node: Int) {
    var outer = node
    while tree.kind(of: outer) != .switchCase {
      guard let parent = tree.parent(of: outer) else { return }
      outer = parent
    }
    if let next = tree.nextSibling(of: outer) {
      fallenInto.insert(UInt32(tree.bytes(of: next).lowerBound))
    }
  }

  // MARK: - if, guard and ??

  private mutating func noteConditions(of node: Int) {
    var conditions: [Condition] = []
    var bound: Set<Int32> = []
    var (count, blocks) = (0, 0)
    for part in tree.children(of: node) {
      let isBlock = tree.kind(of: part) == .codeBlock || 0 < blocks
      if !isBlock {
        count += 1
        conditions += self.conditions(part).filter { !bound.contains($0.subject.name) }
        if tree.kind(of: part) == .optionalBindingCondition
          || tree.kind(of: part) == .matchingPatternCondition,
          let pattern = tree.parts(ofBinding: part).pattern
        {
          for name in tree.boundNames(in: pattern) {
            bound.insert(self.name(at: tree.token(of: name)))
          }
        }
        continue
      }
      blocks += 1
      if blocks == 1, tree.kind(of: node) == .ifExpr {
        for condition in conditions { addGuard(condition, tree.bytes(of: part)) }
      } else if count == 1, conditions.count == 1, let only = conditions.first, only.isExact {
        addGuard(only, tree.bytes(of: part), negated: true)
      }
    }
    guard tree.kind(of: node) == .guardStmt, let outer = tree.parent(of: node) else { return }
    let rest = tree.bytes(of: node).upperBound..<tree.bytes(of: outer).upperBound
    for condition in conditions { addGuard(condition, rest) }
  }

  /// The conditions that hold where a condition of a statement does.
  private mutating func conditions(_ node: Int) -> [Condition] {
    switch tree.kind(of: node) {
    case .optionalBindingCondition:
      let binding = tree.parts(ofBinding: node)
      guard let pattern = binding.pattern else { return [] }
      let value = binding.value ?? pattern
      guard let subject = subject(uncast(value)), subject.parameter != -1 else { return [] }
      if uncast(value) == value {
        return [
          Condition(
            subject: subject, values: [-1], isRefused: true, isExact: !subject.isChained)
        ]
      }
      return castCondition(Array(tree.children(of: value)), subject)
    case .matchingPatternCondition:
      let binding = tree.parts(ofBinding: node)
      guard let pattern = binding.pattern, let value = binding.value,
        let subject = subject(value), let named = self.value(of: pattern)
      else { return [] }
      return [
        Condition(
          subject: subject, values: [named.value], isExact: named.isWhole && !subject.isChained)
      ]
    case .sequenceExpr: return conditions(Array(tree.children(of: node)))
    case .tupleExpr:
      let only = Array(tree.arguments(of: node))
      return only.count == 1 ? tree.value(of: only[0]).map { conditions($0) } ?? [] : []
    default: return conditions([node])
    }
  }

  /// The conditions in operands with operators between them.
  private mutating func conditions(_ parts: [Int]) -> [Condition] {
    func isMark(_ part: Int, _ text: String) -> Bool {
      tree.kind(of: part) == .binaryOperatorExpr
        && tokens.text(at: tree.token(of: part)).elementsEqual(text.utf8)
    }
    let isAny = parts.contains { isMark($0, "||") }
    let all = parts.split { isMark($0, isAny ? "||" : "&&") }.map(Array.init)
    if all.count == 1 { return condition(all[0]).map { [$0] } ?? [] }
    var found = all.compactMap { condition($0) }
    guard isAny else {
      for index in found.indices { found[index].isExact = false }
      return found
    }
    // `a == .x || a == .y` is a condition for both values.
    guard var first = found.first, found.count == all.count,
      found.allSatisfy({
        $0.subject.name == first.subject.name && first.subject.name != -1 && !$0.isRefused
          && $0.subject.parameter == first.subject.parameter && $0.type == -1
      })
    else { return [] }
    first.values = found.flatMap(\.values)
    return [first]
  }

  private mutating func castCondition(_ parts: [Int], _ subject: Subject) -> [Condition] {
    guard parts.count == 3, tree.kind(of: parts[2]).isType else { return [] }
    let type = readType(parts[2])
    return [Condition(subject: subject, values: [], type: type, isExact: !subject.isChained)]
  }

  /// The condition that one value, one comparison or one cast is.
  private mutating func condition(_ parts: [Int]) -> Condition? {
    if parts.count == 1 {
      let isNot = tree.kind(of: parts[0]) == .prefixOperatorExpr
      if isNot, !tokens.text(at: tree.start(of: parts[0])).elementsEqual("!".utf8) { return nil }
      guard let value = isNot ? tree.operand(of: parts[0]) : parts[0],
        let subject = subject(value), subject.parameter != -1, !subject.isChained
      else { return nil }
      let yes = Int32(summary.names.insert("true"))
      return Condition(subject: subject, values: [yes], isRefused: isNot)
    }
    guard parts.count == 3, let subject = subject(parts[0]) else { return nil }
    if tree.kind(of: parts[1]) == .unresolvedIsExpr { return castCondition(parts, subject).first }
    guard tree.kind(of: parts[1]) == .binaryOperatorExpr,
      tree.kind(of: parts[2]) != .functionCallExpr, let named = value(of: parts[2])
    else { return nil }
    let mark = tokens.text(at: tree.token(of: parts[1]))
    guard mark.elementsEqual("==".utf8) || mark.elementsEqual("!=".utf8) else { return nil }
    return Condition(
      subject: subject, values: [named.value], isRefused: mark.first == UInt8(ascii: "!"))
  }

  /// Notes which side of `condition ? first : second` runs for which values.
  /// - Parameters:
  ///   - node: the operands with all operators between them.
  ///   - first: the index of the first expression of the condition.
  mutating func noteGuards(ofTernary part: Int, in node: Int, from first: Int) {
    var parts: [Int] = []
    for other in tree.children(of: node) {
      if other == part { break }
      if tree.kind(of: other) == .unresolvedTernaryExpr { return }
      if tree.kind(of: other) == .assignmentExpr { parts = [] } else { parts.append(other) }
    }
    let start = summary.guards.count
    let found = parts.count == 1 ? conditions(parts[0]) : conditions(parts)
    for condition in found { addGuard(condition, tree.bytes(of: part)) }
    if found.count == 1, found[0].isExact {
      let rest = tree.bytes(of: part).upperBound..<tree.bytes(of: node).upperBound
      addGuard(found[0], rest, negated: true)
    }
    findSubjects(of: start..<summary.guards.count, from: first)
  }

  /// Notes that the right side of a `??` after a parameter runs for `nil` alone.
  /// - Parameter first: the index of the first expression before it.
  mutating func noteGuard(ofCoalescing mark: Int, after left: Int?, from first: Int) {
    guard let left, let subject = subject(left), subject.parameter != -1,
      let right = tree.nextSibling(of: mark)
    else { return }
    var last = right
    for _ in 0..<16 {
      guard let next = tree.nextSibling(of: last), tokens.isCoalescing(at: tree.token(of: next)),
        let operand = tree.nextSibling(of: next)
      else { break }
      last = operand
    }
    if subject.isChained { return }
    addGuard(
      Condition(subject: subject, values: [-1]),
      tree.bytes(of: right).lowerBound..<tree.bytes(of: last).upperBound)
    findSubjects(of: summary.guards.count - 1..<summary.guards.count, from: first)
  }
}
