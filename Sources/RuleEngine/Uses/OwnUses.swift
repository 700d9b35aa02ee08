import Rules
import SwiftLexer
import Syntax

// The file's own constants and aliases stand for others: `let q = DispatchQueue.main; q.async { }`.

extension UseFinder {
  // MARK: - Aliases

  /// Adds the matches at the names of aliases.
  mutating func matchAliases() {
    var aliases = NameTable()
    for name in file.names.all where name.kind == .alias {
      _ = aliases.insert(tokens.text(at: name.token))
    }
    if aliases.count == 0 { return }
    for index in tokens.indices
    where file.isIdentifier(index) && aliases.number(of: tokens.text(at: index)) != nil {
      matchAlias(at: index)
    }
  }

  private mutating func matchAlias(at index: Int) {
    let node = tree.node(ofToken: index)
    guard tree.token(of: node) == index,
      let alias = tree.kind(of: node) == .declReferenceExpr
        ? file.find(node)?.declaration : file.declaration(ofType: node),
      case .type(let type) = file.meaning(of: alias), let anchor = type.names[0]
    else { return }
    for number in tables.patternsByAnchor[anchor] {
      let pattern = tables.patterns[number]
      guard file.startsWith(type.names, pattern), var start = startOfAlias(pattern, at: node) else {
        continue
      }
      start.root = nil
      start.isQualified = type.isQualified
      let step = Step(component: type.names.count - 1, node: rootOfKeyPath(node) ?? node)
      let isMatched = addMatch(of: number, from: step, start: start)
      if pattern.mayStartWithConstant, !isMatched || pattern.isMention {
        noteConstant(number, at: node, component: type.names.count - 1)
      }
    }
  }

  /// An alias may be a member of a type of the file.
  private func startOfAlias(_ pattern: CompiledPattern, at node: Int) -> MatchStart? {
    switch tree.kind(of: node) {
    case .memberAccessExpr, .memberType:
      pattern.root == .name ? MatchStart(report: tree.start(of: node)) : nil
    default: start(of: pattern, at: node)
    }
  }

  // MARK: - Constants

  /// Notes the constant whose value is the first part of a pattern.
  mutating func noteConstant(_ number: Int, at node: Int, component: Int) {
    guard let (name, value) = constant(withValueAt: node),
      file.part(of: number, from: node, component: component, value) != nil
    else { return }
    constants.append(name)
  }

  /// Notes the constant whose value is an implicit member.
  mutating func noteConstant(ofImplicit node: Int) {
    if let (name, _) = constant(withValueAt: node) { constants.append(name) }
  }

  /// The name of the variable that gets a value which starts with a node, and the value: an arm of
  /// the variable's value, or all of it.
  private func constant(withValueAt node: Int) -> (name: Int, value: Int)? {
    var (node, value) = (node, Int?.none)
    for _ in 0..<Limits.ancestors {
      guard let parent = tree.parent(of: node) else { return nil }
      switch tree.kind(of: parent) {
      case .initializerClause:
        guard let binding = tree.parent(of: parent), tree.kind(of: binding) == .patternBinding,
          let pattern = tree.firstChild(of: binding), tree.kind(of: pattern) == .identifierPattern
        else { return nil }
        return (tree.token(of: pattern), value ?? node)
      case .sequenceExpr:
        guard let operand = file.operand(node, of: parent) else { return nil }
        switch operand.anchor {
        case .none: return nil
        case .assignment(let equal):
          return file.variable(before: equal).map { ($0, value ?? node) }
        case .whole where tree.extended(node) != parent: value = value ?? node
        case .whole: break
        }
      case .unresolvedTernaryExpr, .codeBlock, .ifExpr, .switchCase, .switchCaseList, .switchExpr:
        value = value ?? node
      case .memberAccessExpr, .functionCallExpr, .genericSpecializationExpr, .forceUnwrapExpr,
        .optionalChainingExpr, .subscriptCallExpr:
        guard tree.extended(node) == parent else { return nil }
      default:
        guard tree.parentheses(around: node) != nil else { return nil }
      }
      node = parent
    }
    return nil
  }

  /// Adds the matches at the names of constants.
  mutating func matchConstants() {
    var known = NameTable()
    for name in constants { _ = known.insert(tokens.text(at: name)) }
    var uses: [Int] = []
    for _ in 0..<Limits.few {
      let count = known.count
      uses = []
      for index in tokens.indices
      where file.isIdentifier(index) && known.number(of: tokens.text(at: index)) != nil {
        if let copy = copy(of: index) { _ = known.insert(tokens.text(at: copy)) }
        if !argumentLists.isEmpty || !parts(goingOnAfter: index).isEmpty { uses.append(index) }
      }
      if known.count == count { break }
    }
    for index in uses { matchConstant(at: index) }
  }

  /// The constant that gets the value of another one, as in `let other = queue`.
  private func copy(of index: Int) -> Int? {
    let head = 1 < index && tokens.isMember(index) ? index - 2 : index
    guard 0 < head, mayStartValue(after: head - 1) || !file.isIdentifier(head) else { return nil }
    let node = tree.node(ofToken: index)
    let kind = tree.kind(of: node)
    guard tree.token(of: node) == index, kind == .declReferenceExpr || kind == .memberAccessExpr
    else { return nil }
    return constant(withValueAt: node)?.name
  }

  /// Whether a value may start after the token.
  private func mayStartValue(after index: Int) -> Bool {
    switch tokens[index].kind {
    case .equal, .leftParen, .infixQuestionMark, .colon, .leftBrace: true
    default: tokens[index + 1].isAtLineStart
    }
  }

  private mutating func matchConstant(at index: Int) {
    let parts = parts(goingOnAfter: index)
    var isArgument = isInAskingArguments(index)
    guard !parts.isEmpty || isArgument else { return }
    let node = tree.node(ofToken: index)
    // A call or a member of a constant is not the constant.
    if let outer = tree.extended(tree.unchanged(node)), tree.kind(of: outer) != .sequenceExpr {
      isArgument = false
    }
    guard tree.token(of: node) == index, let found = file.find(node),
      case .value(let value) = found.meaning
    else { return }
    let start = MatchStart(report: tree.start(of: node), isQualified: value.isQualified)
    for part in value.parts {
      let isWhole = part.component + 1 == tables.patterns[part.pattern].components.count
      guard isWhole ? isArgument : !parts.isEmpty else { continue }
      addMatch(
        of: part.pattern, from: Step(component: part.component, node: node, isPassed: true),
        start: start, constant: found.token)
    }
  }

  /// The parts of patterns that a constant with the name at `index` may stand for, as far as the
  /// tokens after it tell.
  private func parts(goingOnAfter index: Int) -> ArraySlice<Int> {
    var end = index + 1
    while file.isMark(end) || tokens[end].kind == .rightParen { end += 1 }
    switch tokens[end].kind {
    case .period:
      guard tokens[end + 1].isWord else { return [] }
      if tokens[end + 1].keyword == .`self` || tokens[end + 2].kind == .colonColon {
        return tables.allBoundParts[...]
      }
      return tables.names.number(of: tokens.text(at: end + 1)).map { tables.partsByNextName[$0] }
        ?? []
    case .poundIf, .poundElseif, .poundElse, .poundEndif:
      return tables.allBoundParts[...]
    default:
      return tokens[end].keyword == .as ? tables.allBoundParts[...] : []
    }
  }

  /// Whether the name is in arguments in which constants matter.
  private func isInAskingArguments(_ index: Int) -> Bool {
    let next = argumentLists.partitioningIndex { index < $0.lowerBound }
    return argumentLists[..<next].suffix(Limits.few).contains { $0.contains(index) }
  }
}
