import Rules
import SwiftLexer

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
    let table = WordTable((names + lateNames).map { (Array(tokens.text(at: $0))[...], 0) })
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
    for _ in 0..<bracketLimit where level.role.isBracket { level = levels[level.parent] }
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
    for _ in 0..<typeLimit {
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

/// How many brackets are gone out of. It keeps the work in proportion to the file.
private let bracketLimit = 64

/// In tokens, of what may stand between a name in a type and the end of the type.
private let typeLimit = 64
