import SwiftLexer

// Whether constants count. Most that are made of banned types are not used as such.

/// The declaration of variables that may be going on at some token.
private struct OpenDeclaration {
  /// Whether it may be one of constants.
  var mayBeConstant = true
  /// The tokens of the names that it gives the type or the value that comes.
  var names: [Int] = []
}

/// The constants of a file that may stand for what patterns start with.
private struct NotedConstants {
  /// Their names, and maybe others.
  var names: [[UInt8]] = []
  /// By number of a name: whether it may come next in the patterns.
  var isMember: [Bool]
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
    let table = WordTable(constants.names.map { ($0[...], 0) })
    for index in tokens.indices where tokens[index].isWord {
      if table.number(of: tokens.text(at: index)) != nil,
        mayGoOn(constantAt: index, in: constants)
      {
        return true
      }
    }
    return false
  }

  private func mayGoOn(constantAt index: Int, in constants: NotedConstants) -> Bool {
    guard isIdentifier(index) else { return false }
    var head = headOfOwnMember(at: index)
    guard head != index || !isQualified(index) else { return false }
    var end = index + 1
    tokens.skipWrapping(to: &end)
    if 0 < head, tokens[head - 1].kind == .equal, tokens.endsConstant(at: end) {
      return !tokens.isAssignment(head - 1)
    }
    while tokens[end].kind == .rightParen, 0 < head, pairs.partner(of: end) == head - 1,
      isGrouping(head - 1)
    {
      head -= 1
      end += 1
      tokens.skipWrapping(to: &end)
    }
    switch tokens[end].kind {
    case .period:
      guard end + 2 < tokens.count, tokens[end + 2].kind != .colonColon else { return true }
      return number(at: end + 1).map { constants.isMember[$0] } ?? false
    case .poundIf, .poundElseif, .poundElse, .poundEndif:
      return true
    default:
      return false
    }
  }

  /// Nil where they cannot be told.
  private mutating func notedConstants() -> NotedConstants? {
    var found = NotedConstants(
      isMember: Array(repeating: false, count: rules.names.count))
    var declaration = OpenDeclaration()
    var index = 0
    for equal in names.constants {
      // Nothing goes on from before a brace or a semicolon.
      index = (index..<equal).last { endsOfVariables.contains(tokens[$0].kind) } ?? index
      while index < equal {
        pass(index, in: &declaration)
        index += 1
      }
      guard declaration.mayBeConstant else { continue }
      if tokens.isVariable(equal - 1) { declaration.names.append(equal - 1) }
      guard !declaration.names.isEmpty else { continue }
      guard let patterns = patterns(ofConstantWithValueAt: equal + 1) else { return nil }
      for number in patterns {
        let components = rules.patterns[number].components
        for index in rules.patterns[number].typeLength + 1..<components.count {
          if components[index].isInitializer { return nil }
          found.isMember[components[index].name] = true
        }
      }
      if !patterns.isEmpty {
        for name in declaration.names { found.names.append(Array(tokens.text(at: name))) }
      }
      declaration.names.removeAll(keepingCapacity: true)
    }
    return found
  }

  private func pass(_ index: Int, in declaration: inout OpenDeclaration) {
    switch tokens[index].kind {
    case .leftBrace, .rightBrace, .semicolon:
      declaration.mayBeConstant = true
      declaration.names.removeAll(keepingCapacity: true)
    case .keyword where tokens[index].keyword.isVariable:
      let introduced = tokens.introduced(at: index)
      switch introduced {
      case nil: break
      // It may be a part of what is going on.
      case .partOfOther: if tokens[index].keyword == .let { declaration.mayBeConstant = true }
      case .constant, .variable:
        declaration.mayBeConstant = introduced == .constant
        declaration.names.removeAll(keepingCapacity: true)
      }
    case .colon where declaration.mayBeConstant && tokens.isVariable(index - 1):
      declaration.names.append(index - 1)
    case .equal where declaration.mayBeConstant:
      declaration.names.removeAll(keepingCapacity: true)
    default:
      break
    }
  }

  /// The patterns that a constant may stand for the first part of; nil where that cannot be told.
  private mutating func patterns(ofConstantWithValueAt start: Int) -> [Int]? {
    guard tokens[start].isWord || tokens[start].kind == .period else { return [] }
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
    numbers.removeAll { [rules] in !rules.patterns[$0].mayStartWithConstant }
    return numbers
  }

  /// The patterns that a value which starts with a name may be the first part of, and maybe others.
  private mutating func patterns(ofConstantStartingAt start: Int) -> [Int] {
    guard let name = rules.starts.number(of: tokens.text(at: start)),
      !rules.patternsByAnchor.isEmpty(name)
    else { return [] }
    var path: [Int?] = [name]
    var index = start + 1
    while tokens[index].kind == .period, tokens[index + 1].isWord {
      if tokens[index + 1].keyword != .`self` { path.append(number(at: index + 1)) }
      index += 2
    }
    guard tokens.endsConstant(at: index) else {
      let isWhole = isUnusual(at: index) || tokens.endsConstant(at: endOfPostfix(from: start) + 1)
      return isWhole ? Array(rules.patternsByAnchor[name]) : []
    }
    return rules.patternsByAnchor[name].filter { number in
      let components = rules.patterns[number].components
      return path.count < components.count && zip(components, path).allSatisfy { $0.name == $1 }
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

extension SourceTokens {
  /// What a `let` or `var` introduces.
  fileprivate enum Introduced { case constant, variable, partOfOther }

  /// Nil for a member of that name.
  fileprivate func introduced(at index: Int) -> Introduced? {
    guard !isMember(index) else { return nil }
    let previous = 0 < index ? self[index - 1] : nil
    switch previous?.kind {
    case .comma, .leftParen, .leftSquare: return .partOfOther
    default: break
    }
    guard self[index].keyword == .let else { return .variable }
    switch previous?.keyword {
    // What a condition binds is no constant here.
    case .if, .guard, .while: return isMember(index - 1) ? .constant : .variable
    default: return .constant
    }
  }

  /// Whether the token may be the name of a variable in its declaration.
  fileprivate func isVariable(_ index: Int) -> Bool {
    0 < index && self[index].isWord
      && (self[index - 1].kind == .comma || self[index - 1].keyword.isVariable)
  }

  /// Whether the `=` declares nothing, for sure, as in `self.queue = queue`.
  fileprivate func isAssignment(_ equal: Int) -> Bool {
    var head = equal - 1
    while 1 < head, self[head].isWord, isMember(head) { head -= 2 }
    guard 0 < head, self[head].isWord else { return false }
    switch self[head - 1].kind {
    case .leftBrace, .rightBrace, .semicolon: return true
    default: return self[head].keyword == .`self` && self[head].isAtLineStart
    }
  }

  /// Whether a declaration may end before the token.
  fileprivate func endsConstant(at index: Int) -> Bool {
    switch self[index].kind {
    case .comma, .semicolon, .leftBrace, .rightBrace, .endOfFile, .poundIf, .poundElseif,
      .poundElse, .poundEndif:
      true
    default:
      self[index].isAtLineStart
    }
  }

  fileprivate func skipWrapping(to end: inout Int) {
    while true {
      let kind = self[end].kind
      if kind == .postfixQuestionMark || kind == .exclamationMark {
        end += 1
      } else if kind == .period, self[end + 1].keyword == .`self` {
        end += 2
      } else {
        return
      }
    }
  }
}

/// What ends a declaration of variables, and what an accessor of one is in.
private let endsOfVariables = TokenKinds { kind in
  switch kind {
  case .leftBrace, .rightBrace, .semicolon: true
  default: false
  }
}

/// In tokens. It keeps the work in proportion to the file.
private let annotationLimit = 64
