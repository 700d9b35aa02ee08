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
      known = seen.union(tables.scopes.withoutWord).union(nearby.scopesByPart)
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
  /// The headers of which a part of a name is known that stands in the file.
  fileprivate var scopesByPart: PossibleScopes {
    let (tokens, parts, ends) = (tokens, tables.scopes.parts, tables.scopes.endsOfParts)
    var scopes = PossibleScopes()
    guard !parts.isEmpty else { return scopes }
    for index in 0..<tokens.count where tokens[index].isWord {
      let text = tokens.text(at: index)
      guard ends.mayHold(text) else { continue }
      for part in parts where part.text.isPart(of: text) {
        scopes.insert(PossibleScopes([part.pattern]))
      }
    }
    return scopes
  }
}
