import SwiftLexer

/// The uses that were found in one file, or a group of them, with what tells whether they are
/// reported.
struct FileUses {
  let file: FileTokens
  /// Each declaration and macro of the file that was passed, the file itself first.
  private(set) var scopes: [Scope] = []
  private(set) var found = FoundMatches()
  var enclosing = EnclosingScopes()
  /// Nil until somebody asks.
  var settings: MemberSettings?

  @inline(__always)
  var tables: RuleTables { file.tables }
  @inline(__always)
  var tokens: SourceTokens { file.tokens }
  @inline(__always)
  var pairs: TokenPairs { file.pairs }

  init(_ file: FileTokens) { self.file = file }

  /// Has the matches of a finder judged, and takes them from it.
  mutating func judge(_ finder: inout UseFinder, _ judge: (inout FileUses) -> Void) {
    swap(&found, &finder.found)
    swap(&scopes, &finder.outline.scopes)
    judge(&self)
    swap(&scopes, &finder.outline.scopes)
    found.removeAll()
    swap(&found, &finder.found)
  }

  /// Adds the matches of patterns that are written as those that were found.
  mutating func addCopies() {
    for match in found.matches {
      for copy in tables.copies[match.pattern] { found.add(match, copiedFor: copy) }
    }
  }
}
