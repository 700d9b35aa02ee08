import Diagnostics

/// The scopes that findings in the file may have, in the words of `FindingKey`; `-` is among them.
package func declaredScopes(of source: SourceFile) -> Set<String> {
  var scratch = LintScratch()
  return declaredScopes(of: source, reusing: &scratch)
}

package func declaredScopes(
  of source: SourceFile, reusing scratch: inout LintScratch
) -> Set<String> {
  withTokens(of: source.bytes, noRules, reusing: &scratch) { nearby, _ in
    var uses = usesWithNames(Surroundings(nearby), at: nil)
    var names = ScopeNames()
    return Set(uses.scopes.indices.map { uses.name(ofScope: $0, knowing: &names) })
  }
}

private let noRules = CompiledRules([], readsSuppressions: false)
