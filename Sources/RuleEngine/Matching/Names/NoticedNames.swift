import SwiftLexer

// What the first pass notices.

extension Matcher {
  /// Whether names of the file may stand for something else than they seem to.
  var needsNames: Bool {
    mutating get {
      if names.hasAlias || mayUseDeclaration { return true }
      return names.hasConstant && (!isWhole || usesConstant)
    }
  }

  /// Whether a match may be the use of a name that the file declares.
  var mayUseDeclaration: Bool {
    guard !names.suspects.isEmpty else { return false }
    return found.matches.contains { [rules, suspects = names.suspects] match in
      let pattern = rules.patterns[match.pattern]
      return pattern.mayBeDeclared && suspects[pattern.anchor]
    }
  }

  /// At a name that patterns start with, after these were tried.
  /// - Parameter isMatched: whether one of them matched.
  mutating func noteName(_ name: Int, _ role: NameRole, at index: Int, isMatched: Bool) {
    guard role.isType else {
      // A name that is not called may be declared.
      let isCall = isMatched && isArgumentList(at: index + 1)
      if !isCall, !tokens.isMember(index) { names.suspect(name) }
      return
    }
    if mayDeclareType(at: index) { names.suspect(name) }
    noteBinding(of: role, at: index)
  }

  /// Notes that an alias or a constant may be declared with the name of a type there.
  private mutating func noteBinding(of role: NameRole, at index: Int) {
    guard !names.hasAlias else { return }
    let isModule = 1 < index && isQualified(index)
    let head = isModule ? index - 2 : index
    guard 2 < head else { return }
    if tokens[head - 1].kind == .equal, tokens[head - 3].keyword == .typealias {
      names.hasAlias = true
    } else if let equal = equal(ofConstant: role, at: index, head: head) {
      names.noteConstant(assignedAt: equal)
      if !names.hasSureConstant { names.hasSureConstant = isSureConstant(assignedAt: head - 1) }
    }
  }

  /// Whether the variable is introduced as in `let queue = …`, so that nothing else matters.
  private func isSureConstant(assignedAt equal: Int) -> Bool {
    guard tokens[equal].kind == .equal, tokens[equal - 1].isWord,
      tokens[equal - 2].keyword == .let
    else { return false }
    switch tokens[max(equal - 3, 0)].kind {
    case .period, .comma, .binaryOperator, .prefixOperator, .postfixOperator: return false
    default: return true
    }
  }

  @inline(__always)
  private mutating func mayDeclareType(at index: Int) -> Bool {
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
    case .comma, .binaryOperator, .prefixOperator, .postfixOperator:
      // As in `func f<Date>()`.
      return mayBeGenericParameter(index)
    default:
      return false
    }
  }

  /// The `=` of a constant that may have the name as its value or its type.
  /// - Parameter head: the module before the name, or the name.
  @inline(__always)
  private func equal(ofConstant role: NameRole, at index: Int, head: Int) -> Int? {
    switch tokens[head - 1].kind {
    case .equal:
      return mayBindNames && mayBeValue(role, at: index + 1) ? head - 1 : nil
    case .colon:
      guard mayBindNames else { return nil }
      var end = index + 1
      while tokens[end].kind == .postfixQuestionMark || tokens[end].kind == .exclamationMark {
        end += 1
      }
      return tokens[end].kind == .equal && mayBeValue(role, at: end + 1) ? end : nil
    default:
      return nil
    }
  }

  private var mayBindNames: Bool { names.phase == .shallow || top.expression.bindsNames }

  /// Whether the next name of a path of more than two may follow.
  private func mayBeValue(_ role: NameRole, at index: Int) -> Bool {
    tokens[index].kind == .period ? role.mayBindMember : role.mayBindInstance
  }
}
