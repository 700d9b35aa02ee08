import SwiftLexer

/// Finds the uses in one file by the cheapest steps that suffice.
/// - Parameter needsScopes: whether it is asked which declarations all uses are in.
func findUses(_ nearby: consuming Nearby, needsScopes: Bool) -> FileUses {
  var first = NearbyPass(nearby)
  var answer = first.find(at: nil)
  var scopes = first.scopes
  if answer == .known {
    guard needsScopes, !first.finder.found.matches.isEmpty else {
      return FileUses(first.finder, scopes: [], within: &scopes)
    }
    return usesWithScopes(first.finder, &scopes)
  }
  let (active, noticed) = (first.activeTokens, first.noticed)
  // The next pass finds them again.
  first.finder.found = FoundMatches()
  var outline = Surroundings(first.finder.context)
  if answer == .needsContext {
    var finder = UseFinder(outline)
    finder.find(at: active)
    answer = noticed.answer(knowing: finder.found.matches, outline.tables)
    if answer == .known, !finder.found.placeNames.isEmpty,
      finder.nearby.mayDeclare(finder.found.placeNames, ofPattern: false)
    {
      answer = .needsNames
    }
    if answer == .known {
      return FileUses(finder, scopes: finder.context.scopes, within: &scopes)
    }
    outline = finder.context
  }
  var uses = usesWithNames(
    outline, at: noticed.hasAlias || noticed.usesBareMember ? nil : active)
  uses.possibleScopes = scopes.possible(for: uses.found.matches, in: uses.nearby)
  return uses
}

/// Finds the uses with all that can be known.
/// - Parameter active: outside of which no name of a pattern is used; nil for the whole file.
func usesWithNames(
  _ outline: consuming Surroundings, at active: [Int]?
) -> FileUses {
  var uses = NamedUses(outline)
  uses.find(at: active)
  return FileUses(uses.finder, scopes: uses.finder.context.scopes)
}

private func usesWithScopes(
  _ finder: consuming UseFinder<Nearby>, _ noticed: inout NoticedScopes
) -> FileUses {
  var finder = finder
  var outline = Surroundings(finder.nearby)
  let scopes = outline.scopes(ofTokens: finder.found.matches.map(finder.found.firstName))
  for (match, scope) in scopes.enumerated() { finder.found.matches[match].scope = scope }
  return FileUses(finder, scopes: outline.scopes, within: &noticed)
}
