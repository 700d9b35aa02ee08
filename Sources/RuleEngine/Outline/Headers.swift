import SwiftLexer

// Each header is read only once, and only if it is around a match. So names may be arrays.

extension FileTokens {
  /// - Parameter first: for a variable that is not the first after its keyword, the declaration of
  ///   the first; otherwise `nil`.
  func readDeclaration(of scope: Scope, first: WrittenDeclaration?) -> WrittenDeclaration {
    guard let introducer = scope.introducer else { return WrittenDeclaration() }
    var declaration = first ?? readPrefix(from: scope.start, to: introducer)
    declaration.keyword = name(at: introducer)
    declaration.types = []
    let end = readNames(
      from: scope.binding?.name ?? introducer + 1, keyword: tokens[introducer].keyword,
      of: &declaration)
    if let end, tokens[end].kind == .colon { declaration.types = readTypes(from: end + 1) }
    return declaration
  }

  private func name(at index: Int) -> Name { Name(tokens.text(at: index)) }

  /// Reads attributes and modifiers.
  private func readPrefix(from start: Int, to end: Int) -> WrittenDeclaration {
    var declaration = WrittenDeclaration()
    var index = start
    while index < end {
      if tokens[index].kind == .atSign, tokens[index + 1].isWord {
        declaration.attributes.append(path(from: index + 1).names.map(name))
        index = skipAttribute(at: index)
      } else if tokens[index].isWord {
        let afterArguments = skipArguments(at: index + 1)
        let isOfSetter = index + 1 < afterArguments && tokens.isWord("set", at: index + 2)
        if !isOfSetter { declaration.modifiers.append(name(at: index)) }
        index = afterArguments
      } else {
        index += 1
      }
    }
    return declaration
  }

  /// Whether the tokens are only attributes and modifiers, as before the keyword of a declaration.
  func isPrefix(_ range: Range<Int>) -> Bool {
    var index = range.lowerBound
    while index < range.upperBound {
      if tokens[index].kind == .atSign {
        index = skipAttribute(at: index)
      } else {
        guard tokens.isModifier(index) else { return false }
        index = skipArguments(at: index + 1)
      }
    }
    return true
  }

  /// The first token after an attribute: `@name`, `@Module.Name<Argument>(…)`.
  package func skipAttribute(at index: Int) -> Int {
    tokens[index + 1].isWord ? skipArguments(at: path(from: index + 1).end) : index + 1
  }

  private func skipArguments(at index: Int) -> Int {
    guard isArgumentList(at: index), let close = pairs.partner(of: index) else { return index }
    return close + 1
  }

  /// - Returns: the token after the name; `nil` if no type can follow the name.
  private func readNames(
    from start: Int, keyword: Keyword, of declaration: inout WrittenDeclaration
  ) -> Int? {
    declaration.names = []
    switch keyword {
    case .`init`, .deinit, .subscript:
      return nil
    case .func:
      declaration.names = [[functionName(at: start)]]
      return nil
    case .extension:
      guard let (path, end) = readType(from: start) else { return nil }
      let isOptional = tokens[end].kind == .postfixQuestionMark
      declaration.names = isOptional ? [[Name("Optional".utf8)]] : [path]
      return end
    case .let, .var:
      if tokens[start].kind == .leftParen, let close = pairs.partner(of: start) {
        // The labels in a tuple are not names.
        declaration.names = (start..<close).filter {
          tokens[$0].isWord && tokens[$0 + 1].kind != .colon
        }.map { [name(at: $0)] }
        return close + 1
      }
      fallthrough
    default:
      guard tokens[start].isWord else { return nil }
      declaration.names = [[name(at: start)]]
      return genericParameters(at: start + 1).end
    }
  }

  /// The name of a function. In `func ==<T>(` the lexer joins the `<` to the name.
  func functionName(at index: Int) -> Name {
    let name = name(at: index)
    let isGlued = tokens[index].kind.isOperator && 1 < name.count && tokens[index + 1].isWord
    return isGlued && name.last == UInt8(ascii: "<") ? name.dropLast() : name
  }

  /// Reads types with `,` or `&` between them.
  private func readTypes(from start: Int) -> [[Name]] {
    var types: [[Name]] = []
    var index = start
    while let (path, end) = readType(from: skipSpecifiers(from: index)) {
      types.append(path)
      let isComposition = tokens[end].kind == .binaryOperator && name(at: end) == Name("&".utf8)
      guard tokens[end].kind == .comma || isComposition else { break }
      index = end + 1
    }
    return types
  }

  /// Skips `@unchecked`, `any`, `~` and the like.
  private func skipSpecifiers(from start: Int) -> Int {
    var index = start
    while true {
      if tokens[index].kind == .atSign {
        if tokens[index + 1].kind == .endOfFile { return index + 1 }
        index = skipArguments(at: index + 2)
      } else if tokens[index].kind == .prefixOperator
        || tokens[index].isWord && tokens[index + 1].isWord
          && tokens[index + 1].keyword != .where
      {
        index += 1
      } else {
        return index
      }
    }
  }

  /// - Returns: the names of a type and the token after it; `nil` for a tuple, a function and so
  ///   on.
  private func readType(from start: Int) -> (path: [Name], end: Int)? {
    if tokens[start].kind == .leftSquare, let close = pairs.partner(of: start) {
      let isDictionary = firstToken(.colon, in: start + 1..<close) != nil
      return ([Name((isDictionary ? "Dictionary" : "Array").utf8)], close + 1)
    }
    guard tokens[start].isWord else { return nil }
    let (names, end) = path(from: start)
    return (names.map(name), end)
  }

  // MARK: - Variables and constants

  /// The tokens of the type after the colon of a declaration. `nil` if the type has more than
  /// names, periods, `::`, `?` and `!`, or if a value follows.
  func typeWithoutValue(after colon: Int) -> Range<Int>? {
    var end = colon + 1
    while tokens[end].isWord {
      end += 1
      guard tokens[end].kind == .period || tokens[end].kind == .colonColon else { break }
      end += 1
    }
    while isMark(end) { end += 1 }
    guard colon + 1 < end, tokens[end].kind != .equal, mayEndDeclaration(before: end) else {
      return nil
    }
    return colon + 1..<end
  }

  /// Whether a declaration may end before the token.
  func mayEndDeclaration(before index: Int) -> Bool {
    switch tokens[index].kind {
    case .comma, .semicolon, .leftBrace, .rightBrace, .endOfFile, .poundIf, .poundElseif,
      .poundElse, .poundEndif:
      true
    default:
      tokens[index].isAtLineStart
    }
  }

  /// Whether the `var` is private to the file and has no attribute that may change what it is.
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

/// Attributes that do not change what a variable is.
private let harmlessAttributes = [
  "MainActor", "ObservationIgnored", "available", "nonobjc", "objc", "usableFromInline",
].map { Array($0.utf8) }
