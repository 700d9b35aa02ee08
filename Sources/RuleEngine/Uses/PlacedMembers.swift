import SwiftLexer

// Implicit members whose type the names beside them tell, as far as a pass without context notices.

extension NearbyPass {
  /// Notices whether the file may declare what such a member is an argument of, or set to, with the
  /// type of a pattern.
  mutating func noticePlacedMembers() {
    var places: [Int] = []
    // Most members are called `init`, and most types of the patterns are not mentioned.
    var (name, patterns) = (Int?.none, [Int]())
    for member in types.placedMembers {
      let number = finder.tables.names.number(of: finder.tokens.text(at: member.index))
      if name != number {
        name = number
        patterns = number.map { patternsOfMentionedTypes(member: $0) } ?? []
      }
      guard !patterns.isEmpty else { continue }
      let next = finder.next(after: member.index, isType: false)
      let mayMatch = patterns.contains { [tables = finder.tables] in
        !next.isCall || tables.nextOfMember[$0].mayBe(next)
      }
      guard mayMatch else { continue }
      places.append(member.place)
      activeTokens.append(member.index)
    }
    guard !places.isEmpty else { return }
    activeTokens.sort()
    noticed.declaresPlace = finder.context.mayDeclare(places, ofPattern: true)
  }

  /// Whether a name beside an implicit member may tell that it is one of a pattern's type.
  /// - Parameter name: its number.
  mutating func mayBeTold(memberAt index: Int, _ name: Int) -> Bool {
    guard let head = finder.context.skipModuleSelector(before: index),
      finder.context.isImplicitMember(head), mayStandBesideName(head)
    else { return false }
    let next = finder.next(after: index, isType: false)
    return finder.tables.patternsByMember[name].contains { [tables = finder.tables] number in
      let mayGoOn = !next.isCall || tables.nextOfMember[number].mayBe(next)
      return tables.patterns[number].beside != nil && mayGoOn
    }
  }

  private func mayStandBesideName(_ head: Int) -> Bool {
    let (tokens, tables) = (finder.context.tokens, finder.tables)
    let previous = finder.context.skipPrefixWords(before: head - 1) - 1
    guard 0 < previous else { return false }
    switch tokens[previous].kind {
    case .colon:
      guard 1 < previous,
        tokens[previous - 2].kind == .leftParen || tokens[previous - 2].kind == .comma,
        tokens[previous - 1].isWord
      else { return true }
      return tables.mayStandBeside(tokens, at: previous - 1)
    case .equal:
      return finder.context.variable(before: previous).map {
        tables.mayStandBeside(tokens, at: $0)
      } ?? false
    case .leftParen:
      return tables.mayStandBeside(tokens, at: previous - 1)
    case .comma:
      return finder.context.opening(around: previous).map {
        0 < $0.token && tables.mayStandBeside(tokens, at: $0.token - 1)
      } ?? true
    case .infixQuestionMark:
      return true
    case .binaryOperator:
      return tokens.isCoalescing(at: previous)
    default:
      return false
    }
  }
}
