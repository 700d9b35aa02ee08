import Rules
import SwiftLexer
import Syntax

// The type that is written beside an expression, and so is the type of an implicit member there.

/// A place of a value: an argument or a variable, whose name may tell the type of the value.
/// Positions are indices of tokens.
enum ValuePlace: Equatable {
  /// A whole argument, or an arm of it.
  /// - Parameters:
  ///   - label: the label; `nil` if there is none.
  ///   - open: the parenthesis that opens the arguments.
  ///   - value: a token of the argument.
  case argument(label: Int?, open: Int, value: Int)
  /// A variable or member. The value is assigned to it, or replaces it after a `??`.
  case variable(Int)

  /// A token of the place.
  var token: Int {
    switch self {
    case .argument(_, let open, _): open
    case .variable(let name): name
    }
  }
}

/// An operand of an expression with operators.
struct Operand {
  /// The source of the operand's type.
  enum Anchor {
    case none
    /// The operand has the type of the whole expression.
    case whole
    /// The operand is assigned to the target before this `=`.
    case assignment(Int)
  }

  var anchor: Anchor
  /// The `??` before it.
  var coalescing: Int?
  /// The value before that `??`.
  var coalesced: Int?
  /// The type after `as` behind it.
  var cast: Int?
  /// Whether an operator other than `??` comes next.
  var isCombined = false
  /// An operand that it is compared with, or a list that it is added to.
  var peer: Int?
}

extension FileSyntax {
  /// The operand that a node is in an expression with operators.
  func operand(_ node: Int, of sequence: Int) -> Operand? {
    if sequences[sequence] == nil { sequences[sequence] = operands(of: sequence) }
    return sequences[sequence]![node]
  }

  private func operands(of sequence: Int) -> [Int: Operand] {
    var operands: [Int: Operand] = [:]
    var anchor = Operand.Anchor.whole
    /// Whether an operator other than `??` stands before the next operand.
    var isOperand = false
    var (coalescing, last) = (Int?.none, Int?.none)
    var awaitsType = false
    /// Whether the last operator has operands of one type.
    var isUniform = false
    for node in tree.children(of: sequence) {
      switch tree.kind(of: node) {
      case .assignmentExpr:
        (anchor, isOperand) = (.assignment(tree.start(of: node)), false)
      case .binaryOperatorExpr:
        if tokens.isCoalescing(at: tree.start(of: node)) {
          coalescing = tree.start(of: node)
        } else {
          isOperand = true
          let text = tokens.text(at: tree.start(of: node))
          isUniform =
            comparisons.contains { text.elementsEqual($0.utf8) }
            || last.map { tree.kind(of: $0) == .arrayExpr } == true
            || tree.nextSibling(of: node).map { tree.kind(of: $0) == .arrayExpr } == true
          if let last { operands[last]?.isCombined = true }
        }
      case .unresolvedIsExpr, .unresolvedAsExpr:
        // `as?` and `as!` convert a value of another type.
        awaitsType = true
        if tree.kind(of: node) == .unresolvedIsExpr || tree[node].range.count != 1 { last = nil }
      case .arrowExpr: break
      case .unresolvedTernaryExpr:
        isOperand = false
        operands[node] = Operand(anchor: anchor)
      default:
        if awaitsType {
          if let last { operands[last]?.cast = node }
          awaitsType = false
          break
        }
        let value = isOperand ? Operand.Anchor.none : anchor
        operands[node] = Operand(
          anchor: value, coalescing: coalescing, coalesced: coalescing == nil ? nil : last)
        if isUniform, let last {
          operands[node]?.peer = last
          operands[last]?.peer = node
        }
        (last, coalescing, isUniform) = (node, nil, false)
      }
    }
    return operands
  }

  /// A step from the type of an expression to that of an expression in it.
  private enum Step {
    case part(Part)
    /// The element of a tuple with so many elements.
    case element(Int, of: Int)
    /// The result of a function of that type.
    case result
  }

  /// The type that the file writes for the place of an expression; `nil` if there is none.
  func expectedType(of expression: Int) -> TypeRef? {
    guard expectationDepth < Limits.few else { return nil }
    expectationDepth += 1
    defer { expectationDepth -= 1 }
    var steps: [Step] = []
    var node = expression
    for _ in 0..<Limits.ancestors {
      switch pass(&node, &steps) {
      case .found(let type): return self.type(from: type, by: steps)
      case .next: continue
      case .none: return coalescedType(of: expression)
      }
    }
    return nil
  }

  /// The declared type of the value before a `??`.
  private func coalescedType(of expression: Int) -> TypeRef? {
    operand(around: expression)?.0.coalesced.flatMap(declaredType(ofValue:))
  }

  private enum Passed {
    /// The type of the node, before the steps.
    case found(TypeRef)
    /// The type is that of the node, which is farther out now.
    case next
    case none

    init(_ type: TypeRef?) { self = type.map { .found($0) } ?? .none }
  }

  /// Goes outward from a node to a node or declaration that has its type.
  private func pass(_ node: inout Int, _ steps: inout [Step]) -> Passed {
    guard let parent = tree.parent(of: node) else { return .none }
    switch tree.kind(of: parent) {
    case .tryExpr, .awaitExpr, .unsafeExpr, .unresolvedTernaryExpr:
      node = parent
    case .tupleExpr:
      if tree.content(ofParentheses: parent) == nil {
        guard let step = element(node, ofTuple: parent) else { return .none }
        steps.append(step)
      }
      node = parent
    case .labeledExpr:
      guard let list = tree.parent(of: parent) else { return .none }
      guard tree.kind(of: list) == .tupleExpr, let step = element(parent, ofTuple: list) else {
        return Passed(parameterType(ofArgument: parent, in: list))
      }
      steps.append(step)
      node = list
    case .arguments:
      return Passed(parameterType(ofArgument: node, in: parent))
    case .functionCallExpr, .multipleTrailingClosureElement:
      return Passed(parameterType(ofTrailingClosure: node))
    case .arrayExpr:
      steps.append(.part(.element))
      node = parent
    case .dictionaryElement:
      steps.append(.part(tree.extended(node) == parent ? .key : .value))
      guard let literal = tree.parent(of: parent) else { return .none }
      node = literal
    case .sequenceExpr:
      return passOperand(&node, of: parent, isResult: isResult(steps.last))
    case .initializerClause:
      return Passed(tree.parent(of: parent).flatMap { annotation(before: parent, in: $0) })
    case .returnStmt:
      return function(around: parent).map { passResult(of: $0, &node, &steps) } ?? .none
    case .accessorBlock, .closureExpr:
      return passResult(of: parent, &node, &steps)
    case .codeBlock:
      guard let owner = tree.parent(of: parent) else { return .none }
      switch tree.kind(of: owner) {
      case .ifExpr: node = outermostIf(owner)
      case .functionDecl, .accessorDecl: return passResult(of: owner, &node, &steps)
      default: return .none
      }
    case .switchCase:
      guard let cases = tree.parent(of: parent), let branch = tree.parent(of: cases),
        tree.kind(of: branch) == .switchExpr
      else { return .none }
      node = branch
    case .ifConfigClause:
      guard let directives = tree.parent(of: parent) else { return .none }
      node = directives
    default:
      return .none
    }
    return .next
  }

  private func isResult(_ step: Step?) -> Bool {
    if case .result = step { true } else { false }
  }

  private func passOperand(_ node: inout Int, of sequence: Int, isResult: Bool) -> Passed {
    guard let operand = operand(node, of: sequence) else { return .none }
    if let cast = operand.cast { return .found(TypeRef(node: cast)) }
    // An operator makes another value of a closure.
    if isResult, operand.isCombined { return .none }
    if let peer = operand.peer, let type = declaredType(ofValue: peer) { return .found(type) }
    switch operand.anchor {
    case .none: return .none
    case .whole: node = sequence
    case .assignment(let equal): return Passed(declaredType(ofTargetBefore: equal))
    }
    return .next
  }

  /// `if … else if … else` are one expression, whose type each branch has.
  private func outermostIf(_ branch: Int) -> Int {
    var node = branch
    for _ in 0..<Limits.ancestors {
      guard let outer = tree.parent(of: node), tree.kind(of: outer) == .ifExpr else { break }
      node = outer
    }
    return node
  }

  private func element(_ node: Int, ofTuple tuple: Int) -> Step? {
    let elements = Array(tree.children(of: tuple).prefix(Limits.elements + 1))
    guard elements.count <= Limits.elements, let index = elements.firstIndex(of: node) else {
      return nil
    }
    return .element(index, of: elements.count)
  }

  private func type(from type: TypeRef, by steps: [Step]) -> TypeRef? {
    var type = type
    for step in steps.reversed() {
      let next: TypeRef?
      switch step {
      case .part(let part): next = self.type(of: part, in: type)
      case .result:
        let function = resolved(type)
        next = tree.resultType(ofFunction: function.node).map {
          TypeRef(node: $0, arguments: function.arguments)
        }
      case .element(let index, let count):
        let tuple = resolved(type)
        let types = tree.elementTypes(ofTuple: tuple.node)
        next = types.count == count ? TypeRef(node: types[index], arguments: tuple.arguments) : nil
      }
      guard let next else { return nil }
      type = next
    }
    return type
  }

  private func annotation(before value: Int, in owner: Int) -> TypeRef? {
    switch tree.kind(of: owner) {
    case .patternBinding, .optionalBindingCondition, .matchingPatternCondition:
      tree.annotation(of: owner).map { TypeRef(node: $0) }
    case .parameter: type(ofParameter: owner)
    default: nil
    }
  }

  /// The type of the argument for a parameter; for an `@autoclosure`, its result.
  func type(ofParameter node: Int) -> TypeRef? {
    guard let type = tree.firstType(in: node) else { return nil }
    let isAutoclosure =
      tree.kind(of: type) == .attributedType
      && tree.children(of: type).contains {
        tree.kind(of: $0) == .attribute && tokens.isWord("autoclosure", at: tree.token(of: $0))
      }
    return (isAutoclosure ? tree.resultType(ofFunction: type) : type).map { TypeRef(node: $0) }
  }

  /// The function, accessor or closure that a `return` returns from.
  private func function(around node: Int) -> Int? {
    tree.ancestors(of: node).first {
      switch tree.kind(of: $0) {
      case .functionDecl, .initializerDecl, .deinitializerDecl, .accessorDecl, .closureExpr,
        .accessorBlock, .memberBlock:
        true
      default: false
      }
    }
  }

  /// Goes on from the body of a function to the type of its result.
  private func passResult(of body: Int, _ node: inout Int, _ steps: inout [Step]) -> Passed {
    let found: Int?
    switch tree.kind(of: body) {
    case .functionDecl:
      found = tree.child(.functionSignature, of: body).flatMap { tree.resultType(in: $0) }
    case .accessorDecl:
      let setters: [StaticString] = ["set", "willSet", "didSet"]
      if setters.contains(where: { tokens.isWord($0, at: tree.token(of: body)) }) { return .none }
      found = tree.parent(of: body).flatMap(typeOfVariable(withAccessors:))
    case .accessorBlock:
      found = typeOfVariable(withAccessors: body)
    case .closureExpr:
      found = tree.child(.closureSignature, of: body).flatMap { tree.resultType(in: $0) }
      if found == nil { return passClosure(body, &node, &steps) }
    default:
      return .none
    }
    return Passed(found.map { TypeRef(node: $0) })
  }

  /// Goes on from a closure's result to the closure; from a closure that is called to the call.
  private func passClosure(_ closure: Int, _ node: inout Int, _ steps: inout [Step]) -> Passed {
    if let call = tree.call(of: closure) {
      guard tree.chain(from: call) == call, tree.closures(of: call).isEmpty else { return .none }
      node = call
    } else {
      guard tree.chain(from: closure) == closure else { return .none }
      steps.append(.result)
      node = closure
    }
    return .next
  }

  private func typeOfVariable(withAccessors block: Int) -> Int? {
    var node = block
    for _ in 0..<Limits.ancestors {
      guard let owner = tree.parent(of: node) else { return nil }
      switch tree.kind(of: owner) {
      case .patternBinding: return tree.annotation(of: owner)
      case .subscriptDecl: return tree.resultType(in: owner)
      case .accessorBlock, .ifConfigClause, .ifConfigDecl: node = owner
      default: return nil
      }
    }
    return nil
  }

  // MARK: - Implicit members

  /// The names of the type that a value before a `??` is made of, as in
  /// `TimeZone(…) ?? .current`; `nil` if there is no such value.
  func typeMade(before operand: Operand) -> [Int]? {
    guard let value = operand.coalesced, tree.kind(of: value) == .functionCallExpr,
      tokens[tree.end(of: value) - 1].kind == .rightParen, var type = tree.firstChild(of: value)
    else { return nil }
    if tokens[tree.token(of: type)].keyword == .`init`, let base = tree.firstChild(of: type) {
      type = base
    }
    guard isPlainPath(type), isTypeName(tokens.text(at: tree.token(of: type))) else { return nil }
    return nominalPath(of: type)
  }

  /// Whether the node is a name, or a path of names, without generic arguments.
  private func isPlainPath(_ node: Int) -> Bool {
    var node = node
    while isIdentifier(tree.token(of: node)) {
      if tree.kind(of: node) == .declReferenceExpr { return true }
      guard tree.kind(of: node) == .memberAccessExpr, let base = tree.firstChild(of: node) else {
        return false
      }
      node = base
    }
    return false
  }

  /// The operand that an expression is, behind `try` and `await`, with its whole expression.
  func operand(around expression: Int) -> (Operand, sequence: Int)? {
    let node = afterPrefixWords(expression)
    guard let parent = tree.parent(of: node), tree.kind(of: parent) == .sequenceExpr else {
      return nil
    }
    return operand(node, of: parent).map { ($0, parent) }
  }

  /// The expression with the `try`, `await` and `unsafe` before it.
  func afterPrefixWords(_ expression: Int) -> Int {
    var node = expression
    while let parent = tree.parent(of: node) {
      switch tree.kind(of: parent) {
      case .tryExpr, .awaitExpr, .unsafeExpr: node = parent
      default: return node
      }
    }
    return node
  }

  /// The places of an expression whose type is not written. The place of the whole expression is
  /// the first.
  func places(of expression: Int) -> [ValuePlace] {
    var places: [ValuePlace] = []
    var node = afterPrefixWords(expression)
    let value = tree.start(of: node)
    var coalescing: Int?
    var assignment: Int?
    climb: for _ in 0..<Limits.ancestors {
      guard let parent = tree.parent(of: node) else { break }
      switch tree.kind(of: parent) {
      case .unresolvedTernaryExpr:
        node = parent
      case .sequenceExpr:
        guard let operand = operand(node, of: parent) else { break climb }
        if tree.kind(of: node) != .unresolvedTernaryExpr, coalescing == nil {
          coalescing = operand.coalescing
        }
        switch operand.anchor {
        case .none: break climb
        case .assignment(let equal):
          assignment = equal
          break climb
        case .whole: node = parent
        }
      case .labeledExpr, .arguments:
        if let place = argument(node, value: value) { places = [place] }
        break climb
      case .initializerClause:
        assignment = tree.start(of: parent)
        break climb
      default:
        break climb
      }
    }
    if let assignment, let name = variable(before: assignment) { places = [.variable(name)] }
    if let coalescing, let name = variable(before: coalescing) { places.append(.variable(name)) }
    return places
  }

  private func argument(_ node: Int, value: Int) -> ValuePlace? {
    guard let parent = tree.parent(of: node) else { return nil }
    let isLabelled = tree.kind(of: parent) == .labeledExpr
    guard let list = isLabelled ? tree.parent(of: parent) : parent,
      tree.kind(of: list) == .arguments,
      tokens[tree.start(of: list)].kind == .leftParen
    else { return nil }
    return .argument(
      label: isLabelled ? tree.token(of: parent) : nil, open: tree.start(of: list), value: value)
  }

  /// The last name of the expression before an `=` or `??`; `nil` if the expression does not end
  /// with a name.
  func variable(before mark: Int) -> Int? {
    var last = mark - 1
    while 0 < last, isMark(last) { last -= 1 }
    return 0 <= last && isIdentifier(last) ? last : nil
  }
}

/// Operators whose operands have one type.
private let comparisons = ["<", "<=", ">", ">=", "==", "!="]
