import SwiftLexer

/// Finds the uses in one file by the cheapest steps that suffice.
/// - Parameters:
///   - nearby: the file's tokens, in which idle blocks may have been left out.
///   - places: where names stand that a use may start with, if blocks were left out; see
///     `IdleBlocks.swift`.
///   - needsScopes: whether it is asked which declarations all uses are in.
/// - Returns: nil where what was left out must be known.
func findUses(
  _ nearby: consuming Nearby, at places: [Int]?, needsScopes: Bool
) -> FileUses? {
  let isWhole = places == nil
  // Around a lone bracket, what was left out may tell which declaration the rest is in.
  let mayTellScopes = isWhole || nearby.pairs.areBalanced
  var first = NearbyPass(nearby)
  var answer = first.find(at: places)
  var scopes = first.scopes
  if answer == .known {
    let (found, tables) = (first.finder.found, first.finder.tables)
    let needsBrackets = !mayTellScopes && found.lookAround(tables)
    let needsValues = !isWhole && found.askForValues(tables)
    guard needsScopes || needsBrackets || needsValues, !found.matches.isEmpty else {
      return FileUses(first.finder, scopes: [], within: &scopes)
    }
    if mayTellScopes, !needsValues { return usesWithScopes(first.finder, &scopes) }
    answer = .needsWholeFile
  }
  let (active, noticed) = (first.activeTokens, first.noticed)
  // The next pass finds them again.
  first.finder.found = FoundMatches()
  var outline = Surroundings(first.finder.context)
  if answer == .needsContext {
    var finder = UseFinder(outline)
    finder.find(at: active)
    let found = finder.found
    answer = noticed.answer(knowing: found.matches, outline.tables)
    if answer == .known, !found.placeNames.isEmpty {
      answer = finder.nearby.answer(declaring: found.placeNames, isWhole: isWhole)
    }
    if answer == .known, !isWhole, !found.matches.isEmpty,
      !mayTellScopes && (needsScopes || found.lookAround(outline.tables))
        || found.mayBeReplaced(outline.tables) || found.askForValues(outline.tables)
    {
      answer = .needsWholeFile
    }
    if answer == .known {
      return FileUses(finder, scopes: finder.context.scopes, within: &scopes)
    }
    outline = finder.context
  }
  if answer == .needsNames, !isWhole { answer = .needsWholeFile }
  guard answer == .needsNames else { return nil }
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

extension Nearby {
  /// How far it holds what a name tells that the file may declare.
  /// - Parameter names: tokens.
  fileprivate mutating func answer(declaring names: [Int], isWhole: Bool) -> Answer {
    guard isWhole else { return .needsWholeFile }
    return mayDeclare(names, ofPattern: false) ? .needsNames : .known
  }
}

extension FoundMatches {
  /// Whether what stands around one of them counts.
  fileprivate func lookAround(_ tables: RuleTables) -> Bool {
    matches.contains { tables.isTrue(of: $0.pattern, tables.looksAround) }
  }

  /// Whether what a name in the arguments of one stands for counts, which is declared anywhere.
  fileprivate func askForValues(_ tables: RuleTables) -> Bool {
    matches.contains { tables.isTrue(of: $0.pattern, tables.asksForValues) }
  }

  /// Whether what one is replaced with may take comments and code from anywhere in it.
  fileprivate func mayBeReplaced(_ tables: RuleTables) -> Bool {
    matches.contains { tables.isReplaced($0.pattern) }
  }
}
