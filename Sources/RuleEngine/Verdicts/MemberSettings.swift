import SwiftLexer

/// Where a file sets the members that rules name in `unless`, as in
/// `encoder.outputFormatting = .sortedKeys`.
struct MemberSettings {
  fileprivate struct Setting {
    /// The token of the name of the constant or variable.
    let name: Int
    let member: Int
    /// The tokens of the value that the member is set to.
    let value: Range<Int>
  }

  /// By the name of the constant or variable, in source order.
  fileprivate var byName: [Name: [Setting]] = [:]
}

extension FileUses {
  /// Where a member is set to a value that the rule names. It is a member of the constant or
  /// variable that keeps the value of a use. Returns the token of the member's name; `nil` if the
  /// member is not set so.
  mutating func setting(of member: CompiledHarmlessUses.Member, ofValueOf match: Match) -> Int? {
    guard let (name, isDeclared) = keeper(of: match) else { return nil }
    if settings == nil { settings = readSettings() }
    let known = settings!.byName[Name(tokens.text(at: name))] ?? []
    return known.first { setting in
      tokens.text(at: setting.member).elementsEqual(member.name)
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
