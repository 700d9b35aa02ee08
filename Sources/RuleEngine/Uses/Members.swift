import SwiftLexer

extension UseFinder {
  /// Adds the matches of patterns at the name that follows their type's, where the type is written
  /// beside the use, or is the one that is being extended.
  mutating func matchMember(of patterns: ArraySlice<Int>, at index: Int) {
    guard let head = file.skipModuleSelector(before: index) else { return }
    if !tokens.isMember(head) {
      // An 'init' is declared.
      guard tokens[index].keyword != .`init`, !isDeclared(at: head) else { return }
      var start = MatchStart(report: head, expression: head)
      if !file.isArgumentList(at: index + 1) {
        // In a member of the instance it may as well be a property of that.
        guard file.mayStandAlone(index), outline.isInStaticMember == true else { return }
        start.bareName = index
      }
      guard let extended = outline.extendedType else { return }
      addMatches(of: patterns, on: extended, at: index, start: start)
    } else if let head = file.selfReceiver(ofMember: head) {
      guard let extended = outline.extendedType else { return }
      addMatches(
        of: patterns, on: extended, at: index, start: MatchStart(report: head, expression: head))
    } else if let member = outline.implicitMember(at: head) {
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
    for number in patterns {
      let pattern = tables.patterns[number]
      guard let beside = pattern.beside,
        isName(pattern.components[pattern.typeLength], at: index),
        places.contains(where: { outline.tells(tables.beside[beside], $0) })
      else { continue }
      var start = start
      start.root = .unwritten(pattern.anchor)
      addMatch(of: number, from: index, component: pattern.typeLength, start: start)
    }
  }

  /// Adds the matches of patterns at a member of the only instance of the type that is extended, as
  /// of `ProcessInfo.processInfo`.
  mutating func matchMemberOfSingleton(at index: Int) {
    guard outline.isInExtension, let name = tables.names.number(of: tokens.text(at: index)),
      !tables.patternsBySingletonMember.isEmpty(name)
    else { return }
    var start = MatchStart(report: index, expression: index)
    if file.mayStandAlone(index) {
      start.bareName = index
    } else {
      let head = file.headOfOwnMember(at: index)
      guard tokens[head].keyword == .`self` else { return }
      (start.report, start.expression) = (head, head)
    }
    guard !isDeclared(at: start.report), outline.isInStaticMember == false,
      let extended = outline.extendedType
    else { return }
    for number in tables.patternsBySingletonMember[name] {
      let pattern = tables.patterns[number]
      let component = pattern.typeLength + 1
      guard isName(pattern.components[component], at: index), extended.isType(of: pattern) else {
        continue
      }
      addMatch(of: number, from: index, component: component, start: start.of(extended))
    }
  }

  /// At a `Self` that is called: `Self()`.
  mutating func matchSelf(at index: Int) {
    guard file.isArgumentList(at: index + 1), !tokens.isMember(index),
      let extended = outline.extendedType
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
