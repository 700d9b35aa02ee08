import Rules
import SwiftLexer

/// The constants of a file that may stand for the first part of a pattern, and others. Most that are
/// made of a pattern's type are not used as such, which is told from what follows their names.
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
    _ root: Int, _ role: NameRole, at index: Int, head: Int, in nearby: Nearby
  ) {
    let tokens = nearby.tokens
    guard tokens[head - 1].kind == .equal || tokens[head - 1].kind == .colon else { return }
    var next = index + 1
    if tokens[head - 1].kind == .colon {
      while tokens[next].kind == .postfixQuestionMark || tokens[next].kind == .exclamationMark {
        next += 1
      }
      guard tokens[next].kind == .equal else { return }
      next += 1
    }
    guard tokens[next].kind == .period ? role.mayBindMember : role.mayBindInstance else { return }
    switch nearby.name(declaredBefore: head - 1) {
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
    while 0 < index {
      switch tokens[index].kind {
      case .identifier, .rawIdentifier, .keyword, .period, .postfixQuestionMark,
        .exclamationMark:
        index -= 1
      case .colon:
        return isDeclaredName(index - 1) ? .token(index - 1) : .none
      case .rightSquare, .rightParen, .binaryOperator, .prefixOperator, .postfixOperator:
        return .unknown
      default:
        return .none
      }
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
