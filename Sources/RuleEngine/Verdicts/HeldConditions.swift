import Rules
import SwiftLexer

extension FileUses {
  /// The first entry of a rule's `when` or `unless` that holds for a match; `nil` if none does.
  mutating func entry(of conditions: UseConditions, holdingFor match: Match) -> HeldEntry? {
    if conditions.isCalled, isCalledProperty(match) { return .called }
    if let entry = argument(among: conditions.arguments, heldBy: match) { return .argument(entry) }
    if let entry = attribute(among: conditions.closures, ofClosureOf: match) {
      return .closure(entry)
    }
    if let entry = conditions.followedBy.firstIndex(where: { isFollowed(match, by: $0) }) {
      return .followedBy(entry)
    }
    let calls = conditions.argumentOf
    if !calls.isEmpty, !isOrderAsked(of: match),
      let entry = calls.firstIndex(where: { isArgument(match, of: $0.components) })
    {
      return .argumentOf(entry)
    }
    for (entry, member) in conditions.members.enumerated() {
      if let token = setting(of: member, ofValueOf: match) {
        return .member(entry, at: tokens[token].start)
      }
    }
    return nil
  }

  /// The first entry that the arguments of a match hold; else the first that a constant in them
  /// does.
  private func argument(among entries: [UseConditions.Argument], heldBy match: Match) -> Int? {
    guard !entries.isEmpty, let open = file.argumentList(of: match, in: found),
      let close = pairs.partner(of: open)
    else { return nil }
    let list = open + 1..<close
    // By the label that entries have.
    var values: [String?: [Range<Int>]] = [nil: [list]]
    for label in entries.lazy.compactMap(\.label) where values[label] == nil {
      values[label] = file.arguments(in: list).filter { file.isLabelled(label, $0) }
        .map { file.value(ofArgument: $0) }
    }
    func firstHeld(in values: [String?: [Range<Int>]]) -> Int? {
      entries.firstIndex { entry in
        values[entry.label]!.contains { holds(entry.mention, in: $0) }
      }
    }
    let literal = entries.firstIndex { entry in
      entry.mention.text == Mention.oneKey && values[entry.label]!.contains(where: hasOneKey)
    }
    if let entry = literal ?? firstHeld(in: values) { return entry }
    return firstHeld(in: values.mapValues { $0.flatMap(valuesOfConstants(namedIn:)) })
  }

  /// Whether the value is a dictionary literal with one key and no other colon. In doubt it is not.
  private func hasOneKey(_ value: Range<Int>) -> Bool {
    guard value.count < Limits.tuple, let open = value.first, tokens[open].kind == .leftSquare,
      let close = pairs.partner(of: open),
      let colon = file.firstToken(.colon, in: open + 1..<close),
      close + 1 == value.upperBound || tokens[close + 1].keyword == .as
    else { return false }
    return !(colon + 1..<close).contains { tokens[$0].kind == .colon }
  }

  /// The first of the attributes that a closure among the arguments of a match begins with.
  private func attribute(among attributes: [Mention], ofClosureOf match: Match) -> Int? {
    if attributes.isEmpty { return nil }
    let closures = closures(of: match)
    return attributes.firstIndex { attribute in
      let places = places(of: attribute)
      return closures.contains { brace in
        file.attributes(ofClosureAt: brace).contains { places.isIn($0..<$0 + 1) { _ in false } }
      }
    }
  }

  /// The braces that open the closures among the arguments of a match, trailing ones included.
  private func closures(of match: Match) -> [Int] {
    guard var end = found.nameTokens[match.names].last else { return [] }
    var closures: [Int] = []
    if let open = file.argumentList(of: match, in: found), let close = pairs.partner(of: open) {
      closures = file.arguments(in: open + 1..<close).map { file.value(ofArgument: $0).lowerBound }
        .filter { tokens[$0].kind == .leftBrace }
      end = close
    } else {
      end = file.genericArguments(at: end + 1) ?? end
    }
    var brace = end + 1
    while brace < match.end, tokens[brace].kind == .leftBrace, let close = pairs.partner(of: brace)
    {
      closures.append(brace)
      guard file.isLabelledClosure(at: close + 1) else { break }
      brace = close + 3
    }
    return closures
  }

  /// Whether the use calls a name that has no parentheses in the pattern.
  private func isCalledProperty(_ match: Match) -> Bool {
    let pattern = tables.patterns[match.pattern]
    guard let last = pattern.components.last, last.labels == nil, !last.isInitializer else {
      return false
    }
    return match.end != found.nameTokens[match.names].last
  }

  /// Whether one of the members and calls that follow the use has the name, before the order of
  /// elements is asked for.
  private func isFollowed(_ match: Match, by member: String) -> Bool {
    firstFollower(of: match) { follower in
      if tokens.text(at: follower).elementsEqual(member.utf8) { return true }
      return asksForOrder(follower) ? false : nil
    } ?? false
  }

  /// Whether the use, or a member or call that follows it, depends on the order of elements.
  private func isOrderAsked(of match: Match) -> Bool {
    let last = found.nameTokens[match.names].last
    return last.map(asksForOrder) == true
      || firstFollower(of: match) { asksForOrder($0) ? true : nil } == true
  }

  private func asksForOrder(_ member: Int) -> Bool {
    orderedMembers.contains { tokens.isWord($0, at: member) }
  }

  /// What the first of the members and calls that follow a use gives. The use, with some of them,
  /// may be in parentheses.
  /// - Parameter value: takes the name of a member.
  private func firstFollower<Value>(of match: Match, _ value: (Int) -> Value?) -> Value? {
    var (start, end) = (match.start, match.end)
    // The names that the use is a member of.
    while 1 < start, tokens.isMember(start), tokens[start - 2].isWord,
      match.start - start < Limits.path
    {
      start -= 2
    }
    for _ in 0..<Limits.chain {
      end = file.skipWrapping(from: end + 1) - 1
      if tokens[end + 1].kind == .period, tokens[end + 2].isWord {
        if let value = value(end + 2) { return value }
        end = file.endOfCall(after: end + 2)
      } else if tokens[end + 1].kind == .rightParen, let open = pairs.partner(of: end + 1),
        file.isGrouping(open), file.skipPrefixWords(before: start) == open + 1
      {
        (start, end) = (open, end + 1)
      } else if tokens[end + 1].kind == .binaryOperator, tokens.isCoalescing(at: end + 1),
        tokens[end + 2].kind == .leftSquare, let close = pairs.partner(of: end + 2),
        tokens[close + 1].kind == .rightParen
      {
        end = close
      } else {
        return nil
      }
    }
    return nil
  }

  /// Whether the use is in the arguments of such a call, but not in a closure there.
  private func isArgument(_ match: Match, of call: [PatternComponent]) -> Bool {
    file.firstArgumentList(around: match.start) { isCall(call, at: $0) ? true : nil } ?? false
  }

  /// - Parameter call: one name, or a type and its initializer.
  private func isCall(_ call: [PatternComponent], at open: Int) -> Bool {
    guard 0 < open, file.isArgumentList(at: open), let close = pairs.partner(of: open) else {
      return false
    }
    let isGeneric = tokens[open - 1].kind.isOperator
    let callee = isGeneric ? file.arrayType(endingAt: open - 1)?.lowerBound : open - 1
    guard let callee, tokens.text(at: callee).elementsEqual(call[0].name.utf8) else {
      return false
    }
    var labels = (call.last?.labels ?? [])[...]
    for argument in file.arguments(in: open + 1..<close) {
      guard let label = labels.popFirst(), file.isLabelled(label, argument) else { return false }
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

/// The places of one mention in a file: the first tokens of its uses, in source order.
struct MentionPlaces {
  private var starts: [Int] = []

  /// Whether one of the first places in the range counts there.
  func isIn(_ range: Range<Int>, except isSkipped: (Int) -> Bool) -> Bool {
    let first = starts.partitioningIndex { range.lowerBound <= $0 }
    return starts[first...].prefix(Limits.mentions).contains {
      $0 < range.upperBound && !isSkipped($0)
    }
  }

  /// Adds the places in a further group of uses.
  mutating func add(_ group: [Int]) {
    starts += group.sorted()
  }
}

extension FileUses {
  /// Moves the matches of mentions out of those that are judged. A name that means something else
  /// here is no mention.
  mutating func takeMentions(besides ownTypes: [OwnType]) {
    if tables.mentions.count == 0 { return }
    let first = tables.patterns.count - tables.mentions.count
    if mentions.isEmpty {
      mentions = Array(repeating: MentionPlaces(), count: tables.mentions.count)
    }
    var groups: [[Int]] = Array(repeating: [], count: mentions.count)
    for match in found.matches where first <= match.pattern && match.shadow == nil {
      if ownTypes.contains(where: { $0.isMeant(by: match, in: tables) }) { continue }
      groups[match.pattern - first].append(match.start)
    }
    for (number, group) in groups.enumerated() { mentions[number].add(group) }
    found.matches.removeAll { first <= $0.pattern }
  }
}

/// Where a file sets a member that rules name in `when` or `unless`, as in
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
  mutating func setting(of member: UseConditions.Member, ofValueOf match: Match) -> Int? {
    guard let (name, isDeclared) = keeper(of: match) else { return nil }
    if settings == nil { settings = readSettings() }
    let known = settings![Name(tokens.text(at: name))] ?? []
    let next = known.partitioningIndex { name < $0.name }
    let near = max(0, next - Limits.settings)..<min(known.count, next + Limits.settings)
    return known[near].first { setting in
      tokens.text(at: setting.member).elementsEqual(member.name.utf8)
        && (member.values.isEmpty || member.values.contains { holds($0, in: setting.value) })
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

  /// Whether what is mentioned is in the range, at any depth but not in a closure.
  func holds(_ mention: Mention, in range: Range<Int>) -> Bool {
    if mention.pattern != nil {
      return places(of: mention).isIn(range) { isInClosure($0, from: range.lowerBound) }
    }
    var index = range.lowerBound
    let end = min(range.upperBound, index + Limits.toSetting)
    while index < end {
      if tokens[index].kind == .leftBrace, let close = pairs.partner(of: index) { index = close }
      if isName(mention, at: index) { return true }
      index += 1
    }
    return false
  }

  /// Whether a closure that starts at `start` or later is around the token; true in doubt.
  private func isInClosure(_ token: Int, from start: Int) -> Bool {
    var index = token - 1
    for _ in 0..<Limits.toOpening {
      guard start <= index else { return false }
      switch tokens[index].kind {
      case .leftBrace: return true
      case .rightBrace, .rightParen, .rightSquare: index = pairs.partner(of: index) ?? index
      default: break
      }
      index -= 1
    }
    return true
  }

  private func isName(_ mention: Mention, at index: Int) -> Bool {
    tokens.text(at: index).elementsEqual(mention.name)
      && (!mention.isMember || tokens.isMember(index) && isMemberOfType(index, of: mention))
  }

  /// Whether nothing is written before the member, or a type for which the mention holds.
  private func isMemberOfType(_ index: Int, of mention: Mention) -> Bool {
    guard 1 < index, tokens.endsOperand(at: index - 2) else { return true }
    return mention.holdsForTypes && file.isIdentifier(index - 2)
      && isTypeName(tokens.text(at: index - 2))
  }

  /// Where the path or the attribute stands, so far.
  private func places(of mention: Mention) -> MentionPlaces {
    let number = Array(mention.text.utf8).withUnsafeBufferPointer { tables.mentions.number(of: $0) }
    return number.map { mentions[$0] } ?? MentionPlaces()
  }

  private func readSettings() -> [Name: [MemberSetting]] {
    var settings: [Name: [MemberSetting]] = [:]
    let names = tables.rules.flatMap { rule in
      [rule.when, rule.unless].flatMap { $0?.members.map { Name($0.name.utf8) } ?? [] }
    }
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

/// Members of a sequence whose result depends on the order of its elements.
private let orderedMembers: [StaticString] = [
  "first", "last", "prefix", "suffix", "dropFirst", "dropLast", "enumerated", "reduce", "joined",
]

/// Methods that add to an option set or a collection.
private let adders: [StaticString] = ["insert", "formUnion", "append"]

// The values of constants that are arguments. The constant is declared in the function that uses
// it: `guard let url = bundle.url(forResource: "teas") else { return }`, then
// `Data(contentsOf: url)`.

extension FileUses {
  /// The values of the constants that are named in the range, and of the constants in these values.
  private func valuesOfConstants(namedIn range: Range<Int>) -> [Range<Int>] {
    var (found, pending) = ([Range<Int>](), [range])
    // For all look-ups together: a file may have as many uses, each with as many names.
    var (lookupsLeft, tokensLeft) = (Limits.lookups, Limits.toSetting)
    while let value = pending.popLast() {
      var index = value.lowerBound
      let end = min(value.upperBound, index + Limits.toConstant)
      while index < end, 0 < lookupsLeft {
        if tokens[index].kind == .leftBrace, let close = pairs.partner(of: index) { index = close }
        if isConstantsName(index) {
          lookupsLeft -= 1
          if let value = self.value(ofConstantNamedAt: index, &tokensLeft) {
            found.append(value)
            pending.append(value)
          }
        }
        index += 1
      }
    }
    return found
  }

  /// Whether the name is not a member, a label, a function or a type.
  private func isConstantsName(_ index: Int) -> Bool {
    file.isIdentifier(index) && !tokens.isMember(index) && tokens[index + 1].kind != .colon
      && !file.isArgumentList(at: index + 1) && !isTypeName(tokens.text(at: index))
  }

  /// The tokens of the value that a constant gets in its declaration, before its use and in the
  /// same function. `nil` for a parameter, a variable and anything else that the name may be.
  /// - Parameter tokensLeft: how many tokens may be passed.
  private func value(ofConstantNamedAt use: Int, _ tokensLeft: inout Int) -> Range<Int>? {
    /// Whether the search, which goes backward, is before an `in`. The parameters of a closure or
    /// the variables of a loop are there.
    var isBeforeIn = false
    /// Whether the search is before the body of a statement. The conditions of that statement
    /// declare nothing for the code after the body.
    var isBehindBody = false
    var index = use
    while 0 < index, 0 < tokensLeft {
      (index, tokensLeft) = (index - 1, tokensLeft - 1)
      switch tokens[index].kind {
      case .rightBrace:
        isBehindBody = true
        index = pairs.partner(of: index) ?? index
      case .rightParen, .rightSquare:
        let close = index
        index = pairs.partner(of: index) ?? index
        // The parameters or captures of a closure, the names of a loop, or an accessor's parameter.
        if isBeforeIn || isAccessor(at: index - 1), isNamed(use, in: index..<close) { return nil }
      case .leftBrace:
        (isBeforeIn, isBehindBody) = (false, false)
      default:
        switch tokens[index].keyword {
        case .in: isBeforeIn = true
        case .for: isBeforeIn = false
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

  private func isNamed(_ name: Int, in range: Range<Int>) -> Bool {
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
