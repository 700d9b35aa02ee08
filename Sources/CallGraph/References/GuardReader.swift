import SwiftLexer
import Syntax

/// Which code of a statement runs only for some values of a parameter or property, or only in some
/// branches.
extension SummaryReader {
  /// What a condition is about: a parameter, -1 for `self`, -2 for the member named at a place, or
  /// -3 for what nobody can tell.
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
    /// Whether something else decides about the code, too, such as a `where`.
    var isPartial = false

    /// A condition that nothing is known of.
    static let unknown = Condition(subject: Subject(parameter: -3, name: -1), values: [])
  }

  /// Reads a statement with the conditions in it. They tell no types.
  mutating func readGuarded(_ node: Int) {
    if isForTypes {
      _ = readStatements(of: node)
      return
    }
    let (start, first) = (summary.guards.count, summary.expressions.count)
    switch tree.kind(of: node) {
    case .switchExpr: noteCases(of: node)
    case .doStmt: noteCatching(of: node)
    default: noteConditions(of: node)
    }
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
    if isForTypes || place.owner == -1 { return }
    if condition.subject.parameter == -3, let last = summary.guards.last, last.parameter == -3,
      last.start == bytes.lowerBound, last.end == bytes.upperBound
    {
      return
    }
    let start = summary.attributes.count
    summary.attributes += condition.values
    summary.guards.append(
      Guard(
        owner: place.owner, parameter: condition.subject.parameter,
        subject: Int32(bitPattern: condition.subject.place), start: UInt32(bytes.lowerBound),
        end: UInt32(bytes.upperBound), values: Span(start..<summary.attributes.count),
        type: condition.type, isRefused: condition.isRefused != negated))
    if condition.isPartial { addGuard(.unknown, bytes) }
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
    case .declReferenceExpr where tokens[token].keyword == .`self`,
      .identifierPattern where tokens[token].keyword == .`self`:
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
    guard let part = tree.firstChild(of: node), let list = tree.child(.switchCaseList, of: node)
    else { return }
    let subject = subject(uncast(part))
    var refused = Condition(
      subject: subject ?? Condition.unknown.subject, values: [], isRefused: true)
    if tree.kind(of: part) == .sequenceExpr || subject?.isChained == true { refused = .unknown }
    // Whether a case before may take a value of which nothing is known.
    var isTaken = false
    for part in tree.children(of: list) {
      // The cases of an `#if` may be missing.
      if tree.kind(of: part) != .switchCase {
        refused = .unknown
        continue
      }
      if leaves(part, except: .breakStmt), !fails(part) { noteExit(from: node, .unknown) }
      guard let label = tree.child(.switchCaseLabel, of: part) else {
        if refused.values.isEmpty { refused = .unknown }
        refused.isPartial = isTaken
        addGuard(refused, tree.bytes(of: part))
        continue
      }
      var accepted = subject.map { condition(of: label, $0, &refused) } ?? .unknown
      accepted.isPartial = accepted.isPartial || isTaken
      addGuard(accepted, tree.bytes(of: part))
      isTaken = isTaken || accepted.isPartial || accepted.subject.parameter == -3
    }
  }

  /// The condition of a `case`.
  /// - Parameter refused: that of the `default`, which gets the values that the case takes.
  private mutating func condition(
    of label: Int, _ subject: Subject, _ refused: inout Condition
  ) -> Condition {
    var accepted = Condition(subject: subject, values: [])
    if let item = tree.firstChild(of: label), tree.nextSibling(of: item) == nil,
      let pattern = tree.firstChild(of: item), let type = castType(pattern)
    {
      accepted.type = readType(type)
      accepted.isPartial = tree.nextSibling(of: pattern) != nil
      return accepted
    }
    var isKnown = true
    for item in tree.children(of: label) {
      guard let pattern = tree.firstChild(of: item), let (value, isWhole) = value(of: pattern)
      else {
        isKnown = false
        continue
      }
      accepted.values.append(value)
      if isWhole, tree.nextSibling(of: pattern) == nil {
        refused.values.append(value)
      } else {
        accepted.isPartial = true
      }
    }
    return isKnown ? accepted : .unknown
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
      // `Kind.name`, but neither `.name.other` nor `other.name`.
      let isType = tokens.text(at: tree.token(of: first)).first.map { $0 & 0x20 == 0 } ?? false
      return isType ? value(at: tree.token(of: pattern)) : nil
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

  /// Notes that no value decides about the case that a `fallthrough` goes on with.
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
    let isGuard = tree.kind(of: node) == .guardStmt
    var blocks: [Int] = []
    var clauses: [(part: Int, conditions: [Condition])] = []
    var bound: Set<Int32> = []
    for part in tree.children(of: node) {
      if tree.kind(of: part) == .codeBlock || !blocks.isEmpty {
        blocks.append(part)
        continue
      }
      clauses.append(
        (part, conditions(part).map { bound.contains($0.subject.name) ? .unknown : $0 }))
      guard
        tree.kind(of: part) == .optionalBindingCondition
          || tree.kind(of: part) == .matchingPatternCondition,
        let pattern = tree.parts(ofBinding: part).pattern
      else { continue }
      for name in tree.boundNames(in: pattern) { bound.insert(self.name(at: tree.token(of: name))) }
    }
    guard let last = clauses.last, let first = blocks.first else { return }
    for clause in clauses.prefix(16) where clause.part != last.part {
      let rest = tree.bytes(of: clause.part).upperBound..<tree.bytes(of: last.part).upperBound
      for condition in clause.conditions { addGuard(condition, rest) }
    }
    let all = clauses.flatMap(\.conditions)
    var refused = Condition.unknown
    if clauses.count == 1, all.count == 1, all[0].isExact { refused = all[0] }
    let others = isGuard ? blocks : Array(blocks.dropFirst())
    for block in others { addGuard(refused, tree.bytes(of: block), negated: true) }
    if !isGuard {
      for condition in all { addGuard(condition, tree.bytes(of: first)) }
    }
    if others.contains(where: { isGuard || leaves($0) }), !others.contains(where: fails) {
      for condition in all { noteExit(from: node, condition) }
    }
    if !isGuard, !all.isEmpty, leaves(first), !fails(first) {
      noteExit(from: node, refused, negated: true)
    }
  }

  /// Notes that what stands after a statement runs only where the statement does not leave the
  /// block around it.
  private mutating func noteExit(
    from node: Int, _ condition: Condition, negated: Bool = false
  ) {
    // An `else if` is in the statement before it, whose first block need not leave.
    var statement = node
    for _ in 0..<64 {
      guard let parent = tree.parent(of: statement) else { return }
      if tree.kind(of: parent) != .ifExpr {
        let rest = tree.bytes(of: statement).upperBound..<tree.bytes(of: parent).upperBound
        return addGuard(statement == node ? condition : .unknown, rest, negated: negated)
      }
      statement = parent
    }
  }

  // MARK: - do and #if

  /// What a `catch` is for runs only if something throws, and what stands after a `try` only if it
  /// does not.
  private mutating func noteCatching(of node: Int) {
    let clauses = tree.children(of: node).filter { tree.kind(of: $0) == .catchClause }
    for clause in clauses {
      addGuard(.unknown, tree.bytes(of: clause))
      if let block = tree.child(.codeBlock, of: clause), leaves(block), !fails(block) {
        noteExit(from: node, .unknown)
      }
    }
    guard let block = tree.child(.codeBlock, of: node), !clauses.isEmpty,
      !clauses.contains(where: { tree.child(.codeBlock, of: $0).map(fails) ?? false }),
      let first = tree.parts(of: block).first(where: mayThrow)
    else { return }
    addGuard(.unknown, tree.bytes(of: first).upperBound..<tree.bytes(of: block).upperBound)
  }

  private func mayThrow(_ statement: Int) -> Bool {
    tree[statement].range.contains {
      tokens[$0].keyword == .try
        && !["?", "!"].contains(tokens.text(at: $0 + 1).first.map { UnicodeScalar($0) })
    }
  }

  /// Notes that the `#else` of `#if DEBUG`, and what `#if !DEBUG` is for, are left out of tests.
  mutating func noteDebugging(in node: Int) {
    if isForTypes { return }
    for part in tree.children(of: node) where tree.kind(of: part) == .ifConfigDecl {
      let condition = tree.start(of: part) + 1
      let isNegated = tokens.text(at: condition).elementsEqual("!".utf8)
      guard tokens.isWord("DEBUG", at: isNegated ? condition + 1 : condition) else { continue }
      for (number, clause) in tree.children(of: part).enumerated()
      where (number == 0) == isNegated {
        addGuard(.unknown, tree.bytes(of: clause))
      }
    }
  }

  /// Whether nothing after a block runs if the block does.
  /// - Parameter other: a statement that leaves nothing here, as a `break` in a `case`.
  private func leaves(_ block: Int, except other: SyntaxKind? = nil) -> Bool {
    var last: Int?
    for part in tree.parts(of: block) { last = part }
    guard let kind = last.map(tree.kind), kind != other else { return false }
    return [.returnStmt, .throwStmt, .breakStmt, .continueStmt].contains(kind)
  }

  /// Whether a block ends the program or fails the test: nobody means it to run.
  private func fails(_ block: Int) -> Bool {
    let words: [StaticString] = [
      "XCTFail", "Issue", "fatalError", "preconditionFailure", "assertionFailure",
    ]
    for part in tree.parts(of: block) {
      let token = tree.start(of: part)
      if words.contains(where: { tokens.isWord($0, at: token) }) {
        return true
      }
    }
    return false
  }

  /// The conditions that hold where a condition of a statement does; none if it always does.
  private mutating func conditions(_ node: Int) -> [Condition] {
    switch tree.kind(of: node) {
    case .optionalBindingCondition:
      let binding = tree.parts(ofBinding: node)
      guard let pattern = binding.pattern else { return [.unknown] }
      let value = binding.value ?? pattern
      guard let subject = subject(uncast(value)) else { return [.unknown] }
      if uncast(value) != value {
        return castCondition(Array(tree.children(of: value)), subject)
      }
      if subject.parameter == -1 { return [] }
      return [
        Condition(
          subject: subject, values: [-1], isRefused: true, isExact: !subject.isChained)
      ]
    case .matchingPatternCondition:
      let binding = tree.parts(ofBinding: node)
      guard let pattern = binding.pattern, let value = binding.value,
        let subject = subject(value), let named = self.value(of: pattern)
      else { return [.unknown] }
      return [
        Condition(
          subject: subject, values: [named.value], isExact: named.isWhole && !subject.isChained,
          isPartial: !named.isWhole)
      ]
    case .sequenceExpr: return conditions(Array(tree.children(of: node)))
    case .tupleExpr:
      let only = Array(tree.arguments(of: node))
      return only.count == 1 ? tree.value(of: only[0]).map { conditions($0) } ?? [] : [.unknown]
    case .availabilityCondition: return []
    default: return conditions([node])
    }
  }

  /// The conditions in operands with operators between them.
  private mutating func conditions(_ parts: [Int]) -> [Condition] {
    let isAny = parts.contains { isOperator($0, "||") }
    let all = parts.split { isOperator($0, isAny ? "||" : "&&") }.map(Array.init)
    if all.count == 1 { return [condition(all[0])] }
    var found = all.map { condition($0) }
    guard isAny else {
      for index in found.indices { found[index].isExact = false }
      return found
    }
    // `a == .x || a == .y` is a condition for both values.
    guard var first = found.first,
      found.allSatisfy({
        $0.subject.name == first.subject.name && first.subject.name != -1 && !$0.isRefused
          && $0.subject.parameter == first.subject.parameter && $0.type == -1
      })
    else { return [.unknown] }
    first.values = found.flatMap(\.values)
    return [first]
  }

  private func isOperator(_ node: Int, _ text: StaticString) -> Bool {
    guard tree.kind(of: node) == .binaryOperatorExpr else { return false }
    let mark = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    return tokens.text(at: tree.token(of: node)).elementsEqual(mark)
  }

  private mutating func castCondition(_ parts: [Int], _ subject: Subject) -> [Condition] {
    guard parts.count == 3, tree.kind(of: parts[2]).isType else { return [.unknown] }
    let type = readType(parts[2])
    return [Condition(subject: subject, values: [], type: type, isExact: !subject.isChained)]
  }

  /// The condition that one value, one comparison or one cast is.
  private mutating func condition(_ parts: [Int]) -> Condition {
    if parts.count == 1 {
      let isNot = tree.kind(of: parts[0]) == .prefixOperatorExpr
      if isNot, !tokens.text(at: tree.start(of: parts[0])).elementsEqual("!".utf8) {
        return .unknown
      }
      guard let value = isNot ? tree.operand(of: parts[0]) : parts[0],
        let subject = subject(value), subject.parameter != -1, !subject.isChained
      else { return .unknown }
      let yes = Int32(summary.names.insert("true"))
      return Condition(subject: subject, values: [yes], isRefused: isNot)
    }
    guard parts.count == 3, let subject = subject(parts[0]) else { return .unknown }
    if tree.kind(of: parts[1]) == .unresolvedIsExpr { return castCondition(parts, subject)[0] }
    let isRefused = isOperator(parts[1], "!=")
    guard isRefused || isOperator(parts[1], "=="), tree.kind(of: parts[2]) != .functionCallExpr,
      let named = value(of: parts[2])
    else { return .unknown }
    return Condition(subject: subject, values: [named.value], isRefused: isRefused)
  }

  // MARK: - Operators

  /// Notes which side of `condition ? first : second` runs for which values. Of another one after
  /// it nothing is known.
  /// - Parameters:
  ///   - node: the operands with all operators between them.
  ///   - number: the number of others before it.
  ///   - first: the index of the first expression of the condition.
  mutating func noteGuards(
    ofTernary part: Int, number: Int, in node: Int, from first: Int
  ) {
    let end = tree.bytes(of: node).upperBound
    if number == 1 { addGuard(.unknown, tree.bytes(of: part).lowerBound..<end) }
    if number != 0 { return }
    var parts: [Int] = []
    for other in tree.children(of: node) {
      if other == part { break }
      if tree.kind(of: other) == .assignmentExpr { parts = [] } else { parts.append(other) }
    }
    let start = summary.guards.count
    let found = parts.count == 1 ? conditions(parts[0]) : conditions(parts)
    for condition in found { addGuard(condition, tree.bytes(of: part)) }
    let isExact = found.count == 1 && found[0].isExact
    addGuard(
      isExact ? found[0] : .unknown, tree.bytes(of: part).upperBound..<end, negated: true)
    findSubjects(of: start..<summary.guards.count, from: first)
  }

  /// Notes that the right side of a `??` runs for `nil` alone.
  /// - Parameter first: the index of the first expression before it.
  mutating func noteGuard(ofCoalescing mark: Int, after left: Int?, from first: Int) {
    guard let right = tree.nextSibling(of: mark) else { return }
    var last = right
    for _ in 0..<16 {
      guard let next = tree.nextSibling(of: last), tokens.isCoalescing(at: tree.token(of: next)),
        let operand = tree.nextSibling(of: next)
      else { break }
      last = operand
    }
    let start = summary.guards.count
    let subject = left.flatMap { self.subject($0) }
    var condition = Condition.unknown
    if let subject, subject.parameter != -1, !subject.isChained {
      condition = Condition(subject: subject, values: [-1])
    }
    addGuard(
      condition, tree.bytes(of: right).lowerBound..<tree.bytes(of: last).upperBound)
    findSubjects(of: start..<summary.guards.count, from: first)
  }

  func isLogical(_ node: Int) -> Bool { isOperator(node, "&&") || isOperator(node, "||") }

  /// Notes that what stands after a `&&` or `||` runs only for some values of what stands before.
  /// - Parameters:
  ///   - node: the operands with all operators between them.
  ///   - first: the index of the first expression in it.
  mutating func noteGuards(ofLogicalIn node: Int, from first: Int) {
    let parts = Array(tree.children(of: node))
    let marks = parts.indices.dropLast().filter { isLogical(parts[$0]) }
    let start = summary.guards.count
    for (number, mark) in marks.prefix(16).enumerated() {
      let isOr = isOperator(parts[mark], "||")
      let left = parts[(number == 0 ? 0 : marks[number - 1] + 1)..<mark].drop {
        tree.kind(of: $0) == .assignmentExpr
      }
      let end = parts[mark...].firstIndex {
        let kind = tree.kind(of: $0)
        return kind == .unresolvedTernaryExpr || kind == .assignmentExpr
          || !isOr && isOperator($0, "||")
      }
      // After `a && b ||` the value of `b` alone decides nothing.
      let isWhole = !isOr || marks[..<number].allSatisfy { isOperator(parts[$0], "||") }
      let found = isWhole ? condition(Array(left)) : .unknown
      let last = parts[(end ?? parts.count) - 1]
      let code = tree.bytes(of: parts[mark + 1]).lowerBound..<tree.bytes(of: last).upperBound
      addGuard(isOr && !found.isExact ? .unknown : found, code, negated: isOr)
    }
    findSubjects(of: start..<summary.guards.count, from: first)
  }
}
