import Rules
import SwiftLexer

/// A word that patterns may start with.
struct FoundWord {
  @Narrow private(set) var token: Int
  /// The number of the word as a name; `nil` for `Self`.
  @NarrowOptional private(set) var name: Int?
}

/// The words of a file that patterns may start with, and the findings of the tokens beside them.
struct FoundWords {
  /// The words in source order, without those in conditions of `#if`.
  private(set) var all: [FoundWord] = []
  /// Whether the file has each name, by its number; empty before the first name.
  private(set) var isMentioned: [Bool] = []
  /// The words that may be the names of declarations.
  private(set) var suspects: [FoundWord] = []
  /// Whether the file extends a type of patterns, one with a single instance whose members are in
  /// patterns, has an alias of a type, or a class with such a superclass. It is true in doubt.
  private(set) var extendsType = false
  private(set) var extendsSingleton = false
  private(set) var hasAlias = false
  private(set) var hasSubclass = false

  init(of file: FileSyntax) {
    let (tokens, tables) = (file.tokens, file.tables)
    if let count = file.wordLimit { all.reserveCapacity(count) }
    var index = 0
    while true {
      // The lexer marks the end of the file, too.
      while !tokens[index].isMarked { index &+= 1 }
      switch tokens[index].kind {
      case .endOfFile:
        return
      case .poundIf, .poundElseif, .poundElse, .poundEndif:
        // The condition of a directive is no code.
        index = file.pairs.directives[Int(file.pairs.partners[index])].body
      default:
        if tokens[index].isWord { read(index, file, tokens, tables) }
        index &+= 1
      }
    }
  }

  @inline(__always)
  private mutating func read(
    _ index: Int, _ file: FileSyntax, _ tokens: SourceTokens, _ tables: RuleTables
  ) {
    guard let name = tables.start(tokens, at: index) else {
      if tokens[index].keyword == .Self { all.append(FoundWord(token: index, name: nil)) }
      return
    }
    if isMentioned.isEmpty { isMentioned = Array(repeating: false, count: tables.names.count) }
    isMentioned[name] = true
    all.append(FoundWord(token: index, name: name))
    guard 0 < index else { return }
    let role = tables.roles[name]
    if role.isType {
      if tokens.mayDeclareType(at: index) { suspects.append(all[all.count - 1]) }
      noteType(name, at: index, file)
    } else if !role.heads.isEmpty, !tokens.isMember(index),
      !file.isArgumentList(at: index + 1) || tokens.mayDeclareFunction(at: index)
    {
      // A name that is not called may be a declaration.
      suspects.append(all[all.count - 1])
    }
  }

  /// Notes an extension, an alias or a subclass of the type that the file may have.
  private mutating func noteType(_ name: Int, at index: Int, _ file: FileSyntax) {
    let tokens = file.tokens
    var start = index
    for _ in 0..<Limits.few {
      guard 0 < start else { break }
      start -= 1
      if tokens[start + 1].isAtLineStart, tokens[start].kind != .equal { break }
      switch tokens[start].keyword {
      case .typealias:
        // The alias may be extended.
        (hasAlias, extendsType) = (true, true)
      case .class: hasSubclass = true
      case .extension:
        extendsType = true
        if file.tables.hasSingleton(ofType: name) { extendsSingleton = true }
      default: continue
      }
      break
    }
  }
}

extension FoundWords {
  /// Whether there may be a use, as far as the tokens beside the words tell. In most files this
  /// rules all of them out, and nobody asks for a tree.
  ///
  /// For speed alone: a tree could be made of every file with a word.
  func mayMatch(in file: FileSyntax) -> Bool {
    if hasAlias || hasSubclass || extendsType { return true }
    return all.contains { word in
      guard let name = word.name else { return false }
      let role = file.tables.roles[name]
      return role.isMember && mayMatch(name, memberAt: word.token, in: file)
        || !role.heads.isEmpty && file.mayMatchHeads(of: role, at: word.token)
    }
  }

  /// Whether patterns may match whose type is not written before the member, as far as the tokens
  /// beside the member tell.
  @inline(__always)
  func mayMatch(_ name: Int, memberAt index: Int, in file: FileSyntax) -> Bool {
    guard mayHaveType(memberAt: index, in: file) else { return false }
    let isInitializer = file.tokens[index].keyword == .`init`
    let next = file.next(after: index)
    return file.tables.patternsByMember[name].contains { number in
      let member = file.tables.memberHeads[number]
      return (isMentioned[member.type] || member.isToldBeside || hasAlias)
        && member.isInitializer == isInitializer
        // A name that is not called may be a reference to a function.
        && (!next.isCall || member.next.mayBe(next))
    }
  }

  @inline(__always)
  private func mayHaveType(memberAt index: Int, in file: FileSyntax) -> Bool {
    let tokens = file.tokens
    guard 0 < index else { return false }
    switch tokens[index - 1].kind {
    case .colonColon: return true
    case .period: break
    default: return extendsType && tokens[index].keyword != .`init`
    }
    guard 1 < index else { return true }
    let previous = tokens[index - 2]
    if previous.keyword == .Self || previous.keyword == .`self` { return extendsType }
    if previous.kind == .rightBrace || tokens[index - 1].isAtLineStart { return true }
    if hasSubclass, file.isIdentifier(index - 2) { return true }
    return !tokens.endsOperand(at: index - 2)
  }
}

extension SourceTokens {
  /// Whether the token before the name of a type may make it the name of a declaration.
  fileprivate func mayDeclareType(at index: Int) -> Bool {
    let previous = self[index - 1]
    switch previous.kind {
    case .keyword:
      switch previous.keyword {
      case .struct, .class, .enum, .protocol, .typealias, .associatedtype, .func, .let, .var,
        .case:
        return true
      default:
        return false
      }
    case .identifier:
      return isWord("actor", at: index - 1) || isWord("each", at: index - 1)
    case .comma:
      return true
    default:
      return isOpeningAngle(at: index - 1)
    }
  }

  fileprivate func mayDeclareFunction(at index: Int) -> Bool {
    switch self[index - 1].keyword {
    case .func, .case, .let, .var: true
    default: self[index - 1].kind == .comma
    }
  }
}

extension FileSyntax {
  fileprivate func mayMatchHeads(of role: NameRole, at index: Int) -> Bool {
    let roots = possibleRoots(at: index, of: role)
    guard !roots.isDisjoint(with: role.roots) else { return false }
    let next = next(after: index)
    let isInitializer = tokens[index].keyword == .`init`
    return role.heads.contains { mayMatch($0, roots, next, isInitializer) }
  }

  /// Whether the tokens beside a name leave a pattern possible.
  /// - Parameter number: the index in `RuleTables.heads`.
  @inline(__always)
  func mayMatch(
    _ number: Int, _ roots: PossibleRoots, _ next: FoundNext, _ isInitializer: Bool
  ) -> Bool {
    let head = tables.heads[number]
    return roots.contains(PossibleRoots(head.root)) && head.isInitializer == isInitializer
      && head.next.mayBe(next)
  }

  /// The roots that the token before a name allows. In an extension, a name that is a member in
  /// patterns needs no receiver.
  @inline(__always)
  func possibleRoots(at index: Int, of role: NameRole) -> PossibleRoots {
    let (roots, members) = (possibleRoots(at: index), PossibleRoots(.anyReceiver))
    guard !role.roots.isDisjoint(with: members), !roots.isDisjoint(with: .name), hasExtensions
    else { return roots }
    return roots.union(members)
  }

  /// The roots that the token before a name allows.
  @inline(__always)
  private func possibleRoots(at index: Int) -> PossibleRoots {
    guard 0 < index else { return .name }
    switch tokens[index - 1].kind {
    case .period: return 1 < index && isModule(at: index - 2) ? .any : .members
    case .pound: return PossibleRoots(.macro)
    case .atSign: return PossibleRoots(.attribute)
    case .colonColon: return .any
    case .keyword: return .names
    default: return .name
    }
  }

  /// The text after a name, as far as the tokens tell it.
  @inline(__always)
  func next(after index: Int) -> FoundNext {
    let next = tokens[index + 1]
    switch next.kind {
    case .leftParen:
      return next.isAtLineStart ? .end : firstArgument(after: index + 1)
    case .period:
      let member = tokens[index + 2]
      guard member.isWord else { return .end }
      if member.keyword == .`self` || tokens[index + 3].kind == .colonColon
        || member.kind == .identifier && tokens.isWord("Type", at: index + 2)
      {
        return .unknown
      }
      return .member(
        tables.names.number(of: tokens.text(at: index + 2)),
        isInitializer: member.keyword == .`init`)
    case .leftBrace:
      // The body of a function.
      if 0 < index, tokens[index - 1].kind == .arrow { return .end }
      let end = pairs.partner(of: index + 1)
      let isSeveral = end.map { isLabel(at: $0 + 1) && tokens[$0 + 3].kind == .leftBrace } ?? false
      return .closure(areSeveral: isSeveral)
    case .rightParen, .postfixQuestionMark, .exclamationMark:
      return mayGoOn(from: index + 1, after: index) ? .unknown : .end
    case .poundIf, .poundElseif, .poundElse, .poundEndif:
      return .unknown
    case .prefixOperator, .binaryOperator, .postfixOperator:
      guard tokens.isOpeningAngle(at: index + 1) else { return .end }
      let mayGoOn =
        !tokens[index + 2].isWord || !tokens.isClosingAngle(at: index + 3)
        || mayGoOn(from: index + 4, after: index)
      return mayGoOn ? .unknown : .end
    default:
      return .end
    }
  }

  /// Whether a path may go on behind the marks and parentheses at a place after a name. A name
  /// after a colon or an arrow is a type or an argument, and not alone in its parentheses.
  private func mayGoOn(from place: Int, after name: Int) -> Bool {
    var end = place
    while isMark(end) { end += 1 }
    let previous = 0 < name ? tokens[name - 1].kind : .endOfFile
    if tokens[end].kind == .rightParen, previous == .colon || previous == .arrow { return false }
    while isMark(end) || tokens[end].kind == .rightParen { end += 1 }
    switch tokens[end].kind {
    case .period, .poundIf, .poundElseif, .poundElse, .poundEndif: return true
    case .leftBrace: return previous != .arrow
    case .leftParen: return !tokens[end].isAtLineStart
    default: return tokens.isOpeningAngle(at: end)
    }
  }

  @inline(__always)
  private func firstArgument(after open: Int) -> FoundNext {
    let first = tokens[open + 1]
    if first.kind == .rightParen {
      return tokens[open + 2].kind == .leftBrace ? .unknown : .call(nil)
    }
    guard first.isWord, tokens[open + 2].kind == .colon else {
      return first.kind == .poundIf ? .unknown : .call(CompiledComponent.noLabel)
    }
    return .call(tables.label(tokens, at: open + 1))
  }
}
