import SwiftLexer

/// Finds the uses in one file by the cheapest steps that suffice.
/// - Parameters:
///   - nearby: the file's tokens, in which idle blocks may have been left out.
///   - places: where names stand that a use may start with, if blocks were left out; see
///     `IdleBlocks`.
///   - needsScopes: whether it is asked which declarations all uses are in.
/// - Returns: nil where what was left out must be known.
func findUses(_ nearby: Nearby, at places: [Int]?, needsScopes: Bool) -> FileUses? {
  let isWhole = places == nil
  // Around a lone bracket, what was left out may tell which declaration the rest is in.
  let mayTellScopes = isWhole || nearby.pairs.areBalanced
  var answer = Answer.known
  var first = NearbyPass(nearby)
  answer = first.find(at: places)
  if answer == .known {
    guard needsScopes, !first.finder.found.matches.isEmpty else {
      return FileUses(first.finder, scopes: [])
    }
    return mayTellScopes ? usesWithScopes(first.finder) : nil
  }
  if answer == .needsContext {
    var second = ContextPass(nearby)
    second.find(at: first.activeTokens)
    let (found, tables) = (second.finder.found, nearby.tables)
    if first.noticed.mayDeclare(aNameOf: found.matches, tables) {
      answer = .needsNames
    } else if !isWhole, !found.matches.isEmpty,
      !mayTellScopes && needsScopes || found.mayBeReplaced(tables)
    {
      answer = .needsWholeFile
    } else {
      return FileUses(second.finder, scopes: second.finder.context.scopes)
    }
  }
  return isWhole ? usesWithNames(nearby) : nil
}

/// Finds the uses with all that can be known.
func usesWithNames(_ nearby: Nearby) -> FileUses {
  var uses = NamedUses(UseFinder(Surroundings(nearby)))
  uses.find()
  return FileUses(uses.finder, scopes: uses.outline.scopes)
}

private func usesWithScopes(_ finder: UseFinder<Nearby>) -> FileUses {
  var finder = finder
  var outline = Surroundings(finder.nearby)
  let scopes = outline.scopes(ofTokens: finder.found.matches.map(finder.found.firstName))
  for (match, scope) in scopes.enumerated() { finder.found.matches[match].scope = scope }
  return FileUses(finder, scopes: outline.scopes)
}

extension FoundMatches {
  /// Whether what one is replaced with may take comments and code from anywhere in it.
  fileprivate func mayBeReplaced(_ tables: RuleTables) -> Bool {
    matches.contains { tables.templates[$0.pattern] != nil }
  }
}
