import Rules
import SwiftLexer

// What a constant may stand for, told from what is written after its name.

extension FileTokens {
  /// The parts of patterns that a constant there would have to stand for, by index in
  /// `RuleTables.boundParts`; none for what is no name of a constant.
  @inline(__always)
  func boundParts(goingOnAfter index: Int) -> ArraySlice<Int> {
    guard isIdentifier(index) else { return [] }
    switch tokens[index + 1].kind {
    case .period, .postfixQuestionMark, .exclamationMark, .rightParen, .poundIf, .poundElseif,
      .poundElse, .poundEndif:
      return parts(goingOnAfter: index)
    default:
      return []
    }
  }

  private func parts(goingOnAfter index: Int) -> ArraySlice<Int> {
    var head = headOfOwnMember(at: index)
    guard head != index || !isQualified(index) else { return [] }
    var end = skipWrapping(from: index + 1)
    while tokens[end].kind == .rightParen, 0 < head, pairs.partner(of: end) == head - 1,
      isGrouping(head - 1)
    {
      head -= 1
      end = skipWrapping(from: end + 1)
    }
    switch tokens[end].kind {
    case .period:
      guard tokens[end + 1].isWord else { return [] }
      guard tokens[end + 2].kind != .colonColon else { return tables.allBoundParts[...] }
      return tables.names.number(of: tokens.text(at: end + 1)).map { tables.partsByNextName[$0] }
        ?? []
    case .poundIf, .poundElseif, .poundElse, .poundEndif:
      return tables.allBoundParts[...]
    default:
      return []
    }
  }
}
