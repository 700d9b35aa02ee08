import SwiftLexer

// Which names are declared, as the passes over the tokens come to them.

extension Matcher {
  /// At a bracket whose level was just opened.
  mutating func openNames(at index: Int) {
    let outer = levels[top.parent].names
    switch top.role {
    case .parentheses, .brackets:
      top.names.region = outer.region
      top.names.holder = outer.holder
      if top.role == .parentheses, outer.awaitsParameters {
        top.names.isParameterList = true
        levels[top.parent].names.awaitsParameters = false
      }
    case .file, .closure, .statements, .type, .enumeration, .function, .variable, .accessor,
      .setter:
      if top.isBody { showPendingNames(of: top.parent) }
      top.names.region = openRegion(around: outer.region)
      top.names.holder = levels.innermost
      declareParameters(at: index)
    }
  }

  /// At a bracket whose level was just closed.
  mutating func closeNames(of role: LevelRole) {
    if role == .statements { top.names.condition = nil }
  }

  private mutating func openRegion(around outer: Int) -> Int {
    let isType = top.role == .type || top.role == .enumeration
    let node =
      names.phase == .declaring ? isType ? nodeOfType(in: outer) : names.newNode() : 0
    return names.openRegion(parent: outer, node: node, isType: isType)
  }

  /// Of the type declaration or extension whose body starts.
  private mutating func nodeOfType(in outer: Int) -> Int {
    guard let introducer = scopes[top.base].introducer, tokens[introducer + 1].isWord else {
      return names.newNode()
    }
    guard tokens[introducer].keyword == .extension else {
      return nodeOfType(named: introducer + 1, in: outer)
    }
    return declaredPath(at: introducer).reduce(names.regions[0].node) { node, name in
      names.typeNode(number(ofNameAt: name), in: node)
    }
  }

  private mutating func nodeOfType(named name: Int, in region: Int) -> Int {
    names.typeNode(number(ofNameAt: name), in: names.regions[region].node)
  }

  /// A new number if the name is new.
  mutating func number(ofNameAt index: Int) -> Int {
    names.table.insert(tokens.text(at: index))
  }

  func isIdentifier(_ index: Int) -> Bool {
    tokens[index].kind == .rawIdentifier
      || tokens[index].kind == .identifier && !tokens.isWord("_", at: index)
  }
}

// Types, functions and members.

extension Matcher {
  /// At the word that introduces a declaration.
  mutating func declareName(_ kind: DeclarationKind, at index: Int) {
    guard index == 0 || tokens[index - 1].keyword != .import else { return }
    top.names.awaitsParameters = kind == .function || kind == .subscription
    switch kind {
    case .type, .enumeration:
      guard tokens[index].keyword != .extension, isIdentifier(index + 1) else { return }
      hoist(index + 1, isType: true)
      guard names.phase == .declaring else { return }
      let node = nodeOfType(named: index + 1, in: top.names.region)
      for name in readGenericParameters(at: index + 2) {
        hoist(name, isType: true, in: node)
      }
    case .function:
      let isNamed = tokens[index].keyword == .func
      if isNamed, isIdentifier(index + 1) { hoist(index + 1, isType: false, .function) }
      declareGenericParameters(at: isNamed ? index + 2 : index + 1)
    case .subscription:
      declareGenericParameters(at: index + 1)
    case .other:
      guard isIdentifier(index + 1) else { return }
      hoist(index + 1, isType: true)
      if tokens[index].keyword == .typealias, tokens[index + 2].kind == .equal {
        noteBinding(at: index + 1, Initializer(start: index + 3, annotation: 0..<0))
      }
      declareGenericParameters(at: index + 2)
    case .none, .variable:
      break
    }
  }

  mutating func hoist(
    _ token: Int, isType: Bool, _ kind: HoistedName.Kind = .other, in node: Int? = nil
  ) {
    guard names.phase == .declaring else { return }
    let region = top.names.region
    let key = NameKey(
      node: node ?? names.regions[region].node,
      slot: NameSlot(number(ofNameAt: token), isType: isType))
    names.isDeclared[token] = true
    names.hoist(HoistedName(key: key, token: token, region: region, kind: kind))
  }

  /// At `enum`'s `case` or the comma between two.
  mutating func declareCase(at index: Int) {
    if isIdentifier(index) { hoist(index, isType: false) }
  }
}

// When local names become visible.

extension Matcher {
  /// Nil for a name that nothing banned has.
  private func slot(at token: Int, isType: Bool) -> NameSlot? {
    guard let name = names.table.number(of: tokens.text(at: token)) else { return nil }
    let isWatched = names.isBound[name] || name < rules.names.count
    return isWatched ? NameSlot(name, isType: isType) : nil
  }

  mutating func declareLocal(_ token: Int, isType: Bool, scope: Int? = nil) {
    guard let slot = slot(at: token, isType: isType) else { return }
    names.isDeclared[token] = true
    let holder = top.names.holder
    names.locals.declare(
      LocalName(slot, token: token, level: holder, in: levels[holder].names, scope: scope))
  }

  /// Declares a name that is visible only behind what is going on.
  mutating func declareLater(_ token: Int) {
    guard names.phase == .resolving, let slot = slot(at: token, isType: false) else { return }
    names.isDeclared[token] = true
    let holder = top.names.holder
    names.locals.pending.append(
      LocalName(slot, token: token, level: holder, in: levels[holder].names))
  }

  /// What the level's variables and conditions declare is visible from here.
  mutating func showPendingNames(of level: Int) {
    while let last = names.locals.pending.last, level <= last.level {
      names.locals.pending.removeLast()
      if last.level == level, last.region == levels[level].names.region {
        names.locals.declare(last)
      }
    }
  }

  /// A statement starts in the level.
  mutating func beginStatementOfNames() {
    showPendingNames(of: levels.innermost)
    top.names.condition = nil
    top.names.constant = nil
  }
}
