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
  /// Whether there are some whose names cannot be told.
  private var hasUnnamed = false

  var isEmpty: Bool { roots.isEmpty }

  /// At the name of a pattern's type: it may start the value of a constant, or be its type.
  /// - Parameters:
  ///   - root: the number of the name.
  ///   - head: the module before the name, or the name.
  mutating func note(
    _ root: Int, _ role: NameRole, at index: Int, head: Int, in nearby: inout Nearby
  ) {
    guard role.mayBindMember else { return }
    let mark = head - 1
    switch nearby.tokens[mark].kind {
    case .equal:
      guard nearby.mayBePart(from: index, root) else { return }
    case .colon:
      guard nearby.isTypeOfPart(index) else { return }
    default:
      return
    }
    switch nearby.name(declaredBefore: mark) {
    case .none: return
    case .unknown: hasUnnamed = true
    case .token(let name): names.append(name)
    }
    if !roots.contains(root) { roots.append(root) }
  }

  /// Whether one goes on somewhere as a pattern does that starts with such a root, or another may
  /// stand for it.
  func mayBeUsed(in nearby: Nearby) -> Bool {
    let (tokens, tables) = (nearby.tokens, nearby.tables)
    let table = WordTable(names.map { (Array(tokens.text(at: $0))[...], 0) })
    for index in tokens.indices where nearby.mayGoOn(fromNameAt: index) {
      guard hasUnnamed || table.number(of: tokens.text(at: index)) != nil else { continue }
      let isUsed = nearby.boundParts(goingOnAfter: index).contains {
        roots.contains(tables.patterns[tables.boundParts[$0].pattern].anchor)
      }
      if isUsed || nearby.isCopied(index) { return true }
    }
    return false
  }
}

private enum DeclaredName {
  case none, unknown
  case token(Int)
}

extension Nearby {

  /// The name whose type or value follows, if it is declared by `let`, or behind a comma.
  /// - Parameter mark: a colon or `=`.
  fileprivate func name(declaredBefore mark: Int) -> DeclaredName {
    var index = mark - 1
    if isDeclaredName(index) { return .token(index) }
    guard tokens[mark].kind == .equal else { return .none }
    // The type stands between.
    var angles = 0
    while 0 < index {
      switch tokens[index].kind {
      case .identifier, .rawIdentifier, .keyword, .period, .postfixQuestionMark,
        .exclamationMark:
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
      default:
        return .none
      }
      index -= 1
    }
    return .none
  }

  private func isDeclaredName(_ index: Int) -> Bool {
    guard 0 < index, tokens[index].isWord else { return false }
    // Between parentheses it would be a parameter.
    return tokens[index - 1].keyword == .let
      || tokens[index - 1].kind == .comma && !isInList(index - 1)
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
    var end = name + 1
    while tokens[end].kind == .period, tokens[end + 1].isWord {
      if tokens[end + 1].keyword != .`self` {
        path.append(tables.names.number(of: tokens.text(at: end + 1)))
      }
      end += 2
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

  /// Whether the name is the type of what a member of it is assigned to, and that is the first part
  /// of a pattern.
  fileprivate mutating func isTypeOfPart(_ name: Int) -> Bool {
    let next = skipWrapping(from: name + 1)
    let member = next + 2
    guard tokens[next].kind == .equal, tokens[next + 1].kind == .period,
      let number = tables.names.number(of: tokens.text(at: member))
    else { return false }
    return tables.patternsByMember[number].contains { tables.patterns[$0].mayStartWithConstant }
      && mayEndDeclaration(before: endOfPostfix(from: member) + 1)
  }

  /// Whether another constant may be declared to be the one there, as in `let other = queue`; not
  /// in an assignment such as `self.queue = queue`.
  fileprivate func isCopied(_ index: Int) -> Bool {
    guard isIdentifier(index) else { return false }
    let head = headOfOwnMember(at: index)
    guard 0 < head, tokens[head - 1].kind == .equal, head != index || !isQualified(index) else {
      return false
    }
    return mayEndDeclaration(before: skipWrapping(from: index + 1)) && !isAssignment(head - 1)
  }

  private func mayEndDeclaration(before index: Int) -> Bool {
    switch tokens[index].kind {
    case .comma, .semicolon, .leftBrace, .rightBrace, .endOfFile, .poundIf, .poundElseif,
      .poundElse, .poundEndif:
      true
    default:
      tokens[index].isAtLineStart
    }
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
