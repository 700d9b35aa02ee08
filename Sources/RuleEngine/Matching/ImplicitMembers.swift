import SwiftLexer

/// A member with nothing before its period, e.g. `.now` (SE-0287). Positions are indices of tokens.
struct ImplicitMember {
  /// The member's name, with its module selector.
  let head: Int
  /// The type that is written beside it; nil if none is, or if it has no name.
  let path: TypePath?
  /// Whether the type is written, and is certain to be the member's.
  let hasWrittenType: Bool
}

extension Matcher {
  /// Adds the matches of patterns at the name that follows their type's, where the type is written
  /// beside the use, or is the one that is being extended.
  mutating func matchMember(of patterns: ArraySlice<Int>, at index: Int) {
    guard let head = skipModuleSelector(before: index) else { return }
    guard names.phase != .shallow else {
      if let member = shallowMember(at: index, head: head) {
        types.uncertainMembers.append(member)
      }
      return
    }
    if !tokens.isMember(head) {
      // What is not called may as well be a property of the instance; an 'init' is declared.
      guard isArgumentList(at: index + 1), tokens[index].keyword != .`init`, !isDeclared(at: head),
        let extended = extendedType
      else { return }
      let start = MatchStart(report: head, expression: head)
      addMatches(of: patterns, on: extended, at: index, start: start)
    } else if let head = selfReceiver(ofMember: head) {
      guard let extended = extendedType else { return }
      addMatches(
        of: patterns, on: extended, at: index, start: MatchStart(report: head, expression: head))
    } else if let path = implicitMember(at: head)?.path {
      let start = MatchStart(report: head - 1, expression: head - 1)
      addMatches(of: patterns, on: path, at: index, start: start)
    }
  }

  /// At a `Self` that is called: `Self()`.
  mutating func matchSelf(at index: Int) {
    guard isArgumentList(at: index + 1), !tokens.isMember(index), let extended = extendedType else {
      return
    }
    let start = MatchStart(report: index, expression: index)
    for number in rules.initializers where extended.isType(of: rules.patterns[number]) {
      let component = rules.patterns[number].typeLength - 1
      addMatch(of: number, from: index, component: component, start: start.of(extended))
    }
  }

  private mutating func addMatches(
    of patterns: ArraySlice<Int>, on type: TypePath, at index: Int, start: MatchStart
  ) {
    for number in patterns {
      let pattern = rules.patterns[number]
      let component = pattern.typeLength
      guard isName(pattern.components[component], at: index), type.isType(of: pattern) else {
        continue
      }
      addMatch(of: number, from: index, component: component, start: start.of(type))
    }
  }

  /// The type whose extension is the innermost type declaration.
  private var extendedType: TypePath? {
    mutating get {
      guard let introducer = top.type.flatMap({ scopes[$0].introducer }),
        tokens[introducer].keyword == .extension
      else { return nil }
      return typePath(declaredPath(at: introducer))
    }
  }

  /// The names after a keyword that declares or extends a type, without a module.
  func declaredPath(at introducer: Int) -> [Int] {
    var path = [introducer + 1]
    while tokens[path.last! + 1].kind == .period || tokens[path.last! + 1].kind == .colonColon {
      path.append(path.last! + 2)
    }
    return 1 < path.count && isModule(at: path[0]) ? Array(path.dropFirst()) : path
  }

  /// The `Self` that the member is asked of, or the `self` of a delegated initializer.
  func selfReceiver(ofMember head: Int) -> Int? {
    guard 1 < head, !tokens.isMember(head - 2) else { return nil }
    let keyword = tokens[head - 2].keyword
    let isDelegation = keyword == .`self` && tokens[head].keyword == .`init`
    return keyword == .Self || isDelegation ? head - 2 : nil
  }

  /// What is known of the member there; nil if it has a receiver or is part of a pattern.
  mutating func implicitMember(at head: Int) -> ImplicitMember? {
    if let implicitMember, implicitMember.head == head { return implicitMember }
    guard tokens.isMember(head), !isCasePattern else { return nil }
    guard receiver(ofPeriod: head - 1) == nil, !isKeyPath(ofPeriod: head - 1) else { return nil }
    let end = endOfPostfix(from: head)
    let type = typeAfterAs(from: end + 1) ?? writtenType(at: head - 1)
    let names = type.flatMap { nominalPath(of: $0) }
    var path = names.map { typePath($0) }
    if let names, names.count == 1, tokens[names[0]].keyword == .Self {
      path = extendedType ?? path
    }
    // What an operator makes of two values may have another type than these.
    let isOperand = tokens[end + 1].kind == .binaryOperator && !tokens.isCoalescing(at: end + 1)
    let isCertain = !isOperand || path.map { isBanned(member: head, of: $0) } == true
    let member = ImplicitMember(head: head, path: path, hasWrittenType: type != nil && isCertain)
    implicitMember = member
    return member
  }

  /// Whether a pattern starts with that type and that member.
  private func isBanned(member: Int, of type: TypePath) -> Bool {
    guard let name = rules.names.number(of: tokens.text(at: member)) else { return false }
    return rules.patternsByMember[name].contains { type.isType(of: rules.patterns[$0]) }
  }

  /// The last token of the expression of calls, subscripts and members that starts with a name.
  mutating func endOfPostfix(from name: Int) -> Int {
    var end = name
    while true {
      let next = tokens[end + 1]
      switch next.kind {
      case .leftParen, .leftSquare:
        guard !next.isAtLineStart, let close = pairs.partner(of: end + 1) else { return end }
        end = close
      case .postfixQuestionMark, .exclamationMark:
        end += 1
      case .period:
        guard tokens[end + 2].isWord else { return end }
        end += 2
      default:
        guard let angle = genericArgumentsInExpression(at: end + 1) else { return end }
        end = angle
      }
    }
  }
}
