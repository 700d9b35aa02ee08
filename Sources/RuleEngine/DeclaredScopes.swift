import Diagnostics

/// The scopes that findings in the file may have, as written in a `FindingKey`; `-` is one of them.
package func declaredScopes(of source: SourceFile) -> Set<String> {
  var scratch = LintScratch()
  return declaredScopes(of: source, reusing: &scratch)
}

package func declaredScopes(
  of source: SourceFile, reusing scratch: inout LintScratch
) -> Set<String> {
  withTokens(of: source.bytes, noRules, reusing: &scratch) { file, _ in
    var finder = UseFinder(file)
    while finder.outline.passToken() != nil {}
    var (uses, scopes) = (FileUses(file), Set<String>())
    uses.judge(&finder) { uses in
      var names = ScopeNames()
      scopes = Set(uses.scopes.indices.map { uses.name(ofScope: $0, knowing: &names) })
    }
    return scopes
  }
}

let noRules = CompiledRules([], readsSuppressions: false)
