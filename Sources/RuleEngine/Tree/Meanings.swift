import Rules
import SwiftLexer
import Syntax

// The meanings of aliases and constants. Each is found when it is asked for.

/// The meaning of a declared name.
enum NameMeaning: Equatable {
  /// Nothing that is banned.
  case other
  /// The type of a pattern, or a type around it; all its names are those of patterns.
  case type(TypePath)
  /// The first part of some patterns.
  case value(BoundValue)
}

struct BoundValue: Equatable {
  /// The parts of patterns that the value stands for.
  var parts: [BoundPart]
  /// Whether a module is written before the type.
  let isQualified: Bool

  /// The value if it may be either of two.
  func joined(with other: BoundValue) -> BoundValue {
    BoundValue(
      parts: parts + other.parts.filter { !parts.contains($0) },
      isQualified: isQualified && other.isQualified)
  }
}

extension FileSyntax {
  /// The meaning of a declaration. A declaration that depends on itself means nothing banned.
  /// - Parameter declaration: the index in `DeclaredNames.all`.
  func meaning(of declaration: Int) -> NameMeaning {
    if let known = meanings[declaration] { return known }
    guard meaningDepth < Limits.few else { return .other }
    meanings[declaration] = .other
    meaningDepth += 1
    let meaning = newMeaning(of: declaration)
    meaningDepth -= 1
    meanings[declaration] = meaning
    return meaning
  }

  private func newMeaning(of declaration: Int) -> NameMeaning {
    let name = names.all[declaration]
    switch name.kind {
    case .alias:
      guard let clause = tree.child(.initializerClause, of: name.node),
        let type = tree.firstType(in: clause)
      else { return .other }
      return meaning(ofAliasedType: type, for: declaration)
    case .constant, .privateVariable:
      let annotation = annotation(ofBinding: name.node)
      guard let clause = tree.child(.initializerClause, of: name.node) else {
        guard name.kind == .constant, let annotation, nominalPath(of: annotation) != nil,
          tree.child(.accessorBlock, of: name.node) == nil
        else { return .other }
        return meaning(ofLate: declaration, annotation)
      }
      if name.kind == .privateVariable,
        name.container == nil || writtenNames.mayWrite(declaration, in: self)
      {
        return .other
      }
      return tree.firstChild(of: clause).map {
        meaning(ofValue: $0, annotation: annotation, for: declaration)
      } ?? .other
    case .function, .type, .other:
      return .other
    }
  }

  private func meaning(ofAliasedType type: Int, for declaration: Int) -> NameMeaning {
    guard tree.bareType(type) == type, let path = nominalPath(of: type) else { return .other }
    var named = TypePath(names: path.map { tables.names.number(of: tokens.text(at: $0)) })
    named.isQualified = isQualified(path[0])
    if !named.isQualified {
      switch meaning(ofTypeNameAt: path[0], but: declaration) {
      case nil: break
      case .type(let alias): named.expand(alias)
      case .other, .value: return .other
      }
    }
    return isBannedType(named.names) ? .type(named) : .other
  }

  private func meaning(ofTypeNameAt token: Int, but declaration: Int?) -> NameMeaning? {
    guard let name = names.number(at: token, in: self) else { return nil }
    return find(name, isType: true, at: token, but: declaration)?.meaning
  }

  /// Whether patterns start with the type.
  private func isBannedType(_ path: [Int?]) -> Bool {
    guard let anchor = path[0] else { return false }
    return tables.patternsByAnchor[anchor].contains { startsWith(path, tables.patterns[$0]) }
  }

  /// Whether the pattern's type has these names, or is nested in the type that has them.
  func startsWith(_ path: [Int?], _ pattern: CompiledPattern) -> Bool {
    guard pattern.namesType, path.count <= pattern.components.count else { return false }
    return zip(path, pattern.components).allSatisfy {
      $0 == $1.name && ($1.isType || pattern.root == .attribute)
    }
  }

  // MARK: - Values

  /// - Parameters:
  ///   - annotation: the type that is written before the `=`.
  ///   - declaration: the declaration that gets the value, which does not mean itself.
  private func meaning(
    ofValue value: Int, annotation: Int?, for declaration: Int?
  ) -> NameMeaning {
    let arms = arms(of: value)
    guard 1 < arms.count else {
      return meaning(ofArm: arms.first ?? value, annotation: annotation, for: declaration)
    }
    // A banned meaning of one arm counts.
    var found: BoundValue?
    for arm in arms.prefix(Limits.many) {
      let meaning = meaning(ofValue: arm, annotation: annotation, for: declaration)
      if case .value(let value) = meaning { found = found?.joined(with: value) ?? value }
    }
    return found.map { .value($0) } ?? .other
  }

  /// The values of which an expression is one: of `?:`, of an `if` and of a `switch`.
  private func arms(of value: Int) -> [Int] {
    let value = tree.unwrapped(value)
    switch tree.kind(of: value) {
    case .sequenceExpr:
      var parts = Array(tree.children(of: value).prefix(Limits.elements))
      if let mark = parts.firstIndex(where: { tree.kind(of: $0) == .assignmentExpr }) {
        parts.removeFirst(mark + 1)
      }
      guard let ternary = parts.firstIndex(where: { tree.kind(of: $0) == .unresolvedTernaryExpr }),
        ternary + 2 == parts.count, let first = tree.firstChild(of: parts[ternary])
      else { return [value] }
      return [first, parts[ternary + 1]]
    case .ifExpr:
      return tree.children(of: value).compactMap {
        switch tree.kind(of: $0) {
        case .codeBlock: tree.firstChild(of: $0)
        case .ifExpr: $0
        default: nil
        }
      }
    case .switchExpr:
      guard let cases = tree.child(.switchCaseList, of: value) else { return [] }
      return tree.parts(of: cases).compactMap { Array(tree.children(of: $0)).last }
    default:
      return [value]
    }
  }

  private func meaning(ofArm value: Int, annotation: Int?, for declaration: Int?) -> NameMeaning {
    let value = tree.unwrapped(value)
    guard let root = root(of: value) else { return .other }
    var bound: BoundValue
    let token = tree.token(of: root)
    if tree.kind(of: root) == .memberAccessExpr, tree.firstChild(of: root) == nil {
      // A member of the written type.
      guard let annotation, let type = writtenType(annotation, but: declaration) else {
        return .other
      }
      let patterns = tables.names.number(of: tokens.text(at: token)).map {
        tables.patternsByMember[$0]
      }
      bound = BoundValue(
        parts: (patterns ?? []).compactMap { number in
          let pattern = tables.patterns[number]
          guard type.isType(of: pattern) else { return nil }
          return part(of: number, from: root, component: pattern.typeLength, value)
        }, isQualified: type.isQualified)
      return bound.parts.isEmpty ? .other : .value(bound)
    }
    let isModuleNamed = isQualified(token) && ownReceiver(of: root).map { !isOwn($0) } ?? true
    if isModuleNamed {
      bound = boundValue(ofTypeNamedAt: root, value, isQualified: true)
    } else {
      let (start, meaning) = meaning(ofRoot: root, but: declaration)
      switch meaning {
      case nil:
        guard tree.kind(of: root) == .declReferenceExpr else { return .other }
        bound = boundValue(ofTypeNamedAt: root, value, isQualified: false)
      case .type(let type):
        bound = BoundValue(
          parts: tables.patternsByAnchor[type.names[0]!].compactMap { number in
            guard startsWith(type.names, tables.patterns[number]) else { return nil }
            return part(of: number, from: start, component: type.names.count - 1, value)
          }, isQualified: type.isQualified)
      case .value(let known):
        bound = BoundValue(
          parts: known.parts.compactMap {
            part(of: $0.pattern, from: start, component: $0.component, isPassed: true, value)
          }, isQualified: known.isQualified)
      case .other:
        return .other
      }
    }
    if let annotation {
      // A value that is declared with another type, e.g. a protocol, may behave differently.
      guard let type = writtenType(annotation, but: declaration) else { return .other }
      bound.parts.removeAll { !type.isType(of: tables.patterns[$0.pattern]) }
    }
    return bound.parts.isEmpty ? .other : .value(bound)
  }

  private func isOwn(_ receiver: OwnReceiver) -> Bool {
    if case .type(let token) = receiver { !isModule(at: token) } else { true }
  }

  /// The name that a value starts with: a name with nothing before it or after a module, an
  /// implicit member, or a member of the file's own types.
  private func root(of value: Int) -> Int? {
    var node = value
    while true {
      switch tree.kind(of: node) {
      case .declReferenceExpr:
        return isIdentifier(tree.token(of: node)) ? node : nil
      case .memberAccessExpr:
        guard let base = tree.firstChild(of: node) else { return node }
        if let receiver = ownReceiver(of: node), isIdentifier(tree.token(of: node)) {
          switch receiver {
          case .own: return node
          case .type(let token): if isModule(at: token) { return node }
          case .container: return node
          }
        }
        node = base
      case .functionCallExpr, .genericSpecializationExpr, .forceUnwrapExpr,
        .optionalChainingExpr, .sequenceExpr, .subscriptCallExpr:
        guard let base = tree.firstChild(of: node) else { return nil }
        node = base
      default:
        guard let content = tree.content(ofParentheses: node) else { return nil }
        node = content
      }
    }
  }

  /// The meaning of the name that a value starts with, and the node of that name.
  private func meaning(ofRoot root: Int, but declaration: Int?) -> (node: Int, NameMeaning?) {
    let meaning = find(root, but: declaration)?.meaning
    switch meaning {
    case .type, .value: return (root, meaning)
    case nil, .other:
      // The root may be a type of the file, of which a member is asked.
      guard tree.kind(of: root) == .declReferenceExpr, let member = tree.extended(root),
        tree.kind(of: member) == .memberAccessExpr, isIdentifier(tree.token(of: member)),
        let found = find(member, but: declaration)
      else { return (root, meaning) }
      return (member, found.meaning)
    }
  }

  /// The written type; `nil` if it is not the type of a pattern.
  func writtenType(_ annotation: Int, but declaration: Int? = nil) -> TypePath? {
    guard let path = nominalPath(of: annotation) else { return nil }
    var type = TypePath(names: path.map { tables.names.number(of: tokens.text(at: $0)) })
    type.isQualified = isQualified(path[0])
    guard !type.isQualified else { return type }
    switch meaning(ofTypeNameAt: path[0], but: declaration) {
    case nil: break
    case .type(let alias): type.expand(alias)
    case .other, .value: return nil
    }
    return type
  }

  private func boundValue(ofTypeNamedAt root: Int, _ value: Int, isQualified: Bool) -> BoundValue {
    let name = tables.names.number(of: tokens.text(at: tree.token(of: root)))
    return BoundValue(
      parts: (name.map { tables.patternsByAnchor[$0] } ?? []).compactMap { number in
        guard 0 < tables.patterns[number].typeLength else { return nil }
        return part(of: number, from: root, component: 0, value)
      }, isQualified: isQualified)
  }

  /// The part of a pattern that the whole value is; `nil` if the value is no part of the pattern.
  func part(
    of number: Int, from node: Int, component: Int, isPassed: Bool = false, _ value: Int
  ) -> BoundPart? {
    let last = PathWalk(self).lastComponent(
      of: tables.patterns[number],
      from: Step(component: component, node: node, isPassed: isPassed), to: value)
    return last.map { BoundPart(pattern: number, component: $0) }
  }

  // MARK: - Late constants

  /// The meaning of a constant that gets its value later: a member in the initializers of its type,
  /// a local constant in the code after it. A part of a pattern counts if each of the values has a
  /// part that goes on with the same name. For example, where rules ban `async` of two queues,
  /// either rule may report the use.
  private func meaning(ofLate declaration: Int, _ annotation: Int) -> NameMeaning {
    let declared = names.all[declaration]
    guard let name = names.number(at: declared.token, in: self), !writtenNames.isInTuple(name)
    else { return .other }
    let assignments = (names.assignments[name] ?? []).prefix(Limits.many + 1).filter {
      find(assigned: $0.name)?.declaration == declaration
    }
    guard !assignments.isEmpty, assignments.count <= Limits.many else { return .other }
    // A structure whose initializers are all in extensions also has a memberwise initializer.
    let isElsewhere = assignments.contains {
      declared.container != nil && body(around: $0.name) != body(around: declared.token)
    }
    if isElsewhere { return .other }
    var values: [BoundValue] = []
    let clause = conditions.clause(around: declared.token)
    for assignment in assignments {
      let meaning = meaning(
        ofValue: assignment.value, annotation: annotation, for: declaration)
      guard case .value(let bound) = meaning else {
        // Another clause of the `#if` may have the value that counts.
        if conditions.clause(around: assignment.name) != clause { continue }
        return .other
      }
      values.append(bound)
    }
    let parts = values.flatMap(\.parts).filter { part in
      values.allSatisfy { value in
        value.parts.contains {
          tables.patterns.nextName(after: $0) == tables.patterns.nextName(after: part)
        }
      }
    }
    let unique = parts.indices.filter { !parts[..<$0].contains(parts[$0]) }.map { parts[$0] }
    return parts.isEmpty
      ? .other : .value(BoundValue(parts: unique, isQualified: values.allSatisfy(\.isQualified)))
  }

  private func find(assigned token: Int) -> FoundName? {
    let node = tree.node(ofToken: token)
    guard tree.kind(of: node) == .memberAccessExpr else { return find(nameAt: token) }
    return ownReceiver(of: node).flatMap { find(memberAt: token, of: $0) }
  }

  private func body(around token: Int) -> Int? {
    tree.typeDecl(around: tree.node(ofToken: token))
  }
}
