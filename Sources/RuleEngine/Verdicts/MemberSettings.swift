import SwiftLexer

/// Where a file sets the members that rules name under `unless`, as in
/// `encoder.outputFormatting = .sortedKeys`.
struct MemberSettings {
  fileprivate struct Setting {
    /// The token of the constant's or variable's name.
    let name: Int
    let member: Int
    /// The tokens of what it is set to.
    let value: Range<Int>
  }

  /// By the name of the constant or variable, in source order.
  fileprivate var byName: [Name: [Setting]] = [:]
}

extension FileUses {
  /// The token where the member of what keeps the value of a use is set to one of those; nil if it
  /// is not.
  mutating func setting(
    of member: CompiledHarmlessUses.Member, ofValueOf match: Match
  ) -> Int? {
    guard let (name, isDeclared) = keeper(of: match) else { return nil }
    if settings == nil { settings = readSettings() }
    let known = settings!.byName[Name(tokens.text(at: name))] ?? []
    return known.first { setting in
      tokens.text(at: setting.member).elementsEqual(member.name)
        && (member.values.isEmpty || holds(member.values, in: setting.value))
        && (!isDeclared || isVisible(name, at: setting.name))
    }?.member
  }

  /// The name of the constant or variable that keeps the value of a use, and whether that is where
  /// it is declared.
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

  /// Whether the token may stand before a name in a written type: but a name.
  private func isInType(_ index: Int) -> Bool {
    switch tokens[index].kind {
    case .colon, .leftSquare, .rightSquare, .postfixQuestionMark, .exclamationMark: true
    default: tokens[index].kind.isOperator
    }
  }

  /// Whether a place is in the braces that a name is declared in, or the name in none.
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

  /// Whether one of the names or literals stands there, at any depth but in no closure.
  func holds(_ mentions: [CompiledMention], in range: Range<Int>) -> Bool {
    var index = range.lowerBound
    let end = min(range.upperBound, index + Limits.toSetting)
    while index < end {
      if tokens[index].kind == .leftBrace, let close = pairs.partner(of: index) { index = close }
      if mentions.contains(where: { isMention($0, at: index) }) { return true }
      index += 1
    }
    return false
  }

  private func isMention(_ mention: CompiledMention, at index: Int) -> Bool {
    tokens.text(at: index).elementsEqual(mention.name)
      && (!mention.isMember || tokens.isMember(index))
  }

  private func readSettings() -> MemberSettings {
    var settings = MemberSettings()
    let names = tables.harmlessUses.flatMap { $0?.members.map(\.name) ?? [] }
    for index in tokens.indices.dropFirst(2) where tokens.isMember(index) {
      let text = tokens.text(at: index)
      guard names.contains(where: text.elementsEqual), let value = valueSet(at: index) else {
        continue
      }
      let previous = tokens[index - 2].kind
      let isOptional = previous == .postfixQuestionMark || previous == .exclamationMark
      let name = isOptional ? index - 3 : index - 2
      guard 0 <= name, file.isIdentifier(name) else { continue }
      settings.byName[Name(tokens.text(at: name)), default: []].append(
        MemberSettings.Setting(name: name, member: index, value: value))
    }
    return settings
  }

  /// What the member is set to, by `=` and the like, or is given by `insert` and the like.
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

  /// The token after the statement that goes on there.
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

/// What adds to an option set or a collection.
private let adders: [StaticString] = ["insert", "formUnion", "append"]
