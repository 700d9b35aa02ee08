import Rules
import SwiftLexer
import Syntax

// Members of a type that is written elsewhere: beside the member, around it or in a declaration.

/// A member with nothing before its period, e.g. `.now` (SE-0287).
struct ImplicitMember {
  /// The type that is written beside the member; `nil` if there is none, or if the type has no
  /// name.
  let path: TypePath?
  /// Whether a type is written beside the member, and is certain to be the type of the member.
  let hasWrittenType: Bool
  /// The places of the member if no type is written beside it.
  let places: [ValuePlace]
}

extension UseFinder {
  /// The implicit member of a node; `nil` if it has a receiver or is part of a pattern.
  func implicitMember(_ node: Int) -> ImplicitMember? {
    guard tree.kind(of: node) == .memberAccessExpr, tree.receiver(ofMember: node) == nil,
      !tree.isInPattern(node)
    else { return nil }
    let expression = tree.chain(from: node)
    let operand = file.operand(around: expression)?.0
    var path: TypePath?
    var isWritten = false
    if let type = file.expectedType(of: expression) {
      (isWritten, path) = (true, file.typePath(of: type))
    } else if let operand, let made = file.typeMade(before: operand) {
      (isWritten, path) = (true, file.typePath(made))
    }
    // An operator may make a value of another type from its operands.
    let isCombined =
      operand.map {
        $0.isCombined && $0.peer.flatMap(file.declaredType(ofValue:)) == nil
      } ?? false
    let isCertain = !isCombined || path.map { isBanned(member: node, of: $0) } == true
    return ImplicitMember(
      path: path, hasWrittenType: isWritten && isCertain,
      places: isWritten || isCombined ? [] : file.places(of: expression))
  }

  /// Whether a pattern starts with the type and the member.
  private func isBanned(member: Int, of type: TypePath) -> Bool {
    guard let name = tables.names.number(of: tokens.text(at: tree.token(of: member))) else {
      return false
    }
    return tables.patternsByMember[name].contains { type.isType(of: tables.patterns[$0]) }
  }

  /// Looks at a name that follows the type in patterns, and that may stand without the type.
  mutating func lookAtMember(_ name: Int, at index: Int) {
    guard words.mayMatch(name, memberAt: index, in: file) else { return }
    let node = tree.node(ofToken: index)
    guard tree.token(of: node) == index, startOfModule(before: index) != nil else { return }
    let patterns = tables.patternsByMember[name]
    switch tree.kind(of: node) {
    case .declReferenceExpr: matchBare(patterns, node)
    case .memberAccessExpr:
      if tree.receiver(ofMember: node) == nil {
        matchImplicit(patterns, node)
      } else if let receiver = file.ownReceiver(of: node) {
        matchOwn(patterns, node, receiver)
      }
    default: break
    }
  }

  /// Adds the matches at a member with nothing before it, in an extension of a pattern's type.
  private mutating func matchBare(_ patterns: ArraySlice<Int>, _ node: Int) {
    let index = tree.token(of: node)
    guard words.extendsType, tree.start(of: node) == index, tokens[index].keyword != .`init`
    else { return }
    var start = MatchStart(report: index)
    if tree.call(of: node) == nil {
      // In an instance member, the name may be a property of the instance.
      guard file.isIdentifier(index), tree.isInStaticMember(node) == true else { return }
      start.bareName = index
    }
    guard let extended = file.extendedType(around: node) else { return }
    addMatches(of: patterns, on: extended, at: node, start: start)
  }

  /// Adds the matches at a member of `self`, `Self` or a class of the file.
  private mutating func matchOwn(
    _ patterns: ArraySlice<Int>, _ node: Int, _ receiver: OwnReceiver
  ) {
    let start = MatchStart(report: tree.start(of: node))
    switch receiver {
    case .own:
      guard words.extendsType,
        tree.firstChild(of: node).map({ tree.end(of: $0) }) == start.report + 1
      else { return }
      // In an instance member, `self` is an instance, except where it delegates to an `init`.
      let isType =
        tokens[start.report].keyword == .Self || tokens[tree.token(of: node)].keyword == .`init`
      guard isType || tree.isInStaticMember(node) == true,
        let extended = file.extendedType(around: node)
      else { return }
      addMatches(of: patterns, on: extended, at: node, start: start)
    case .container: return
    case .type(let name):
      // The class decides what its initializers do.
      guard words.hasSubclass, tokens[tree.token(of: node)].keyword != .`init`,
        let found = file.find(nameAt: name),
        tree.kind(of: file.names.all[found.declaration].node) == .classDecl,
        let clause = tree.child(.inheritanceClause, of: file.names.all[found.declaration].node),
        let type = tree.firstChild(of: clause), let path = file.nominalPath(of: type),
        file.find(memberAt: tree.token(of: node), of: receiver) == nil
      else { return }
      addMatches(of: patterns, on: file.typePath(path), at: node, start: start)
    }
  }

  private mutating func matchImplicit(_ patterns: ArraySlice<Int>, _ node: Int) {
    guard let member = implicitMember(node) else { return }
    let start = MatchStart(report: tree.start(of: node))
    if let path = member.path {
      addMatches(of: patterns, on: path, at: node, start: start)
      noteConstant(ofImplicit: node)
    } else if !member.places.isEmpty {
      matchPlaced(patterns, node, member.places, start)
      noteConstant(ofImplicit: node)
    }
  }

  /// Adds the matches of patterns whose type is told by a name beside the member, or by a
  /// declaration of the file there.
  private mutating func matchPlaced(
    _ patterns: ArraySlice<Int>, _ node: Int, _ places: [ValuePlace], _ start: MatchStart
  ) {
    for number in patterns {
      let pattern = tables.patterns[number]
      let component = pattern.typeLength
      guard isName(pattern.components[component], at: tree.token(of: node)) else { continue }
      guard let beside = pattern.beside,
        places.contains(where: { tells(tables.beside[beside], $0) }),
        !isOtherwiseDeclared(places, than: pattern)
      else { continue }
      var start = start
      start.root = MatchRoot(kind: .unwritten, number: pattern.anchor)
      addMatch(of: number, from: Step(component: component, node: node), start: start)
    }
  }

  /// Adds the matches of patterns on a type.
  /// - Parameter distance: the number of names in the patterns between the name after the type and
  ///   that of the node.
  private mutating func addMatches(
    of patterns: ArraySlice<Int>, on type: TypePath, at node: Int, start: MatchStart,
    after distance: Int = 0
  ) {
    for number in patterns {
      let pattern = tables.patterns[number]
      let component = pattern.typeLength + distance
      guard isName(pattern.components[component], at: tree.token(of: node)),
        type.isType(of: pattern)
      else { continue }
      addMatch(
        of: number, from: Step(component: component, node: node), start: start.of(type))
    }
  }

  /// Adds the matches at a `Self` that is called: `Self()`.
  mutating func matchSelf(at index: Int) {
    let node = tree.node(ofToken: index)
    guard tree.kind(of: node) == .declReferenceExpr, let extended = file.extendedType(around: node)
    else { return }
    addMatches(
      of: tables.initializers[...], on: extended, at: node, start: MatchStart(report: index),
      after: -1)
  }

  /// Adds the matches of patterns in an extension of a type with a single instance, at a member of
  /// that instance. `ProcessInfo.processInfo` is such an instance.
  mutating func matchMembersOfSingletons() {
    for index in tokens.indices where tokens[index].isWord {
      if let name = tables.names.number(of: tokens.text(at: index)),
        !tables.patternsBySingletonMember.isEmpty(name)
      {
        matchMemberOfSingleton(name, at: index)
      }
    }
  }

  private mutating func matchMemberOfSingleton(_ name: Int, at index: Int) {
    let node = tree.node(ofToken: index)
    guard tree.token(of: node) == index else { return }
    var start = MatchStart(report: tree.start(of: node))
    switch tree.kind(of: node) {
    case .declReferenceExpr:
      guard file.isIdentifier(index), start.report == index else { return }
      start.bareName = index
    case .memberAccessExpr:
      guard tokens[start.report].keyword == .`self`,
        tree.firstChild(of: node).map({ tree.end(of: $0) }) == start.report + 1
      else { return }
    default: return
    }
    guard tree.isInStaticMember(node) == false, let extended = file.extendedType(around: node)
    else { return }
    addMatches(
      of: tables.patternsBySingletonMember[name], on: extended, at: node, start: start, after: 1)
  }

  // MARK: - Names beside a member

  /// Whether a name beside the value is one of the rule's names that tell the type.
  private func tells(_ beside: CompiledBeside, _ place: ValuePlace) -> Bool {
    switch place {
    case .variable(let name):
      return beside.members.contains(tables.label(tokens, at: name))
    case .argument(let label, let open, let value):
      if let label, beside.labels.contains(tables.label(tokens, at: label)) { return true }
      guard !beside.functions.isEmpty, tokens[open - 1].isWord else { return false }
      let name = tables.label(tokens, at: open - 1)
      return beside.functions.contains {
        $0.name == name && isAmong($0.labels, value, from: open)
      }
    }
  }

  /// Whether the first arguments of a call have the labels, and the value is in one of these
  /// arguments.
  private func isAmong(_ labels: [Int], _ value: Int, from open: Int) -> Bool {
    let list = tree.node(ofToken: open)
    var isFound = false
    var labels = labels[...]
    for argument in tree.children(of: list) {
      guard let wanted = labels.popFirst() else { return isFound }
      let label =
        tree.kind(of: argument) == .labeledExpr
        ? tables.label(tokens, at: tree.token(of: argument)) : CompiledComponent.noLabel
      guard label == wanted else { return false }
      if tree[argument].range.contains(value) { isFound = true }
    }
    return labels.isEmpty && isFound
  }
}

// MARK: - Members of other types

extension UseFinder {
  /// Whether the file declares members of that name with a type, but no member with a type that the
  /// pattern may have. The name may be a member of something that the file declares.
  func isOtherwiseDeclared(_ places: [ValuePlace], than pattern: CompiledPattern) -> Bool {
    places.contains {
      if case .variable(let name) = $0 { isOtherwiseDeclared(name, than: pattern) } else { false }
    }
  }

  private func isOtherwiseDeclared(_ name: Int, than pattern: CompiledPattern) -> Bool {
    guard file.mayBeTyped(name), let number = file.names.number(at: name, in: file) else {
      return false
    }
    let types = file.memberTypes(named: number)
    let names = types.map { ConditionalName(token: $0.token, isOther: true) }
    let counted = file.conditions.counted(names, at: name)
    guard !counted.isEmpty else { return false }
    let paths = counted.compactMap { types[$0].path }
    if pattern.root == .name { return !paths.contains { $0.isType(of: pattern) } }
    return tables.patternsByMember[pattern.anchor].allSatisfy { possible in
      !paths.contains { $0.isType(of: tables.patterns[possible]) }
    }
  }
}
