import Rules
import SwiftLexer

/// The constants of a file that may stand for the first part of a pattern, and others. Most that
/// are made of a pattern's type are not used as such, which is told from what follows their names.
///
/// For speed alone: the names of every file could be collected.
struct NoticedConstants {
  /// The tokens of their names.
  private var names: [Int] = []
  /// The names that their values or types start with, by number.
  private var roots: [Int] = []
  /// The same for those that are declared without a value.
  private var lateNames: [Int] = []
  private var lateRoots: [Int] = []
  /// Whether something is assigned, in a declaration or not, that one of those may stand for.
  private var assignsPart = false
  /// Whether there are some whose names cannot be told.
  private var hasUnnamed = false

  var isEmpty: Bool { roots.isEmpty && (lateRoots.isEmpty || !assignsPart) }

  /// Whether there are none, be they used or not.
  var hasNone: Bool { roots.isEmpty && lateRoots.isEmpty }

  /// At the name of a pattern's type: it may start the value of a constant, or be its type.
  /// - Parameters:
  ///   - root: the number of the name.
  ///   - head: the module before the name, or the name.
  mutating func note(
    _ root: Int, _ role: NameRole, at index: Int, head: Int, in nearby: inout Nearby
  ) {
    guard role.mayBeBound else { return }
    let mark: Int
    if nearby.tokens[head - 1].kind == .equal {
      guard nearby.mayBePart(from: index, root) else { return }
      mark = head - 1
    } else {
      guard let equal = nearby.equal(afterTypeNamedAt: index) else {
        noteLate(root, head: head, in: nearby)
        return
      }
      guard nearby.mayBePart(after: equal) else { return }
      mark = equal
    }
    switch nearby.name(declaredBefore: mark) {
    case .none:
      assignsPart = true
      return
    case .unknown: hasUnnamed = true
    case .token(let name): names.append(name)
    }
    if !roots.contains(root) { roots.append(root) }
  }

  /// Whether it is the type of a constant without a value.
  private mutating func noteLate(_ root: Int, head: Int, in nearby: Nearby) {
    let colon = head - 1
    guard nearby.tokens[colon].kind == .colon, nearby.isDeclaredName(colon - 1),
      nearby.typeWithoutValue(after: colon) != nil
    else { return }
    lateNames.append(colon - 1)
    if !lateRoots.contains(root) { lateRoots.append(root) }
  }

  /// At the `=` before an implicit member, which may be one of a pattern's type.
  mutating func noteImplicitValue() { assignsPart = true }

  /// Whether one goes on somewhere as a pattern does that starts with such a root, or another may
  /// stand for it.
  func mayBeUsed(in nearby: Nearby) -> Bool {
    let (tokens, tables) = (nearby.tokens, nearby.tables)
    let roots = roots + lateRoots
    let table = WordTable((names + lateNames).map { (Array(tokens.text(at: $0))[...], 0) })
    for index in tokens.indices where nearby.mayGoOn(fromNameAt: index) {
      guard hasUnnamed || table.number(of: tokens.text(at: index)) != nil else { continue }
      let isUsed = nearby.boundParts(goingOnAfter: index).contains {
        roots.contains(tables.patterns[tables.boundParts[$0].pattern].anchor)
      }
      if isUsed || nearby.isCopied(index, orAssigned: !lateRoots.isEmpty) { return true }
    }
    return false
  }
}

private enum DeclaredName {
  case none, unknown
  case token(Int)
}

extension Nearby {
  /// The name whose value follows, if it is declared by `let`, as a private variable, or behind a
  /// comma.
  fileprivate func name(declaredBefore equal: Int) -> DeclaredName {
    var index = equal - 1
    if isDeclaredName(index) { return .token(index) }
    // The type stands between.
    var angles = 0
    while 0 < index {
      switch tokens[index].kind {
      case .identifier, .rawIdentifier, .keyword, .period, .colonColon, .atSign, .arrow,
        .integerLiteral, .postfixQuestionMark, .exclamationMark:
        break
      case .colon where angles == 0:
        return isDeclaredName(index - 1) ? .token(index - 1) : .none
      case .comma where 0 < angles, .colon:
        break
      case .rightSquare, .rightParen:
        guard let open = pairs.partner(of: index) else { return .unknown }
        index = open
      case .binaryOperator, .prefixOperator, .postfixOperator:
        angles -= self.angles(at: index)
        if angles < 0 { return .none }
      case .leftBrace, .rightBrace, .leftParen, .leftSquare, .semicolon, .comma, .equal:
        return .none
      default:
        return .unknown
      }
      index -= 1
    }
    return .none
  }

  fileprivate func isDeclaredName(_ index: Int) -> Bool {
    guard 0 < index, tokens[index].isWord else { return false }
    switch tokens[index - 1].kind {
    case .keyword:
      return tokens[index - 1].keyword == .let
        || tokens[index - 1].keyword == .var && isPrivateVariable(introducedAt: index - 1)
    case .comma:
      // Between parentheses it would be a parameter.
      return !isInList(index - 1)
    default:
      return false
    }
  }
}

extension Nearby {
  /// Whether what stands beside a name lets it go on, or be copied.
  @inline(__always)
  fileprivate func mayGoOn(fromNameAt index: Int) -> Bool {
    switch tokens[index].kind {
    case .identifier, .rawIdentifier: break
    default: return false
    }
    switch tokens[index + 1].kind {
    case .period, .postfixQuestionMark, .exclamationMark, .rightParen, .poundIf, .poundElseif,
      .poundElse, .poundEndif:
      return true
    default:
      return 0 < index
        && (tokens[index - 1].kind == .equal || tokens[index - 1].kind == .period)
    }
  }

  /// Whether a value that starts with the name of a type may be the first part of a pattern: then
  /// that is all of it.
  fileprivate mutating func mayBePart(from name: Int, _ root: Int) -> Bool {
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
  fileprivate mutating func equal(afterTypeNamedAt name: Int) -> Int? {
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
  fileprivate mutating func mayBePart(after equal: Int) -> Bool {
    let member = equal + 2
    guard tokens[equal + 1].kind == .period, tokens[member].isWord else { return false }
    // A module may be written before it.
    if tokens[member + 1].kind == .colonColon { return true }
    guard let number = tables.names.number(of: tokens.text(at: member)) else { return false }
    return tables.patternsByMember[number].contains { tables.patterns[$0].mayStartWithConstant }
      && mayEndDeclaration(before: endOfPostfix(from: member) + 1)
  }

  /// Whether another constant may be declared to be the one there, as in `let other = queue`.
  /// - Parameter orAssigned: whether an assignment such as `self.queue = queue` counts, too.
  fileprivate func isCopied(_ index: Int, orAssigned: Bool) -> Bool {
    guard isIdentifier(index) else { return false }
    let head = headOfOwnMember(at: index)
    guard 0 < head, tokens[head - 1].kind == .equal, head != index || !isQualified(index) else {
      return false
    }
    return mayEndDeclaration(before: skipWrapping(from: index + 1))
      && (orAssigned || !isAssignment(head - 1))
  }

  /// Whether the `=` declares nothing, for sure.
  private func isAssignment(_ equal: Int) -> Bool {
    var left = equal - 1
    while 1 < left, tokens[left].isWord, tokens.isMember(left) { left -= 2 }
    guard 0 < left, tokens[left].isWord else { return false }
    switch tokens[left - 1].kind {
    case .leftBrace, .rightBrace, .semicolon: return true
    default: return tokens[left].keyword == .`self` && tokens[left].isAtLineStart
    }
  }
}

/// In tokens, of what may stand between a name in a type and the end of the type.
private let typeLimit = 64
