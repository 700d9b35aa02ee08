import SwiftLexer

// Uses of aliases and constants, and of names that the file declares itself.

extension Matcher {
  /// Starts the next pass over the tokens.
  mutating func begin(_ phase: FileNames.Phase) {
    names.begin(phase)
    needsContext = false
    levels.start()
    scopes.removeSubrange(1...)
    endOfBody = nil
    directive = nil
    implicitMember = nil
    found.removeAll()
  }

  /// Adds the matches at a name that stands for a banned type, or for what a banned path starts
  /// with.
  mutating func matchBoundName(at index: Int) {
    guard let name = names.table.number(of: tokens.text(at: index)), names.isBound[name] else {
      return
    }
    let head = headOfOwnMember(at: index)
    guard head != index || !isQualified(index) else { return }
    let found = head == index ? declaration(of: name) : member(name, ofTypeAt: head)
    switch found?.meaning {
    case nil, .other: break
    case .type(let type): if head == index { matchAlias(of: type, at: index) }
    case .value(let value): matchConstant(value, at: index, head: head)
    }
  }

  /// The `self`, `Self` or type that the name is a member of; the name itself where there is none.
  private func headOfOwnMember(at index: Int) -> Int {
    guard 1 < index, tokens.isMember(index) else { return index }
    let previous = tokens[index - 2].kind
    let isOptional = previous == .postfixQuestionMark || previous == .exclamationMark
    let head = isOptional ? index - 3 : index - 2
    guard 0 <= head, !isQualified(head) else { return index }
    let keyword = tokens[head].keyword
    return keyword == .`self` || keyword == .Self || isIdentifier(head) ? head : index
  }

  /// - Parameter head: `self`, `Self`, or the name of a type that the file declares or extends.
  private mutating func member(_ name: Int, ofTypeAt head: Int) -> FoundName? {
    guard isIdentifier(head) else { return member(name, ofTypeAround: top.names.region) }
    return names.table.number(of: tokens.text(at: head)).flatMap {
      member(name, ofTypeNamed: $0)
    }
  }

  private mutating func matchAlias(of type: BoundType, at index: Int) {
    for number in rules.patternsByAnchor[type.names[0]] {
      let pattern = rules.patterns[number]
      guard startsWith(type.names, pattern), var start = start(of: pattern, at: index) else {
        continue
      }
      start.root = nil
      start.isQualified = type.isQualified
      addMatch(of: number, from: index, component: type.names.count - 1, start: start)
    }
  }

  private mutating func matchConstant(_ value: BoundValue, at index: Int, head: Int) {
    guard !isDeclared(at: head), !isKeyPath(ofPeriod: head) else { return }
    let start = MatchStart(report: head, expression: head, isQualified: value.isQualified)
    for prefix in value.prefixes {
      addMatch(
        of: prefix.pattern, from: index, component: prefix.component, start: start, isPassed: true)
    }
  }

  /// Finds out whether the type or function that a match starts with is one of the file's own.
  /// - Returns: false where the name is an alias, which is matched as such.
  mutating func resolve(_ start: inout MatchStart, of pattern: CompiledPattern) -> Bool {
    guard let root = start.root, !start.isQualified,
      let name = names.table.number(of: tokens.text(at: root)),
      let found = declaration(of: name, use: pattern.components[0])
    else { return true }
    if case .type = found.meaning { return false }
    start.shadow = found.token
    return true
  }
}

// What the first pass notices.

extension Matcher {
  /// Whether names of the file may stand for something else than they seem to.
  var needsNames: Bool {
    names.hasBinding
      || !names.suspects.isEmpty
        && found.matches.contains {
          names.suspects[rules.patterns[$0.pattern].components[0].name]
        }
  }

  /// At a name that patterns start with, after these were tried.
  /// - Parameter isMatched: whether one of them matched.
  mutating func noteName(_ name: Int, at index: Int, isMatched: Bool) {
    guard let pattern = rules.patternsByAnchor[name].first.map({ rules.patterns[$0] }) else {
      return
    }
    guard pattern.components[0].isType else {
      // A name that is not called may be declared.
      let isCall = isMatched && isArgumentList(at: index + 1)
      if !isCall, !tokens.isMember(index) { names.suspect(name) }
      return
    }
    if mayDeclareType(at: index) { names.suspect(name) }
    if !names.hasBinding { names.hasBinding = mayBind(name, at: index) }
  }

  private func mayDeclareType(at index: Int) -> Bool {
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

  /// Whether an alias or a constant may be declared with the name of a type there.
  private func mayBind(_ name: Int, at index: Int) -> Bool {
    let isModule = 1 < index && isQualified(index)
    let head = isModule ? index - 2 : index
    guard 2 < head else { return false }
    switch tokens[head - 1].kind {
    case .equal:
      if tokens[head - 3].keyword == .typealias { return true }
      return mayBindNames && mayBeValue(name, at: index + 1)
    case .colon:
      guard mayBindNames else { return false }
      var end = index + 1
      while tokens[end].kind == .postfixQuestionMark || tokens[end].kind == .exclamationMark {
        end += 1
      }
      return tokens[end].kind == .equal && mayBeValue(name, at: end + 1)
    default:
      return false
    }
  }

  private var mayBindNames: Bool { names.phase == .shallow || top.expression.bindsNames }

  /// Whether the next name of a path of more than two may follow.
  private func mayBeValue(_ name: Int, at index: Int) -> Bool {
    rules.patternsByAnchor[name].contains { number in
      let pattern = rules.patterns[number]
      guard 0 < pattern.typeLength, pattern.typeLength + 1 < pattern.components.count else {
        return false
      }
      return tokens[index].kind == .period || pattern.isInitializer
    }
  }
}
