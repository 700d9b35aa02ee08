import Rules
import SwiftLexer

// Uses of aliases and constants, and of names that the file declares itself.

extension Matcher {
  /// Starts the next pass over the tokens.
  mutating func begin(_ phase: FileNames.Phase, keepingMatches: Bool = false) {
    names.begin(phase)
    openQuestions = 0
    levels.start()
    scopes.removeSubrange(1...)
    endOfBody = nil
    directive = nil
    implicitMember = nil
    if !keepingMatches { found.removeAll() }
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
  func headOfOwnMember(at index: Int) -> Int {
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

extension Matcher {
  /// Removes the matches that are declarations.
  mutating func removeDeclarations() {
    found.removeAll { [rules, names] match, name in
      rules.patterns[match.pattern].mayBeDeclared && names.isDeclared[name]
    }
  }
}

extension CompiledPattern {
  /// Whether the first name may be one that the file declares itself.
  var mayBeDeclared: Bool {
    switch root {
    case .name, .attribute: true
    case .anyReceiver, .implicitMember, .macro: false
    }
  }
}
