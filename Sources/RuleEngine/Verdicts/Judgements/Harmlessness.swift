import SwiftLexer

/// Why a use is harmless: the entry of the rule's `unless` that holds, by index.
enum Harmlessness {
  case argument(Int)
  case argumentOf(Int)
  case followedBy(Int)
  /// `at` is the token of the member's name where the member is set.
  case member(Int, at: Int)
  case called
}

extension FileUses {
  /// The first entry of the rule's `unless` that holds for a match; `nil` if none does.
  mutating func harmlessness(of match: Match, _ rule: Int) -> Harmlessness? {
    guard let uses = tables.harmlessUses[rule] else { return nil }
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
    if let entry = uses.argumentOf.firstIndex(where: { isArgument(match, of: $0) }) {
      return .argumentOf(entry)
    }
    for (entry, member) in uses.members.enumerated() {
      if let token = setting(of: member, ofValueOf: match) { return .member(entry, at: token) }
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
  private func isFollowed(_ match: Match, by member: Name) -> Bool {
    var (start, end) = (match.start, match.end)
    while true {
      end = file.skipWrapping(from: end + 1) - 1
      guard tokens[end + 1].kind == .rightParen, let open = pairs.partner(of: end + 1),
        file.isGrouping(open), file.skipPrefixWords(before: start) == open + 1
      else { break }
      (start, end) = (open, end + 1)
    }
    return tokens[end + 1].kind == .period
      && tokens.text(at: end + 2).elementsEqual(member)
  }

  /// Whether the use is in the arguments of such a call, but not in a closure there.
  private func isArgument(_ match: Match, of call: CompiledHarmlessUses.Call) -> Bool {
    var index = match.start
    for _ in 0..<Limits.argumentLists {
      guard let open = file.opening(around: index), tokens[open].kind != .leftBrace else {
        return false
      }
      if isCall(call, at: open) { return true }
      index = open
    }
    return false
  }

  private func isCall(_ call: CompiledHarmlessUses.Call, at open: Int) -> Bool {
    guard 0 < open, file.isArgumentList(at: open), let close = pairs.partner(of: open),
      tokens.text(at: open - 1).elementsEqual(call.name)
    else { return false }
    var labels = call.labels[...]
    var start = open + 1
    while start < close {
      let isLabelled = file.isLabel(at: start)
      guard let label = labels.popFirst(),
        isLabelled
          ? tokens.text(at: start).elementsEqual(label) : label.elementsEqual("_".utf8)
      else { return false }
      start = file.endOfArgument(from: start, to: close) + 1
    }
    return labels.isEmpty
  }
}

extension FileUses {
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
