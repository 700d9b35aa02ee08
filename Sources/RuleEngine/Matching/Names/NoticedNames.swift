import SwiftLexer

// What the first pass notices.

extension Matcher {
  /// Whether names of the file may stand for something else than they seem to.
  var needsNames: Bool {
    mutating get {
      names.hasAlias || mayUseDeclaration || names.hasConstant && (!isWhole || mayUseConstant)
    }
  }

  /// Whether a match may be the use of a name that the file declares.
  private var mayUseDeclaration: Bool {
    !names.suspects.isEmpty
      && found.matches.contains {
        let pattern = rules.patterns[$0.pattern]
        return pattern.mayBeDeclared && names.suspects[pattern.anchor]
      }
  }

  /// At a name that patterns start with, after these were tried.
  /// - Parameter isMatched: whether one of them matched.
  mutating func noteName(_ name: Int, _ role: NameRole, at index: Int, isMatched: Bool) {
    guard role.isType else {
      // A name that is not called may be declared.
      let isCall = isMatched && isArgumentList(at: index + 1)
      if !isCall, !tokens.isMember(index) { names.suspect(name) }
      return
    }
    if mayDeclareType(at: index) { names.suspect(name) }
    noteBinding(of: role, at: index)
  }

  /// Notes that an alias or a constant may be declared with the name of a type there.
  private mutating func noteBinding(of role: NameRole, at index: Int) {
    guard !names.hasAlias else { return }
    let isModule = 1 < index && isQualified(index)
    let head = isModule ? index - 2 : index
    guard 2 < head else { return }
    if tokens[head - 1].kind == .equal, tokens[head - 3].keyword == .typealias {
      names.hasAlias = true
    } else if !names.hasConstant {
      names.hasConstant = mayBeConstant(role, at: index, head: head)
    }
  }

  @inline(__always)
  private mutating func mayDeclareType(at index: Int) -> Bool {
    guard 0 < index else { return false }
    let previous = tokens[index - 1]
    switch previous.kind {
    case .keyword:
      switch previous.keyword {
      case .struct, .class, .enum, .protocol, .typealias, .associatedtype, .func, .let, .var, .case:
        return true
      default:
        return false
      }
    case .identifier:
      return tokens.isWord("actor", at: index - 1) || tokens.isWord("each", at: index - 1)
    case .comma, .binaryOperator, .prefixOperator, .postfixOperator:
      // As in `func f<Date>()`.
      return mayBeGenericParameter(index)
    default:
      return false
    }
  }

  /// - Parameter head: the module before the name, or the name.
  @inline(__always)
  private func mayBeConstant(_ role: NameRole, at index: Int, head: Int) -> Bool {
    switch tokens[head - 1].kind {
    case .equal:
      return mayBindNames && mayBeValue(role, at: index + 1)
    case .colon:
      guard mayBindNames else { return false }
      var end = index + 1
      while tokens[end].kind == .postfixQuestionMark || tokens[end].kind == .exclamationMark {
        end += 1
      }
      return tokens[end].kind == .equal && mayBeValue(role, at: end + 1)
    default:
      return false
    }
  }

  private var mayBindNames: Bool { names.phase == .shallow || top.expression.bindsNames }

  /// Whether the next name of a path of more than two may follow.
  private func mayBeValue(_ role: NameRole, at index: Int) -> Bool {
    tokens[index].kind == .period ? role.mayBindMember : role.mayBindInstance
  }
}

// Whether constants count.

extension Matcher {
  /// Whether a use of a pattern may start with a constant: then the pattern's last name is a member
  /// somewhere. Most constants that are made of banned types are not used so.
  private var mayUseConstant: Bool {
    mutating get {
      guard let names = lastNamesOfConstants() else { return true }
      guard !names.isEmpty else { return false }
      for index in 1..<tokens.count {
        let mark = tokens[index - 1].kind
        guard mark == .period || mark == .colonColon, let name = number(at: index) else { continue }
        if names.contains(name) { return true }
      }
      return false
    }
  }

  /// The last names of the patterns that constants may stand for the first part of; nil where
  /// that cannot be told.
  private mutating func lastNamesOfConstants() -> Set<Int>? {
    var found: Set<Int> = []
    for index in tokens.indices where tokens[index].kind == .equal {
      var patterns: [Int] = []
      if tokens[index + 1].kind == .period {
        guard let annotation = annotation(endingAt: index) else { return nil }
        for index in annotation {
          if let name = number(at: index) { patterns += rules.patternsByAnchor[name] }
        }
      } else {
        patterns = self.patterns(ofConstantStartingAt: index + 1)
        if isModule(at: index + 1) { patterns += self.patterns(ofConstantStartingAt: index + 3) }
      }
      for number in patterns where rules.patterns[number].mayStartWithConstant {
        guard let last = rules.patterns[number].lastMember else { return nil }
        found.insert(last)
      }
    }
    return found
  }

  /// The patterns that a value which starts with a name may be the first part of, and maybe others.
  private mutating func patterns(ofConstantStartingAt start: Int) -> [Int] {
    guard let name = number(at: start), !rules.patternsByAnchor[name].isEmpty else { return [] }
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
