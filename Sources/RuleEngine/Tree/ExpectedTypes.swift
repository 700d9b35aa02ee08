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
  /// What gives its type.
  enum Anchor {
    case none
    /// The operand has the type of the whole expression.
    case whole
    /// It is assigned to what stands before this `=`.
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
}

extension FileSyntax {
  /// What stands beside an operand.
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
    for node in tree.children(of: sequence) {
      switch tree.kind(of: node) {
      case .assignmentExpr:
        (anchor, isOperand) = (.assignment(tree.start(of: node)), false)
      case .binaryOperatorExpr:
        if tokens.isCoalescing(at: tree.start(of: node)) {
          coalescing = tree.start(of: node)
        } else {
          isOperand = true
          if let last { operands[last]?.isCombined = true }
        }
      case .unresolvedIsExpr, .unresolvedAsExpr:
        awaitsType = tree.kind(of: node) == .unresolvedAsExpr
        if !awaitsType { last = nil }
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
        (last, coalescing) = (node, nil)
      }
    }
    return operands
  }

  // MARK: - Types

  /// How the type of an expression follows from that of the expression around it.
  private enum Step {
    case part(Part)
    /// The element of a tuple with so many elements.
    case element(Int, of: Int)
    /// What a function of that type returns.
    case result
  }

  /// The type that is written for an expression, as a node; `nil` if there is none.
  func expectedType(of expression: Int) -> Int? {
    var steps: [Step] = []
    var node = expression
    var found: Int?
    for _ in 0..<Limits.ancestors {
      guard let parent = tree.parent(of: node) else { return nil }
      switch tree.kind(of: parent) {
      case .tryExpr, .awaitExpr, .unsafeExpr, .unresolvedTernaryExpr:
        node = parent
      case .tupleExpr:
        if tree.content(ofParentheses: parent) == nil {
          guard let step = element(node, ofTuple: parent) else { return nil }
          steps.append(step)
        }
        node = parent
      case .labeledExpr:
        guard let tuple = tree.parent(of: parent) else { return nil }
        if tree.kind(of: tuple) == .tupleExpr, let step = element(parent, ofTuple: tuple) {
          steps.append(step)
          node = tuple
        } else {
          found = typeRepeated(byArgument: parent)
          guard found != nil else { return nil }
        }
      case .arrayExpr:
        steps.append(.part(.element))
        node = parent
      case .dictionaryElement:
        steps.append(.part(tree.extended(node) == parent ? .key : .value))
        guard let literal = tree.parent(of: parent) else { return nil }
        node = literal
      case .sequenceExpr:
        guard let operand = operand(node, of: parent) else { return nil }
        found = operand.cast
        if found == nil {
          guard case .whole = operand.anchor else { return nil }
          node = parent
        }
      case .initializerClause:
        found = tree.parent(of: parent).flatMap { annotation(before: parent, in: $0) }
        guard found != nil else { return nil }
      case .returnStmt:
        guard let body = function(around: parent) else { return nil }
        guard passResult(of: body, &node, &steps, &found) else { return nil }
      case .accessorBlock, .closureExpr:
        guard passResult(of: parent, &node, &steps, &found) else { return nil }
      case .codeBlock:
        guard let owner = tree.parent(of: parent) else { return nil }
        switch tree.kind(of: owner) {
        case .ifExpr: node = outermostIf(owner)
        case .functionDecl, .accessorDecl:
          guard passResult(of: owner, &node, &steps, &found) else { return nil }
        default: return nil
        }
      case .switchCase:
        guard let cases = tree.parent(of: parent), let branch = tree.parent(of: cases),
          tree.kind(of: branch) == .switchExpr
        else { return nil }
        node = branch
      case .ifConfigClause:
        guard let directives = tree.parent(of: parent) else { return nil }
        node = directives
      default:
        return nil
      }
      if let found { return type(from: found, by: steps) }
    }
    return nil
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
    let elements = Array(tree.children(of: tuple).prefix(Limits.tuple + 1))
    guard elements.count <= Limits.tuple, let index = elements.firstIndex(of: node) else {
      return nil
    }
    return .element(index, of: elements.count)
  }

  private func type(from type: Int, by steps: [Step]) -> Int? {
    var type = extendedIfSelf(type)
    for step in steps.reversed() {
      let next: Int?
      switch step {
      case .part(let part): next = self.type(of: part, in: type)
      case .result: next = tree.resultType(ofFunction: type)
      case .element(let index, let count):
        let types = tree.elementTypes(ofTuple: type)
        next = types.count == count ? types[index] : nil
      }
      guard let next else { return nil }
      type = extendedIfSelf(next)
    }
    return type
  }

  /// The type that is extended, for `Self` in its extension.
  private func extendedIfSelf(_ type: Int) -> Int {
    let bare = tree.bareType(type)
    guard tokens[tree.start(of: bare)].keyword == .Self,
      tree.start(of: bare) + 1 == tree.end(of: bare)
    else { return type }
    return tree.extensionNode(around: bare).flatMap(tree.firstType(in:)) ?? type
  }

  private func annotation(before value: Int, in owner: Int) -> Int? {
    switch tree.kind(of: owner) {
    case .patternBinding, .optionalBindingCondition, .matchingPatternCondition:
      tree.annotation(of: owner)
    case .parameter: tree.firstType(in: owner)
    default: nil
    }
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

  /// Goes on from the body of a function to the type of what it returns.
  private func passResult(
    of body: Int, _ node: inout Int, _ steps: inout [Step], _ found: inout Int?
  ) -> Bool {
    switch tree.kind(of: body) {
    case .functionDecl:
      found = tree.child(.functionSignature, of: body).flatMap { tree.resultType(in: $0) }
    case .accessorDecl:
      let setters: [StaticString] = ["set", "willSet", "didSet"]
      if setters.contains(where: { tokens.isWord($0, at: tree.token(of: body)) }) { return false }
      found = tree.parent(of: body).flatMap(typeOfVariable(withAccessors:))
    case .accessorBlock:
      found = typeOfVariable(withAccessors: body)
    case .closureExpr:
      found = tree.child(.closureSignature, of: body).flatMap { tree.resultType(in: $0) }
      if found != nil { return true }
      if let call = tree.call(of: body) {
        // More may follow the call only after a look at its type.
        guard tree.chain(from: call) == call, tree.closures(of: call).isEmpty else { return false }
        node = call
      } else {
        guard tree.chain(from: body) == body else { return false }
        steps.append(.result)
        node = body
      }
      return true
    default:
      return false
    }
    return found != nil
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

  /// The type of a value that an array is filled with, as in
  /// `[Date](repeating: .init(), count: 2)`; `nil` if there is no such array.
  private func typeRepeated(byArgument argument: Int) -> Int? {
    guard tokens.isWord("repeating", at: tree.token(of: argument)),
      let arguments = tree.parent(of: argument), let call = tree.parent(of: arguments),
      tree.kind(of: call) == .functionCallExpr, var array = tree.firstChild(of: call)
    else { return nil }
    if tokens[tree.token(of: array)].keyword == .`init`, let base = tree.firstChild(of: array) {
      array = base
    }
    return type(of: .element, in: array)
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
    guard file(type, isNamed: isIdentifier), isTypeName(tokens.text(at: tree.token(of: type)))
    else { return nil }
    return nominalPath(of: type)
  }

  /// Whether the node is a name, or a path of names, without generic arguments.
  private func file(_ node: Int, isNamed isName: (Int) -> Bool) -> Bool {
    var node = node
    while true {
      switch tree.kind(of: node) {
      case .declReferenceExpr: return isName(tree.token(of: node))
      case .memberAccessExpr:
        guard isName(tree.token(of: node)), let base = tree.firstChild(of: node) else {
          return false
        }
        node = base
      default: return false
      }
    }
  }

  /// What stands beside an expression as the operand of an operator, behind `try` and `await`.
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
    guard let list = isLabelled ? tree.parent(of: parent) : parent, tree.kind(of: list) == .arguments,
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
