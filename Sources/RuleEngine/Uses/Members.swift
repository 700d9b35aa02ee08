import SwiftLexer

extension UseFinder where Context == Surroundings {
  /// Adds the matches of patterns at the name that follows their type's, where the type is written
  /// beside the use, or is the one that is being extended.
  mutating func matchMember(of patterns: ArraySlice<Int>, at index: Int) {
    guard let head = nearby.skipModuleSelector(before: index) else { return }
    if !tokens.isMember(head) {
      // What is not called may as well be a property of the instance; an 'init' is declared.
      guard nearby.isArgumentList(at: index + 1), tokens[index].keyword != .`init`,
        !isDeclared(at: head), let extended = context.extendedType
      else { return }
      let start = MatchStart(report: head, expression: head)
      addMatches(of: patterns, on: extended, at: index, start: start)
    } else if let head = nearby.selfReceiver(ofMember: head) {
      guard let extended = context.extendedType else { return }
      addMatches(
        of: patterns, on: extended, at: index, start: MatchStart(report: head, expression: head))
    } else if let member = context.implicitMember(at: head) {
      let start = MatchStart(report: head - 1, expression: head - 1)
      if let path = member.path {
        addMatches(of: patterns, on: path, at: index, start: start)
      } else if !member.places.isEmpty {
        addMatches(of: patterns, in: member.places, at: index, start: start)
      }
    }
  }

  /// Adds the matches of patterns whose type is told by a name beside the member.
  private mutating func addMatches(
    of patterns: ArraySlice<Int>, in places: [ValuePlace], at index: Int, start: MatchStart
  ) {
    for number in patterns where tables.patterns[number].isToldBeside {
      let pattern = tables.patterns[number]
      guard isName(pattern.components[pattern.typeLength], at: index),
        let beside = tables.beside[pattern.rule],
        places.contains(where: { context.tells(beside, $0) })
      else { continue }
      var start = start
      start.root = .unwritten(pattern.anchor)
      addMatch(of: number, from: index, component: pattern.typeLength, start: start)
    }
  }

  /// At a `Self` that is called: `Self()`.
  mutating func matchSelf(at index: Int) {
    guard nearby.isArgumentList(at: index + 1), !tokens.isMember(index),
      let extended = context.extendedType
    else { return }
    let start = MatchStart(report: index, expression: index)
    for number in tables.initializers where extended.isType(of: tables.patterns[number]) {
      let component = tables.patterns[number].typeLength - 1
      addMatch(of: number, from: index, component: component, start: start.of(extended))
    }
  }

  private mutating func addMatches(
    of patterns: ArraySlice<Int>, on type: TypePath, at index: Int, start: MatchStart
  ) {
    for number in patterns {
      let pattern = tables.patterns[number]
      let component = pattern.typeLength
      guard isName(pattern.components[component], at: index), type.isType(of: pattern) else {
        continue
      }
      addMatch(of: number, from: index, component: component, start: start.of(type))
    }
  }
}
