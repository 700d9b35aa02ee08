import SwiftLexer

/// Whether names that a file declares may count, as far as a pass without context can notice: most
/// files need no pass that collects them. It is sound since it notices too much: what looks like
/// the declaration of a pattern's name, and the name of a pattern's type where a variable or an
/// alias may get it. Parameters and parts of tuples are never taken to be called like such a type.
///
/// For speed alone: the names of every file could be collected.
struct NoticedNames {
  /// Whether the file may have an alias of a pattern's type.
  private(set) var hasAlias = false
  /// Whether the file extends a type of patterns whose members may stand alone in there.
  var extendsType: Bool { !extendedTypes.isEmpty }
  /// Whether one of these members may.
  private(set) var usesBareMember = false
  /// Whether the file may declare the type of an implicit member.
  var declaresPlace = false
  /// Those that may stand for the first part of a pattern.
  var constants = NoticedConstants()
  /// By number: names of patterns that the file may declare; few.
  private var suspects: [Int] = []
  /// By number: the types that it extends; few.
  private var extendedTypes: [Int] = []

  /// Whether nothing was noticed that may count elsewhere in the file.
  var isEmpty: Bool {
    !hasAlias && !usesBareMember && !declaresPlace && suspects.isEmpty && extendedTypes.isEmpty
      && constants.hasNone
  }

  /// Whether it is enough to know the matches that were found without the names.
  func answer(knowing matches: [Match], _ tables: RuleTables) -> Answer {
    if declaresPlace { return .needsNames }
    guard !suspects.isEmpty else { return .known }
    let mayBeDeclared = matches.contains { match in
      let pattern = tables.patterns[match.pattern]
      return pattern.mayBeDeclared && suspects.contains(pattern.anchor)
    }
    return mayBeDeclared ? .needsNames : .known
  }

  /// At a name that patterns start with, after these were tried.
  /// - Parameter isMatched: whether one of them matched.
  @inline(__always)
  mutating func note(
    _ name: Int, _ role: NameRole, at index: Int, isMatched: Bool, in nearby: inout Nearby
  ) {
    if role.isType {
      if mayDeclareType(at: index, in: nearby) { suspect(name) }
      if role.mayBeExtended, nearby.isExtended(at: index) {
        if !extendedTypes.contains(name) { extendedTypes.append(name) }
        if nearby.tables.hasSingleton(ofType: name) { usesBareMember = true }
      }
      if !hasAlias { noteBinding(name, role, at: index, &nearby) }
    } else {
      // A name that is not called may be declared.
      let isCall = isMatched && nearby.isArgumentList(at: index + 1)
      if !isCall, !nearby.tokens.isMember(index) { suspect(name) }
    }
  }

  /// At a name with nothing before it, in a file that extends a type: patterns may have it as a
  /// member of that.
  mutating func noteBareMember(_ name: Int, _ tables: RuleTables) {
    usesBareMember =
      usesBareMember
      || tables.patternsByMember[name].contains { number in
        tables.patterns[number].mayStandAlone
          && extendedTypes.contains(tables.patterns[number].anchor)
      }
  }

  private mutating func suspect(_ name: Int) {
    if !suspects.contains(name) { suspects.append(name) }
  }

  @inline(__always)
  private func mayDeclareType(at index: Int, in nearby: Nearby) -> Bool {
    guard 0 < index else { return false }
    let previous = nearby.tokens[index - 1]
    switch previous.kind {
    case .keyword:
      switch previous.keyword {
      case .struct, .class, .enum, .protocol, .typealias, .associatedtype, .func, .let, .var, .case:
        return true
      default:
        return false
      }
    case .identifier:
      return nearby.tokens.isWord("actor", at: index - 1)
        || nearby.tokens.isWord("each", at: index - 1)
    case .comma, .binaryOperator, .prefixOperator, .postfixOperator:
      return nearby.mayDeclare(after: index - 1)
    default:
      return false
    }
  }

  /// Notes that an alias or a constant may be declared with the name of a type there.
  private mutating func noteBinding(
    _ name: Int, _ role: NameRole, at index: Int, _ nearby: inout Nearby
  ) {
    let tokens = nearby.tokens
    let head = 1 < index && nearby.isQualified(index) ? index - 2 : index
    guard 2 < head else { return }
    if tokens[head - 1].kind == .equal, tokens[head - 3].keyword == .typealias {
      hasAlias = true
    } else {
      constants.note(name, role, at: index, head: head, in: &nearby)
    }
  }
}
