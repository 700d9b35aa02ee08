import SwiftLexer

// What the header of a variable or a constant says, told from its tokens alone.

extension FileTokens {
  /// The type after the colon of a declaration, if it is nothing but names and no value follows.
  func typeWithoutValue(after colon: Int) -> Range<Int>? {
    var end = colon + 1
    while tokens[end].isWord {
      end += 1
      guard tokens[end].kind == .period || tokens[end].kind == .colonColon else { break }
      end += 1
    }
    while tokens[end].kind == .postfixQuestionMark || tokens[end].kind == .exclamationMark {
      end += 1
    }
    guard colon + 1 < end, tokens[end].kind != .equal, mayEndDeclaration(before: end) else {
      return nil
    }
    return colon + 1..<end
  }

  /// Whether what is declared may end before the token.
  func mayEndDeclaration(before index: Int) -> Bool {
    switch tokens[index].kind {
    case .comma, .semicolon, .leftBrace, .rightBrace, .endOfFile, .poundIf, .poundElseif,
      .poundElse, .poundEndif:
      true
    default:
      tokens[index].isAtLineStart
    }
  }

  /// Whether the `var` there is private to the file, and no attribute may make it something else.
  func isPrivateVariable(introducedAt introducer: Int) -> Bool {
    var isPrivate = false
    var index = introducer - 1
    while 0 <= index {
      var name = index
      let isCalled = tokens[index].kind == .rightParen
      if isCalled {
        guard let open = pairs.partner(of: index), 0 < open else { break }
        name = open - 1
      }
      var first = name
      while 1 < first, tokens.isMember(first), tokens[first - 2].isWord { first -= 2 }
      if 0 < first, tokens[first - 1].kind == .atSign {
        guard harmlessAttributes.contains(where: tokens.text(at: name).elementsEqual) else {
          return false
        }
        index = first - 2
        continue
      }
      guard tokens.isModifier(name) else { return isPrivate }
      let keyword = tokens[name].keyword
      if !isCalled, keyword == .private || keyword == .fileprivate { isPrivate = true }
      index = name - 1
    }
    return isPrivate
  }
}

/// Attributes that leave a variable what it is.
private let harmlessAttributes = [
  "MainActor", "ObservationIgnored", "available", "nonobjc", "objc", "usableFromInline",
].map { Array($0.utf8) }
