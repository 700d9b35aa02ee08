import SwiftLexer

/// Whether names of the file's own may change what the patterns match. In doubt they do: what looks
/// like the declaration of a pattern's name counts, and so does the name of a pattern's type where a
/// variable or an alias may get it. Most files need no pass that collects their names.
///
/// For speed alone: the names of every file could be collected.
struct OwnNames {
  /// Whether the file may have an alias of a pattern's type.
  private var hasAlias = false
  /// Whether the file extends a type of patterns.
  private(set) var extendsType = false
  /// Whether one that it extends has a single instance, whose members patterns name.
  private var extendsSingleton = false
  /// By number: names of patterns that the file may declare; few.
  private var suspects: [Int] = []
  /// By number: the first names of patterns that match, if the file may declare them.
  private var roots: [Int] = []
  /// Whether a member with nothing before it matches.
  private var hasBareMatch = false
  /// The tokens of names beside matches of implicit members. A declaration of one tells the type.
  private var placesOfMatches: [Int] = []
  /// The same for implicit members that are matches if the type is a pattern's.
  private var placesOfOthers: [Int] = []
  private var constants = OwnConstants()
  /// Whether the whole file was looked at.
  var areAll = false

  /// At the name of an extended type.
  mutating func noteExtension(_ name: Int, _ tables: RuleTables) {
    extendsType = true
    if tables.hasSingleton(ofType: name) { extendsSingleton = true }
  }

  /// At a name that patterns start with, after these were tried.
  /// - Parameter isMatched: whether one of them matched.
  @inline(__always)
  mutating func note(
    _ name: Int, _ role: NameRole, at index: Int, isMatched: Bool, in outline: inout Outline
  ) {
    if role.isType {
      if outline.mayDeclareType(at: index) { suspect(name) }
      if !hasAlias { noteValue(name, role, at: index, &outline) }
    } else {
      // A name that is not called may be declared.
      let isCall = isMatched && outline.file.isArgumentList(at: index + 1)
      if !isCall, !outline.tokens.isMember(index) { suspect(name) }
    }
  }

  private mutating func suspect(_ name: Int) {
    if !suspects.contains(name) { suspects.append(name) }
  }

  /// Notes that an alias or a constant may be declared to be the type there, or of it.
  @inline(__always)
  private mutating func noteValue(
    _ name: Int, _ role: NameRole, at index: Int, _ outline: inout Outline
  ) {
    let tokens = outline.tokens
    let head = 1 < index && outline.file.isQualified(index) ? index - 2 : index
    guard 2 < head else { return }
    if tokens[head - 1].kind == .equal, tokens[head - 3].keyword == .typealias {
      hasAlias = true
    } else if role.mayBeBound {
      constants.note(name, at: index, head: head, in: &outline)
    }
  }

  /// At the `=` before an implicit member.
  mutating func noteImplicitValue() { constants.noteImplicitValue() }

  /// - Parameter places: of an implicit member that a pattern matches.
  mutating func noteMatch(at places: [ValuePlace]) { placesOfMatches += places.compactMap(\.name) }

  /// - Parameter places: of an implicit member that a pattern would match if one of these were
  ///   declared with its type.
  mutating func noteMember(at places: [ValuePlace]) { placesOfOthers += places.compactMap(\.name) }

  /// Takes note of what the matches are called that the file may declare.
  mutating func note(_ found: FoundMatches, _ tables: RuleTables) {
    for match in found.matches {
      if match.bareName != nil { hasBareMatch = true }
      let pattern = tables.patterns[match.pattern]
      if pattern.mayBeDeclared, !roots.contains(pattern.anchor) { roots.append(pattern.anchor) }
    }
  }

  /// Whether they may change what was found.
  func count(in file: FileTokens) -> Bool {
    extendsSingleton || hasAlias || hasBareMatch || roots.contains(where: suspects.contains)
      || constants.mayBeUsed(in: file) || file.mayDeclare(placesOfMatches, ofPattern: false)
      || file.mayDeclare(placesOfOthers, ofPattern: true)
  }

  /// The words on which it depends what the names mean; nil where all braces are to be looked at.
  func stops(in file: FileTokens) -> [Int]? {
    guard areAll, !extendsSingleton, let constants = constants.allNames else { return nil }
    let tokens = file.tokens
    let aliases = tokens.indices.filter { 0 < $0 && tokens[$0 - 1].keyword == .typealias }
    let names = placesOfMatches + placesOfOthers + constants + aliases
    let table = WordTable(names.map { (Array(tokens.text(at: $0))[...], 0) })
    return tokens.indices.filter { index in
      tokens[index].isWord
        && (tokens[index].isMarked || table.number(of: tokens.text(at: index)) != nil
          || !file.boundParts(goingOnAfter: index).isEmpty)
    }
  }
}

extension Outline {
  /// Whether the token before the name of a type makes it the name of a declaration, as far as can
  /// be told; in doubt it does.
  @inline(__always)
  fileprivate mutating func mayDeclareType(at index: Int) -> Bool {
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
    case .comma:
      return mayDeclare(afterCommaBefore: index)
    case .binaryOperator, .prefixOperator, .postfixOperator:
      return tokens.isOpeningAngle(at: index - 1)
        && file.mayIntroduceGenericParameters(index - 1)
    default:
      return false
    }
  }

  /// Between parentheses it would be a parameter, which does not shadow a type.
  private mutating func mayDeclare(afterCommaBefore index: Int) -> Bool {
    advance(to: index)
    guard !top.role.isBracket else { return false }
    return top.header != .none || top.expression.bindsNames || isInEnumeration
  }
}

extension FileTokens {
  /// Whether the `<` may follow the name of a declaration.
  fileprivate func mayIntroduceGenericParameters(_ angle: Int) -> Bool {
    guard 1 < angle else { return true }
    let (introducer, name) = (tokens[angle - 2], tokens[angle - 1])
    switch name.kind {
    case .identifier, .rawIdentifier:
      return introducer.kind == .identifier || introducer.keyword.declaration != nil
    case .keyword:
      return name.keyword.declaration != nil
    default:
      return true
    }
  }
}
