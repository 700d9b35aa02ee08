import Rules
import SwiftLexer
import Syntax

/// The declarations of a file, and where each name is visible. It is read in one pass over the
/// tree; what the names mean is found later, and only for few of them.
struct DeclaredNames {
  /// The texts of the names.
  private(set) var table = NameTable()
  private(set) var all: [Declaration] = []
  /// The last of the declarations of a name that are visible in all of a type or of the file.
  private var lastMembers: [MemberKey: Int] = [:]
  /// The last member of any type by the number of a name, the last local declaration by slot.
  private var lastByName: [Int] = []
  private var lastLocals: [Int] = []
  private let nestedLocals = NestedLocals()
  /// The number of the type of each memberBlock or file. All extensions of a type have its number.
  private(set) var containers: [Int: Int] = [:]
  private var numbers: [MemberKey: Int] = [:]
  /// The values that are assigned to each name, by its number.
  private(set) var assignments: [Int: [Assignment]] = [:]
  /// The number of the name of each type, by its number.
  private(set) var typeNames: [Int: Int] = [:]

  /// A node that holds declarations, while the tree is passed.
  private struct Holder {
    let node: Int
    /// The number of the type or of the file; `nil` for code.
    let container: Int?
    let end: Int
  }
}

/// A declaration of one name.
struct Declaration {
  enum Kind { case function, type, alias, constant, privateVariable, other }

  /// The token of the name.
  let token: Int
  /// The node that `SyntaxKind` tells of; of a variable its binding.
  let node: Int
  let kind: Kind
  /// Whether it is the name of a type.
  let isType: Bool
  /// The type or file that it is a member of; `nil` for a local name.
  let container: Int?
  /// The tokens where a local name is visible.
  let visible: Range<Int>
  /// The node that holds the declaration.
  let holder: Int
  /// The declaration with the same key before it, and with the same name, by index in `all`; -1 for
  /// none.
  fileprivate var previous = -1
  fileprivate var previousOfName = -1
}

/// A name as a member of a type or of the file.
struct MemberKey: Hashable {
  let container: Int
  let slot: Int
}

/// An assignment, `name = value`.
struct Assignment {
  /// The token of the name.
  let name: Int
  /// The node of the value; of more than one operand, that of the whole assignment.
  let value: Int
}

extension DeclaredNames {
  init(of file: FileSyntax) {
    let tree = file.tree
    var holders: [Holder] = []
    var node = tree.root
    while true {
      enter(node, in: file, &holders)
      if let child = tree.firstChild(of: node) {
        node = child
        continue
      }
      while true {
        if holders.last?.node == node { holders.removeLast() }
        if let next = tree.nextSibling(of: node) {
          node = next
          break
        }
        guard let parent = tree.parent(of: node) else { return }
        node = parent
      }
    }
  }

  /// The number of the name at a token; `nil` if the file declares no such name.
  func number(at token: Int, in file: FileSyntax) -> Int? {
    table.number(of: file.tokens.text(at: token))
  }

  /// The members of a type or of the file with a name, in source order; of many the last.
  func members(_ slot: Int, of container: Int) -> [Int] {
    chain(from: lastMembers[MemberKey(container: container, slot: slot)] ?? -1, \.previous)
  }

  /// The members with that name of any type, and of the file.
  func members(named name: Int) -> [Int] {
    name < lastByName.count ? chain(from: lastByName[name], \.previousOfName) : []
  }

  private func chain(from last: Int, _ previous: KeyPath<Declaration, Int>) -> [Int] {
    var (found, next) = ([Int](), last)
    while 0 <= next, found.count < Limits.many {
      found.append(next)
      next = all[next][keyPath: previous]
    }
    return found.reversed()
  }

  static func slot(_ name: Int, isType: Bool) -> Int { 2 * name + (isType ? 1 : 0) }

  /// The type with that name that is declared or extended in a container.
  func type(_ name: Int, in container: Int) -> Int? {
    numbers[MemberKey(container: container, slot: Self.slot(name, isType: true))]
  }

  private mutating func number(ofType name: Int, in container: Int) -> Int {
    let key = MemberKey(container: container, slot: Self.slot(name, isType: true))
    if let number = numbers[key] { return number }
    let number = numbers.count + 1
    numbers[key] = number
    typeNames[number] = name
    return number
  }

  /// Enters a node, before the nodes in it.
  private mutating func enter(_ node: Int, in file: FileSyntax, _ holders: inout [Holder]) {
    let tree = file.tree
    let kind = tree.kind(of: node)
    switch kind {
    case .sourceFile:
      containers[node] = 0
      holders.append(Holder(node: node, container: 0, end: tree.end(of: node)))
    case .memberBlock:
      let container = container(ofBody: node, in: file, holders)
      containers[node] = container
      holders.append(Holder(node: node, container: container, end: tree.end(of: node)))
    case .codeBlock, .accessorBlock, .switchCase, .closureExpr:
      holders.append(Holder(node: node, container: nil, end: tree.end(of: node)))
    case .actorDecl, .classDecl, .enumDecl, .structDecl, .protocolDecl:
      declare(tree.token(of: node), by: node, .type, isType: true, holders.last!, file)
    case .typeAliasDecl, .associatedTypeDecl:
      let kind = kind == .typeAliasDecl ? Declaration.Kind.alias : .other
      declare(tree.token(of: node), by: node, kind, isType: true, holders.last!, file)
    case .functionDecl, .initializerDecl:
      declare(tree.token(of: node), by: node, .function, holders.last!, file)
    case .enumCaseElement:
      declare(tree.token(of: node), by: node, .other, holders.last!, file)
    case .genericParameter:
      declare(genericParameter: node, holders.last!, file)
    case .identifierPattern:
      declare(boundBy: node, holders.last!, file)
    case .parameter:
      declare(parameter: node, holders.last!, file)
    case .closureShorthandParameter:
      if !file.isTypeOfPattern(tree.token(of: node)) {
        declareLocal(tree.token(of: node), by: node, holders.last!, file)
      }
    case .closureCapture:
      // A capture without a value means the same name as outside of the closure.
      if tree.firstChild(of: node) != nil {
        declareLocal(tree.token(of: node), by: node, holders.last!, file)
      }
    case .accessorDecl:
      let keyword = tree.token(of: node)
      if file.tokens[keyword + 1].kind == .leftParen,
        let body = tree.child(.codeBlock, of: node)
      {
        declare(
          keyword + 2, by: node, visible: tree.start(of: body)..<tree.end(of: body), holders.last!,
          file)
      }
    case .sequenceExpr:
      noteAssignment(node, file)
    default:
      break
    }
  }

  /// The number of the type that a body belongs to.
  private mutating func container(
    ofBody body: Int, in file: FileSyntax, _ holders: [Holder]
  ) -> Int {
    let declaration = file.tree.parent(of: body)!
    guard file.tree.kind(of: declaration) == .extensionDecl else {
      let name = table.insert(file.tokens.text(at: file.tree.token(of: declaration)))
      return number(ofType: name, in: holders.last!.container ?? -holders.last!.node)
    }
    return (file.extendedPath(of: declaration) ?? []).reduce(0) { outer, token in
      number(ofType: table.insert(file.tokens.text(at: token)), in: outer)
    }
  }

  // MARK: - Declarations

  private mutating func declare(
    _ token: Int, by node: Int, _ kind: Declaration.Kind, isType: Bool = false, _ holder: Holder,
    _ file: FileSyntax
  ) {
    guard file.isIdentifier(token) || file.tokens[token].keyword == .`init` else { return }
    let tree = file.tree
    let visible = tree.start(of: holder.node)..<holder.end
    add(
      Declaration(
        token: token, node: node, kind: kind, isType: isType, container: holder.container,
        visible: visible, holder: holder.node), file)
  }

  private mutating func declareLocal(
    _ token: Int, by node: Int, _ holder: Holder, _ file: FileSyntax
  ) {
    declare(token, by: node, visible: file.tree.end(of: node)..<holder.end, holder, file)
  }

  private mutating func declare(
    _ token: Int, by node: Int, _ kind: Declaration.Kind = .other, isType: Bool = false,
    visible: Range<Int>, _ holder: Holder, _ file: FileSyntax
  ) {
    guard file.isIdentifier(token) else { return }
    add(
      Declaration(
        token: token, node: node, kind: kind, isType: isType, container: nil, visible: visible,
        holder: holder.node), file)
  }

  private mutating func add(_ declaration: Declaration, _ file: FileSyntax) {
    let name = table.insert(file.tokens.text(at: declaration.token))
    let slot = Self.slot(name, isType: declaration.isType)
    var declaration = declaration
    if let container = declaration.container {
      let key = MemberKey(container: container, slot: slot)
      declaration.previous = lastMembers.updateValue(all.count, forKey: key) ?? -1
      declaration.previousOfName = lastByName.replace(name, with: all.count)
    } else {
      declaration.previous = lastLocals.replace(slot, with: all.count)
    }
    all.append(declaration)
  }

  /// A generic parameter of a type is visible in its extensions, too.
  private mutating func declare(
    genericParameter node: Int, _ holder: Holder, _ file: FileSyntax
  ) {
    let tree = file.tree
    guard let owner = tree.parent(of: node).flatMap({ tree.parent(of: $0) }) else { return }
    let token = tree.token(of: node)
    guard tree.kind(of: owner).isTypeDecl else {
      declare(
        token, by: node, isType: true, visible: tree.start(of: owner)..<tree.end(of: owner), holder,
        file)
      return
    }
    let name = table.insert(file.tokens.text(at: tree.token(of: owner)))
    let type = number(ofType: name, in: holder.container ?? -holder.node)
    add(
      Declaration(
        token: token, node: node, kind: .other, isType: true, container: type, visible: 0..<0,
        holder: owner), file)
  }

  /// A parameter named like a banned type does not shadow it.
  private mutating func declare(parameter node: Int, _ holder: Holder, _ file: FileSyntax) {
    let tree = file.tree
    let token = tree.token(of: node)
    guard !file.isTypeOfPattern(token),
      let clause = tree.parent(of: node), var owner = tree.parent(of: clause)
    else { return }
    if tree.kind(of: owner) == .closureSignature {
      declareLocal(token, by: owner, holder, file)
      return
    }
    if tree.kind(of: owner) == .functionSignature, let function = tree.parent(of: owner) {
      owner = function
    }
    let body = tree.children(of: owner).first {
      tree.kind(of: $0) == .codeBlock || tree.kind(of: $0) == .accessorBlock
    }
    guard let body else { return }
    declare(token, by: node, visible: tree.start(of: body)..<tree.end(of: body), holder, file)
  }

  /// Declares a name that a pattern binds.
  private mutating func declare(boundBy node: Int, _ holder: Holder, _ file: FileSyntax) {
    let tree = file.tree
    let token = tree.token(of: node)
    for owner in tree.ancestors(of: node) {
      let end: Int
      switch tree.kind(of: owner) {
      case .patternBinding:
        declareVariable(token, node, owner, holder, file)
        return
      case .optionalBindingCondition, .matchingPatternCondition:
        guard let statement = tree.parent(of: owner) else { return }
        let isGuard = tree.kind(of: statement) == .guardStmt
        let body = tree.child(.codeBlock, of: statement)
        end = isGuard ? holder.end : tree.end(of: body ?? statement)
        let start = tree.end(of: owner)
        declare(token, by: owner, visible: start..<max(start, end), holder, file)
        return
      case .forStmt:
        end = tree.end(of: owner)
        // The names are visible behind the sequence.
        let after = tree.children(of: owner).first {
          tree.kind(of: $0) == .codeBlock || tree.kind(of: $0) == .whereClause
        }
        let start = after.map { tree.start(of: $0) } ?? end
        declare(token, by: owner, visible: start..<end, holder, file)
        return
      case .switchCaseItem, .catchItem:
        let isCase = tree.kind(of: owner) == .switchCaseItem
        let whole = tree.ancestors(of: owner).first {
          tree.kind(of: $0) == (isCase ? .switchCase : .catchClause)
        }
        let pattern = tree.firstChild(of: owner) ?? owner
        let start = tree.end(of: pattern)
        declare(
          token, by: owner, visible: start..<max(start, whole.map { tree.end(of: $0) } ?? start),
          holder, file)
        return
      case .sourceFile, .codeBlock, .memberBlock, .closureExpr:
        return
      default:
        break
      }
    }
  }

  private mutating func declareVariable(
    _ token: Int, _ pattern: Int, _ binding: Int, _ holder: Holder, _ file: FileSyntax
  ) {
    let tree = file.tree
    guard let variable = tree.parent(of: binding) else { return }
    var kind = Declaration.Kind.other
    let isNamed =
      tree.firstChild(of: binding) == pattern
      && (tree.nextSibling(of: pattern) != nil || file.annotation(ofBinding: binding) != nil)
    if isNamed, file.tokens[tree.token(of: variable)].keyword == .let {
      kind = .constant
    } else if isNamed, file.isPrivateVariable(variable) {
      kind = .privateVariable
    }
    if holder.container != nil {
      declare(token, by: binding, kind, holder, file)
    } else {
      let end = tree.end(of: binding)
      declare(token, by: binding, kind, visible: end..<max(end, holder.end), holder, file)
    }
  }

  private mutating func noteAssignment(_ node: Int, _ file: FileSyntax) {
    let tree = file.tree
    guard let target = tree.firstChild(of: node), let equal = tree.nextSibling(of: target),
      tree.kind(of: equal) == .assignmentExpr, let value = tree.nextSibling(of: equal),
      file.isIdentifier(tree.end(of: target) - 1)
    else { return }
    let isOwn =
      tree.kind(of: target) == .declReferenceExpr
      || tree.kind(of: target) == .memberAccessExpr
        && file.tokens[tree.start(of: target)].keyword == .`self`
        && tree.start(of: target) + 3 == tree.end(of: target)
    guard isOwn else { return }
    let name = tree.end(of: target) - 1
    let isAlone = tree.nextSibling(of: value) == nil
    assignments[table.insert(file.tokens.text(at: name)), default: []].append(
      Assignment(name: name, value: isAlone ? value : node))
  }

  // MARK: - Where local names are visible

  /// The local declarations that are visible at a token, the innermost first. Visible parts lie one
  /// in the other or one after the other.
  func locals(_ slot: Int, at token: Int) -> [Int] {
    guard slot < lastLocals.count, 0 <= lastLocals[slot] else { return [] }
    let nested = nestedLocals.of(slot) { nest(from: lastLocals[slot]) }
    let next = nested.partitioningIndex { token < all[$0.declaration].visible.lowerBound }
    var found: [Int] = []
    var index = next - 1
    for _ in 0..<Limits.many where 0 <= index {
      let declaration = nested[index].declaration
      if token < all[declaration].visible.upperBound { found.append(declaration) }
      index = nested[index].outer
    }
    return found
  }

  /// The declarations of a slot in the order in which they become visible, each with the one that
  /// is visible around it.
  private func nest(from last: Int) -> [NestedLocal] {
    var (found, next) = ([Int](), last)
    while 0 <= next {
      found.append(next)
      next = all[next].previous
    }
    found.sort {
      (all[$0].visible.lowerBound, all[$1].visible.upperBound, all[$0].token)
        < (all[$1].visible.lowerBound, all[$0].visible.upperBound, all[$1].token)
    }
    var nested: [NestedLocal] = []
    var open: [Int] = []
    for declaration in found {
      while let last = open.last,
        all[nested[last].declaration].visible.upperBound <= all[declaration].visible.lowerBound
      {
        open.removeLast()
      }
      open.append(nested.count)
      nested.append(
        NestedLocal(declaration: declaration, outer: open.count < 2 ? -1 : open[open.count - 2]))
    }
    return nested
  }
}

/// A local declaration, by index in `DeclaredNames.all`.
struct NestedLocal {
  let declaration: Int
  /// The one around it, by index in the same list; -1 for none.
  let outer: Int
}

/// The lists that were asked for, by slot.
private final class NestedLocals {
  private var known: [Int: [NestedLocal]] = [:]

  func of(_ slot: Int, _ make: () -> [NestedLocal]) -> [NestedLocal] {
    if let list = known[slot] { return list }
    let list = make()
    known[slot] = list
    return list
  }
}

extension [Int] {
  /// Sets the element at an index, which may be beyond the end, and returns the one before; -1 for
  /// none.
  fileprivate mutating func replace(_ index: Int, with value: Int) -> Int {
    if count <= index { self += repeatElement(-1, count: 2 * index + 64 - count) }
    defer { self[index] = value }
    return self[index]
  }
}
