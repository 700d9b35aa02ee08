import Rules
import SwiftLexer

extension Declarations {
  /// At a bracket whose level was just opened.
  mutating func openLevel(at index: Int, _ outline: inout Outline) {
    let outer = outline.levels[outline.top.parent].names
    switch outline.top.role {
    case .parentheses, .brackets:
      outline.top.names.region = outer.region
      outline.top.names.holder = outer.holder
      if outline.top.role == .parentheses, outer.awaitsParameters {
        outline.top.names.isParameterList = true
        outline.levels[outline.top.parent].names.awaitsParameters = false
      }
    case .file, .closure, .statements, .type, .enumeration, .function, .variable, .accessor,
      .setter:
      if outline.top.isBody { showPendingNames(of: outline.top.parent, &outline) }
      outline.top.names.region = openRegion(around: outer.region, &outline)
      outline.top.names.holder = outline.levels.innermost
      declareParameters(at: index, &outline)
    }
  }

  /// At a bracket whose level was just closed.
  mutating func closeLevel(_ role: LevelRole, _ outline: inout Outline) {
    if role == .statements { outline.top.names.condition = nil }
  }

  private mutating func openRegion(around outer: Int, _ outline: inout Outline) -> Int {
    let isType = outline.top.role == .type || outline.top.role == .enumeration
    let node = isType ? nodeOfType(in: outer, &outline) : newNode()
    return openRegion(parent: outer, node: node, isType: isType)
  }

  /// Of the type declaration or extension whose body starts.
  private mutating func nodeOfType(in outer: Int, _ outline: inout Outline) -> Int {
    guard let introducer = outline.scopes[outline.top.base].introducer,
      outline.tokens[introducer + 1].isWord
    else {
      return newNode()
    }
    guard outline.tokens[introducer].keyword == .extension else {
      return nodeOfType(named: introducer + 1, in: outer, &outline)
    }
    return outline.file.declaredPath(at: introducer).reduce(regions[0].node) { node, name in
      typeNode(number(ofNameAt: name, &outline), in: node)
    }
  }

  private mutating func nodeOfType(named name: Int, in region: Int, _ outline: inout Outline)
    -> Int
  {
    typeNode(number(ofNameAt: name, &outline), in: regions[region].node)
  }

  /// A new number if the name is new.
  mutating func number(ofNameAt index: Int, _ outline: inout Outline) -> Int {
    table.insert(outline.tokens.text(at: index))
  }

  /// At the word that introduces a declaration.
  mutating func declare(_ kind: DeclarationKind, at index: Int, _ outline: inout Outline) {
    guard index == 0 || outline.tokens[index - 1].keyword != .import else { return }
    outline.top.names.awaitsParameters = kind == .function || kind == .subscription
    switch kind {
    case .type, .enumeration:
      guard outline.tokens[index].keyword != .extension, outline.file.isIdentifier(index + 1)
      else { return }
      hoist(index + 1, isType: true, &outline)
      let node = nodeOfType(named: index + 1, in: outline.top.names.region, &outline)
      for name in readGenericParameters(at: index + 2, &outline) {
        hoist(name, isType: true, in: node, &outline)
      }
    case .function:
      let isNamed = outline.tokens[index].keyword == .func
      if isNamed, outline.file.isIdentifier(index + 1) {
        hoist(index + 1, isType: false, kind: .function, &outline)
      } else if outline.tokens[index].keyword == .`init` {
        hoist(index, isType: false, kind: .function, &outline)
      }
      declareGenericParameters(at: isNamed ? index + 2 : index + 1, &outline)
    case .subscription:
      declareGenericParameters(at: index + 1, &outline)
    case .other:
      guard outline.file.isIdentifier(index + 1) else { return }
      hoist(index + 1, isType: true, &outline)
      if outline.tokens[index].keyword == .typealias, outline.tokens[index + 2].kind == .equal {
        bind(index + 1, to: Initializer(start: index + 3, annotation: 0..<0), &outline)
      }
      declareGenericParameters(at: index + 2, &outline)
    case .none, .variable:
      break
    }
  }

  mutating func hoist(
    _ token: Int, isType: Bool, kind: HoistedName.Kind = .other, in node: Int? = nil,
    _ outline: inout Outline
  ) {
    let region = outline.top.names.region
    let key = NameKey(
      node: node ?? regions[region].node,
      slot: NameSlot(number(ofNameAt: token, &outline), isType: isType))
    isDeclared[token] = true
    hoist(HoistedName(key: key, token: token, region: region, kind: kind))
  }

  /// At `enum`'s `case` or the comma between two.
  mutating func declareCase(at index: Int, _ outline: inout Outline) {
    if outline.file.isIdentifier(index) { hoist(index, isType: false, &outline) }
  }

  mutating func declareLocal(
    _ token: Int, isType: Bool, scope: Int? = nil, _ outline: inout Outline
  ) {
    let slot = NameSlot(number(ofNameAt: token, &outline), isType: isType)
    isDeclared[token] = true
    let holder = outline.top.names.holder
    locals.declare(
      LocalName(slot, token: token, level: holder, in: outline.levels[holder].names, scope: scope))
  }

  /// Declares a name that is visible only behind what is going on.
  mutating func declareLater(_ token: Int, _ outline: inout Outline) {
    let slot = NameSlot(number(ofNameAt: token, &outline), isType: false)
    isDeclared[token] = true
    let holder = outline.top.names.holder
    locals.pending.append(
      LocalName(slot, token: token, level: holder, in: outline.levels[holder].names))
  }

  /// What the level's variables and conditions declare is visible from here.
  mutating func showPendingNames(of level: Int, _ outline: inout Outline) {
    while let last = locals.pending.last, level <= last.level {
      locals.pending.removeLast()
      if last.level == level, last.region == outline.levels[level].names.region {
        locals.declare(last)
      }
    }
  }

  /// A statement starts in the level.
  mutating func beginStatement(_ outline: inout Outline) {
    showPendingNames(of: outline.levels.innermost, &outline)
    outline.top.names.condition = nil
    outline.top.names.constant = nil
  }
}
