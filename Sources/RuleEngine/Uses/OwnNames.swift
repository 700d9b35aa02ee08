import Rules
import SwiftLexer

/// Whether names of the file's own may change what the patterns match. In doubt they do: what looks
/// like the declaration of a pattern's name counts. So does the name of a pattern's type where a
/// variable or an alias may get it. Most files need no pass that collects their names.
///
/// For speed alone: the names of every file could be collected.
struct OwnNames {
  /// Whether the file may have an alias of a pattern's type.
  private var hasAlias = false
  /// Whether the file extends a type of patterns.
  private(set) var extendsType = false
  /// Whether one that it extends has a single instance, whose members patterns name.
  private var extendsSingleton = false
  /// By number: names of patterns that the file may declare; few.
  private var suspects: [Int] = []
  /// By number: the first names of patterns that match, if the file may declare them.
  private var roots: [Int] = []
  /// Whether a member with nothing before it matches.
  private var hasBareMatch = false
  /// The tokens of names beside matches of implicit members. A declaration of one tells the type.
  private var placesOfMatches: [Int] = []
  /// The same for implicit members that are matches if the type is a pattern's.
  private var placesOfOthers: [Int] = []
  private var constants = OwnConstants()
  /// Whether the whole file was looked at.
  var areAll = false

  /// At the name of an extended type.
  mutating func noteExtension(_ name: Int, _ tables: RuleTables) {
    extendsType = true
    if tables.hasSingleton(ofType: name) { extendsSingleton = true }
  }

  /// At a name that patterns start with, after these were tried.
  /// - Parameter isMatched: whether one of them matched.
  @inline(__always)
  mutating func note(
    _ name: Int, _ role: NameRole, at index: Int, isMatched: Bool, in outline: inout Outline
  ) {
    if role.isType {
      if outline.mayDeclareType(at: index) { suspect(name) }
      if !hasAlias { noteValue(name, role, at: index, &outline) }
    } else {
      // A name that is not called may be declared.
      let isCall = isMatched && outline.file.isArgumentList(at: index + 1)
      if !isCall, !outline.tokens.isMember(index) { suspect(name) }
    }
  }

  private mutating func suspect(_ name: Int) {
    if !suspects.contains(name) { suspects.append(name) }
  }

  /// Notes that an alias or a constant may be declared to be the type there, or of it.
  @inline(__always)
  private mutating func noteValue(
    _ name: Int, _ role: NameRole, at index: Int, _ outline: inout Outline
  ) {
    let tokens = outline.tokens
    let head = 1 < index && outline.file.isQualified(index) ? index - 2 : index
    guard 2 < head else { return }
    if tokens[head - 1].kind == .equal, tokens[head - 3].keyword == .typealias {
      hasAlias = true
    } else if role.mayBeBound {
      constants.note(name, at: index, head: head, in: &outline)
    }
  }

  /// At the `=` before an implicit member.
  mutating func noteImplicitValue() { constants.noteImplicitValue() }

  /// - Parameter places: of an implicit member that a pattern matches.
  mutating func noteMatch(at places: [ValuePlace]) { placesOfMatches += places.compactMap(\.name) }

  /// - Parameter places: of an implicit member that a pattern would match if one of these were
  ///   declared with its type.
  mutating func noteMember(at places: [ValuePlace]) { placesOfOthers += places.compactMap(\.name) }

  /// Takes note of what the matches are called that the file may declare.
  mutating func note(_ found: FoundMatches, _ tables: RuleTables) {
    for match in found.matches {
      if match.bareName != nil { hasBareMatch = true }
      let pattern = tables.patterns[match.pattern]
      if pattern.mayBeDeclared, !roots.contains(pattern.anchor) { roots.append(pattern.anchor) }
    }
  }

  /// Whether they may change what was found.
  func count(in file: FileTokens) -> Bool {
    extendsSingleton || hasAlias || hasBareMatch || roots.contains(where: suspects.contains)
      || constants.mayBeUsed(in: file) || file.mayDeclare(placesOfMatches, ofPattern: false)
      || file.mayDeclare(placesOfOthers, ofPattern: true)
  }

  /// The words on which it depends what the names mean; nil where all braces are to be looked at.
  func stops(in file: FileTokens) -> [Int]? {
    guard areAll, !extendsSingleton, let constants = constants.allNames else { return nil }
    let tokens = file.tokens
    let aliases = tokens.indices.filter { 0 < $0 && tokens[$0 - 1].keyword == .typealias }
    let names = placesOfMatches + placesOfOthers + constants + aliases
    let table = tokens.table(of: names)
    return tokens.indices.filter { index in
      tokens[index].isWord
        && (tokens[index].isMarked || table.number(of: tokens.text(at: index)) != nil
          || !file.boundParts(goingOnAfter: index).isEmpty)
    }
  }
}

extension Outline {
  /// Whether the token before the name of a type makes it the name of a declaration, as far as can
  /// be told; in doubt it does.
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

  /// Between parentheses it would be a parameter, which does not shadow a type.
  private mutating func mayDeclare(afterCommaBefore index: Int) -> Bool {
    advance(to: index)
    guard !top.role.isBracket else { return false }
    return top.header != .none || top.expression.bindsNames || isInEnumeration
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
/// `let queue = DispatchQueue.main`. Most that are made of a pattern's type are not used as such,
/// which is told from what follows their names.
struct OwnConstants {
  /// The tokens of their names.
  private var names: [Int] = []
  /// The names that their values or types start with, by number; few.
  private var roots: [Int] = []
  /// The same for those that are declared without a value.
  private var lateNames: [Int] = []
  private var lateRoots: [Int] = []
  /// Whether something is assigned, in a declaration or not, that one of those may stand for.
  private var assignsPart = false
  /// Whether there are some whose names cannot be told.
  private var hasUnnamed = false

  /// The tokens of all their names; nil if some cannot be told.
  var allNames: [Int]? { hasUnnamed ? nil : names + lateNames }

  /// At the name of a pattern's type: it may start the value of a constant, or be its type.
  /// - Parameters:
  ///   - root: the number of the name.
  ///   - head: the module before the name, or the name.
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

  /// At the `=` before an implicit member, which may be one of a pattern's type.
  mutating func noteImplicitValue() { assignsPart = true }

  /// Whether one goes on somewhere as a pattern does that starts with such a root, or another may
  /// stand for it.
  func mayBeUsed(in file: FileTokens) -> Bool {
    if roots.isEmpty, lateRoots.isEmpty || !assignsPart { return false }
    let (tokens, tables) = (file.tokens, file.tables)
    let roots = roots + lateRoots
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
  /// The token of the name of the constant or private variable whose declaration the token is in;
  /// -1 for several names, nil where there is none.
  fileprivate mutating func nameOfVariable(declaredAt index: Int) -> Int? {
    advance(to: index)
    var level = top
    // In a written type it may be in brackets.
    for _ in 0..<Limits.levels where level.role.isBracket { level = levels[level.parent] }
    guard level.expression.bindsNames, !level.isCondition else { return nil }
    let scope = scopes[level.scope]
    guard let introducer = scope.introducer else { return -1 }
    if tokens[introducer].keyword == .var, !file.isPrivateVariable(introducedAt: introducer) {
      return nil
    }
    let name = scope.binding?.name ?? introducer + 1
    return file.isIdentifier(name) ? name : -1
  }
}

extension FileTokens {
  /// Whether a value that starts with the name of a type may be the first part of a pattern: then
  /// that is all of it.
  fileprivate func mayBePart(from name: Int, _ root: Int) -> Bool {
    var path: [Int?] = [root]
    var end = skipWrapping(from: name + 1)
    while tokens[end].kind == .period, tokens[end + 1].isWord {
      path.append(tables.names.number(of: tokens.text(at: end + 1)))
      end = skipWrapping(from: end + 2)
    }
    let isCalled = !mayEndDeclaration(before: end)
    if isCalled {
      if tokens[end].kind == .colonColon || tokens.isOpeningAngle(at: end) { return true }
      guard mayEndDeclaration(before: endOfPostfix(from: name) + 1) else { return false }
    }
    return tables.patternsByAnchor[root].contains { number in
      let pattern = tables.patterns[number]
      guard pattern.mayStartWithConstant, path.count < pattern.components.count,
        zip(pattern.components, path).allSatisfy({ $0.name == $1 })
      else { return false }
      return !isCalled || pattern.components[path.count - 1].labels != nil
        || pattern.components[path.count].isInitializer
    }
  }

  /// The `=` behind the type that a name is in; nil for a name that is in no written type.
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

  /// Whether a member of the type that is written before the `=` follows, and that may be the first
  /// part of a pattern.
  fileprivate func mayBePart(after equal: Int) -> Bool {
    let member = equal + 2
    guard tokens[equal + 1].kind == .period, tokens[member].isWord else { return false }
    // A module may be written before it.
    if tokens[member + 1].kind == .colonColon { return true }
    guard let number = tables.names.number(of: tokens.text(at: member)) else { return false }
    return tables.patternsByMember[number].contains { tables.patterns[$0].mayStartWithConstant }
      && mayEndDeclaration(before: endOfPostfix(from: member) + 1)
  }

  /// Whether another constant may get the value of the one there, as in `let other = queue`.
  fileprivate func isCopied(_ index: Int) -> Bool {
    let head = headOfOwnMember(at: index)
    guard 0 < head, tokens[head - 1].kind == .equal, head != index || !isQualified(index) else {
      return false
    }
    return mayEndDeclaration(before: skipWrapping(from: index + 1))
  }
}
