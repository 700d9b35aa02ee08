import Rules
import SwiftLexer

/// Whether names of the file may change what the patterns match. In doubt they may: whatever looks
/// like a declaration of a pattern's name counts. The name of a pattern's type counts, too, where a
/// variable or an alias may stand for it. Most files need no pass that collects their names.
///
/// For speed alone: the names of every file could be collected.
struct OwnNames {
  /// Whether the file may have an alias or a subclass of a pattern's type.
  private var hasAlias = false
  /// Whether the file extends a type of patterns.
  private(set) var extendsType = false
  /// Whether the file extends a type with a single instance, whose members are in patterns.
  private var extendsSingleton = false
  /// The names of patterns that the file may declare, by number.
  private var suspects: Set<Int> = []
  /// The first names, by number, of patterns that match, if a file may declare such names.
  private var roots: Set<Int> = []
  /// Whether a bare member matches.
  private var hasBareMatch = false
  /// Whether it matters what constants the arguments of a match name.
  private var asksForConstants = false
  /// The tokens of the names beside implicit members that match. A declaration of such a name tells
  /// the type.
  private var placesOfMatches: [Int] = []
  /// The tokens of the names beside implicit members that match only if a declaration of the name
  /// has a pattern's type.
  private var placesOfOthers: [Int] = []
  private var constants = OwnConstants()

  /// At the name of an extended type.
  mutating func noteExtension(_ name: Int, _ tables: RuleTables) {
    extendsType = true
    if tables.hasSingleton(ofType: name) { extendsSingleton = true }
  }

  /// At a name that patterns start with, after these patterns were tried.
  /// - Parameter isMatched: whether a pattern matched.
  @inline(__always)
  mutating func note(
    _ name: Int, _ role: NameRole, at index: Int, isMatched: Bool, in outline: inout Outline
  ) {
    if role.isType {
      if outline.mayDeclareType(at: index) { suspects.insert(name) }
      if !hasAlias { noteValue(name, role, at: index, &outline) }
    } else {
      // A name that is not called may be a declaration.
      let isCall = isMatched && outline.file.isArgumentList(at: index + 1)
      if !isCall, !outline.tokens.isMember(index) { suspects.insert(name) }
    }
  }

  /// Notes that the type may be what an alias or a constant stands for, or the first name of that,
  /// or a superclass.
  @inline(__always)
  private mutating func noteValue(
    _ name: Int, _ role: NameRole, at index: Int, _ outline: inout Outline
  ) {
    let tokens = outline.tokens
    let head = 1 < index && outline.file.isQualified(index) ? index - 2 : index
    guard 2 < head else { return }
    let previous = tokens[head - 1].kind
    if previous == .equal && tokens[head - 3].keyword == .typealias
      || previous == .colon && tokens[head - 3].keyword == .class
    {
      hasAlias = true
    } else if role.mayBeBound {
      constants.note(name, at: index, head: head, in: &outline)
    }
  }

  /// At the `=` before an implicit member, which may be a member of a pattern's type.
  mutating func noteImplicitValue() { constants.assignsPart = true }

  /// - Parameter places: the places of an implicit member that a pattern matches.
  mutating func noteMatch(at places: [ValuePlace], in tokens: SourceTokens) {
    placesOfMatches.add(places, in: tokens)
  }

  /// - Parameter places: the places of an implicit member that a pattern matches only if the file
  ///   declares one of the places with the pattern's type.
  mutating func noteMember(at places: [ValuePlace], in tokens: SourceTokens) {
    placesOfOthers.add(places, in: tokens)
  }

  /// Notes the names of the matches that the file may declare.
  mutating func note(_ found: FoundMatches, _ tables: RuleTables) {
    for match in found.matches {
      if match.bareName != nil { hasBareMatch = true }
      if !tables.asksForConstants.isEmpty, tables.asksForConstants[match.pattern] {
        asksForConstants = true
      }
      let pattern = tables.patterns[match.pattern]
      if pattern.mayBeDeclared { roots.insert(pattern.anchor) }
    }
  }

  /// Whether names of the file may change the matches.
  func count(in file: FileTokens) -> Bool {
    extendsSingleton || hasAlias || hasBareMatch || !roots.isDisjoint(with: suspects)
      || constants.mayBeUsed(in: file, asArguments: asksForConstants)
      || file.mayDeclare(placesOfMatches, ofPattern: false)
      || file.mayDeclare(placesOfOthers, ofPattern: true)
  }
}

extension [Int] {
  /// Adds the names of places, but for a name that is written like the last one.
  fileprivate mutating func add(_ places: [ValuePlace], in tokens: SourceTokens) {
    for name in places.compactMap(\.name) {
      if let last, tokens.isSameText(at: last, and: name) { continue }
      append(name)
    }
  }
}

extension Outline {
  /// Whether the token before the name of a type may make it the name of a declaration. True in
  /// doubt.
  @inline(__always)
  fileprivate mutating func mayDeclareType(at index: Int) -> Bool {
    guard 0 < index else { return false }
    let previous = tokens[index - 1]
    switch previous.kind {
    case .keyword:
      switch previous.keyword {
      case .struct, .class, .enum, .protocol, .typealias, .associatedtype, .func, .let, .var, .case:
        return true
      default:
        return false
      }
    case .identifier:
      return tokens.isWord("actor", at: index - 1) || tokens.isWord("each", at: index - 1)
    case .comma:
      return mayDeclare(afterCommaBefore: index)
    case .binaryOperator, .prefixOperator, .postfixOperator:
      return tokens.isOpeningAngle(at: index - 1)
        && file.mayIntroduceGenericParameters(index - 1)
    default:
      return false
    }
  }

  /// Whether the name after a comma may be declared. In parentheses it would be a parameter, which
  /// does not shadow a type, unless a declaration is going on there.
  private mutating func mayDeclare(afterCommaBefore index: Int) -> Bool {
    advance(to: index)
    return !top.role.isBracket || top.scope != top.base
  }
}

extension FileTokens {
  /// Whether the `<` may follow the name of a declaration.
  fileprivate func mayIntroduceGenericParameters(_ angle: Int) -> Bool {
    guard 1 < angle else { return true }
    let (introducer, name) = (tokens[angle - 2], tokens[angle - 1])
    switch name.kind {
    case .identifier, .rawIdentifier:
      return introducer.kind == .identifier || introducer.keyword.declaration != nil
    case .keyword:
      return name.keyword.declaration != nil
    default:
      return true
    }
  }
}

/// The constants and private variables of a file that may stand for the first part of a pattern, as
/// in `let queue = DispatchQueue.main`. Most constants of a pattern's type are not used as the
/// first part of a pattern: the tokens after their names show that.
struct OwnConstants {
  /// The tokens of their names.
  private var names: [Int] = []
  /// The first names of their values or types, by number; they are few.
  private var roots: [Int] = []
  /// The names of late constants, by token, and the first names of their types, by number.
  private var lateNames: [Int] = []
  private var lateRoots: [Int] = []
  /// Whether a value that may be the first part of a pattern is assigned, in a declaration or
  /// elsewhere.
  var assignsPart = false
  /// Whether there are constants whose names are not known.
  private var hasUnnamed = false

  /// At the name of a pattern's type, which may start the value of a constant, or may be the type
  /// of a constant.
  /// - Parameters:
  ///   - root: the number of the name.
  ///   - index: the token of the name.
  ///   - head: the token of the module before the name, or the name itself.
  mutating func note(_ root: Int, at index: Int, head: Int, in outline: inout Outline) {
    let file = outline.file
    if file.tokens[head - 1].kind == .equal {
      guard file.mayBePart(from: index, root) else { return }
    } else if let equal = file.equal(afterTypeNamedAt: index) {
      guard file.mayBePart(after: equal) else { return }
    } else {
      guard file.tokens[head - 1].kind == .colon, file.typeWithoutValue(after: head - 1) != nil,
        let name = outline.nameOfVariable(declaredAt: index), name == head - 2
      else { return }
      lateNames.append(name)
      if !lateRoots.contains(root) { lateRoots.append(root) }
      return
    }
    assignsPart = true
    switch outline.nameOfVariable(declaredAt: index) {
    case .none: return
    case .some(-1): hasUnnamed = true
    case .some(let name): names.append(name)
    }
    if !roots.contains(root) { roots.append(root) }
  }

  /// Whether a constant may be used in place of the first part of a pattern, or another constant
  /// may get its value. True if the tokens after a name go on as such a pattern does.
  /// - Parameter asArguments: whether a constant that is an argument counts.
  func mayBeUsed(in file: FileTokens, asArguments: Bool) -> Bool {
    if roots.isEmpty, lateRoots.isEmpty || !assignsPart { return false }
    let (tokens, tables) = (file.tokens, file.tables)
    let roots = roots + lateRoots
    if asArguments,
      tables.wholeParts.contains(where: { number in
        roots.contains(tables.patterns[tables.boundParts[number].pattern].anchor)
      })
    {
      return true
    }
    let table = tokens.table(of: names + lateNames)
    for index in tokens.indices where file.isIdentifier(index) {
      guard hasUnnamed || table.number(of: tokens.text(at: index)) != nil else { continue }
      let isUsed = file.boundParts(goingOnAfter: index).contains {
        roots.contains(tables.patterns[tables.boundParts[$0].pattern].anchor)
      }
      if isUsed || file.isCopied(index) { return true }
    }
    return false
  }
}

extension Outline {
  /// The token of the name of the constant or private variable whose declaration the token is in.
  /// -1 if the declaration has several names, `nil` if there is no such declaration.
  fileprivate mutating func nameOfVariable(declaredAt index: Int) -> Int? {
    advance(to: index)
    var level = top
    // A name in a written type may be in brackets.
    for _ in 0..<Limits.levels where level.role.isBracket { level = levels[level.parent] }
    guard level.expression.bindsNames, !level.isCondition else { return nil }
    let scope = scopes[level.scope]
    guard let introducer = scope.introducer else { return -1 }
    // Only the first variable after the keyword looks at the modifiers. In doubt a variable counts.
    if tokens[introducer].keyword == .var, scope.binding == nil,
      !file.isPrivateVariable(introducedAt: introducer)
    {
      return nil
    }
    let name = scope.binding?.name ?? introducer + 1
    return file.isIdentifier(name) ? name : -1
  }
}

extension FileTokens {
  /// Whether the value that starts with the name of a type may be the first part of a pattern. It
  /// may be only if the value is nothing more than that part.
  fileprivate func mayBePart(from name: Int, _ root: Int) -> Bool {
    var path: [Int?] = [root]
    var end = skipWrapping(from: name + 1)
    while tokens[end].kind == .period, tokens[end + 1].isWord {
      path.append(tables.names.number(of: tokens.text(at: end + 1)))
      end = skipWrapping(from: end + 2)
    }
    let isCalled = !mayEndDeclaration(before: end)
    if isCalled {
      if tokens[end].kind == .colonColon || tokens[end].keyword == .as
        || tokens.isOpeningAngle(at: end)
      {
        return true
      }
      guard mayEndDeclaration(before: endOfPostfix(from: name) + 1) else { return false }
    }
    return tables.patternsByAnchor[root].contains { number in
      let pattern = tables.patterns[number]
      let rest = pattern.components.count - path.count
      guard pattern.mayStartWithConstant, 0 < rest || pattern.isMention && rest == 0,
        zip(pattern.components, path).allSatisfy({ $0.name == $1 })
      else { return false }
      if rest == 0 { return true }
      return !isCalled || pattern.components[path.count - 1].labels != nil
        || pattern.components[path.count].isInitializer
    }
  }

  /// The `=` after the type that a name is in; `nil` if the name is in no written type.
  fileprivate func equal(afterTypeNamedAt name: Int) -> Int? {
    var index = name + 1
    for _ in 0..<Limits.behindTypeName {
      switch tokens[index].kind {
      case .equal:
        return index
      case .postfixQuestionMark, .exclamationMark, .rightParen:
        index += 1
      case .period, .colonColon:
        guard tokens[index + 1].isWord else { return nil }
        index += 2
      case .binaryOperator, .prefixOperator, .postfixOperator:
        if let end = genericArguments(at: index) {
          index = end + 1
        } else {
          guard tokens.text(at: index).first == UInt8(ascii: ">") else { return nil }
          index += 1
        }
      default:
        return nil
      }
    }
    return nil
  }

  /// Whether a member of the type that is written before the `=` follows the `=`, and may be the
  /// first part of a pattern.
  fileprivate func mayBePart(after equal: Int) -> Bool {
    let member = equal + 2
    guard tokens[equal + 1].kind == .period, tokens[member].isWord else { return false }
    // A module may be written before the member.
    if tokens[member + 1].kind == .colonColon { return true }
    guard let number = tables.names.number(of: tokens.text(at: member)) else { return false }
    return tables.patternsByMember[number].contains { tables.patterns[$0].mayStartWithConstant }
      && mayEndDeclaration(before: endOfPostfix(from: member) + 1)
  }

  /// Whether another constant may get the value of the constant, as in `let other = queue`.
  fileprivate func isCopied(_ index: Int) -> Bool {
    let head = headOfOwnMember(at: index)
    guard 0 < head, tokens[head - 1].kind == .equal, head != index || !isQualified(index) else {
      return false
    }
    return mayEndDeclaration(before: skipWrapping(from: index + 1))
  }
}
