import SwiftLexer

/// Which scope headers may hold somewhere in a file, by the words that stand in it: where those of
/// a rule's do not, nobody need know the declarations around its matches.
///
/// For speed alone: the headers could be held against those declarations.
struct NoticedScopes {
  /// Those whose word was seen.
  private var seen = PossibleScopes()
  /// The same, those of which only a part of a name is known, and those that have no word; nil
  /// until it counts.
  private var known: PossibleScopes?

  mutating func note(_ scopes: PossibleScopes) { seen.formUnion(scopes) }

  /// Where text was left out, headers are not looked for.
  mutating func noteAll() { known = .all }

  /// Those that may hold around the matches.
  mutating func possible(for matches: [Match], in nearby: Nearby) -> PossibleScopes {
    let tables = nearby.tables
    if known == nil, matches.contains(where: { tables.dependsOnScope($0.pattern) }) {
      known = seen.union(tables.scopes.withoutWord).union(nearby.scopesOfDeclaredNames)
    }
    return known ?? seen
  }

  /// Whether it may count in which declarations one of the matches is.
  mutating func mayCount(for matches: [Match], in nearby: Nearby) -> Bool {
    let (tables, possible) = (nearby.tables, possible(for: matches, in: nearby))
    return matches.contains {
      tables.dependsOnScope($0.pattern) && tables.dependsOnScope($0.pattern, where: possible)
    }
  }
}

extension Nearby {
  /// The headers of which a part of a name is known, and that hold for a name that the file may
  /// declare.
  fileprivate var scopesOfDeclaredNames: PossibleScopes {
    let (parts, ends) = (tables.scopes.parts, tables.scopes.endsOfParts)
    var scopes = PossibleScopes()
    guard !parts.isEmpty else { return scopes }
    var previous = TokenKind.endOfFile
    for index in 0..<tokens.count {
      let kind = tokens[index].kind
      defer { previous = kind }
      guard beforeNames.contains(kind) else { continue }
      let start: Int
      switch kind {
      case .keyword:
        guard tokens[index].keyword.declaration != nil else { continue }
        start = index + 1
      case .identifier:
        // Only `actor` and the like stand before another name.
        guard previous == .identifier else { continue }
        start = index
      default:
        // Behind another variable.
        guard tokens[index + 1].isWord,
          tokens[index + 2].kind == .equal || tokens[index + 2].kind == .colon
        else { continue }
        start = index + 1
      }
      for name in names(declaredFrom: start) where tokens[name].isWord {
        let text = tokens.text(at: name)
        guard ends.mayHold(text) else { continue }
        for (scope, part) in parts where part.isPart(of: text) { scopes.insert(scope) }
      }
    }
    return scopes
  }

  /// Where the names of a declaration may stand.
  private func names(declaredFrom start: Int) -> ClosedRange<Int> {
    if tokens[start].kind == .leftParen { return start...(pairs.partner(of: start) ?? start) }
    var end = start
    while tokens[end].isWord, tokens[end + 1].kind == .period, tokens[end + 2].isWord { end += 2 }
    return start...end
  }
}

private let beforeNames = TokenKinds { $0 == .keyword || $0 == .identifier || $0 == .comma }
