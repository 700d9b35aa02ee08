import Rules
import SwiftLexer

extension FileUses {
  /// The first entry of the rule's `unless` that holds for a match; `nil` if none does.
  mutating func harmlessness(of match: Match, _ rule: Int) -> HarmlessReason? {
    guard let uses = tables.rules[rule].unless else { return nil }
    if uses.isCalled, isCalledProperty(match) { return .called }
    if !uses.arguments.isEmpty, let open = argumentList(of: match) {
      let list = open + 1..<(pairs.partner(of: open) ?? open + 1)
      for (entry, mention) in uses.arguments.enumerated()
      where holds([mention], in: list) || constants(namedIn: list, hold: [mention]) {
        return .argument(entry)
      }
    }
    if let entry = uses.followedBy.firstIndex(where: { isFollowed(match, by: $0) }) {
      return .followedBy(entry)
    }
    if let entry = uses.argumentOf.firstIndex(where: { isArgument(match, of: $0.components[0]) }) {
      return .argumentOf(entry)
    }
    for (entry, member) in uses.members.enumerated() {
      if let token = setting(of: member, ofValueOf: match) {
        return .member(entry, at: tokens[token].start)
      }
    }
    return nil
  }

  /// Whether the use calls a name that has no parentheses in the pattern.
  private func isCalledProperty(_ match: Match) -> Bool {
    let pattern = tables.patterns[match.pattern]
    guard let last = pattern.components.last, last.labels == nil, !last.isInitializer else {
      return false
    }
    return match.end != found.nameTokens[match.names].last
  }

  /// The parenthesis that opens the arguments of the last name of a use; `nil` if there is none.
  func argumentList(of match: Match) -> Int? {
    guard var index = found.nameTokens[match.names].last, index < match.end else { return nil }
    index = file.genericArguments(at: index + 1) ?? index
    return file.isArgumentList(at: index + 1) && pairs.partner(of: index + 1) != nil
      ? index + 1 : nil
  }

  /// Whether the member follows the use, which may be in parentheses.
  private func isFollowed(_ match: Match, by member: String) -> Bool {
    var (start, end) = (match.start, match.end)
    while true {
      end = file.skipWrapping(from: end + 1) - 1
      guard tokens[end + 1].kind == .rightParen, let open = pairs.partner(of: end + 1),
        file.isGrouping(open), file.skipPrefixWords(before: start) == open + 1
      else { break }
      (start, end) = (open, end + 1)
    }
    return tokens[end + 1].kind == .period
      && tokens.text(at: end + 2).elementsEqual(member.utf8)
  }

  /// Whether the use is in the arguments of such a call, but not in a closure there.
  private func isArgument(_ match: Match, of call: PatternComponent) -> Bool {
    file.firstArgumentList(around: match.start) { isCall(call, at: $0) ? true : nil } ?? false
  }

  private func isCall(_ call: PatternComponent, at open: Int) -> Bool {
    guard 0 < open, file.isArgumentList(at: open), let close = pairs.partner(of: open),
      tokens.text(at: open - 1).elementsEqual(call.name.utf8)
    else { return false }
    var labels = (call.labels ?? [])[...]
    var start = open + 1
    while start < close {
      let isLabelled = file.isLabel(at: start)
      guard let label = labels.popFirst(),
        isLabelled
          ? tokens.text(at: start).elementsEqual(label.utf8) : label == "_"
      else { return false }
      start = file.endOfArgument(from: start, to: close) + 1
    }
    return labels.isEmpty
  }

  /// Whether the use is in the default value of a parameter, but not in a closure there. The
  /// parameter is that of a function, an initializer, a subscript or an enumeration case.
  func isDefaultArgument(_ match: Match) -> Bool {
    var index = match.start - 1
    // The tokens between the use and the bracket around it.
    var (hasComma, hasEqual) = (false, false)
    for _ in 0..<Limits.toOpening where 0 <= index {
      switch tokens[index].kind {
      case .rightParen, .rightSquare, .rightBrace:
        guard let open = pairs.partner(of: index) else { return false }
        index = open
      case .leftParen:
        if hasEqual { return isParameterList(index) }
        (hasComma, hasEqual) = (false, false)
      case .leftSquare:
        (hasComma, hasEqual) = (false, false)
      case .comma:
        hasComma = true
      case .equal:
        hasEqual = hasEqual || !hasComma
      case .leftBrace, .poundIf, .poundElseif, .poundElse, .poundEndif, .semicolon:
        return false
      case .keyword:
        switch tokens[index].keyword {
        case .let, .var, .return, .case, .guard, .if: return false
        default: break
        }
      default:
        break
      }
      index -= 1
    }
    return false
  }

  /// Whether the parenthesis, which has an `=` in it, follows a name. There may be generic
  /// parameters between the two.
  private func isParameterList(_ open: Int) -> Bool {
    guard file.isGrouping(open) else { return true }
    guard 0 < open else { return false }
    return tokens[open - 1].keyword == .subscript
      || tokens[open - 1].kind.isOperator && tokens.text(at: open - 1).last == UInt8(ascii: ">")
  }
}

/// Where a file sets a member that rules name in `unless`, as in
/// `encoder.outputFormatting = .sortedKeys`.
struct MemberSetting {
  /// The token of the name of the constant or variable.
  let name: Int
  let member: Int
  /// The tokens of the value that the member is set to.
  let value: Range<Int>
}

extension FileUses {
  /// Where a member is set to a value that the rule names. It is a member of the constant or
  /// variable that keeps the value of a use. Returns the token of the member's name; `nil` if the
  /// member is not set so.
  mutating func setting(of member: HarmlessUses.Member, ofValueOf match: Match) -> Int? {
    guard let (name, isDeclared) = keeper(of: match) else { return nil }
    if settings == nil { settings = readSettings() }
    let known = settings![Name(tokens.text(at: name))] ?? []
    return known.first { setting in
      tokens.text(at: setting.member).elementsEqual(member.name.utf8)
        && (member.values.isEmpty || holds(member.values, in: setting.value))
        && (!isDeclared || isVisible(name, at: setting.name))
    }?.member
  }

  /// The name of the constant or variable that keeps the value of a use, and whether the name is in
  /// its declaration. `nil` if nothing keeps the value.
  private func keeper(of match: Match) -> (name: Int, isDeclared: Bool)? {
    if let declaration = match.constant { return (declaration, true) }
    let equal = file.skipPrefixWords(before: match.start) - 1
    guard 0 < equal, tokens[equal].kind == .equal else { return nil }
    var index = equal - 1
    if file.isIdentifier(index), index == 0 || !isInType(index - 1) {
      let isDeclared =
        0 < index && (tokens[index - 1].keyword == .let || tokens[index - 1].keyword == .var)
      return (index, isDeclared)
    }
    while 1 < index, equal - index < Limits.writtenType, isInType(index) || file.isIdentifier(index)
    {
      index -= 1
      if tokens[index].kind == .colon, file.isIdentifier(index - 1) { return (index - 1, true) }
    }
    return nil
  }

  /// Whether the token, if it is no name, may stand before a name in a written type.
  private func isInType(_ index: Int) -> Bool {
    switch tokens[index].kind {
    case .colon, .leftSquare, .rightSquare, .postfixQuestionMark, .exclamationMark: true
    default: tokens[index].kind.isOperator
    }
  }

  /// Whether a place is in the braces that a name is declared in. True if the name is in no braces.
  private func isVisible(_ declaration: Int, at place: Int) -> Bool {
    var index = declaration
    for _ in 0..<Limits.toSetting {
      if declaration < place {
        index += 1
        guard index < place else { return true }
        switch tokens[index].kind {
        case .rightBrace: return false
        case .leftBrace, .leftParen, .leftSquare:
          if let close = pairs.partner(of: index), close < place { index = close }
        default: break
        }
      } else {
        index -= 1
        guard place < index else { return true }
        switch tokens[index].kind {
        case .leftBrace: return false
        case .rightBrace, .rightParen, .rightSquare:
          if let open = pairs.partner(of: index), place < open { index = open }
        default: break
        }
      }
    }
    return false
  }

  /// Whether one of the names or literals is in the range, at any depth but not in a closure.
  func holds(_ mentions: [Mention], in range: Range<Int>) -> Bool {
    var index = range.lowerBound
    let end = min(range.upperBound, index + Limits.toSetting)
    while index < end {
      if tokens[index].kind == .leftBrace, let close = pairs.partner(of: index) { index = close }
      if mentions.contains(where: { isMention($0, at: index) }) { return true }
      index += 1
    }
    return false
  }

  private func isMention(_ mention: Mention, at index: Int) -> Bool {
    tokens.text(at: index).elementsEqual(mention.name)
      && (!mention.isMember || tokens.isMember(index))
  }

  private func readSettings() -> [Name: [MemberSetting]] {
    var settings: [Name: [MemberSetting]] = [:]
    let names = tables.rules.flatMap { $0.unless?.members.map { Name($0.name.utf8) } ?? [] }
    for index in tokens.indices.dropFirst(2) where tokens.isMember(index) {
      let text = tokens.text(at: index)
      guard names.contains(where: text.elementsEqual), let value = valueSet(at: index) else {
        continue
      }
      let name = file.isMark(index - 2) ? index - 3 : index - 2
      guard 0 <= name, file.isIdentifier(name) else { continue }
      settings[Name(tokens.text(at: name)), default: []].append(
        MemberSetting(name: name, member: index, value: value))
    }
    return settings
  }

  /// The tokens of the value that the member is set to by `=` or `|=`, or gets by `insert` and the
  /// like; `nil` if there is no such value.
  private func valueSet(at member: Int) -> Range<Int>? {
    let next = tokens[member + 1]
    if next.kind == .period {
      let isGiven = adders.contains { tokens.isWord($0, at: member + 2) }
      guard isGiven, file.isArgumentList(at: member + 3) else { return nil }
      return pairs.partner(of: member + 3).map { member + 4..<$0 }
    }
    let isCompound =
      next.kind == .binaryOperator && tokens.text(at: member + 1).elementsEqual("|=".utf8)
    guard next.kind == .equal || isCompound else { return nil }
    return member + 2..<endOfStatement(from: member + 2)
  }

  /// The token after the end of the statement.
  func endOfStatement(from start: Int) -> Int {
    var index = start
    while true {
      switch tokens[index].kind {
      case .leftParen, .leftSquare, .leftBrace: index = pairs.partner(of: index) ?? index
      case .rightParen, .rightSquare, .rightBrace, .semicolon, .endOfFile, .poundIf, .poundElseif,
        .poundElse, .poundEndif:
        return index
      default: break
      }
      index += 1
      if tokens[index].isAtLineStart, !tokens.mayContinueStatement(at: index) { return index }
    }
  }
}

/// Methods that add to an option set or a collection.
private let adders: [StaticString] = ["insert", "formUnion", "append"]

// The values of constants that are arguments. The constant is declared in the function that uses
// it: `guard let url = bundle.url(forResource: "teas") else { return }`, then
// `Data(contentsOf: url)`.

extension FileUses {
  /// Whether a constant that is named in the range has a value with one of the names or literals.
  /// The constants in that value count, too.
  mutating func constants(namedIn range: Range<Int>, hold mentions: [Mention]) -> Bool {
    var values = [range]
    var lookupsLeft = Limits.lookups
    while let value = values.popLast() {
      var index = value.lowerBound
      let end = min(value.upperBound, index + Limits.toSetting)
      while index < end, 0 < lookupsLeft {
        if tokens[index].kind == .leftBrace, let close = pairs.partner(of: index) { index = close }
        if isConstantsName(index) {
          lookupsLeft -= 1
          if let value = self.value(ofConstantNamedAt: index) {
            if holds(mentions, in: value) { return true }
            values.append(value)
          }
        }
        index += 1
      }
    }
    return false
  }

  /// Whether the name is not a member, a label or a function.
  private func isConstantsName(_ index: Int) -> Bool {
    file.isIdentifier(index) && !tokens.isMember(index) && tokens[index + 1].kind != .colon
      && !file.isArgumentList(at: index + 1)
  }

  /// The tokens of the value that a constant gets in its declaration, before its use and in the
  /// same function. `nil` for a parameter, a variable and anything else that the name may be.
  private func value(ofConstantNamedAt use: Int) -> Range<Int>? {
    /// Whether the search, which goes backward, is before an `in`. The parameters of a closure or
    /// the variables of a loop are there.
    var isBeforeIn = false
    /// Whether the search is before the body of a statement. The conditions of that statement
    /// declare nothing for the code after the body.
    var isBehindBody = false
    var index = use
    for _ in 0..<Limits.toSetting {
      guard 0 < index else { return nil }
      index -= 1
      switch tokens[index].kind {
      case .rightBrace:
        isBehindBody = true
        index = pairs.partner(of: index) ?? index
      case .rightParen, .rightSquare:
        let close = index
        index = pairs.partner(of: index) ?? index
        if isAccessor(at: index - 1), holds(use, in: index..<close) { return nil }
      case .leftBrace:
        (isBeforeIn, isBehindBody) = (false, false)
      default:
        switch tokens[index].keyword {
        case .in: isBeforeIn = true
        case .func, .`init`, .deinit, .subscript: return nil
        default: break
        }
        guard tokens.isSameText(at: index, and: use), 0 < index else { break }
        let keyword = tokens[index - 1].keyword
        if isBeforeIn || keyword == .var { return nil }
        if keyword == .let, !(isBehindBody && mayBeCondition(at: index - 1)),
          let value = value(ofConstantDeclaredAt: index)
        {
          return value
        }
      }
    }
    return nil
  }

  /// Whether the name before parentheses is that of an accessor, so that they hold its parameter.
  private func isAccessor(at index: Int) -> Bool {
    0 <= index
      && (tokens.isWord("set", at: index) || tokens.isWord("willSet", at: index)
        || tokens.isWord("didSet", at: index))
  }

  private func holds(_ name: Int, in range: Range<Int>) -> Bool {
    range.contains { tokens.isSameText(at: $0, and: name) }
  }

  private func mayBeCondition(at start: Int) -> Bool {
    guard 0 < start else { return false }
    // After any other token, the `let` starts a statement.
    switch tokens[start - 1].kind {
    case .comma: return isCondition(at: start)
    case .keyword:
      return [.if, .while, .case].contains(tokens[start - 1].keyword) && isCondition(at: start)
    default: return false
    }
  }

  /// Whether the `let` is in the conditions of an `if` or a `while`; true in doubt. False for a
  /// `guard`, whose constants are visible after it.
  private func isCondition(at start: Int) -> Bool {
    var index = start - 1
    for _ in 0..<Limits.toCondition where 0 < index {
      switch tokens[index].kind {
      case .rightBrace, .rightParen, .rightSquare: index = pairs.partner(of: index) ?? index
      default: break
      }
      switch tokens[index].keyword {
      case .guard: return false
      case .if, .while: return true
      default: break
      }
      index -= 1
    }
    return true
  }

  private func value(ofConstantDeclaredAt name: Int) -> Range<Int>? {
    var equal = name + 1
    if tokens[equal].kind == .colon {
      guard let type = file.type(from: equal + 1) else { return nil }
      equal = type.upperBound
    }
    guard tokens[equal].kind == .equal else { return nil }
    let end = endOfStatement(from: equal + 1)
    return equal + 1..<file.endOfArgument(from: equal + 1, to: end)
  }
}
