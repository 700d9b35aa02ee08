import Rules
import SwiftLexer
import Syntax

extension FileUses {
  /// The first entry of a rule's `when` or `unless` that holds for a match; `nil` if none does.
  mutating func entry(of conditions: UseConditions, holdingFor match: Match) -> HeldEntry? {
    if conditions.isCalled, isCalledProperty(match) { return .called }
    if let entry = argument(among: conditions.arguments, heldBy: match) { return .argument(entry) }
    if let entry = text(among: conditions.texts, inArgumentsOf: match) { return .text(entry) }
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
    guard !entries.isEmpty, let list = file.argumentList(of: match, in: found) else { return nil }
    let arguments = Array(tree.children(of: list))
    // The arguments by the label that entries have.
    var values: [String?: [Int]] = [nil: arguments]
    for label in entries.lazy.compactMap(\.label) where values[label] == nil {
      values[label] = arguments.filter { isLabelled(label, $0) }
        .compactMap { tree.value(of: $0) }
    }
    func firstHeld(in values: [String?: [Range<Int>]]) -> Int? {
      entries.firstIndex { entry in
        values[entry.label]!.contains { holds(entry.mention, in: $0) }
      }
    }
    let literal = entries.firstIndex { entry in
      switch entry.mention.text {
      case Mention.oneKey: values[entry.label]!.contains(where: hasOneKey)
      case Mention.plainText: values[entry.label]!.contains(where: isPlainText)
      default: false
      }
    }
    let ranges = values.mapValues { $0.map { tree[$0].range } }
    if let entry = literal ?? firstHeld(in: ranges) { return entry }
    return firstHeld(in: ranges.mapValues { $0.flatMap(valuesOfConstants(namedIn:)) })
  }

  /// The first of the texts that a word of a string literal in the arguments of a match begins
  /// with; the literal may be the value of a constant.
  private func text(among texts: [String], inArgumentsOf match: Match) -> Int? {
    guard !texts.isEmpty, let list = file.argumentList(of: match, in: found) else { return nil }
    let arguments = tree[list].range
    let words = ([arguments] + valuesOfConstants(namedIn: arguments)).flatMap(words)
    return texts.firstIndex { text in words.contains { $0.starts(with: text.utf8) } }
  }

  /// The words of the string literals in a range, in lower case, those of closures left out.
  private func words(ofLiteralsIn range: Range<Int>) -> [[UInt8]] {
    var words: [[UInt8]] = []
    var (index, end) = (range.lowerBound, min(range.upperBound, range.lowerBound + Limits.tokens))
    while index + 1 < end {
      if tokens[index].kind == .leftBrace, let close = pairs.partner(of: index) { index = close }
      // The text of a literal stands between two tokens: a quote or an interpolation ends it.
      let next = tokens[index + 1].kind
      if next == .closeQuote || next == .interpolationBackslash {
        words += tokens.bytes[tokens[index].end..<tokens[index + 1].start]
          .split { !isWordByte($0) }.map { $0.map(\.lowercasedASCII) }
      }
      index += 1
    }
    return words
  }

  /// - Parameter label: the label; `_` for none.
  private func isLabelled(_ label: String, _ argument: Int) -> Bool {
    guard tree.kind(of: argument) == .labeledExpr else { return label == "_" }
    return tokens.text(at: tree.token(of: argument)).elementsEqual(label.utf8)
  }

  /// Whether the value is a string literal without an interpolation.
  private func isPlainText(_ argument: Int) -> Bool {
    guard let value = tree.value(of: argument), tree.kind(of: value) == .stringLiteralExpr else {
      return false
    }
    return tree[value].range.allSatisfy { tokens[$0].kind != .interpolationBackslash }
  }

  /// Whether the value is a dictionary literal with one key and no other colon.
  private func hasOneKey(_ argument: Int) -> Bool {
    guard let value = tree.value(of: argument) else { return false }
    var literal = value
    if tree.kind(of: value) == .sequenceExpr, let first = tree.firstChild(of: value),
      let next = tree.nextSibling(of: first), tree.kind(of: next) == .unresolvedAsExpr
    {
      literal = first
    }
    guard tree.kind(of: literal) == .dictionaryExpr else { return false }
    let range = tree[literal].range
    return range.count < Limits.elements && range.count { tokens[$0].kind == .colon } == 1
  }

  /// The first of the attributes that a closure among the arguments of a match begins with.
  private func attribute(among attributes: [Mention], ofClosureOf match: Match) -> Int? {
    if attributes.isEmpty { return nil }
    let closures = tree.closures(of: expression(of: match))
    return attributes.firstIndex { attribute in
      let places = places(of: attribute)
      return closures.contains { closure in
        let signature = tree.child(.closureSignature, of: closure)
        let written = signature.map { Array(tree.children(of: $0)) } ?? []
        return written.contains {
          let start = tree.start(of: $0)
          return tree.kind(of: $0) == .attribute && places.isIn(start..<start + 1) { _ in false }
        }
      }
    }
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

  /// The first value for one of the members and calls that follow a use. The use, with some of
  /// them, may be in parentheses.
  /// - Parameter value: takes the name of a member.
  private func firstFollower<Value>(of match: Match, _ value: (Int) -> Value?) -> Value? {
    var node = expression(of: match)
    for _ in 0..<Limits.many {
      node = tree.unchanged(node)
      if let outer = tree.extended(node) {
        switch tree.kind(of: outer) {
        case .memberAccessExpr:
          if let value = value(tree.token(of: outer)) { return value }
          node = outer
          continue
        case .genericSpecializationExpr, .functionCallExpr:
          node = outer
          continue
        case .sequenceExpr where isDefaultedToLiteral(node):
          node = outer
        default: break
        }
      }
      node = file.afterPrefixWords(node)
      guard let outer = tree.parentheses(around: node) else { return nil }
      node = outer
    }
    return nil
  }

  /// Whether an expression consists of the node and an empty literal: `x ?? []`.
  private func isDefaultedToLiteral(_ node: Int) -> Bool {
    guard let mark = tree.nextSibling(of: node), tokens.isCoalescing(at: tree.start(of: mark)),
      let literal = tree.nextSibling(of: mark), tree.nextSibling(of: literal) == nil
    else { return false }
    return tree.kind(of: literal) == .arrayExpr || tree.kind(of: literal) == .dictionaryExpr
  }

  /// Whether the use is in the arguments of such a call, but not in a closure there.
  private func isArgument(_ match: Match, of call: [PatternComponent]) -> Bool {
    tree.firstArgumentList(around: match.start) { isCall(call, with: $0) ? true : nil } ?? false
  }

  /// - Parameter call: a single name, or a type and its initializer.
  private func isCall(_ call: [PatternComponent], with list: Int) -> Bool {
    let open = tree.start(of: list)
    guard 0 < open, tokens[open].kind == .leftParen, pairs.partner(of: open) != nil else {
      return false
    }
    var callee = open - 1
    if tokens[callee].kind.isOperator, let whole = tree.parent(of: list),
      let generic = tree.firstChild(of: whole), let name = tree.firstChild(of: generic)
    {
      callee = tree.token(of: name)
    }
    guard tokens.text(at: callee).elementsEqual(call[0].name.utf8) else { return false }
    guard var labels = call.last?.labels?[...] else { return true }
    for argument in tree.children(of: list) {
      guard let label = labels.popFirst(), isLabelled(label, argument) else { return false }
    }
    return labels.isEmpty
  }

  /// Whether the use is in the default value of a parameter, but not in a closure there. The
  /// parameter is that of a function, an initializer, a subscript or an enumeration case.
  func isDefaultArgument(_ match: Match) -> Bool {
    for node in tree.ancestors(of: tree.node(ofToken: match.start)).prefix(Limits.ancestors) {
      switch tree.kind(of: node) {
      case .parameter: return true
      case .closureExpr, .codeBlock, .accessorBlock, .memberBlock, .sourceFile, .attribute:
        return false
      default: break
      }
    }
    return false
  }
}

/// The places of one mention in a file: the first tokens of its uses, in source order.
struct MentionPlaces {
  private let starts: [Int]

  /// Whether one of the first places in the range counts there.
  func isIn(_ range: Range<Int>, except isSkipped: (Int) -> Bool) -> Bool {
    let first = starts.partitioningIndex { range.lowerBound <= $0 }
    return starts[first...].prefix(Limits.many).contains {
      $0 < range.upperBound && !isSkipped($0)
    }
  }

  init(_ starts: [Int] = []) { self.starts = starts.sorted() }
}

extension FileUses {
  /// Moves the matches of mentions out of those that are judged. A name that means something else
  /// here is no mention.
  mutating func takeMentions(besides ownTypes: [OwnType]) {
    if tables.mentions.count == 0 { return }
    let first = tables.patterns.count - tables.mentions.count
    var groups: [[Int]] = Array(repeating: [], count: tables.mentions.count)
    for match in found.matches where first <= match.pattern && match.shadow == nil {
      if ownTypes.contains(where: { $0.isMeant(by: match, in: tables) }) { continue }
      groups[match.pattern - first].append(match.start)
    }
    mentions = groups.map { MentionPlaces($0) }
    found.matches.removeAll { first <= $0.pattern }
  }
}

/// A place where a file sets a member that rules name in `when` or `unless`, as in
/// `encoder.outputFormatting = .sortedKeys`.
struct MemberSetting {
  /// The token of the name of the constant or variable.
  let name: Int
  let member: Int
  /// The tokens of the value that the member is set to.
  let value: Range<Int>
}

extension FileUses {
  /// The place where a member is set to a value that the rule names. It is a member of the constant
  /// or variable that keeps the value of a use. Returns the token of the member's name; `nil` if
  /// the member is not set so.
  mutating func setting(of member: UseConditions.Member, ofValueOf match: Match) -> Int? {
    guard let (name, isDeclared) = keeper(of: match) else { return nil }
    if settings == nil { settings = readSettings() }
    let known = settings![Name(tokens.text(at: name))] ?? []
    let next = known.partitioningIndex { name < $0.name }
    let near = max(0, next - Limits.many)..<min(known.count, next + Limits.many)
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
    var value = tree.node(ofToken: match.start)
    while let parent = tree.parent(of: value) {
      switch tree.kind(of: parent) {
      case .initializerClause:
        guard let owner = tree.parent(of: parent) else { return nil }
        return kept(by: owner).map { ($0, true) }
      case .sequenceExpr:
        if let operand = file.operand(value, of: parent),
          case .assignment(let equal) = operand.anchor, equal + 1 == tree.start(of: value)
        {
          return file.variable(before: equal).map { ($0, false) }
        }
        guard tree.extended(value) == parent else { return nil }
      case .tryExpr, .awaitExpr, .unsafeExpr: break
      default: guard tree.extended(value) == parent else { return nil }
      }
      value = parent
    }
    return nil
  }

  private func kept(by owner: Int) -> Int? {
    switch tree.kind(of: owner) {
    case .parameter: return tree.token(of: owner)
    case .patternBinding, .optionalBindingCondition:
      guard let pattern = tree.firstChild(of: owner),
        tree.kind(of: pattern) == .identifierPattern
      else { return nil }
      return tree.token(of: pattern)
    default: return nil
    }
  }

  /// Whether a place is in the braces that a name is declared in; true if it is in none.
  private func isVisible(_ declaration: Int, at place: Int) -> Bool {
    let block = tree.ancestors(of: tree.node(ofToken: declaration)).first {
      switch tree.kind(of: $0) {
      case .codeBlock, .closureExpr, .memberBlock, .accessorBlock, .switchCaseList: true
      default: false
      }
    }
    return block.map { tree[$0].range.contains(place) } ?? true
  }

  /// Whether a mention is in the range, at any depth but not in a closure.
  func holds(_ mention: Mention, in range: Range<Int>) -> Bool {
    if mention.pattern != nil {
      return places(of: mention).isIn(range) { isInClosure($0, from: range.lowerBound) }
    }
    var index = range.lowerBound
    let end = min(range.upperBound, index + Limits.tokens)
    while index < end {
      if tokens[index].kind == .leftBrace, let close = pairs.partner(of: index) { index = close }
      if isName(mention, at: index) { return true }
      index += 1
    }
    return false
  }

  /// Whether a closure that starts at `start` or later is around the token; true in doubt.
  private func isInClosure(_ token: Int, from start: Int) -> Bool {
    for node in tree.ancestors(of: tree.node(ofToken: token)).prefix(Limits.ancestors) {
      if tree.start(of: node) < start || tree.kind(of: node) == .sourceFile { return false }
      if tokens[tree.start(of: node)].kind == .leftBrace { return true }
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

  /// The places of the path or the attribute so far.
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
    let node = tree.node(ofToken: member)
    guard tree.token(of: node) == member, let outer = tree.extended(node) else { return nil }
    switch tree.kind(of: outer) {
    case .memberAccessExpr:
      guard adders.contains(where: { tokens.isWord($0, at: tree.token(of: outer)) }),
        let call = tree.call(of: outer), let list = tree.child(.arguments, of: call)
      else { return nil }
      return tree[list].range.dropFirst().dropLast()
    case .sequenceExpr:
      guard let mark = tree.nextSibling(of: node) else { return nil }
      let isCompound = tokens.text(at: tree.start(of: mark)).elementsEqual("|=".utf8)
      guard tree.kind(of: mark) == .assignmentExpr || isCompound else { return nil }
      return tree.end(of: mark)..<tree.end(of: outer)
    default:
      return nil
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
    // This is for all look-ups together: a file may have as many uses, each with as many names.
    var lookupsLeft = Limits.few
    while let value = pending.popLast() {
      var index = value.lowerBound
      let end = min(value.upperBound, index + Limits.tokens)
      while index < end, 0 < lookupsLeft {
        if tokens[index].kind == .leftBrace, let close = pairs.partner(of: index) { index = close }
        if isConstantsName(index) {
          lookupsLeft -= 1
          if let value = self.value(ofConstantNamedAt: index) {
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

  /// The tokens of the value that a constant gets in its declaration, in the function that uses it.
  /// `nil` for a parameter, a variable and anything else that the name may be.
  private func value(ofConstantNamedAt use: Int) -> Range<Int>? {
    guard file.mayBeConstant(use), let found = file.find(nameAt: use) else { return nil }
    let declared = file.names.all[found.declaration]
    let node = declared.node
    let isInFunction = tree.ancestors(of: tree.node(ofToken: use)).contains {
      switch tree.kind(of: $0) {
      case .functionDecl, .initializerDecl, .deinitializerDecl, .subscriptDecl: true
      default: false
      }
    }
    guard declared.container == nil || !isInFunction, let keyword = introducer(of: node),
      tokens[keyword].keyword == .let, keyword < use,
      tree.firstChild(of: node).map({ tree.kind(of: $0) }) == .identifierPattern,
      tree.annotation(of: node).map({ tree.kind(of: $0) }) != .someOrAnyType,
      let clause = tree.child(.initializerClause, of: node), let value = tree.firstChild(of: clause)
    else { return nil }
    return tree[value].range
  }

  private func introducer(of binding: Int) -> Int? {
    switch tree.kind(of: binding) {
    case .optionalBindingCondition: tree.token(of: binding)
    case .patternBinding: tree.parent(of: binding).map { tree.token(of: $0) }
    default: nil
    }
  }
}
