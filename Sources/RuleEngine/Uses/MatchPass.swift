import SwiftLexer

/// Finds the matches in a file. It looks at the words that patterns may start with, and asks the
/// outline only where the tokens beside a word do not rule a match out. It notes whether names of
/// the file may change the result. If they may, `NamedUses` finds the matches instead.
struct MatchPass {
  var finder: UseFinder
  private var names = OwnNames()
  /// The words that patterns may start with, in source order, without those in conditions of `#if`.
  private var words: [SoughtWord] = []
  /// By the number of a name: whether the file has the name; empty before the first name.
  private var isMentioned: [Bool] = []

  private var tokens: SourceTokens { finder.tokens }
  private var file: FileTokens { finder.file }
  private var tables: RuleTables { finder.tables }

  init(_ file: FileTokens) {
    finder = UseFinder(file)
  }

  /// Finds all matches.
  /// - Parameters:
  ///   - groupSize: how many matches a group has at least, apart from the last group.
  ///   - judge: takes the matches of a group.
  /// - Returns: false if names of the file may count. Then the matches must be dropped.
  mutating func find(inGroupsOf groupSize: Int, judge: (inout UseFinder) -> Void) -> Bool {
    readWords()
    var limit = groupSize
    for word in words {
      if limit <= finder.found.matches.count, finder.startsGroup(at: word.token) {
        // The headers of types further down may count.
        if !tables.scopes.inherited.isEmpty { return false }
        if finder.outline.awaitsKeyword {
          // It is not asked for each word, as many brackets may be open.
          limit = 2 * finder.found.matches.count
        } else {
          names.note(finder.found, tables)
          judge(&finder)
          limit = groupSize
        }
      }
      look(at: word)
    }
    if !finder.found.matches.isEmpty {
      finder.outline.end()
    }
    names.note(finder.found, tables)
    if names.count(in: file) { return false }
    judge(&finder)
    return true
  }

  private mutating func readWords() {
    if let count = file.wordLimit { words.reserveCapacity(count) }
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
        if tokens[index].isWord { readWord(at: index) }
        index &+= 1
      }
    }
  }

  @inline(__always)
  private mutating func readWord(at index: Int) {
    guard let name = tables.start(tokens, at: index) else {
      if tokens[index].keyword == .Self { words.append(SoughtWord(token: index, name: nil)) }
      return
    }
    if isMentioned.isEmpty { isMentioned = Array(repeating: false, count: tables.names.count) }
    isMentioned[name] = true
    words.append(SoughtWord(token: index, name: name))
    if tables.roles[name].isType, file.isExtended(at: index) { names.noteExtension(name, tables) }
  }

  @inline(__always)
  private mutating func look(at word: SoughtWord) {
    let index = word.token
    guard let name = word.name else {
      if names.extendsType, file.isArgumentList(at: index + 1) {
        finder.outline.advance(to: index)
        finder.matchSelf(at: index)
      }
      return
    }
    let role = tables.roles[name]
    if role.tellsType { finder.outline.stops.append(index) }
    let count = finder.found.matches.count
    if !role.heads.isEmpty {
      finder.matchHeads(of: role, at: index)
      names.note(
        name, role, at: index, isMatched: count < finder.found.matches.count, in: &finder.outline)
    }
    if role.isMember { lookAtMember(name, at: index) }
    if count < finder.found.matches.count, let places = finder.outline.places(ofMember: index) {
      names.noteMatch(at: places, in: tokens)
    }
  }
}

/// A word that patterns may start with.
private struct SoughtWord {
  @Narrow private(set) var token: Int
  /// The number of the word as a name; `nil` for `Self`.
  @NarrowOptional private(set) var name: Int?
}

// MARK: - Members of a type that is known from somewhere else

extension MatchPass {
  /// At a name that follows the type in patterns, and that may stand without the type.
  private mutating func lookAtMember(_ name: Int, at index: Int) {
    guard let head = file.skipModuleSelector(before: index), mayHaveType(memberAt: head, index)
    else { return }
    let next = finder.next(after: index, isType: false)
    var (mayBeTold, mayBeDeclared) = (false, false)
    let isInitializer = tokens[index].keyword == .`init`
    for number in tables.patternsByMember[name] {
      let member = tables.memberHeads[number]
      guard isMentioned[member.type] || member.isToldBeside, member.isInitializer == isInitializer
      else { continue }
      // A name that is not called may be a reference to a function.
      guard !next.isCall || member.next.mayBe(next) else { continue }
      if member.isToldBeside { mayBeTold = true }
      if mentionsType(of: tables.patterns[number]) { mayBeDeclared = true }
    }
    guard mayBeTold || mayBeDeclared else { return }
    finder.outline.advance(to: index)
    finder.matchMember(of: tables.patternsByMember[name], at: index)
    if 1 < head, tokens[head - 2].kind == .equal { names.noteImplicitValue() }
    if mayBeDeclared, let places = finder.outline.places(ofMember: index) {
      names.noteMember(at: places, in: tokens)
    }
  }

  /// Whether the member may belong to a type that is written elsewhere, as far as the tokens beside
  /// the member tell.
  private func mayHaveType(memberAt head: Int, _ index: Int) -> Bool {
    guard tokens.isMember(head) else {
      guard names.extendsType, tokens[index].keyword != .`init` else { return false }
      return file.isArgumentList(at: index + 1) || file.mayStandAlone(index)
    }
    if file.selfReceiver(ofMember: head) != nil { return names.extendsType }
    let period = head - 1
    guard 0 < period, !file.isKeyPath(ofPeriod: period) else { return period == 0 }
    // After a body, a period starts an expression. A directive may stand before the period.
    if tokens[period - 1].kind == .rightBrace { return true }
    if tokens[period].isAtLineStart, !file.pairs.directives.isEmpty { return true }
    return !tokens.endsOperand(at: period - 1)
  }

  /// Whether the file has all names of the pattern's type.
  private func mentionsType(of pattern: CompiledPattern) -> Bool {
    pattern.components[..<pattern.typeLength].allSatisfy { isMentioned[$0.name] }
  }
}
