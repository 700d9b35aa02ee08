import Rules
import SwiftLexer

/// What stands before the first name of a match. All positions are indices of tokens.
struct MatchStart {
  /// What the report points at.
  var report: Int
  /// The first token of the expression; nil where it has a receiver, whose start is unknown.
  var expression: Int?
  /// See `Match.receiver`.
  var receiver: Int?
  /// See `Match.root` and `Match.isQualified`.
  var root: MatchRoot?
  var isQualified = false
  /// See `Match.bareName`.
  var bareName: Int?

  /// The same for a use whose type is known otherwise.
  func of(_ type: TypePath) -> MatchStart {
    var start = self
    start.root = type.root.map(MatchRoot.type)
    start.isQualified = type.isQualified
    return start
  }
}

extension UseFinder {
  /// Where the use of a pattern starts whose first name stands at `index`; nil if what stands
  /// before the name makes it something else.
  mutating func start(of pattern: CompiledPattern, at index: Int) -> MatchStart? {
    guard let head = file.skipModuleSelector(before: index) else { return nil }
    switch pattern.root {
    case .name:
      guard let head = file.skipModule(before: head), !isDeclared(at: head) else { return nil }
      guard !isLabel(of: pattern, at: index), !isKeyPathRoot(of: pattern, at: head) else {
        return nil
      }
      return MatchStart(
        report: head, expression: head, root: head == index ? .name(index) : nil,
        isQualified: head != index)
    case .anyReceiver:
      guard tokens.isMember(head) else { return nil }
      if let receiver = outline.receiver(ofPeriod: head - 1) {
        return MatchStart(report: index, receiver: receiver)
      }
      return outline.isCasePattern ? nil : MatchStart(report: index)
    case .implicitMember:
      guard outline.isUntypedMember(at: head) else { return nil }
      return MatchStart(report: head - 1, expression: head - 1)
    case .macro:
      guard 0 < head, tokens[head - 1].kind == .pound else { return nil }
      return MatchStart(report: head - 1)
    case .attribute:
      guard let head = file.skipModule(before: head), 0 < head, tokens[head - 1].kind == .atSign
      else { return nil }
      return MatchStart(
        report: head - 1, root: head == index ? .name(index) : nil, isQualified: head != index)
    case .module:
      return isImported(at: index) ? MatchStart(report: index) : nil
    }
  }

  /// Whether it is the module of `import Network` or `import struct Network.NWPath`.
  private func isImported(at index: Int) -> Bool {
    var word = index - 1
    guard 0 <= word, tokens[word].kind == .keyword else { return false }
    if tokens[word].keyword != .import, tokens[word].keyword.introducesName { word -= 1 }
    return 0 <= word && tokens[word].keyword == .import && !tokens.isMember(word)
  }

  /// Whether the word before makes the name the one of a declaration, an attribute or a macro.
  mutating func isDeclared(at index: Int) -> Bool {
    guard 0 < index else { return false }
    let previous = tokens[index - 1]
    switch previous.kind {
    case .atSign, .pound:
      return true
    case .comma:
      return outline.isInEnumeration
    case .identifier:
      let isOneLine = !tokens[index].isAtLineStart && !tokens.isMember(index - 1)
      return isOneLine
        && (tokens.isWord("actor", at: index - 1) || tokens.isWord("macro", at: index - 1))
    case .keyword:
      guard !tokens.isMember(index - 1) else { return false }
      return previous.keyword.introducesName
        || previous.keyword == .case && outline.isInEnumeration
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
    return outline.isParameterName(at: index)
  }

  /// Whether it is `\Date.now`, a member of the instance; a mention of the type it is still.
  private func isKeyPathRoot(of pattern: CompiledPattern, at index: Int) -> Bool {
    guard 0 < index, tokens[index - 1].kind == .backslash else { return false }
    return 1 < pattern.components.count || pattern.components[0].labels != nil
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
