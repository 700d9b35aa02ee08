import Rules
import SwiftLexer
import Syntax

/// A point up to which a path was followed.
struct Step {
  /// The index of the last component of the pattern that was found.
  var component: Int
  /// The expression or type that ends with the component.
  var node: Int
  /// Whether the generic arguments and the arguments of the component were passed.
  var isPassed = false
}

/// Follows the paths of patterns through a tree, each from a name outward. It is a class since most
/// paths end at once, so that one walk in turn takes no memory for each.
final class PathWalk {
  private let file: FileSyntax
  private let tree: SyntaxTree
  private var pattern: CompiledPattern
  /// Whether the path starts with the first token of its expression, so that parentheses around it
  /// are passed.
  private var isWhole = true
  /// The tokens of the path's names.
  private(set) var names: [Int] = []
  /// The number of clauses of `#if`s that may still be looked into.
  private var budget = Limits.many

  init(_ file: FileSyntax) {
    (self.file, tree, pattern) = (file, file.tree, file.tables.patterns[0])
  }

  private func begin(_ pattern: CompiledPattern, at node: Int, isWhole: Bool) {
    (self.pattern, self.isWhole, budget) = (pattern, isWhole, Limits.many)
    names.removeAll(keepingCapacity: true)
    names.append(tree.token(of: node))
  }

  /// The last token of the use of a pattern; `nil` if the code does not follow the path.
  /// - Parameter first: a step that ends with one of the pattern's names.
  func end(of pattern: CompiledPattern, from first: Step, isWhole: Bool) -> Int? {
    begin(pattern, at: first.node, isWhole: isWhole)
    return follow(first)
  }

  private func follow(_ first: Step) -> Int? {
    var step = first
    while step.component < pattern.components.count - 1 {
      guard pass(&step) else { return nil }
      if enterInitializer(&step) { continue }
      let members = members(after: step.node)
      if members.count == 1 {
        guard enter(members[0], &step) else { return nil }
        continue
      }
      let count = names.count
      for member in members {
        names.removeLast(names.count - count)
        var branch = step
        if enter(member, &branch), let end = follow(branch) { return end }
      }
      return nil
    }
    return end(of: step)
  }

  /// Goes on to the end of the component's arguments, and of the parentheses around it. Returns
  /// false if it is not called as the pattern says.
  private func pass(_ step: inout Step) -> Bool {
    let component = pattern.components[step.component]
    if step.isPassed {
      step.node = unchanged(step.node, overMarks: true)
      return true
    }
    step.isPassed = true
    step.node = unchanged(withGenericArguments(step.node), overMarks: !component.isType)
    guard let labels = component.labels else { return true }
    guard let call = call(of: step.node), !call.isReference, hasLabels(labels, call) else {
      return false
    }
    step.node = unchanged(call.node, overMarks: true)
    return true
  }

  /// Whether the next component is an initializer that is called without its name.
  private func enterInitializer(_ step: inout Step) -> Bool {
    let next = pattern.components[step.component + 1]
    guard next.isInitializer, pattern.components[step.component].isType,
      call(of: step.node) != nil
    else { return false }
    step.component += 1
    step.isPassed = false
    return true
  }

  /// Passes the name of a member if it is the next name of the pattern; otherwise false.
  private func enter(_ member: Int, _ step: inout Step) -> Bool {
    let index = tree.token(of: member)
    let component = pattern.components[step.component + 1]
    if 0 < index, file.tokens[index - 1].kind == .colonColon {
      guard 1 < index, file.isModule(at: index - 2) else { return false }
    }
    guard file.tokens[index].isWord,
      component.isInitializer == (file.tokens[index].keyword == .`init`),
      file.tables.names.spells(component.name, file.tokens.text(at: index))
    else { return false }
    names.append(index)
    step = Step(component: step.component + 1, node: member)
    return true
  }

  private func withGenericArguments(_ node: Int) -> Int {
    guard let outer = tree.extended(node), tree.kind(of: outer) == .genericSpecializationExpr
    else { return node }
    return outer
  }

  /// The whole of which a node is the start and that does not change the value: `.self`, marks, and
  /// parentheses around it, maybe with a conversion to its own type.
  private func unchanged(_ node: Int, overMarks: Bool) -> Int {
    var node = node
    while true {
      node = tree.unchanged(node, overMarks: overMarks)
      guard isWhole, let outer = tree.parentheses(around: converted(node)) else { return node }
      node = outer
    }
  }

  /// The conversion of an expression to the pattern's type, as in
  /// `DispatchQueue.main as DispatchQueue`; the expression itself if there is none.
  private func converted(_ node: Int) -> Int {
    guard let sequence = tree.extended(node), tree.kind(of: sequence) == .sequenceExpr,
      let cast = tree.nextSibling(of: node), tree.kind(of: cast) == .unresolvedAsExpr,
      let type = tree.nextSibling(of: cast), tree.nextSibling(of: type) == nil,
      let path = file.nominalPath(of: type), path.count == pattern.typeLength,
      zip(path, pattern.components).allSatisfy({
        file.tables.names.spells($1.name, file.tokens.text(at: $0))
      })
    else { return node }
    return sequence
  }

  /// The members of an expression or type: one, or one in each clause of an `#if`.
  private func members(after node: Int) -> [Int] {
    var node = node
    while true {
      if let outer = tree.extended(node) {
        switch tree.kind(of: outer) {
        case .memberAccessExpr, .memberType: return [outer]
        case .postfixIfConfigExpr:
          var found = tree.membersInClauses(of: outer)
          budget -= found.count + 1
          if budget < 0 { return [] }
          if tree.mayPass(conditional: outer) { found += members(after: outer) }
          return found
        default: break
        }
      }
      if let whole = tree.postfixConditional(around: node) {
        node = whole
        budget -= 1
        if budget < 0 { return [] }
        continue
      }
      // `\Date.Type.now`
      let isKeyPath =
        tree.kind(of: node) == .keyPathComponent
        || tree.kind(of: node) == .metatypeType
          && tree.parent(of: node).map { tree.kind(of: $0) == .keyPathExpr } == true
      guard isKeyPath, var next = tree.nextSibling(of: node) else { return [] }
      if file.tokens.isWord("Type", at: tree.token(of: next)) {
        guard let member = tree.nextSibling(of: next) else { return [] }
        next = member
      }
      return [next]
    }
  }

  /// The last token of the use. The step ends with the last name of the pattern, or with the
  /// expression before an `init` that is not written. `nil` if the use is not called as the pattern
  /// says.
  private func end(of step: Step) -> Int? {
    let last = names[names.count - 1]
    guard pattern.root.isExpression, !step.isPassed else { return last }
    let component = pattern.components[step.component]
    let called = unchanged(withGenericArguments(step.node), overMarks: !component.isType)
    let call = call(of: called)
    guard let labels = component.labels else {
      guard pattern.root != .implicitMember || call == nil else { return nil }
      return call.map { tree.end(of: $0.node) - 1 } ?? last
    }
    if let call { return hasLabels(labels, call) ? tree.end(of: call.node) - 1 : nil }
    let isReference =
      labels.isEmpty && 1 < pattern.components.count
      && (component.isInitializer || pattern.startsWithType) && !isGivenElements(last)
    return isReference ? last : nil
  }

  /// Whether the name is that of a function that is passed, without a call, to a method that calls
  /// it with the elements of a collection: `map(Date.init)`.
  private func isGivenElements(_ name: Int) -> Bool {
    guard file.tokens[name + 1].kind == .rightParen,
      let open = file.pairs.partner(of: name + 1), 0 < open
    else { return false }
    return takersOfFunctions.contains { file.tokens.isWord($0, at: open - 1) }
  }

  /// The index of the pattern's last component that a value consists of. `nil` if the value is only
  /// a type, the whole pattern of a rule, or something else.
  func lastComponent(of pattern: CompiledPattern, from first: Step, to value: Int) -> Int? {
    begin(pattern, at: first.node, isWhole: true)
    var step = first
    while step.component < pattern.components.count - 1 {
      guard pass(&step) else { return nil }
      if pattern.typeLength <= step.component, isAll(step.node, of: value) { return step.component }
      if enterInitializer(&step) { continue }
      let members = members(after: step.node)
      guard members.count == 1, enter(members[0], &step) else { return nil }
    }
    guard pattern.isMention, let end = end(of: step) else { return nil }
    var node = step.node
    while tree.end(of: node) - 1 < end, let outer = tree.extended(node) { node = outer }
    return tree.end(of: node) - 1 == end && isAll(node, of: value) ? step.component : nil
  }

  private func isAll(_ node: Int, of value: Int) -> Bool {
    let node = tree.unwrapped(node)
    return node == tree.unwrapped(value) || converted(unchanged(node, overMarks: true)) == value
  }

  // MARK: - Calls

  /// The arguments after an expression.
  private struct Call {
    /// The call; of a reference, the name with its labels.
    let node: Int
    /// The labels in parentheses.
    var labels: [Int] = []
    /// Whether the parentheses only name the labels of a function: `(timeIntervalSinceNow:)`
    /// (SE-0021).
    var isReference = false
    /// The number of trailing closures, and the labels of those after the first.
    var closures = 0
    var closureLabels: [Int] = []
  }

  private func call(of node: Int) -> Call? {
    let (name, kind) = (tree.token(of: node), tree.kind(of: node))
    if kind == .declReferenceExpr || kind == .memberAccessExpr, name + 1 < tree.end(of: node) {
      let labels = stride(from: name + 2, to: tree.end(of: node) - 1, by: 2)
      return Call(
        node: node, labels: labels.map { file.tables.label(file.tokens, at: $0) },
        isReference: true)
    }
    if kind == .keyPathComponent, let list = tree.child(.arguments, of: node),
      file.tokens[tree.start(of: list)].kind == .leftParen
    {
      return Call(node: node, labels: labels(in: list))
    }
    guard let node = tree.call(of: node) else { return nil }
    var call = Call(node: node)
    for part in tree.children(of: node).dropFirst() {
      switch tree.kind(of: part) {
      case .arguments: call.labels = labels(in: part)
      case .closureExpr: call.closures += 1
      case .multipleTrailingClosureElement:
        call.closures += 1
        call.closureLabels.append(file.tables.label(file.tokens, at: tree.token(of: part)))
      default: break
      }
    }
    // In a condition the tree has the closure as a call of its own.
    if call.closures == 0, let outer = tree.call(of: node), tree.child(.arguments, of: outer) == nil
    {
      call = Call(node: outer, labels: call.labels, closures: 1)
    }
    return call
  }

  private func labels(in list: Int) -> [Int] {
    // Without a closing parenthesis the arguments are unknown.
    guard file.pairs.partner(of: tree.start(of: list)) != nil else {
      return [CompiledComponent.unknownLabel]
    }
    return tree.children(of: list).map {
      switch tree.kind(of: $0) {
      case .labeledExpr: file.tables.label(file.tokens, at: tree.token(of: $0))
      case .ifConfigDecl: CompiledComponent.unknownLabel
      default: CompiledComponent.noLabel
      }
    }
  }

  /// Whether the labels of a call are those of a pattern's component, in this order. The first
  /// trailing closure fits any label (SE-0279), except a label that must be written.
  private func hasLabels(_ range: Range<Int>, _ call: Call) -> Bool {
    let written = call.labels.count
    guard range.count == written + call.closures else { return false }
    let wanted = pattern.labels(range)
    guard wanted.prefix(written).elementsEqual(call.labels) else { return false }
    guard 0 < call.closures else { return true }
    guard wanted.dropFirst(written + 1).elementsEqual(call.closureLabels) else { return false }
    let isNamed = { (label: Int) in label != CompiledComponent.noLabel }
    let first = wanted[range.lowerBound + written]
    return !isNamed(first) || call.labels.contains(where: isNamed)
      || call.closureLabels.contains(where: isNamed) || !mustBeWritten(first)
  }

  /// Whether a call that has neither this label nor any other is a call of something else: of any
  /// initializer, or of a member that takes a closure in place of the argument with the label.
  private func mustBeWritten(_ label: Int) -> Bool {
    if pattern.startsWithType { return false }
    return pattern.isNamedByLabels || file.tables.isLabelOfValue(label)
  }
}

/// Methods that call a function with each element.
private let takersOfFunctions: [StaticString] = [
  "map", "flatMap", "compactMap", "forEach", "reduce",
]
