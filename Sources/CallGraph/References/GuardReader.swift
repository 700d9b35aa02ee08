import SwiftLexer
import Syntax

/// Which code of a statement runs only for some values of a parameter.
extension SummaryReader {
  /// The values of a parameter for which code runs.
  private struct Condition {
    var parameter: Int32
    /// The name of the parameter or local that stands there.
    var name: Int32
    /// The names of cases; -1 for `nil`.
    var values: [Int32]
    /// Whether the code runs for all values but those.
    var isRefused = false
    /// Whether it runs for each of its values, so that other code runs for the others alone.
    var isExact = true
  }

  mutating func noteGuards(of node: Int) {
    if tree.kind(of: node) == .switchExpr {
      noteCases(of: node)
    } else {
      noteConditions(of: node)
    }
  }

  private mutating func addGuard(_ condition: Condition, _ bytes: Range<Int>, negated: Bool = false)
  {
    guard place.owner != -1 else { return }
    let start = summary.attributes.count
    summary.attributes += condition.values
    summary.guards.append(
      Guard(
        owner: place.owner, parameter: condition.parameter, start: UInt32(bytes.lowerBound),
        end: UInt32(bytes.upperBound), values: Span(start..<summary.attributes.count),
        isRefused: condition.isRefused != negated))
  }

  /// The parameter that an expression is, as it is or cast; -1 for `self`, nil for any other one.
  mutating func parameter(of node: Int) -> Int32? {
    switch tree.kind(of: node) {
    case .sequenceExpr:
      guard let first = tree.firstChild(of: node), let next = tree.nextSibling(of: first),
        tree.kind(of: next) == .unresolvedAsExpr
      else { return nil }
      return name(ofParameter: first)?.parameter
    default: return name(ofParameter: node)?.parameter
    }
  }

  private mutating func name(ofParameter node: Int) -> (parameter: Int32, name: Int32)? {
    let token = tree.token(of: node)
    switch tree.kind(of: node) {
    case .declReferenceExpr where tokens[token].keyword == .`self`: return (-1, -1)
    case .declReferenceExpr, .identifierPattern:
      let name = name(at: token)
      guard case .local(let local) = meaning(of: name) else { return nil }
      let parameter = summary.locals[local].parameter
      return parameter == -1 ? nil : (parameter, name)
    default: return nil
    }
  }

  // MARK: - switch

  private mutating func noteCases(of node: Int) {
    guard let subject = tree.firstChild(of: node), let list = tree.child(.switchCaseList, of: node),
      let parameter = parameter(of: subject)
    else { return }
    var refused = Condition(parameter: parameter, name: -1, values: [], isRefused: true)
    let isCast = tree.kind(of: subject) == .sequenceExpr
    for part in tree.children(of: list) {
      guard let label = tree.child(.switchCaseLabel, of: part) else {
        // The cases of an `#if` may be missing.
        if tree.kind(of: part) != .switchCase { return }
        if !refused.values.isEmpty, !isCast { addGuard(refused, tree.bytes(of: part)) }
        continue
      }
      var accepted = Condition(parameter: parameter, name: -1, values: [])
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
        if let found = condition(part), !bound.contains(found.name) { conditions.append(found) }
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
      } else if count == 1, let only = conditions.first, only.isExact {
        addGuard(only, tree.bytes(of: part), negated: true)
      }
    }
    guard tree.kind(of: node) == .guardStmt, let outer = tree.parent(of: node) else { return }
    let rest = tree.bytes(of: node).upperBound..<tree.bytes(of: outer).upperBound
    for condition in conditions { addGuard(condition, rest) }
  }

  private mutating func condition(_ node: Int) -> Condition? {
    switch tree.kind(of: node) {
    case .optionalBindingCondition:
      let binding = tree.parts(ofBinding: node)
      guard let pattern = binding.pattern, let found = name(ofParameter: binding.value ?? pattern),
        found.parameter != -1
      else { return nil }
      return Condition(
        parameter: found.parameter, name: found.name, values: [-1], isRefused: true)
    case .matchingPatternCondition:
      let binding = tree.parts(ofBinding: node)
      guard let pattern = binding.pattern, let value = binding.value,
        let found = name(ofParameter: value), let named = self.value(of: pattern)
      else { return nil }
      return Condition(
        parameter: found.parameter, name: found.name, values: [named.value],
        isExact: named.isWhole)
    case .sequenceExpr:
      let parts = Array(tree.children(of: node))
      guard parts.count == 3, tree.kind(of: parts[1]) == .binaryOperatorExpr,
        tree.kind(of: parts[2]) != .functionCallExpr, let found = name(ofParameter: parts[0]),
        let named = value(of: parts[2])
      else { return nil }
      let mark = tokens.text(at: tree.token(of: parts[1]))
      guard mark.elementsEqual("==".utf8) || mark.elementsEqual("!=".utf8) else { return nil }
      return Condition(
        parameter: found.parameter, name: found.name, values: [named.value],
        isRefused: mark.first == UInt8(ascii: "!"))
    default: return nil
    }
  }

  /// Notes that the right side of a `??` after a parameter runs for `nil` alone.
  mutating func noteGuard(ofCoalescing mark: Int, after left: Int?) {
    guard let left, let found = name(ofParameter: left), found.parameter != -1,
      let right = tree.nextSibling(of: mark)
    else { return }
    var last = right
    for _ in 0..<16 {
      guard let next = tree.nextSibling(of: last), tokens.isCoalescing(at: tree.token(of: next)),
        let operand = tree.nextSibling(of: next)
      else { break }
      last = operand
    }
    addGuard(
      Condition(parameter: found.parameter, name: found.name, values: [-1]),
      tree.bytes(of: right).lowerBound..<tree.bytes(of: last).upperBound)
  }
}
