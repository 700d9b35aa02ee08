import SwiftLexer

/// The uses in one file, or a group of them, with what decides whether they are reported.
struct FileUses {
  let file: FileTokens
  /// The declarations and macros of the file that were passed; the first scope is the file itself.
  private(set) var scopes: [Scope] = []
  private(set) var found = FoundMatches()
  var enclosing = EnclosingScopes()
  /// `nil` until somebody asks.
  var settings: MemberSettings?

  @inline(__always)
  var tables: RuleTables { file.tables }
  @inline(__always)
  var tokens: SourceTokens { file.tokens }
  @inline(__always)
  var pairs: TokenPairs { file.pairs }

  init(_ file: FileTokens) { self.file = file }

  /// Judges the matches of a finder, and removes them from the finder.
  mutating func judge(_ finder: inout UseFinder, _ judge: (inout FileUses) -> Void) {
    swap(&found, &finder.found)
    swap(&scopes, &finder.outline.scopes)
    judge(&self)
    swap(&scopes, &finder.outline.scopes)
    found.removeAll()
    swap(&found, &finder.found)
  }

  /// Adds the matches of the patterns that are written like the patterns of the matches so far.
  mutating func addCopies() {
    for match in found.matches {
      for copy in tables.copies[match.pattern] { found.add(match, copiedFor: copy) }
    }
  }
}
