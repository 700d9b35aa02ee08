import SwiftLexer

/// Which scope headers may hold somewhere in a file, by the words that stand in it: where those of
/// a rule's do not, nobody need know the declarations around its matches.
///
/// For speed alone: the headers could be held against those declarations.
struct NoticedScopes {
  /// Those whose word was seen, and that have none.
  var possible = PossibleScopes()
  /// Whether `possible` has the headers of which only a part of a name is known.
  private var knowsParts = false

  /// Whether it may count in which declarations one of the matches is.
  mutating func mayCount(for matches: [Match], in nearby: Nearby) -> Bool {
    let tables = nearby.tables
    return matches.contains { match in
      guard tables.dependsOnScope(match.pattern) else { return false }
      if !knowsParts { noteParts(in: nearby) }
      return tables.dependsOnScope(match.pattern, where: possible)
    }
  }

  /// Once for a file, and only where it counts.
  private mutating func noteParts(in nearby: Nearby) {
    knowsParts = true
    possible.formUnion(nearby.tables.scopes.withoutWord)
    let parts = nearby.tables.scopes.parts
    guard !parts.isEmpty else { return }
    let ends = nearby.tables.scopes.endsOfParts
    for index in nearby.tokens.indices where nearby.tokens[index].kind == .identifier {
      let text = nearby.tokens.text(at: index)
      guard !text.isEmpty, ends.mayHold(text) else { continue }
      for (scope, part) in parts where part.isPart(of: text) { possible.insert(scope) }
    }
  }
}
