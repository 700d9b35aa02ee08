import Rules
import SwiftLexer

extension Outline {
  /// At a bracket whose level was just opened.
  mutating func openLevelOfNames(at index: Int) {
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
  mutating func closeLevelOfNames(_ role: LevelRole) {
    if role == .statements { top.names.condition = nil }
  }

  private mutating func openRegion(around outer: Int) -> Int {
    let isType = top.role == .type || top.role == .enumeration
    let node = isType ? nodeOfType(in: outer) : declarations.newNode()
    return declarations.openRegion(parent: outer, node: node, isType: isType)
  }

  /// Of the type declaration or extension whose body starts.
  private mutating func nodeOfType(in outer: Int) -> Int {
    guard let introducer = scopes[top.base].introducer,
      tokens[introducer + 1].isWord
    else {
      return declarations.newNode()
    }
    guard tokens[introducer].keyword == .extension else {
      return nodeOfType(named: introducer + 1, in: outer)
    }
    return file.declaredPath(at: introducer).reduce(declarations.regions[0].node) { node, name in
      declarations.typeNode(number(ofNameAt: name), in: node)
    }
  }

  private mutating func nodeOfType(named name: Int, in region: Int)
    -> Int
  {
    declarations.typeNode(number(ofNameAt: name), in: declarations.regions[region].node)
  }

  /// A new number if the name is new.
  mutating func number(ofNameAt index: Int) -> Int {
    declarations.table.insert(tokens.text(at: index))
  }

  /// At the word that introduces a declaration.
  mutating func declare(_ kind: DeclarationKind, at index: Int) {
    guard index == 0 || tokens[index - 1].keyword != .import else { return }
    top.names.awaitsParameters = kind == .function || kind == .subscription
    switch kind {
    case .type, .enumeration:
      guard tokens[index].keyword != .extension, file.isIdentifier(index + 1)
      else { return }
      hoist(index + 1, isType: true)
      let node = nodeOfType(named: index + 1, in: top.names.region)
      for name in readGenericParameters(at: index + 2) {
        hoist(name, isType: true, in: node)
      }
    case .function:
      let isNamed = tokens[index].keyword == .func
      if isNamed, file.isIdentifier(index + 1) {
        hoist(index + 1, isType: false, kind: .function)
      } else if tokens[index].keyword == .`init` {
        hoist(index, isType: false, kind: .function)
      }
      declareGenericParameters(at: isNamed ? index + 2 : index + 1)
    case .subscription:
      declareGenericParameters(at: index + 1)
    case .other:
      guard file.isIdentifier(index + 1) else { return }
      hoist(index + 1, isType: true)
      if tokens[index].keyword == .typealias, tokens[index + 2].kind == .equal {
        bind(index + 1, to: Initializer(start: index + 3, annotation: 0..<0))
      }
      declareGenericParameters(at: index + 2)
    case .none, .variable:
      break
    }
  }

  mutating func hoist(
    _ token: Int, isType: Bool, kind: HoistedName.Kind = .other, in node: Int? = nil
  ) {
    let region = top.names.region
    let key = NameKey(
      node: node ?? declarations.regions[region].node,
      slot: NameSlot(number(ofNameAt: token), isType: isType))
    declarations.isDeclared[token] = true
    declarations.hoist(HoistedName(key: key, token: token, region: region, kind: kind))
  }

  /// At `enum`'s `case` or the comma between two.
  mutating func declareCase(at index: Int) {
    if file.isIdentifier(index) { hoist(index, isType: false) }
  }

  mutating func declareLocal(
    _ token: Int, isType: Bool, scope: Int? = nil
  ) {
    let slot = NameSlot(number(ofNameAt: token), isType: isType)
    declarations.isDeclared[token] = true
    let holder = top.names.holder
    declarations.locals.declare(
      LocalName(slot, token: token, level: holder, in: levels[holder].names, scope: scope))
  }

  /// Declares a name that is visible only behind what is going on.
  mutating func declareLater(_ token: Int) {
    let slot = NameSlot(number(ofNameAt: token), isType: false)
    declarations.isDeclared[token] = true
    let holder = top.names.holder
    declarations.locals.pending.append(
      LocalName(slot, token: token, level: holder, in: levels[holder].names))
  }

  /// What the level's variables and conditions declare is visible from here.
  mutating func showPendingNames(of level: Int) {
    while let last = declarations.locals.pending.last, level <= last.level {
      declarations.locals.pending.removeLast()
      if last.level == level, last.region == levels[level].names.region {
        declarations.locals.declare(last)
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
