import SwiftLexer

/// What stands before the first name of a match. All positions are indices of tokens.
struct MatchStart {
  /// What the report points at.
  var report: Int
  /// The first token of the expression; nil where it has a receiver, whose start is unknown.
  var expression: Int?
  /// See `Match.receiver`.
  var receiver: Int?
  /// The name of the type or function as written in the use, which may be one of the file's own.
  var root: Int?
  /// See `Match.shadow` and `Match.isQualified`.
  var shadow: Int?
  var isQualified = false
  /// Whether the shallow pass cannot tell that it is one.
  var needsContext = false
}

extension Matcher {
  /// Where the use of a pattern starts whose first name stands at `index`; nil if what stands
  /// before the name makes it something else.
  mutating func start(of pattern: CompiledPattern, at index: Int) -> MatchStart? {
    guard let head = skipModuleSelector(before: index) else { return nil }
    switch pattern.root {
    case .name:
      guard let head = skipModule(before: head), !isDeclared(at: head) else { return nil }
      guard !isLabel(of: pattern, at: index), !isKeyPathRoot(of: pattern, at: head) else {
        return nil
      }
      return MatchStart(
        report: head, expression: head, root: index, isQualified: head != index)
    case .anyReceiver:
      guard tokens.isMember(head) else { return nil }
      let receiver = receiver(ofPeriod: head - 1)
      guard receiver != nil || !isCasePattern else { return nil }
      return MatchStart(
        report: index, receiver: receiver,
        needsContext: names.phase == .shallow && receiver == nil)
    case .implicitMember where names.phase == .shallow:
      return shallowImplicitMember(at: head)
    case .implicitMember:
      guard let member = implicitMember(at: head), !member.hasWrittenType else { return nil }
      return MatchStart(report: head - 1, expression: head - 1)
    case .macro:
      guard 0 < head, tokens[head - 1].kind == .pound else { return nil }
      return MatchStart(report: head - 1)
    case .attribute:
      guard let head = skipModule(before: head), 0 < head, tokens[head - 1].kind == .atSign else {
        return nil
      }
      return MatchStart(report: head - 1, root: index, isQualified: head != index)
    }
  }

  /// The first token of a name with its module selector, e.g. of `Foundation::Date` (SE-0491); nil
  /// if the module is not one of those whose names are banned.
  @inline(__always)
  func skipModuleSelector(before index: Int) -> Int? {
    guard 0 < index, tokens[index - 1].kind == .colonColon else { return index }
    guard 1 < index, isModule(at: index - 2) else { return nil }
    return index - 2
  }

  /// The first token of a name with its module, e.g. of `Foundation.Date`; nil if it is the member
  /// of something else.
  @inline(__always)
  private func skipModule(before index: Int) -> Int? {
    guard tokens.isMember(index) else { return index }
    guard 1 < index, isModule(at: index - 2) else { return nil }
    let isMember = tokens.isMember(index - 2) || 2 < index && tokens[index - 3].kind == .colonColon
    return isMember ? nil : index - 2
  }

  @inline(__always)
  func isModule(at index: Int) -> Bool { rules.isModule(tokens, at: index) }

  /// Whether the word before makes the name the one of a declaration, an attribute or a macro.
  mutating func isDeclared(at index: Int) -> Bool {
    guard 0 < index else { return false }
    let previous = tokens[index - 1]
    switch previous.kind {
    case .atSign, .pound:
      return true
    case .comma:
      return isInEnumeration(at: index - 1)
    case .identifier:
      let isOneLine = !tokens[index].isAtLineStart && !tokens.isMember(index - 1)
      return isOneLine
        && (tokens.isWord("actor", at: index - 1) || tokens.isWord("macro", at: index - 1))
    case .keyword:
      guard !tokens.isMember(index - 1) else { return false }
      return previous.keyword.introducesName
        || previous.keyword == .case && isInEnumeration(at: index - 1)
    default:
      return false
    }
  }

  /// Whether the name, of a pattern that is nothing but the name, is an argument label or the name
  /// of a parameter.
  private mutating func isLabel(of pattern: CompiledPattern, at index: Int) -> Bool {
    guard pattern.components.count == 1, tokens[index + 1].kind == .colon, 0 < index else {
      return false
    }
    guard names.phase != .shallow else {
      openQuestions += 1
      return false
    }
    let open = top.open
    guard 0 <= open, tokens[open].kind == .leftParen else { return false }
    let previous = tokens[index - 1]
    return previous.kind == .leftParen || previous.kind == .comma || previous.isWord
  }

  /// Whether it is `\Date.now`, a member of the instance; a mention of the type it is still.
  private func isKeyPathRoot(of pattern: CompiledPattern, at index: Int) -> Bool {
    guard 0 < index, tokens[index - 1].kind == .backslash else { return false }
    return 1 < pattern.components.count || pattern.components[0].labels != nil
  }

  /// Whether the code there is a pattern of `case`.
  var isCasePattern: Bool { top.casePattern != .none }

  /// The last token of what the member after the period is asked of, over newlines and over the
  /// directives of a postfix `#if`; nil for an implicit member.
  mutating func receiver(ofPeriod index: Int) -> Int? {
    guard let previous = pairs.previous(of: index, after: directive) else { return nil }
    if names.phase == .shallow, tokens[previous].kind == .rightBrace { openQuestions += 1 }
    return tokens.endsOperand(at: previous) && previous != endOfBody ? previous : nil
  }

  func isKeyPath(ofPeriod index: Int) -> Bool {
    0 < index && tokens[index - 1].kind == .backslash
  }
}

extension Keyword {
  /// Whether the name after the word is not the use of a name.
  fileprivate var introducesName: Bool {
    switch self {
    case .associatedtype, .class, .enum, .extension, .for, .func, .import, .let, .operator,
      .precedencegroup, .protocol, .struct, .typealias, .var:
      true
    default:
      false
    }
  }
}
