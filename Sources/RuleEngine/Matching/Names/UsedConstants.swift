import SwiftLexer

// Whether constants count. Most that are made of banned types are not used as such.

/// The constants of a file that may stand for what patterns start with.
private struct NotedConstants {
  /// Their names, and maybe others.
  var names: [[UInt8]] = []
  /// The numbers of the names that may come next in the patterns.
  var members: Set<Int> = []
}

extension Matcher {
  /// The same as `mayUseConstant`, which is asked once.
  var usesConstant: Bool {
    mutating get {
      let isUsed = names.usesConstant ?? mayUseConstant()
      names.usesConstant = isUsed
      return isUsed
    }
  }

  /// Whether a use of a pattern may start with a constant: then one stands somewhere before a
  /// member of the pattern, or another constant may stand for it.
  private mutating func mayUseConstant() -> Bool {
    guard let constants = notedConstants() else { return true }
    guard !constants.names.isEmpty else { return false }
    let table = WordTable(constants.names.map { ($0, 0) })
    for index in tokens.indices where table.number(of: tokens.text(at: index)) != nil {
      if mayGoOn(constantAt: index, with: constants.members) { return true }
    }
    return false
  }

  private func mayGoOn(constantAt index: Int, with members: Set<Int>) -> Bool {
    guard isIdentifier(index) else { return false }
    var head = headOfOwnMember(at: index)
    guard head != index || !isQualified(index) else { return false }
    var end = index + 1
    skipWrapping(to: &end)
    if 0 < head, tokens[head - 1].kind == .equal, endsConstant(at: end) {
      return !isAssignment(head - 1)
    }
    while tokens[end].kind == .rightParen, 0 < head, pairs.partner(of: end) == head - 1,
      isGrouping(head - 1)
    {
      head -= 1
      end += 1
      skipWrapping(to: &end)
    }
    switch tokens[end].kind {
    case .period:
      guard end + 2 < tokens.count, tokens[end + 2].kind != .colonColon else { return true }
      return number(at: end + 1).map(members.contains) ?? false
    case .poundIf, .poundElseif, .poundElse, .poundEndif:
      return true
    default:
      return false
    }
  }

  private func skipWrapping(to end: inout Int) {
    while true {
      let kind = tokens[end].kind
      if kind == .postfixQuestionMark || kind == .exclamationMark {
        end += 1
      } else if kind == .period, tokens[end + 1].keyword == .`self` {
        end += 2
      } else {
        return
      }
    }
  }

  /// Whether the `=` declares nothing, for sure, as in `self.queue = queue`.
  private func isAssignment(_ equal: Int) -> Bool {
    var head = equal - 1
    while 1 < head, tokens[head].isWord, tokens.isMember(head) { head -= 2 }
    guard 0 < head, tokens[head].isWord else { return false }
    switch tokens[head - 1].kind {
    case .leftBrace, .rightBrace, .semicolon: return true
    default: return tokens[head].keyword == .`self` && tokens[head].isAtLineStart
    }
  }

  /// Nil where they cannot be told.
  private mutating func notedConstants() -> NotedConstants? {
    var found = NotedConstants()
    /// Those whose declaration may be going on, with their types; nil where no constant may be.
    var typed: [Int]? = []
    for index in tokens.indices {
      switch tokens[index].kind {
      case .leftBrace, .rightBrace, .semicolon:
        typed = []
      case .keyword where tokens[index].keyword.isVariable && !tokens.isMember(index):
        typed = constants(after: typed, introducedAt: index)
      case .colon where isVariable(index - 1):
        typed?.append(index - 1)
      case .equal:
        guard var names = typed else { continue }
        if isVariable(index - 1) { names.append(index - 1) }
        guard !names.isEmpty else { continue }
        typed = []
        guard let patterns = patterns(ofConstantWithValueAt: index + 1) else { return nil }
        guard !patterns.isEmpty else { continue }
        found.names += names.map { Array(tokens.text(at: $0)) }
        for pattern in patterns {
          let members = pattern.components[(pattern.typeLength + 1)...]
          if members.contains(where: \.isInitializer) { return nil }
          found.members.formUnion(members.map(\.name))
        }
      default:
        break
      }
    }
    return found
  }

  /// What `typed` is behind a `let` or `var`.
  private func constants(after typed: [Int]?, introducedAt index: Int) -> [Int]? {
    let previous = 0 < index ? tokens[index - 1] : nil
    switch previous?.kind {
    case .comma, .leftParen, .leftSquare:
      // It may be a part of what is going on.
      return tokens[index].keyword == .let ? typed ?? [] : typed
    default:
      guard tokens[index].keyword == .let else { return nil }
      let isCondition = [.if, .guard, .while].contains(previous?.keyword)
      return isCondition && !tokens.isMember(index - 1) ? nil : []
    }
  }

  /// Whether the token may be the name of a variable in its declaration.
  private func isVariable(_ index: Int) -> Bool {
    0 < index && tokens[index].isWord
      && (tokens[index - 1].kind == .comma || tokens[index - 1].keyword.isVariable)
  }

  /// The patterns that a constant may stand for the first part of; nil where that cannot be told.
  private mutating func patterns(ofConstantWithValueAt start: Int) -> [CompiledPattern]? {
    var numbers: [Int] = []
    if tokens[start].kind == .period {
      guard let annotation = annotation(endingAt: start - 1) else { return nil }
      for index in annotation {
        if let name = number(at: index) { numbers += rules.patternsByAnchor[name] }
      }
    } else {
      numbers = patterns(ofConstantStartingAt: start)
      let mark = tokens[start + 1].kind
      if mark == .period || mark == .colonColon, isModule(at: start) {
        numbers += patterns(ofConstantStartingAt: start + 2)
      }
    }
    return numbers.map { rules.patterns[$0] }.filter(\.mayStartWithConstant)
  }

  /// The patterns that a value which starts with a name may be the first part of, and maybe others.
  private mutating func patterns(ofConstantStartingAt start: Int) -> [Int] {
    guard let name = rules.starts.number(of: tokens.text(at: start)),
      !rules.patternsByAnchor[name].isEmpty
    else { return [] }
    var path: [Int?] = [name]
    var index = start + 1
    while tokens[index].kind == .period, tokens[index + 1].isWord {
      if tokens[index + 1].keyword != .`self` { path.append(number(at: index + 1)) }
      index += 2
    }
    guard endsConstant(at: index) else {
      let isWhole = isUnusual(at: index) || endsConstant(at: endOfPostfix(from: start) + 1)
      return isWhole ? rules.patternsByAnchor[name] : []
    }
    return rules.patternsByAnchor[name].filter { number in
      let components = rules.patterns[number].components
      return path.count < components.count && zip(components, path).allSatisfy { $0.name == $1 }
    }
  }

  /// Whether a declaration may end before the token.
  private func endsConstant(at index: Int) -> Bool {
    switch tokens[index].kind {
    case .comma, .semicolon, .leftBrace, .rightBrace, .endOfFile, .poundIf, .poundElseif,
      .poundElse, .poundEndif:
      true
    default:
      tokens[index].isAtLineStart
    }
  }

  /// Whether a module selector or generic arguments may stand there.
  private func isUnusual(at index: Int) -> Bool {
    tokens[index].kind == .colonColon || tokens.isOpeningAngle(at: index)
  }

  /// The tokens between the word that introduces a declaration and its `=`, and maybe others
  /// before; nil where that word is far.
  private func annotation(endingAt equal: Int) -> Range<Int>? {
    for index in stride(from: equal - 1, through: max(equal - annotationLimit, 0), by: -1) {
      switch tokens[index].kind {
      case .leftBrace, .rightBrace, .semicolon: return index..<equal
      case .keyword where tokens[index].keyword.isVariable: return index..<equal
      default: break
      }
    }
    return equal <= annotationLimit ? 0..<equal : nil
  }

  /// The number of the name there; nil if no pattern has it.
  private func number(at index: Int) -> Int? {
    guard index < tokens.count, tokens[index].isWord else { return nil }
    return rules.names.number(of: tokens.text(at: index))
  }
}

/// In tokens. It keeps the work in proportion to the file.
private let annotationLimit = 64
