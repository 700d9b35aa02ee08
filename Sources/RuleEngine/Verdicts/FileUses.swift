import SwiftLexer

/// The uses that were found in one file, with what tells whether they are reported.
struct FileUses {
  /// In which nobody asks any more what is around.
  var nearby: Nearby
  /// Each declaration and macro of the file that was passed, the file itself first; none where
  /// nothing depends on them.
  let scopes: [Scope]
  private(set) var found: FoundMatches
  /// The scope headers that may hold in the file.
  var possibleScopes = PossibleScopes.all
  var enclosing = EnclosingScopes()
  /// Nil until somebody asks.
  var settings: MemberSettings?

  @inline(__always)
  var tables: RuleTables { nearby.tables }
  @inline(__always)
  var tokens: SourceTokens { nearby.tokens }
  @inline(__always)
  var pairs: TokenPairs { nearby.pairs }

  init<Context>(
    _ finder: consuming UseFinder<Context>, scopes: [Scope]
  ) {
    nearby = finder.nearby
    found = finder.found
    self.scopes = scopes
  }

  /// - Parameter noticed: what the file may hold of the headers.
  init<Context>(
    _ finder: consuming UseFinder<Context>, scopes: [Scope], within noticed: inout NoticedScopes
  ) {
    self.init(finder, scopes: scopes)
    possibleScopes = noticed.possible(for: found.matches, in: nearby)
  }

  /// Takes the matches of a pass over a part of the file, and what knows the tokens; gives back
  /// what it has of both.
  mutating func exchange<Context>(with finder: inout UseFinder<Context>) {
    swap(&nearby, &finder.context.nearby)
    swap(&found, &finder.found)
  }

  /// Adds the matches of patterns that are written as those that were found.
  mutating func addCopies() {
    for match in found.matches {
      for copy in tables.copies[match.pattern]
      where tables.scopes.mayHold(tables.patterns[copy].rule, where: possibleScopes) {
        found.add(match, copiedFor: copy)
      }
    }
  }
}
